//! Rules as closures against the same rules as a type: the 8-puzzle from one of its two hardest
//! boards, and tic-tac-toe; the answers and the counts of nodes are compared before timing.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};
use tesuji::adversarial::TableSearch;
use tesuji::core::{FromFn, Game, GameResult, GameSolver, Player, Puzzle, Rules, Solver};
use tesuji::informed::{AStar, IdaStar};
use tesuji::uninformed::BreadthFirst;

/// The tiles row by row, and the cell of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Tiles {
    tiles: [u8; 9],
    blank: u8,
}

const HARDEST: Tiles = Tiles { tiles: [8, 0, 6, 5, 4, 7, 2, 3, 1], blank: 1 };

/// The cells beside each cell.
const BESIDE: [&[u8]; 9] = [
    &[1, 3],
    &[0, 2, 4],
    &[1, 5],
    &[0, 4, 6],
    &[1, 3, 5, 7],
    &[2, 4, 8],
    &[3, 7],
    &[4, 6, 8],
    &[5, 7],
];

impl Tiles {
    fn slide(&mut self, from: u8) {
        self.tiles.swap(usize::from(from), usize::from(self.blank));
        self.blank = from;
    }

    fn is_goal(&self) -> bool {
        self.tiles == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    }

    fn manhattan(&self) -> u32 {
        let away =
            |(cell, tile): (u8, u8)| (cell / 3).abs_diff(tile / 3) + (cell % 3).abs_diff(tile % 3);
        let tiles = (0..).zip(self.tiles).filter(|(_, tile)| *tile > 0);
        tiles.map(|cell| u32::from(away(cell))).sum()
    }
}

/// The puzzle as a type.
struct Sliding;

impl Rules for Sliding {
    type State = Tiles;
    type Move = u8;
    type Undo = u8;

    fn initial(&self) -> Tiles {
        HARDEST
    }

    fn visit_moves<B>(
        &self,
        state: &Tiles,
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        BESIDE[usize::from(state.blank)].iter().copied().try_for_each(visit)
    }

    fn play(&self, state: &mut Tiles, from: u8) -> u8 {
        let blank = state.blank;
        state.slide(from);
        blank
    }

    fn undo(&self, state: &mut Tiles, _: u8, blank: u8) {
        state.slide(blank);
    }
}

impl Puzzle for Sliding {
    fn is_goal(&self, state: &Tiles) -> bool {
        state.is_goal()
    }
}

fn puzzle(c: &mut Criterion) {
    let closures = tesuji::search(HARDEST)
        .moves(
            |state| BESIDE[usize::from(state.blank)].iter().copied(),
            |&state, from| {
                let mut next = state;
                next.slide(from);
                next
            },
        )
        .goal(Tiles::is_goal)
        .heuristic(Tiles::manhattan);
    let heuristic = FromFn(|_: &Sliding, state: &Tiles| state.manhattan());
    let (bfs, a_star, ida_star) = (BreadthFirst, AStar::new(heuristic), IdaStar::new(heuristic));
    macro_rules! compare {
        ($group:literal, $search:expr, $by_closures:ident) => {
            let (one, other) = ($search.solve(&Sliding, &HARDEST), closures.$by_closures());
            assert_eq!((one.outcome, one.stats), (other.outcome, other.stats));
            let mut group = c.benchmark_group($group);
            group.bench_function("3x3-hardest/traits", |b| {
                b.iter(|| $search.solve(&Sliding, black_box(&HARDEST)));
            });
            group.bench_function("3x3-hardest/closures", |b| {
                b.iter(|| black_box(&closures).$by_closures());
            });
            group.finish();
        };
    }
    compare!("closures-bfs", bfs, bfs);
    compare!("closures-a-star", a_star, astar);
    compare!("closures-ida-star", ida_star, idastar);
}

/// The cells of both players as bits, the player to move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Marks {
    own: u16,
    other: u16,
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Marks {
    fn player(self) -> Player {
        let is_even = (self.own | self.other).count_ones().is_multiple_of(2);
        if is_even { Player::First } else { Player::Second }
    }

    fn is_won(self) -> bool {
        LINES.iter().any(|line| self.other & line == *line)
    }

    fn result(self) -> Option<GameResult> {
        if self.is_won() {
            Some(GameResult::Win(self.player().other()))
        } else {
            (self.own | self.other == 0o777).then_some(GameResult::Draw)
        }
    }

    fn moves(self) -> impl Iterator<Item = u8> {
        let free = if self.is_won() { 0 } else { !(self.own | self.other) & 0o777 };
        (0..9).filter(move |cell| free >> cell & 1 == 1)
    }

    fn after(self, cell: u8) -> Self {
        Marks { own: self.other, other: self.own | 1 << cell }
    }
}

/// The game as a type.
struct ThreeInARow;

impl Rules for ThreeInARow {
    type State = Marks;
    type Move = u8;
    type Undo = Marks;

    fn initial(&self) -> Marks {
        Marks { own: 0, other: 0 }
    }

    fn visit_moves<B>(
        &self,
        state: &Marks,
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        state.moves().try_for_each(visit)
    }

    fn play(&self, state: &mut Marks, cell: u8) -> Marks {
        std::mem::replace(state, state.after(cell))
    }

    fn undo(&self, state: &mut Marks, _: u8, before: Marks) {
        *state = before;
    }
}

impl Game for ThreeInARow {
    fn to_move(&self, state: &Marks) -> Player {
        state.player()
    }

    fn result(&self, state: &Marks) -> Option<GameResult> {
        state.result()
    }
}

fn game(c: &mut Criterion) {
    let start = ThreeInARow.initial();
    let closures = tesuji::search(start)
        .moves(|state: &Marks| state.moves(), |state, cell| state.after(cell))
        .players(|state| state.player(), |state| state.result());
    let search = TableSearch::principal_variation();
    let (one, other) = (search.solve(&ThreeInARow, &start), closures.pvs());
    assert_eq!((one.judgement.value, one.stats), (other.judgement.value, other.stats));
    let mut group = c.benchmark_group("closures-pvs");
    group.bench_function("tic-tac-toe/traits", |b| {
        b.iter(|| search.solve(&ThreeInARow, black_box(&start)));
    });
    group.bench_function("tic-tac-toe/closures", |b| b.iter(|| black_box(&closures).pvs()));
    group.finish();
}

criterion_group!(benches, puzzle, game);
criterion_main!(benches);
