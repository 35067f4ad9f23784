//! A sliding-block puzzle with an adversary: a player slides cars one cell at a time until the
//! red one is out; after each slide the adversary puts a rock in the way. Solved exactly,
//! against the best and against a random adversary.

use std::ops::ControlFlow;

use tesuji_core::{Budget, Game, GameResult, Meter, Player, Rules, Silent};
use tesuji_retrograde::{Clock, Exact, Expectation, Expected, MovesOf, Reachable, Table};

const SIDE: u8 = 6;
const NO_ROCK: u8 = 63;
/// The row of the red car, where no rock may lie.
const EXIT_ROW: u8 = 2;

struct Rocks {
    cars: Vec<Car>,
    walls: u64,
    start: Position,
    /// A player who is blocked has not lost but waits for the next rock.
    blocked_waits: bool,
}

struct Car {
    length: u8,
    /// From one cell of the car to the next: 1 or 6.
    stride: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    /// Six bits for the first cell of each car, the red one's the lowest.
    cars: u128,
    /// The rock on the board or, when it is the adversary's turn, the last one.
    rock: u8,
    turn: Player,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Move {
    Slide { car: u8, to: u8 },
    Wait,
    Rock(u8),
}

impl Rocks {
    /// Reads 36 characters row by row: `.` free, `x` a wall, other letters cars, `A` the red one.
    fn read(board: &str, blocked_waits: bool) -> Self {
        let cells = board.as_bytes();
        let mut names: Vec<u8> = cells.iter().copied().filter(u8::is_ascii_uppercase).collect();
        names.sort_unstable();
        names.dedup();
        let (mut cars, mut packed, mut walls) = (Vec::new(), 0, 0);
        for (number, &name) in names.iter().enumerate() {
            let own: Vec<usize> = (0..36).filter(|&cell| cells[cell] == name).collect();
            let stride = u8::try_from(own[1] - own[0]).unwrap();
            cars.push(Car { length: u8::try_from(own.len()).unwrap(), stride });
            packed |= (own[0] as u128) << (6 * number);
        }
        for cell in (0..36).filter(|&cell| cells[cell] == b'x') {
            walls |= 1 << cell;
        }
        let start = Position { cars: packed, rock: NO_ROCK, turn: Player::First };
        Rocks { cars, walls, start, blocked_waits }
    }

    fn cell(position: &Position, car: usize) -> u8 {
        (position.cars >> (6 * car) & 63) as u8
    }

    fn occupied(&self, position: &Position) -> u64 {
        let mut occupied = self.walls;
        for (number, car) in self.cars.iter().enumerate() {
            for part in 0..car.length {
                occupied |= 1 << (Self::cell(position, number) + part * car.stride);
            }
        }
        occupied
    }

    fn is_out(position: &Position) -> bool {
        Self::cell(position, 0) == EXIT_ROW * SIDE + 4
    }

    fn visit_slides<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let rock = if position.rock == NO_ROCK { 0 } else { 1 << position.rock };
        let occupied = self.occupied(position) | rock;
        for (car, &Car { length, stride }) in (0u8..).zip(&self.cars) {
            let first = Self::cell(position, car.into());
            let last = first + (length - 1) * stride;
            let (place, low) =
                if stride == 1 { (last % SIDE, first % SIDE) } else { (last / SIDE, first / SIDE) };
            if place + 1 < SIDE && occupied >> (last + stride) & 1 == 0 {
                visit(Move::Slide { car, to: first + stride })?;
            }
            if low > 0 && occupied >> (first - stride) & 1 == 0 {
                visit(Move::Slide { car, to: first - stride })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn is_blocked(&self, position: &Position) -> bool {
        self.visit_slides(position, |_| ControlFlow::Break(())).is_continue()
    }
}

impl Rules for Rocks {
    type State = Position;
    type Move = Move;
    type Undo = Position;

    fn initial(&self) -> Position {
        self.start
    }

    fn visit_moves<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if Self::is_out(position) {
            return ControlFlow::Continue(());
        }
        match position.turn {
            Player::First => {
                self.visit_slides(position, &mut visit)?;
                if self.blocked_waits && self.is_blocked(position) {
                    visit(Move::Wait)?;
                }
                ControlFlow::Continue(())
            }
            Player::Second => {
                let occupied = self.occupied(position);
                let last = position.rock;
                let barred = |cell: u8| {
                    last != NO_ROCK && (cell / SIDE == last / SIDE || cell % SIDE == last % SIDE)
                };
                let mut none = true;
                for cell in 0..36 {
                    if occupied >> cell & 1 == 0 && cell / SIDE != EXIT_ROW && !barred(cell) {
                        none = false;
                        visit(Move::Rock(cell))?;
                    }
                }
                if none { visit(Move::Rock(NO_ROCK)) } else { ControlFlow::Continue(()) }
            }
        }
    }

    fn play(&self, position: &mut Position, mv: Move) -> Position {
        let before = *position;
        match mv {
            Move::Slide { car, to } => {
                let shift = 6 * u32::from(car);
                position.cars = position.cars & !(63 << shift) | u128::from(to) << shift;
            }
            Move::Wait => {}
            Move::Rock(cell) => position.rock = cell,
        }
        position.turn = before.turn.other();
        before
    }

    fn undo(&self, position: &mut Position, _: Move, before: Position) {
        *position = before;
    }
}

impl Game for Rocks {
    fn to_move(&self, position: &Position) -> Player {
        position.turn
    }

    fn result(&self, position: &Position) -> Option<GameResult> {
        if Self::is_out(position) {
            Some(GameResult::Win(Player::First))
        } else if position.turn == Player::First && !self.blocked_waits && self.is_blocked(position)
        {
            Some(GameResult::Win(Player::Second))
        } else {
            None
        }
    }
}

fn exact(board: &str) -> Exact {
    let game = Rocks::read(board, false);
    let clock = MovesOf(Player::First);
    let space = Reachable::explore_all(&game, &game.start);
    let (budget, mut silent) = (Budget::unlimited(), Silent);
    let table = Table::solve_within(space, clock, &mut Meter::new(&budget, &mut silent)).unwrap();
    assert_eq!(table.check(), Ok(()));
    let probe = table.probe(&game.start).unwrap();
    if let Exact::Win(cost) | Exact::Loss(cost) = probe.value {
        let mut position = game.start;
        let mut moves = 0;
        for &mv in &probe.pv {
            moves += clock.ticks(&game, &position, mv);
            game.play(&mut position, mv);
        }
        assert_eq!(moves, cost);
        assert!(game.result(&position).is_some());
    }
    probe.value
}

fn expected(board: &str) -> f64 {
    let game = Rocks::read(board, true);
    let space = Reachable::explore_all(&game, &game.start);
    let first = Player::First;
    let table = Expected::solve(space, MovesOf(first), first, 1e-9).unwrap();
    assert_eq!(table.check(), Ok(()));
    match table.expectation(&game.start) {
        Some(Expectation::Cost(cost)) => cost,
        other => panic!("{other:?}"),
    }
}

/// Boards with the moves that win against every adversary, and the least expected number against
/// a random one; computed by two independent programs.
const WON: [(&str, u32, f64); 5] = [
    ("....B.....BC.AA.BC.D.....D.....DEEE.", 10, 9.002_171_504_1),
    ("BB...GC..H.GCAAH.GC..H..D...FFD.EEE.", 16, 16.0),
    ("B..CCCB..D.FAA.DEFGGG.EF..I.KKHHIJJ.", 14, 14.0),
    (".............AAB...CCB.D.E.B.D.EFF.D", 43, 33.363_056_319_1),
    ("B..C..B..C..BAAC....DEEE..D..F..GGGF", 28, 22.160_284_972_7),
];

#[test]
fn boards_are_won_in_the_known_number_of_moves() {
    for (board, moves, mean) in WON {
        assert_eq!(exact(board), Exact::Win(moves), "{board}");
        let found = expected(board);
        assert!((found - mean).abs() < 2e-9, "{board}: {found}");
    }
}

#[test]
fn an_adversary_can_hold_for_ever_or_block() {
    // Neither player can end the game, and the player is as far from losing as from winning.
    assert_eq!(exact("..BCC...B.D..EAAD..EFFG..HHHG......."), Exact::Endless);
    assert!((expected("..BCC...B.D..EAAD..EFFG..HHHG.......") - 44.385_421_937_8).abs() < 2e-9);
    assert_eq!(exact("BCCD..BEED..AAFD.G..FHHG..I..G..IJJJ"), Exact::Loss(2));
}
