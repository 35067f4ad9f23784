//! The sliding-tile puzzle: generic searches against a hand-written program and the `pathfinding`
//! crate, on the same boards; answers are compared before timing.
//!
//! Names are `task/instance/program`; `ratios` shows the programs of one task and instance side by
//! side.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use pathfinding::prelude as peer;
use tesuji_benches::peers::ArrayBoard;
use tesuji_benches::yardstick::taquin as yardstick;
use tesuji_core::{Budget, KnownGoals, Puzzle, Silent, Solver};
use tesuji_informed::{AStar, IdaStar};
use tesuji_taquin::instances::{Korf, korf100};
use tesuji_taquin::{Board, Goal, Manhattan, Taquin};
use tesuji_uninformed::{BreadthFirst, Enumeration};

/// Easy instances of Korf's hundred: a few million nodes together.
const CHEAP: [u32; 4] = [79, 12, 42, 55];

fn korf(id: u32) -> &'static Korf {
    korf100().iter().find(|instance| instance.number == id).expect("one of Korf's hundred")
}

fn tiles<const CELLS: usize>(tiles: &[u8]) -> [u8; CELLS] {
    tiles.try_into().expect("as many tiles as cells")
}

fn length<P: Puzzle>(solver: &impl Solver<P>, puzzle: &P, start: &P::State) -> usize {
    let answer = solver.solve(puzzle, start);
    answer.outcome.plan().expect("solvable").moves.len()
}

/// Generic IDA* against the yardstick, node for node.
fn ida_star(c: &mut Criterion) {
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst).expect("a valid size");
    let search = IdaStar::new(Manhattan::new(&taquin));
    let boards: Vec<Board> = CHEAP
        .iter()
        .map(|&id| taquin.board_from_tiles(&korf(id).tiles).expect("a board"))
        .collect();
    for (&id, board) in CHEAP.iter().zip(&boards) {
        let expected = (korf(id).optimal, korf(id).idastar_manhattan_nodes);
        let answer = search.solve(&taquin, board);
        let plan = answer.outcome.plan().expect("solvable");
        assert_eq!((plan.cost, answer.stats.generated), expected);
        assert_eq!(yardstick::ida_star(&tiles(&korf(id).tiles)), expected);
    }
    let mut group = c.benchmark_group("ida-star");
    group.bench_function("korf-cheap/yardstick", |b| {
        b.iter(|| CHEAP.map(|id| yardstick::ida_star(black_box(&tiles(&korf(id).tiles)))));
    });
    group.bench_function("korf-cheap/tesuji", |b| {
        b.iter(|| boards.iter().map(|board| length(&search, &taquin, black_box(board))).max());
    });
}

/// The 8-puzzle from one of its two hardest boards.
fn hardest_of_3x3(c: &mut Criterion) {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).expect("a valid size");
    let numbers = [8, 7, 6, 0, 4, 1, 2, 5, 3];
    let board = taquin.board_from_tiles(&numbers).expect("a board");
    let array = ArrayBoard::new(numbers);
    let manhattan = Manhattan::new(&taquin);
    let next = |board: &ArrayBoard<9>| board.successors().into_iter().map(|(board, _)| board);

    assert_eq!(length(&BreadthFirst, &taquin, &board), 31);
    assert_eq!(peer::bfs(&array, next, ArrayBoard::is_goal).expect("solvable").len(), 32);
    let mut group = c.benchmark_group("breadth-first");
    group.bench_function("3x3-hardest/tesuji", |b| {
        b.iter(|| length(&BreadthFirst, &taquin, black_box(&board)));
    });
    group.bench_function("3x3-hardest/pathfinding", |b| {
        b.iter(|| peer::bfs(black_box(&array), next, ArrayBoard::is_goal));
    });
    group.finish();

    informed(c, "3x3-hardest", &taquin, &board, &array, &manhattan);
}

/// Korf's second instance, about 15 million nodes by IDA*.
fn korf_2(c: &mut Criterion) {
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst).expect("a valid size");
    let board = taquin.board_from_tiles(&korf(2).tiles).expect("a board");
    let array = ArrayBoard::<16>::new(tiles(&korf(2).tiles));
    informed(c, "korf-2", &taquin, &board, &array, &Manhattan::new(&taquin));
}

fn informed<const CELLS: usize>(
    c: &mut Criterion,
    instance: &str,
    taquin: &Taquin,
    board: &Board,
    array: &ArrayBoard<CELLS>,
    manhattan: &Manhattan,
) {
    let (successors, estimate, is_goal) =
        (ArrayBoard::successors, ArrayBoard::manhattan, ArrayBoard::is_goal);
    let a_star = AStar::new(manhattan);
    let ida_star = IdaStar::new(manhattan);
    let optimum = length(&ida_star, taquin, board);
    assert_eq!(length(&a_star, taquin, board), optimum);
    let (line, cost) = peer::astar(array, successors, estimate, is_goal).expect("solvable");
    assert_eq!((line.len() - 1, cost as usize), (optimum, optimum));
    let (line, cost) = peer::idastar(array, successors, estimate, is_goal).expect("solvable");
    assert_eq!((line.len() - 1, cost as usize), (optimum, optimum));

    let mut group = c.benchmark_group("a-star");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    group.bench_function(format!("{instance}/tesuji"), |b| {
        b.iter(|| length(&a_star, taquin, black_box(board)));
    });
    group.bench_function(format!("{instance}/pathfinding"), |b| {
        b.iter(|| peer::astar(black_box(array), successors, estimate, is_goal));
    });
    group.finish();
    let mut group = c.benchmark_group("ida-star");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    group.bench_function(format!("{instance}/tesuji"), |b| {
        b.iter(|| length(&ida_star, taquin, black_box(board)));
    });
    group.bench_function(format!("{instance}/pathfinding"), |b| {
        b.iter(|| peer::idastar(black_box(array), successors, estimate, is_goal));
    });
    group.finish();
}

/// Breadth-first enumeration of whole spaces by rank.
fn enumerate(c: &mut Criterion) {
    let mut group = c.benchmark_group("enumerate");
    group.sample_size(10);
    let unlimited = Budget::unlimited();
    for (name, width, height) in [("3x3", 3, 3), ("5x2", 5, 2)] {
        let taquin = Taquin::<u64>::new(width, height, Goal::BlankFirst).expect("a valid size");
        group.bench_function(format!("{name}/tesuji"), |b| {
            b.iter(|| {
                Enumeration::new().run(black_box(&taquin), taquin.goals(), &unlimited, &mut Silent)
            });
        });
    }
    group.finish();
}

criterion_group!(
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(Duration::from_secs(1));
    targets = ida_star, hardest_of_3x3, korf_2, enumerate
);
criterion_main!(benches);
