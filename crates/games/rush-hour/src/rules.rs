use std::fmt;
use std::ops::ControlFlow;

use tesuji_core::{IncrementalKey, KnownGoals, Puzzle, Reversible, Rules, quoted};

use crate::Metric;
use crate::card::{Car, Card, MAX_SIDE};
use crate::hemmed_in;
use crate::lines::{LINES, Line, WAYS};
use crate::occupied::Occupied;
use crate::reach::Reach;

pub(crate) mod after;

/// The cars of a board in one word: a nibble for each row, then one for each column, with the
/// number of the way its cars stand in. A row or column has at most 15 ways.
///
/// The cars themselves belong to the [`RushHour`], not to the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board(pub(crate) u64);

impl Board {
    /// The number of the way in which a line's cars stand.
    #[inline]
    pub(crate) fn way(self, line: u8) -> usize {
        (self.0 >> (4 * (line & 15))) as usize & (WAYS - 1)
    }

    /// The board with the cars of a line moved from way 0 to another way.
    pub(crate) fn with(self, line: u8, way: usize) -> Self {
        Board(self.0 | (way as u64) << (4 * line))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Board({:#018x})", self.0)
    }
}

/// A move: a car moves along its row or column.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The index of the car, in the order of the letters.
    pub car: u8,
    /// The offset of its first cell before the move.
    pub from: u8,
    /// The offset of its first cell after the move.
    pub to: u8,
}

impl Slide {
    /// The number of cells, positive to the right or down, negative to the left or up.
    #[must_use]
    pub fn by(self) -> i8 {
        self.to.cast_signed() - self.from.cast_signed()
    }
}

/// The notation of moves with the car's index for its letter: `3: 0 to 2`.
impl fmt::Debug for Slide {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {} to {}", self.car, self.from, self.to)
    }
}

/// The rules of single-agent Rush Hour: a [`Card`] and a [`Metric`].
///
/// Moves are ordered by car, those to the right or down before those to the left or up; of a car's
/// slides, the farthest to the right or down comes first and the farthest to the left or up last.
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
    /// Ordered by the cars' letters.
    cars: Vec<CarTable>,
    /// The lines that have cars.
    lines: Vec<Line>,
    /// The covered cells of the cars of each line, for each way.
    standings: Box<[[Standing; WAYS]; LINES]>,
    /// The cars of each line.
    cars_of: [CarsOf; LINES],
    /// Walls, and cells outside the board.
    solid: Occupied,
    /// The ways of the red car's row with the red car at the exit.
    exits: u16,
}

/// The covered cells of a line's cars in one of its ways.
#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    /// The cells that they cover.
    covered: Occupied,
    /// The cells next to them in their line, in the mask of that line only: a car can move only if
    /// one of them is free.
    beside: Occupied,
}

/// The cars of a line: at most as many as there are pairs of cells.
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

    #[inline]
    fn as_slice(&self) -> &[u8] {
        &self.cars[..self.count]
    }
}

/// The tables for the moves of a car.
#[derive(Clone, Debug)]
struct CarTable {
    /// Its targets, for each way of its line.
    reach: [Reach; WAYS],
    line: u8,
    length: u8,
    /// Its offset, for each way of its line.
    offset: [u8; WAYS],
    /// The change of its line's nibble for each target offset, for each previous way.
    change: [[u8; MAX_SIDE as usize]; WAYS],
}

impl CarTable {
    /// Returns the table of the car with this index, which is in `line`.
    fn new(index: u8, car: &Car, line: &Line, metric: Metric) -> Self {
        let mut table = CarTable {
            reach: [Reach::default(); WAYS],
            line: line.number,
            length: car.length,
            offset: [0; WAYS],
            change: [[0; MAX_SIDE as usize]; WAYS],
        };
        for way in 0..line.ways.len() {
            let offset = line.offset(way, index);
            table.offset[way] = offset;
            table.reach[way] = Reach::new(metric, car.length, offset);
            for (to, change) in (0u8..).zip(&mut table.change[way]) {
                let moved = |other| if other == index { to } else { line.offset(way, other) };
                // An unreachable offset changes nothing.
                *change = line.way_of(moved).map_or(0, |after| (way ^ after) as u8);
            }
        }
        table
    }
}

impl RushHour {
    /// Returns the game on this card. It computes tables of about 12 KB: construct it once.
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

    /// The card.
    #[must_use]
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// The metric.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The lines that have cars.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The index of the red car's row among the lines.
    pub(crate) fn red_line(&self) -> u8 {
        self.cars[0].line
    }

    /// The ways of the red car's row with the red car at the exit.
    pub(crate) fn exits(&self) -> u16 {
        self.exits
    }

    /// The offset of a car's first cell in its row or column.
    #[inline]
    #[must_use]
    pub fn offset(&self, board: Board, car: usize) -> u8 {
        let car = &self.cars[car];
        car.offset[board.way(car.line)]
    }

    /// The car at its place on `board`.
    #[must_use]
    pub fn car(&self, board: Board, car: usize) -> Car {
        Car { offset: self.offset(board, car), ..self.card.cars[car] }
    }

    /// The offsets of all cars, in the order of their letters.
    #[must_use]
    pub fn offsets(&self, board: Board) -> Vec<u8> {
        (0..self.cars.len()).map(|car| self.offset(board, car)).collect()
    }

    /// The card whose initial board is `board`.
    #[must_use]
    pub fn card_at(&self, board: Board) -> Card {
        let cars = (0..self.cars.len()).map(|car| self.car(board, car)).collect();
        Card { cars, ..self.card.clone() }
    }

    /// The cells that the cars of a line cover in one of its ways.
    pub(crate) fn covered_by(&self, line: u8, way: usize) -> Occupied {
        self.standings[usize::from(line)][way].covered
    }

    /// The cells that cars and walls cover, and those outside the board.
    #[inline]
    pub(crate) fn occupied(&self, board: Board) -> Occupied {
        self.standing(board).covered
    }

    /// The covered cells of all cars and walls.
    #[inline(always)]
    fn standing(&self, board: Board) -> Standing {
        let mut all = Standing { covered: self.solid, beside: Occupied::default() };
        // All lines instead of those that have cars, so that the loop can be unrolled.
        let mut rest = board;
        for ways in self.standings.iter() {
            let Standing { covered, beside } = ways[rest.way(0)];
            all = Standing { covered: all.covered | covered, beside: all.beside | beside };
            rest = Board(rest.0 >> 4);
        }
        all
    }

    /// Shows the slides of a board with these covered cells.
    #[inline]
    pub(crate) fn visit_slides<B>(
        &self,
        board: Board,
        occupied: Occupied,
        mut visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // Eight cars at a time, each with a byte of its targets: which cars can move is hard to
        // predict, so there is one branch for a move and none for a car.
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
}

impl Rules for RushHour {
    type State = Board;
    type Move = Slide;
    type Undo = ();

    fn initial(&self) -> Board {
        self.initial
    }

    fn pack(&self, board: &Board, out: &mut Vec<u8>) -> bool {
        out.extend(board.0.to_le_bytes());
        true
    }

    fn unpack(&self, bytes: &mut &[u8]) -> Option<Board> {
        let (word, rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        Some(Board(u64::from_le_bytes(*word)))
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        &board: &Board,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_slides(board, self.occupied(board), visit)
    }

    #[inline]
    fn visit_moves_after<B>(
        &self,
        last: Option<Slide>,
        &board: &Board,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_after(last, board, visit)
    }

    #[inline]
    fn play(&self, board: &mut Board, Slide { car, to, .. }: Slide) {
        let car = &self.cars[usize::from(car)];
        let change = car.change[board.way(car.line)][usize::from(to % MAX_SIDE)];
        board.0 ^= u64::from(change) << (4 * (car.line & 15));
    }

    #[inline]
    fn undo(&self, board: &mut Board, slide: Slide, (): ()) {
        self.play(board, Slide { to: slide.from, ..slide });
    }

    #[inline]
    fn inverse(&self, Slide { car, from, to }: Slide) -> Option<Slide> {
        Some(Slide { car, from: to, to: from })
    }

    #[inline]
    fn key(&self, board: &Board) -> u64 {
        tesuji_zobrist::exact_key(board.0)
    }
}

impl Puzzle for RushHour {
    #[inline]
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

/// The goals are all boards with the red car at the exit, reachable or not: cars in the order they
/// have in each line, none on another. A crowded board has a few thousand; an empty one can have
/// many millions.
impl KnownGoals for RushHour {
    fn goals(&self) -> Vec<Board> {
        let mut goals = Vec::new();
        self.arrange(&self.lines, Board(0), self.solid.rows(), usize::MAX, &mut goals);
        goals
    }
}

impl RushHour {
    /// Returns the [goals](KnownGoals::goals), or `None` if there are more than `limit`.
    #[must_use]
    pub fn goals_up_to(&self, limit: usize) -> Option<Vec<Board>> {
        let mut goals = Vec::new();
        let limit = limit.saturating_add(1);
        self.arrange(&self.lines, Board(0), self.solid.rows(), limit, &mut goals);
        (goals.len() < limit).then_some(goals)
    }

    /// Adds all boards on which the remaining cars do not overlap the covered cells, until there
    /// are `limit`.
    fn arrange(
        &self,
        lines: &[Line],
        board: Board,
        covered: u64,
        limit: usize,
        boards: &mut Vec<Board>,
    ) {
        let Some((line, others)) = lines.split_first() else {
            boards.push(board);
            return;
        };
        for way in 0..line.ways.len() {
            let cells = self.covered_by(line.number, way).rows();
            let red_away = line.number == self.red_line() && self.exits >> way & 1 == 0;
            if cells & covered == 0 && !red_away && boards.len() < limit {
                let board = board.with(line.number, way);
                self.arrange(others, board, covered | cells, limit, boards);
            }
        }
    }
}

/// The key is a bijection of the board's word, so different boards never share one. Three
/// multiplications compute it, so the state does not store it.
impl IncrementalKey for RushHour {
    fn recomputed_key(&self, board: &Board) -> u64 {
        let again = self.lines.iter().fold(Board(0), |again, line| {
            let way = line.way_of(|car| self.offset(*board, usize::from(car)));
            again.with(line.number, way.expect("the board is of this card"))
        });
        tesuji_zobrist::exact_key(again.0)
    }
}
