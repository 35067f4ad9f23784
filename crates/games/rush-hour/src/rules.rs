use std::fmt;
use std::ops::ControlFlow;

use tesuji_core::{IncrementalKey, KnownGoals, Puzzle, Reversible, Rules, quoted};

use crate::Metric;
use crate::card::{Car, Card, MAX_SIDE};
use crate::hemmed_in;
use crate::lines::{LINES, Line, WAYS};
use crate::occupied::Occupied;
use crate::reach::Reach;

mod after;

/// Where all cars stand, in one word: a nibble for each row, then one for each column, with
/// the number of the way its cars stand in. A row or column has 15 ways at most.
///
/// A board does not know its cars, the [`RushHour`] that it belongs to does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board(pub(crate) u64);

impl Board {
    /// The way in which the cars of a line stand.
    #[inline(always)]
    pub(crate) fn way(self, line: u8) -> usize {
        (self.0 >> (4 * (line & 15))) as usize & (WAYS - 1)
    }

    /// The board with the cars of a line, which all stood in way 0, in another way.
    pub(crate) fn with(self, line: u8, way: usize) -> Self {
        Board(self.0 | (way as u64) << (4 * line))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Board({:#018x})", self.0)
    }
}

/// A move: a car goes along its row or column.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slide {
    /// Which car, in the order of the letters.
    pub car: u8,
    /// The offset of its first cell before the move.
    pub from: u8,
    /// The offset of its first cell after the move.
    pub to: u8,
}

impl Slide {
    /// How many cells the car goes, to the right or down; negative to the left or up.
    #[must_use]
    pub fn by(self) -> i8 {
        self.to.cast_signed() - self.from.cast_signed()
    }
}

/// As a board would write it if cars had their number for a name: `3: 0 to 2`.
impl fmt::Debug for Slide {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {} to {}", self.car, self.from, self.to)
    }
}

/// The rules of Rush Hour for one agent: a [`Card`], and what counts as a move.
///
/// Moves come in the order of the cars, those to the right or down before those to the left or
/// up; where a car can slide, the farthest to the right or down comes first and the farthest to
/// the left or up last.
///
/// # Example
/// ```
/// use tesuji_core::{Notation, Puzzle, Rules};
/// use tesuji_rush_hour::{Metric, RushHour};
///
/// let game = RushHour::new("....B.....BC.AA.BC.D.....D.....DEEE.".parse()?, Metric::Steps);
/// let mut board = game.initial();
/// let moves = game.moves(&board);
/// let texts: Vec<_> = moves.iter().map(|&mv| game.move_text(&board, mv)).collect();
/// assert_eq!(texts, ["A+1", "A-1", "B+1", "C+1", "C-1", "E+1"]);
/// for text in ["A+1", "C-1", "D-1", "E-1", "B+1", "B+1", "B+1", "A+1", "A+1"] {
///     assert!(!game.is_goal(&board));
///     let step = game.parse_move(&board, text)?;
///     game.play(&mut board, step);
/// }
/// assert!(game.is_goal(&board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RushHour {
    card: Card,
    metric: Metric,
    initial: Board,
    /// In the order of their letters.
    cars: Vec<CarTable>,
    /// The lines that have cars.
    lines: Vec<Line>,
    /// What the cars of each line hold, for each way.
    standings: Box<[[Standing; WAYS]; LINES]>,
    /// The cars of each line.
    cars_of: [CarsOf; LINES],
    /// Walls, and what is not on the board.
    solid: Occupied,
    /// The ways of the red car's row in which it stands at the exit.
    exits: u16,
}

/// What the cars of a line hold in one of its ways.
#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    /// The cells that they cover.
    covered: Occupied,
    /// The cells next to them in their line, as cells of that line alone: one of them has to be
    /// free for a car to move.
    beside: Occupied,
}

/// The cars of a line: as many as two cells each leave room for.
#[derive(Clone, Copy, Debug, Default)]
struct CarsOf {
    cars: [u8; MAX_SIDE as usize / 2],
    count: usize,
}

impl CarsOf {
    fn new(cars: &[u8]) -> Self {
        let mut all = CarsOf { count: cars.len(), ..CarsOf::default() };
        all.cars[..cars.len()].copy_from_slice(cars);
        all
    }

    #[inline(always)]
    fn as_slice(&self) -> &[u8] {
        &self.cars[..self.count]
    }
}

/// What moves of a car need to know.
#[derive(Clone, Debug)]
struct CarTable {
    /// Where it can go, for each way of its line.
    reach: [Reach; WAYS],
    /// Its moves of one cell, which lead everywhere in the end.
    steps: [Reach; WAYS],
    line: u8,
    length: u8,
    /// Its offset, for each way of its line.
    offset: [u8; WAYS],
    /// What going to an offset changes in the nibble of its line, for each way before.
    change: [[u8; MAX_SIDE as usize]; WAYS],
}

impl CarTable {
    /// The table of the car with this index, which is in `line`.
    fn new(index: u8, car: &Car, line: &Line, metric: Metric) -> Self {
        let mut table = CarTable {
            reach: [Reach::default(); WAYS],
            steps: [Reach::default(); WAYS],
            line: line.number,
            length: car.length,
            offset: [0; WAYS],
            change: [[0; MAX_SIDE as usize]; WAYS],
        };
        for way in 0..line.ways.len() {
            let offset = line.offset(way, index);
            table.offset[way] = offset;
            table.reach[way] = Reach::new(metric, car.length, offset);
            table.steps[way] = Reach::new(Metric::Steps, car.length, offset);
            for (to, change) in (0u8..).zip(&mut table.change[way]) {
                let moved = |other| if other == index { to } else { line.offset(way, other) };
                // Where it cannot go, nothing changes.
                *change = line.way_of(moved).map_or(0, |after| (way ^ after) as u8);
            }
        }
        table
    }
}

impl RushHour {
    /// The game on this card. Makes its tables, about 12 KB; make one and lend it.
    #[must_use]
    pub fn new(card: Card, metric: Metric) -> Self {
        let lines = Line::all(&card);
        let line_of = |car| lines.iter().find(|line| line.cars.contains(&car));
        let cars = (0u8..).zip(&card.cars).map(|(index, car)| {
            let line = line_of(index).expect("every car is in a line");
            CarTable::new(index, car, line, metric)
        });
        let cars: Vec<CarTable> = cars.collect();
        let mut standings = Box::new([[Standing::default(); WAYS]; LINES]);
        let mut cars_of = [CarsOf::default(); LINES];
        let mut initial = Board(0);
        for line in &lines {
            let start = line.way_of(|car| card.cars[usize::from(car)].offset);
            initial = initial.with(line.number, start.expect("the card is one of the ways"));
            let index = usize::from(line.number);
            cars_of[index] = CarsOf::new(&line.cars);
            for (standing, &cells) in standings[index].iter_mut().zip(&line.covered) {
                *standing = Standing {
                    covered: Occupied::in_line(line.number, cells),
                    beside: Occupied::along(line.number, (cells << 1 | cells >> 1) & !cells),
                };
            }
        }
        let exit = card.width - card.red().length;
        let exits = (0..WAYS).filter(|&way| cars[0].offset[way] == exit);
        let exits = exits.fold(0, |exits, way| exits | 1 << way);
        let solid = Occupied::cells(!card.board() | card.walls);
        RushHour { card, metric, initial, cars, lines, standings, cars_of, solid, exits }
    }

    /// The card it is played on.
    #[must_use]
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// What counts as one move.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The lines that have cars.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The number of the red car's row among the lines.
    pub(crate) fn red_line(&self) -> u8 {
        self.cars[0].line
    }

    /// The ways of the red car's row in which it stands at the exit.
    pub(crate) fn exits(&self) -> u16 {
        self.exits
    }

    /// The offset of a car's first cell in its row or column.
    #[inline(always)]
    #[must_use]
    pub fn offset(&self, board: Board, car: usize) -> u8 {
        let car = &self.cars[car];
        car.offset[board.way(car.line)]
    }

    /// A car where it stands on `board`.
    #[must_use]
    pub fn car(&self, board: Board, car: usize) -> Car {
        Car { offset: self.offset(board, car), ..self.card.cars[car] }
    }

    /// The offsets of all cars, in the order of their letters.
    #[must_use]
    pub fn offsets(&self, board: Board) -> Vec<u8> {
        (0..self.cars.len()).map(|car| self.offset(board, car)).collect()
    }

    /// The card on which the cars begin where they stand on `board`.
    #[must_use]
    pub fn card_at(&self, board: Board) -> Card {
        let cars = (0..self.cars.len()).map(|car| self.car(board, car)).collect();
        Card { cars, ..self.card.clone() }
    }

    /// What the cars of a line cover in one of its ways.
    pub(crate) fn covered_by(&self, line: u8, way: usize) -> Occupied {
        self.standings[usize::from(line)][way].covered
    }

    /// What cars and walls cover, and what is not on the board.
    #[inline(always)]
    pub(crate) fn occupied(&self, board: Board) -> Occupied {
        self.standing(board).covered
    }

    /// What all cars hold, and what walls cover.
    #[inline(always)]
    fn standing(&self, board: Board) -> Standing {
        let mut all = Standing { covered: self.solid, beside: Occupied::default() };
        // All lines and no list of those that have cars, so that the loop can be unrolled.
        let mut rest = board;
        for ways in self.standings.iter() {
            let Standing { covered, beside } = ways[rest.way(0)];
            all = Standing { covered: all.covered | covered, beside: all.beside | beside };
            rest = Board(rest.0 >> 4);
        }
        all
    }

    /// Shows the slides that a board has when these cells are covered.
    #[inline(always)]
    pub(crate) fn visit_slides<B>(
        &self,
        board: Board,
        occupied: Occupied,
        mut visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // Eight cars at a time, each with a byte of the offsets it can go to: which cars can
        // move is hard to foretell, so there is one branch for a move and none for a car.
        for (chunk, cars) in (0u8..).zip(self.cars.chunks(8)) {
            let mut targets = 0;
            for car in cars.iter().rev() {
                let reach = car.reach[board.way(car.line)];
                targets = targets << 8 | u64::from(reach.targets(occupied.line(car.line)));
            }
            while targets != 0 {
                let bit = targets.trailing_zeros() as u8;
                targets &= targets - 1;
                let car = 8 * chunk + bit / 8;
                visit(Slide { car, from: self.offset(board, car.into()), to: 7 - bit % 8 })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows the moves of one cell, in either metric, that are worth trying after such a move.
    #[inline(always)]
    pub(crate) fn visit_steps_after<B>(
        &self,
        last: Option<Slide>,
        board: Board,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_after(last, board, Metric::Steps, |car| &car.steps, visit)
    }
}

impl Rules for RushHour {
    type State = Board;
    type Move = Slide;
    type Undo = ();

    fn initial(&self) -> Board {
        self.initial
    }

    #[inline(always)]
    fn visit_moves<B>(
        &self,
        &board: &Board,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_slides(board, self.occupied(board), visit)
    }

    #[inline(always)]
    fn visit_moves_after<B>(
        &self,
        last: Option<Slide>,
        &board: &Board,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_after(last, board, self.metric, |car| &car.reach, visit)
    }

    #[inline(always)]
    fn play(&self, board: &mut Board, Slide { car, to, .. }: Slide) {
        let car = &self.cars[usize::from(car)];
        let change = car.change[board.way(car.line)][usize::from(to % MAX_SIDE)];
        board.0 ^= u64::from(change) << (4 * (car.line & 15));
    }

    #[inline(always)]
    fn undo(&self, board: &mut Board, slide: Slide, (): ()) {
        self.play(board, Slide { to: slide.from, ..slide });
    }

    #[inline(always)]
    fn inverse(&self, Slide { car, from, to }: Slide) -> Option<Slide> {
        Some(Slide { car, from: to, to: from })
    }

    #[inline(always)]
    fn key(&self, board: &Board) -> u64 {
        tesuji_zobrist::exact_key(board.0)
    }
}

impl Puzzle for RushHour {
    #[inline(always)]
    fn is_goal(&self, board: &Board) -> bool {
        self.exits >> board.way(self.cars[0].line) & 1 == 1
    }

    const ARGUMENTS: &'static [&'static str] = &["hemmed-in"];

    /// `hemmed-in`: cells that other cars cover in all positions they can come to keep the red car
    /// from the exit.
    fn check_argument(&self, argument: &str, &board: &Board) -> Result<(), String> {
        match argument {
            "hemmed-in" => hemmed_in::check(&self.card_at(board)),
            _ => Err(format!("this puzzle has no argument {}", quoted(argument))),
        }
    }
}

impl Reversible for RushHour {
    #[inline]
    fn visit_predecessors<B>(
        &self,
        board: &Board,
        mut visit: impl FnMut(Slide, Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_moves(board, |Slide { car, from, to }| {
            let back = Slide { car, from: to, to: from };
            visit(back, self.successor(board, Slide { car, from, to }))
        })
    }
}

/// The goals are all the boards on which the red car is at the exit, whether they can be
/// reached or not: cars in the order they have in each line, none on another. On a crowded
/// board they are few thousands; on an empty one they can be many millions.
impl KnownGoals for RushHour {
    fn goals(&self) -> Vec<Board> {
        let mut goals = Vec::new();
        self.arrange(&self.lines, Board(0), self.solid.rows(), usize::MAX, &mut goals);
        goals
    }
}

impl RushHour {
    /// The [goals](KnownGoals::goals), or `None` if they are more than `most`.
    #[must_use]
    pub fn goals_up_to(&self, most: usize) -> Option<Vec<Board>> {
        let mut goals = Vec::new();
        let most = most.saturating_add(1);
        self.arrange(&self.lines, Board(0), self.solid.rows(), most, &mut goals);
        (goals.len() < most).then_some(goals)
    }

    /// Adds all boards with cars where they do not meet those that are covered, until there are
    /// `most`.
    fn arrange(
        &self,
        lines: &[Line],
        board: Board,
        covered: u64,
        most: usize,
        boards: &mut Vec<Board>,
    ) {
        let Some((line, others)) = lines.split_first() else {
            boards.push(board);
            return;
        };
        for way in 0..line.ways.len() {
            let cells = self.covered_by(line.number, way).rows();
            let red_away = line.number == self.red_line() && self.exits >> way & 1 == 0;
            if cells & covered == 0 && !red_away && boards.len() < most {
                let board = board.with(line.number, way);
                self.arrange(others, board, covered | cells, most, boards);
            }
        }
    }
}

/// The key is a bijection of the board's word, so that different boards never share one. It is
/// had in three multiplications, and is not worth a place in the state.
impl IncrementalKey for RushHour {
    fn recomputed_key(&self, board: &Board) -> u64 {
        let again = self.lines.iter().fold(Board(0), |again, line| {
            let way = line.way_of(|car| self.offset(*board, usize::from(car)));
            again.with(line.number, way.expect("the board is of this card"))
        });
        tesuji_zobrist::exact_key(again.0)
    }
}
