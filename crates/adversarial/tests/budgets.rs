//! Searches that are ended early: they say so, and give the best they have.

use std::time::{Duration, Instant};

use crate::common::check_line;
use tesuji_adversarial::{
    AlphaBeta, Deepening, Expectimax, MemoMinimax, Minimax, Negamax, ParallelSearch, TableSearch,
    Uniform,
};
use tesuji_breakthrough::Breakthrough;
use tesuji_breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji_connect_four::ConnectFour;
use tesuji_connect_four::ConnectFourHints;
use tesuji_core::{
    Budget, Game, GameSolver, Limit, Notation, Rules, Silent, Snapshot, StopFlag, Value,
};
use tesuji_nim::{Convention, Nim, TakeSet};
use tesuji_rush_hour::{RushHourRocks, instances};

fn check_ended<G: Game>(game: &G, solver: &dyn GameSolver<G>, budget: &Budget, limit: Limit) {
    let start = game.initial();
    let answer = solver.solve_within(game, &start, budget, &mut Silent);
    let judgement = answer.judgement;
    assert_eq!(judgement.limit, Some(limit));
    assert!(!judgement.value.is_proved(), "{:?}", judgement.value);
    assert!(game.moves(&start).contains(&judgement.best.unwrap()));
    check_line(game, &start, &judgement);
}

#[test]
fn every_search_comes_back_with_a_move() {
    let game = ConnectFour::default();
    for nodes in [0, 1, 2, 100, 20_000] {
        let budget = Budget::unlimited().nodes(nodes);
        let solvers: [&dyn GameSolver<_>; 9] = [
            &Minimax::new(),
            &Negamax::new(),
            &MemoMinimax::new(),
            &AlphaBeta::new(),
            &AlphaBeta::outcome_only(),
            &TableSearch::principal_variation(),
            &TableSearch::mtd_f(),
            &TableSearch::mtd_bi(),
            &ParallelSearch::new(TableSearch::principal_variation(), 2),
        ];
        for solver in solvers {
            check_ended(&game, solver, &budget, Limit::Nodes);
        }
    }
}

/// The evaluator likes the position of the player who loses.
#[test]
fn no_estimate_is_taken_for_a_proved_outcome() {
    let game = Breakthrough::new(3, 4).unwrap();
    let lost = game.parse_state("2p/P1p/3/3 b").unwrap();
    let solver = AlphaBeta::outcome_only().evaluator(PawnsAndRows);
    assert_eq!(solver.solve(&game, &lost).judgement.value, Value::Loss(None));
    let budget = Budget::unlimited().nodes(1);
    let cut = solver.solve_within(&game, &lost, &budget, &mut Silent).judgement;
    assert_eq!((cut.value, cut.limit), (Value::Estimate(0), Some(Limit::Nodes)));
}

/// Of a heap of three both moves win: the one at once, the other two plies later.
#[test]
fn deepening_lists_all_moves_that_win_where_distances_do_not_count() {
    let take = TakeSet::new([1, 3]).unwrap();
    let game = Nim::new(take, Convention::Normal, &[3]).unwrap();
    let search = |plies| AlphaBeta::outcome_only().best_moves(true).depth(plies);
    let shallow = search(1).solve(&game, &game.initial()).judgement;
    assert_eq!((shallow.value, shallow.limit), (Value::Win(None), Some(Limit::Depth)));
    let found = Deepening::new(search).solve(&game, &game.initial()).judgement;
    assert_eq!((found.value, found.limit), (Value::Win(None), None));
    assert_eq!(found.best_moves, game.moves(&game.initial()));
}

#[test]
fn nodes_are_held_to_the_budget() {
    let game = ConnectFour::default();
    for nodes in [1_000, 50_000] {
        let budget = Budget::unlimited().nodes(nodes);
        let solver = TableSearch::principal_variation().hints(ConnectFourHints);
        let stats = solver.solve_within(&game, &game.initial(), &budget, &mut Silent).stats;
        // A position on seven columns has at most seven successors.
        assert!(stats.generated <= nodes + 7, "{stats:?}");
    }
}

#[test]
fn time_and_the_stop_flag_end_a_search() {
    let game = Breakthrough::new(6, 6).unwrap();
    let solver =
        TableSearch::principal_variation().evaluator(PawnsAndRows).hints(BreakthroughHints);
    let started = Instant::now();
    let budget = Budget::unlimited().time(Duration::from_millis(50));
    check_ended(&game, &solver, &budget, Limit::Time);
    check_ended(&game, &ParallelSearch::new(solver.clone(), 2), &budget, Limit::Time);
    assert!(started.elapsed() < Duration::from_secs(10));
    let flag = StopFlag::new();
    flag.raise();
    check_ended(&game, &solver, &Budget::unlimited().stop(flag), Limit::Interrupted);
}

#[test]
fn more_nodes_look_deeper() {
    let game = Breakthrough::new(5, 5).unwrap();
    let solver = TableSearch::principal_variation().evaluator(PawnsAndRows);
    let depths: Vec<_> = [100, 10_000, 200_000]
        .map(|nodes| {
            let budget = Budget::unlimited().nodes(nodes);
            solver.solve_within(&game, &game.initial(), &budget, &mut Silent).judgement.depth
        })
        .into();
    assert!(depths.is_sorted() && depths[0] < depths[2], "{depths:?}");
}

#[test]
fn observers_hear_of_every_depth() {
    let game = ConnectFour::default();
    let solver = TableSearch::principal_variation().hints(ConnectFourHints).depth(9);
    let mut heard = Vec::new();
    let mut observer = |snapshot: &Snapshot| heard.extend(snapshot.depth);
    let _ = solver.solve_within(&game, &game.initial(), &Budget::unlimited(), &mut observer);
    heard.dedup();
    assert_eq!(heard, (1..=9).collect::<Vec<_>>());
}

#[test]
fn tables_stay_within_the_memory() {
    let game = ConnectFour::default();
    for memory in [0, 63, 64, 10_000, 1 << 19, 1 << 23] {
        let budget = Budget::unlimited().memory(memory).nodes(100_000);
        let start = game.initial();
        let stats = TableSearch::mtd_bi().solve_within(&game, &start, &budget, &mut Silent).stats;
        assert!(stats.peak_bytes <= memory, "{stats:?}");
        let memo = MemoMinimax::new().solve_within(&game, &start, &budget, &mut Silent);
        assert!(memo.stats.peak_bytes <= memory, "{:?}", memo.stats);
    }
    let budget = Budget::unlimited().memory(1 << 16);
    check_ended(&game, &MemoMinimax::new(), &budget, Limit::Memory);
}

/// Where positions repeat, the search follows a line of play of a million plies.
#[test]
fn the_stack_of_deep_searches_stays_within_the_memory() {
    let game = RushHourRocks::new(instances::LAB[0].parse().unwrap());
    let budget = Budget::unlimited().memory(16 << 20).nodes(1_000_000);
    for search in [TableSearch::mtd_bi(), TableSearch::outcome_only()] {
        let search = search.table_bytes(1 << 20);
        let answer = search.solve_within(&game, &game.initial(), &budget, &mut Silent);
        assert_eq!(answer.judgement.limit, Some(Limit::Memory), "{:?}", answer.stats);
        assert!(answer.stats.peak_bytes <= 16 << 20, "{:?}", answer.stats);
    }
}

#[test]
fn a_depth_that_is_reached_is_a_limit_too() {
    let game = ConnectFour::default();
    let judgement =
        TableSearch::principal_variation().depth(4).solve(&game, &game.initial()).judgement;
    assert_eq!((judgement.limit, judgement.depth), (Some(Limit::Depth), Some(4)));
    // A win within the depth is proved all the same.
    let position = game.parse_state("434343").unwrap();
    let judgement = TableSearch::principal_variation().depth(4).solve(&game, &position).judgement;
    assert_eq!((judgement.value, judgement.limit), (Value::Win(Some(1)), None));
}

#[test]
fn settings_can_be_used_again_and_count_the_same() {
    let game = ConnectFour::default();
    let solver = TableSearch::mtd_bi().hints(ConnectFourHints).table_bytes(1 << 22);
    let position = game.parse_state("32164625").unwrap();
    let other = game.parse_state("6146").unwrap();
    let first = solver.solve(&game, &position);
    let _ = solver.solve_within(&game, &other, &Budget::unlimited().nodes(50_000), &mut Silent);
    let second = solver.solve(&game, &position);
    assert_eq!(first.judgement, second.judgement);
    assert_eq!(first.stats.generated, second.stats.generated);
    // What is remembered need not be searched again.
    let solver = solver.remember(true);
    let _ = solver.solve(&game, &position);
    let again = solver.solve(&game, &position);
    assert_eq!(again.judgement.value, first.judgement.value);
    assert!(again.stats.generated < first.stats.generated / 2, "{:?}", again.stats);
}

/// A win was found, but not the whole line: the search says so, however many threads it had.
#[test]
fn a_line_that_was_cut_short_names_the_limit() {
    let game = ConnectFour::default();
    let position = game.parse_state("7751337647653247342").unwrap();
    let one = TableSearch::principal_variation().hints(ConnectFourHints).best_moves(true);
    let whole = one.solve(&game, &position);
    assert_eq!(whole.judgement.limit, None);
    let several = ParallelSearch::new(one.clone(), 2);
    let solvers: [&dyn GameSolver<_>; 2] = [&one, &several];
    for solver in solvers {
        let judgement = solver.solve(&game, &position).judgement;
        assert_eq!(judgement.best_moves, whole.judgement.best_moves);
        assert_eq!(judgement.pv.len(), whole.judgement.pv.len());
        let mut nodes = 1_000;
        while nodes < whole.stats.generated {
            let budget = Budget::unlimited().nodes(nodes);
            let cut = solver.solve_within(&game, &position, &budget, &mut Silent).judgement;
            let is_whole = cut.pv.len() == judgement.pv.len() && !cut.best_moves.is_empty();
            assert_eq!(cut.limit.is_none(), is_whole, "{nodes} nodes: {cut:?}");
            nodes += 997;
        }
    }
}

/// Searches that go straight to a depth have nothing to tell when they are cut short; deepening
/// gives them that, and finds the end of the tree by itself.
#[test]
fn deepening_tells_of_the_last_depth_completed() {
    let game = ConnectFour::new(4, 4).unwrap();
    let start = game.parse_state("1234").unwrap();
    let minimax = Deepening::new(|plies| Minimax::new().depth(plies));
    let expected = Minimax::new().solve(&game, &start).judgement.value;
    let negamax = Deepening::new(|plies| Negamax::new().depth(plies));
    assert_eq!(negamax.solve(&game, &start).judgement.value, expected);
    for nodes in [50, 1_000, 30_000] {
        let budget = Budget::unlimited().nodes(nodes);
        let cut = minimax.solve_within(&game, &start, &budget, &mut Silent).judgement;
        assert_eq!(cut.limit, Some(Limit::Nodes));
        let depth = cut.depth.unwrap();
        assert!(depth > 0, "{nodes} nodes");
        let again = Minimax::new().depth(depth).solve(&game, &start).judgement;
        assert_eq!((cut.value, cut.best), (again.value, again.best), "{nodes} nodes");
    }
    // An expectation is never proved, but it is known when the tree ends.
    let position = game.parse_state("11112222333").unwrap();
    let expectimax = Deepening::new(|plies| Expectimax::new(Uniform).depth(plies));
    let found = expectimax.solve(&game, &position).judgement;
    let whole = Expectimax::new(Uniform).solve(&game, &position).judgement;
    assert_eq!((found.value, found.best, found.limit), (whole.value, whole.best, None));
    let shallow = Expectimax::new(Uniform).depth(2).solve(&game, &position).judgement;
    assert_eq!((shallow.depth, shallow.limit), (Some(2), Some(Limit::Depth)));
}
