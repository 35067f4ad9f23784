//! The loops in which searches spend their time, one at a time: for a profiler, and for
//! `cargo xtask instructions`, which counts what the processor executes.
//!
//! `tesuji-hot-paths PATH [TIMES]` runs one of them, and prints what it found, so that a change that
//! makes it faster by searching less is seen. Without arguments it lists them.
//! `tesuji-hot-paths --limits FOLDER` compares some with the programs of `benches/limits`.
#![forbid(unsafe_code)]

mod limits;
mod rules_alone;

use std::path::Path;
use std::process::ExitCode;

use tesuji_adversarial::TableSearch;
use tesuji_breakthrough::{Breakthrough, BreakthroughHints, PawnsAndRows};
use tesuji_connect_four::{ConnectFour, ConnectFourHints, instances};
use tesuji_core::{Budget, Game, GameSolver, KnownGoals, Notation, Puzzle, Rules, Silent, Solver};
use tesuji_informed::{AStar, IdaStar};
use tesuji_montecarlo::{Analyse, MonteCarlo, Policy};
use tesuji_proof::{DfPn, Estimated, Mobility, PnSearch};
use tesuji_retrograde::{LayeredTable, Retrograde};
use tesuji_rush_hour::instances::{Listed, sample};
use tesuji_rush_hour::{Cluster, ForcedMoves, Metric, RushHour};
use tesuji_taquin::instances::korf100;
use tesuji_taquin::{Board, Goal, Manhattan, Taquin};
use tesuji_uninformed::{BreadthFirst, Enumeration, perft, reachable_states};

use crate::rules_alone::RulesAlone;

/// A loop: its name, and a run of it, which says what it found.
type HotPath = (&'static str, fn() -> String);

const PATHS: &[HotPath] = &[
    ("a-star-rush-hour", || rush_hour(|game| AStar::new(ForcedMoves::new(game)))),
    ("alpha-beta-breakthrough-4x5", || {
        judged(&TableSearch::principal_variation().hints(BreakthroughHints), &breakthrough(4, 5))
    }),
    ("alpha-beta-connect-four", connect_four_middle),
    ("breadth-first-rush-hour", || rush_hour(|_| BreadthFirst)),
    ("breadth-first-3x3", || solved(&BreadthFirst, &tiles(3), &hardest())),
    ("clusters-rush-hour", clusters),
    ("df-pn-breakthrough-4x5", df_pn),
    ("df-pn-default-table", || judged(&DfPn::new(), &four(4, 4))),
    ("enumerate-3x3", enumerate),
    ("grave-breakthrough-8x8", || simulated(MonteCarlo::grave(), &breakthrough(8, 8))),
    ("ida-star", || {
        let taquin = tiles(4);
        ida_star(&IdaStar::new(Manhattan::new(&taquin)), &taquin)
    }),
    ("ida-star-rules-alone", || {
        let taquin = tiles(4);
        ida_star(&IdaStar::new(RulesAlone(Manhattan::new(&taquin))), &RulesAlone(taquin))
    }),
    ("perft-breakthrough-8x8", || {
        let game = breakthrough(8, 8);
        perft(&game, &game.initial(), 5).to_string()
    }),
    ("pn-breakthrough-6x6", proof_tree),
    ("reachable-3x3", reachable),
    ("retrograde-breakthrough-3x4", || judged(&Retrograde, &breakthrough(3, 4))),
    ("retrograde-by-layers", || {
        let game = four(4, 4);
        format!("{:?}", LayeredTable::solve(&game, &game.initial()).value(&game.initial()))
    }),
    ("retrograde-connect-four-4x4", || judged(&Retrograde, &four(4, 4))),
    ("uct-breakthrough-8x8", || simulated(MonteCarlo::uct(), &breakthrough(8, 8))),
    ("uct-connect-four", || simulated(MonteCarlo::uct(), &four(7, 6))),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(wanted) = arguments.next() else {
        PATHS.iter().for_each(|(name, _)| println!("{name}"));
        return ExitCode::SUCCESS;
    };
    if wanted == "--limits" {
        let folder = arguments.next().unwrap_or_default();
        return match limits::compare(Path::new(&folder)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        };
    }
    let times = arguments.next().map_or(Ok(1), |text| text.parse::<u32>());
    match (PATHS.iter().find(|(name, _)| *name == wanted), times) {
        (Some((_, run)), Ok(times)) => {
            (1..times).for_each(|_| drop(run()));
            println!("{}", run());
            ExitCode::SUCCESS
        }
        (None, _) => {
            eprintln!("there is no path {wanted:?}");
            ExitCode::FAILURE
        }
        (_, Err(_)) => {
            eprintln!("the number of runs is a whole number");
            ExitCode::FAILURE
        }
    }
}

fn breakthrough(width: usize, height: usize) -> Breakthrough {
    Breakthrough::new(width, height).expect("a valid size")
}

fn four(width: usize, height: usize) -> ConnectFour {
    ConnectFour::new(width, height).expect("a valid size")
}

fn tiles(side: usize) -> Taquin {
    Taquin::new(side, side, Goal::BlankFirst).expect("a valid size")
}

/// One of the two boards that need 31 moves.
fn hardest() -> Board {
    tiles(3).board_from_tiles(&[8, 7, 6, 0, 4, 1, 2, 5, 3]).expect("a board")
}

fn solved<P: Puzzle>(solver: &impl Solver<P>, puzzle: &P, start: &P::State) -> String {
    let answer = solver.solve(puzzle, start);
    let cost = answer.outcome.plan().map(|plan| plan.cost);
    format!(
        "cost {cost:?}, {} expanded, {} generated",
        answer.stats.expanded, answer.stats.generated
    )
}

fn judged<G: Game>(solver: &impl GameSolver<G>, game: &G) -> String {
    let answer = solver.solve(game, &game.initial());
    format!("{:?}, {} expanded", answer.judgement.value, answer.stats.expanded)
}

/// IDA* with Manhattan distance on two of Korf's easiest boards.
fn ida_star<P: Puzzle<State = Board>>(search: &impl Solver<P>, puzzle: &P) -> String {
    let texts = [79, 12].map(|number: u32| {
        let korf = korf100().iter().find(|one| one.number == number).expect("one of the hundred");
        let board = tiles(4).board_from_tiles(&korf.tiles).expect("a board");
        solved(search, puzzle, &board)
    });
    texts.join("; ")
}

fn enumerate() -> String {
    let taquin = tiles(3);
    let found = Enumeration::new().run(&taquin, taquin.goals(), &Budget::unlimited(), &mut Silent);
    format!("{found:?}")
}

fn reachable() -> String {
    let found = reachable_states(&tiles(3), &hardest(), &Budget::unlimited(), &mut Silent);
    format!("{} states", found.total())
}

/// A few boards of the sample.
fn boards() -> impl Iterator<Item = (&'static Listed, RushHour)> {
    let game = |listed: &Listed| RushHour::new(listed.card.clone(), Metric::Slides);
    sample().iter().step_by(40).map(move |listed| (listed, game(listed)))
}

fn rush_hour<S: Solver<RushHour>>(solver: impl Fn(&RushHour) -> S) -> String {
    let mut sums = [0; 2];
    for (listed, game) in boards() {
        let answer = solver(&game).solve(&game, &game.initial());
        assert_eq!(answer.outcome.plan().map(|plan| plan.cost), Some(listed.slides));
        sums[0] += answer.stats.expanded;
        sums[1] += answer.stats.generated;
    }
    format!("{} expanded, {} generated", sums[0], sums[1])
}

/// Whole clusters with the distances of their boards.
fn clusters() -> String {
    let depths = boards().map(|(_, game)| {
        let distances = Cluster::of(&game, game.initial()).distances();
        (distances.len(), distances.iter().map(|&distance| u64::from(distance)).sum::<u64>())
    });
    format!("{:?}", depths.collect::<Vec<_>>())
}

/// The exact scores of some positions in the middle of the game.
fn connect_four_middle() -> String {
    let game = four(7, 6);
    let positions = instances::middle_medium();
    let answers = positions.iter().take(5).map(|instance| {
        let state = game.parse_state(instance.columns).expect("a position");
        let search = TableSearch::mtd_bi().hints(ConnectFourHints).table_bytes(1 << 20);
        let answer = search.solve(&game, &state);
        format!("{:?}, {} expanded", answer.judgement.value, answer.stats.expanded)
    });
    answers.collect::<Vec<_>>().join("; ")
}

fn df_pn() -> String {
    let search = DfPn::new().hints(BreakthroughHints).whole_pv(false);
    judged(&search.first_numbers(Estimated::new(PawnsAndRows, 5)), &breakthrough(4, 5))
}

/// The first nodes of a tree that is not finished.
fn proof_tree() -> String {
    let game = breakthrough(6, 6);
    let budget = Budget::unlimited().nodes(500_000);
    let search = PnSearch::new().hints(BreakthroughHints).first_numbers(Mobility);
    let answer = search.solve_within(&game, &game.initial(), &budget, &mut Silent);
    format!("{:?}, {} expanded", answer.judgement.value, answer.stats.expanded)
}

/// Simulations from the start, in the tree and to the end.
fn simulated<G: Game, P: Policy<G>>(search: MonteCarlo<P>, game: &G) -> String {
    let findings = search.playouts(20_000).analyse(game, &game.initial());
    let visits: Vec<u32> = findings.moves.iter().map(|one| one.visits).collect();
    format!("{visits:?}")
}
