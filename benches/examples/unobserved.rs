//! Searches without an observer, to be compared between two versions: `cargo run --release -p
//! tesuji-benches --example unobserved`. With the name of a search it runs that one alone, and with
//! a number after it so large a part of it, for `valgrind --tool=cachegrind` and its kin. Nodes must
//! be the same in both versions, and so should be the instructions that they take.

use std::time::Instant;

use tesuji::adversarial::{AlphaBeta, TableSearch};
use tesuji::breakthrough::Breakthrough;
use tesuji::connect_four::ConnectFour;
use tesuji::core::{Budget, GameSolver, Notation, Rules, Silent, Solver, Stats};
use tesuji::informed::{AStar, IdaStar};
use tesuji::montecarlo::MonteCarlo;
use tesuji::proof::{DfPn, PnSearch};
use tesuji::taquin::{Goal, Manhattan, Taquin};
use tesuji::uninformed::BreadthFirst;

fn main() {
    let only = std::env::args().nth(1);
    let part: u64 = std::env::args().nth(2).map_or(1, |text| text.parse().expect("a number"));
    let taquin = Taquin::<u64>::new(4, 4, Goal::BlankFirst).expect("a board of 16 cells");
    let board =
        taquin.parse_state("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3").expect("Korf's first board");
    let small = Taquin::<u64>::new(3, 3, Goal::BlankFirst).expect("a board of 9 cells");
    // One of the boards farthest from the goal.
    let far = small.parse_state("806547231").expect("a board");
    let breakthrough = Breakthrough::new(5, 5).expect("a board of 25 cells");
    let connect_four = ConnectFour::new(6, 5).expect("a board of 30 cells");
    let budget = Budget::unlimited();
    let within = |nodes| Budget::unlimited().nodes(nodes / part);
    type Run<'r> = (&'static str, Box<dyn Fn() -> Stats + 'r>);
    let manhattan = Manhattan::new(&taquin);
    let runs: [Run; 8] = [
        (
            "ida*",
            Box::new(|| {
                let search = IdaStar::new(&manhattan);
                search.solve_within(&taquin, &board, &within(100_000_000), &mut Silent).stats
            }),
        ),
        (
            "a*",
            Box::new(|| {
                let search = AStar::new(Manhattan::new(&small));
                search.solve_within(&small, &far, &budget, &mut Silent).stats
            }),
        ),
        ("bfs", Box::new(|| BreadthFirst.solve_within(&small, &far, &budget, &mut Silent).stats)),
        (
            "alpha-beta",
            Box::new(|| {
                let search = AlphaBeta::new().depth(7);
                search.solve(&breakthrough, &breakthrough.initial()).stats
            }),
        ),
        (
            "pvs",
            Box::new(|| {
                let search = TableSearch::principal_variation().table_bytes(1 << 24);
                let start = breakthrough.initial();
                search.solve_within(&breakthrough, &start, &within(5_000_000), &mut Silent).stats
            }),
        ),
        (
            "pn",
            Box::new(|| {
                let search = PnSearch::new();
                let start = connect_four.initial();
                search.solve_within(&connect_four, &start, &within(3_000_000), &mut Silent).stats
            }),
        ),
        (
            "df-pn",
            Box::new(|| {
                let search = DfPn::new().table_bytes(1 << 24);
                let start = connect_four.initial();
                search.solve_within(&connect_four, &start, &within(5_000_000), &mut Silent).stats
            }),
        ),
        (
            "uct",
            Box::new(|| {
                let search = MonteCarlo::uct().playouts(50_000 / part);
                search.solve(&connect_four, &connect_four.initial()).stats
            }),
        ),
    ];
    for (name, run) in runs {
        if only.as_deref().is_none_or(|only| only == name) {
            let started = Instant::now();
            let Stats { expanded, generated, .. } = run();
            let seconds = started.elapsed().as_secs_f64();
            println!(
                "{name:<10} {generated:>11} generated {expanded:>11} expanded {seconds:>8.3} s"
            );
        }
    }
}
