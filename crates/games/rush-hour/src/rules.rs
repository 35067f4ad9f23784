use std::fmt;
use std::ops::ControlFlow;

use tesuji_core::{Hashed, KnownGoals, Puzzle, Reversible, Rules};

use crate::Metric;
use crate::card::{Car, Card, MAX_SIDE};
use crate::lines::{LINES, Line, WAYS, span};
use crate::occupied::Occupied;
use crate::reach::{Reach, reach};

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
    /// Their numbers.
    numbers: Vec<u8>,
    /// The cells covered by the cars of each line, for each way.
    covered: Box<[[Occupied; WAYS]; LINES]>,
    /// Walls, and what is not on the board.
    solid: Occupied,
    /// The ways of the red car's row in which it stands at the exit.
    exits: u16,
}

/// What moves of a car need to know.
#[derive(Clone, Debug)]
struct CarTable {
    reach: &'static Reach,
    /// Its moves of one cell, which lead everywhere in the end.
    steps: &'static Reach,
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
            reach: reach(metric, car.length),
            steps: reach(Metric::Steps, car.length),
            line: line.number,
            length: car.length,
            offset: [0; WAYS],
            change: [[0; MAX_SIDE as usize]; WAYS],
        };
        for way in 0..line.ways.len() {
            table.offset[way] = line.offset(way, index);
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
    /// The game on this card. Makes its tables, about 8 KB; make one and lend it.
    #[must_use]
    pub fn new(card: Card, metric: Metric) -> Self {
        let lines = Line::all(&card);
        let line_of = |car| lines.iter().find(|line| line.cars.contains(&car));
        let cars = (0u8..).zip(&card.cars).map(|(index, car)| {
            let line = line_of(index).expect("every car is in a line");
            CarTable::new(index, car, line, metric)
        });
        let cars: Vec<CarTable> = cars.collect();
        let mut covered = Box::new([[Occupied::default(); WAYS]; LINES]);
        let mut initial = Board(0);
        for line in &lines {
            let start = line.way_of(|car| card.cars[usize::from(car)].offset);
            initial = initial.with(line.number, start.expect("the card is one of the ways"));
            for (covered, &cells) in covered[usize::from(line.number)].iter_mut().zip(&line.covered)
            {
                *covered = Occupied::in_line(line.number, cells);
            }
        }
        let exit = card.width - card.red().length;
        let exits = (0..WAYS).filter(|&way| cars[0].offset[way] == exit);
        let exits = exits.fold(0, |exits, way| exits | 1 << way);
        let solid = Occupied::cells(!card.board() | card.walls);
        let numbers = lines.iter().map(|line| line.number).collect();
        RushHour { card, metric, initial, cars, lines, numbers, covered, solid, exits }
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
        self.covered[usize::from(line)][way]
    }

    /// What cars and walls cover, and what is not on the board.
    #[inline(always)]
    pub(crate) fn occupied(&self, board: Board) -> Occupied {
        self.numbers.iter().fold(self.solid, |all, &line| {
            all | self.covered[usize::from(line) % LINES][board.way(line)]
        })
    }

    /// Shows the slides that a board has when these cells are covered.
    #[inline(always)]
    pub(crate) fn visit_slides<B>(
        &self,
        board: Board,
        occupied: Occupied,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_reach(board, occupied, Before::NONE, |car| car.reach, visit)
    }

    /// Shows the moves of one cell, in either metric, that are worth trying after such a move.
    #[inline(always)]
    pub(crate) fn visit_steps_after<B>(
        &self,
        last: Option<Slide>,
        board: Board,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let before = self.before(last, Metric::Steps);
        self.visit_reach(board, self.occupied(board), before, |car| car.steps, visit)
    }

    /// What a move leaves not worth trying.
    #[inline(always)]
    fn before(&self, last: Option<Slide>, metric: Metric) -> Before {
        let Some(Slide { car, from, to }) = last else { return Before::NONE };
        let CarTable { line, length, .. } = self.cars[usize::from(car)];
        let swept = span(from.min(to), from.abs_diff(to) + length);
        let spent = match metric {
            Metric::Steps => 0x80 >> from,
            Metric::Slides => 0xff,
        };
        Before { car, spent, swept: Occupied::in_line(line, swept) }
    }

    #[inline(always)]
    fn visit_reach<B>(
        &self,
        board: Board,
        occupied: Occupied,
        before: Before,
        reach: impl Fn(&CarTable) -> &'static Reach,
        mut visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let held = occupied | before.swept;
        // Eight cars at a time, each with a byte of the offsets it can go to: which cars can
        // move is hard to foretell, so there is one branch for a move and none for a car.
        for (chunk, cars) in (0u8..).zip(self.cars.chunks(8)) {
            let (mut targets, mut free) = (0, 0);
            let mut offsets = [0; 8];
            for (index, car) in cars.iter().enumerate() {
                let offset = car.offset[board.way(car.line)];
                offsets[index] = offset;
                let reach = &reach(car)[usize::from(offset % MAX_SIDE)];
                let within = |covered: Occupied| u64::from(reach[usize::from(covered.line(car.line))]);
                targets |= within(occupied) << (8 * index);
                free |= within(held) << (8 * index);
            }
            targets &= !before.not_worthwhile(8 * chunk, free);
            while targets != 0 {
                let bit = targets.trailing_zeros() as u8;
                targets &= targets - 1;
                let from = offsets[usize::from(bit / 8)];
                visit(Slide { car: 8 * chunk + bit / 8, from, to: 7 - bit % 8 })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// What the last move says of the next.
///
/// A car does not go back, nor slide twice in a row. And two cars that do not touch each other's
/// way might as well have moved in the other order, so only one order is worth trying: that in
/// which the cars come by their letters.
#[derive(Clone, Copy)]
struct Before {
    /// The car that moved.
    car: u8,
    /// The offsets to which it need not go on, as [`Reach`] has them.
    spent: u8,
    /// The cells that it passed, both ends included.
    swept: Occupied,
}

impl Before {
    /// There was no move.
    const NONE: Before = Before { car: 0, spent: 0, swept: Occupied::NONE };

    /// The targets that are not worth trying among those of eight cars from `first` on, `free`
    /// being the targets that the last move was never in the way of.
    #[inline(always)]
    fn not_worthwhile(self, first: u8, free: u64) -> u64 {
        let ahead = u32::from(self.car.saturating_sub(first));
        let own = u64::from(self.spent);
        match 1u64.checked_shl(8 * ahead) {
            None => free,
            Some(_) if self.car < first => 0,
            Some(bit) => free & (bit - 1) | own * bit,
        }
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
        let before = self.before(last, self.metric);
        self.visit_reach(board, self.occupied(board), before, |car| car.reach, visit)
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
}

impl Puzzle for RushHour {
    #[inline(always)]
    fn is_goal(&self, board: &Board) -> bool {
        self.exits >> board.way(self.cars[0].line) & 1 == 1
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
impl Hashed for RushHour {
    #[inline(always)]
    fn key(&self, board: &Board) -> u64 {
        tesuji_zobrist::exact_key(board.0)
    }

    fn recomputed_key(&self, board: &Board) -> u64 {
        let again = self.lines.iter().fold(Board(0), |again, line| {
            let way = line.way_of(|car| self.offset(*board, usize::from(car)));
            again.with(line.number, way.expect("the board is of this card"))
        });
        tesuji_zobrist::exact_key(again.0)
    }
}
