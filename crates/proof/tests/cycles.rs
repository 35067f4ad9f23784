//! Games that can repeat positions: a disproof that rests on the way that led there is not
//! taken for more than that.

use crate::common::check_answer;
use crate::common::graph::Graph;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_core::{GameSolver, Value};
use tesuji_proof::{Counting, DfPn, ParallelDfPn, PnSearch};
use tesuji_retrograde::{Reachable, Table};

/// Solves all positions of random graphs.
fn check_graphs(solver: &impl GameSolver<Graph>, seed: u64, forgotten: u16) {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut endless = 0;
    for _ in 0..400 {
        let size = rng.random_range(2..24);
        let graph = Graph::random(size, &mut rng).forgetting(forgotten);
        for state in graph.states() {
            let table = Table::solve(Reachable::explore_all(&graph, &state));
            let answer = solver.solve(&graph, &state);
            endless += u64::from(answer.judgement.value == Value::Draw);
            check_answer(&table, &state, &answer);
        }
    }
    assert!(endless > 500, "too few drawn positions to tell anything: {endless}");
}

#[test]
fn every_position_of_random_graphs_has_its_value() {
    for (seed, counting) in (10..).zip([Counting::Sum, Counting::Max, Counting::SumOrMax]) {
        check_graphs(&DfPn::new().counting(counting).best_moves(true), seed, 0);
    }
}

#[test]
fn threads_do_not_mistake_each_other_s_paths() {
    // Nor what they have kept under a condition in an earlier run on the same table.
    let search = DfPn::new().table_bytes(1 << 16).best_moves(true);
    check_graphs(&ParallelDfPn::new(search.clone(), 3).without_help(0), 50, 0);
    check_graphs(&ParallelDfPn::new(search, 3).without_help(20), 50, 0);
}

#[test]
fn trees_know_their_ways() {
    check_graphs(&PnSearch::new().best_moves(true), 30, 0);
    check_graphs(&PnSearch::pn2(), 31, 0);
}

#[test]
fn a_table_that_forgets_almost_everything_changes_no_verdict() {
    for (seed, bytes) in (20..).zip([0, 64, 512, 1024, 4096]) {
        check_graphs(&DfPn::new().table_bytes(bytes), seed, 0);
    }
}

/// Cycles within cycles: what is kept under a condition must not outlive it.
#[test]
#[ignore = "minutes; cargo xtask slow"]
fn every_position_of_many_larger_graphs_has_its_value() {
    let solvers = [
        DfPn::new(),
        DfPn::new().counting(Counting::Sum),
        DfPn::new().epsilon(0.0).table_bytes(1 << 14),
        DfPn::new().epsilon(2.0).verified(true).table_bytes(1 << 14),
    ];
    let mut rng = Pcg64::seed_from_u64(40);
    for _ in 0..2_000 {
        let graph = Graph::random(rng.random_range(20..60), &mut rng);
        for state in graph.states().take(5) {
            let table = Table::solve(Reachable::explore_all(&graph, &state));
            for solver in &solvers {
                check_answer(&table, &state, &solver.solve(&graph, &state));
            }
        }
    }
}
