//! Games that can go round in circles: a disproof that rests on the way that led there is not
//! taken for more than that.

mod common;

use common::check_answer;
use common::graph::Graph;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_core::{GameSolver, Value};
use tesuji_proof::{Counting, DfPn, PnSearch};
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
        check_graphs(&DfPn::new().counting(counting).equally_good(true), seed, 0);
    }
}

#[test]
fn trees_know_their_ways() {
    check_graphs(&PnSearch::new().equally_good(true), 30, 0);
    check_graphs(&PnSearch::pn2(), 31, 0);
}

#[test]
fn a_table_that_forgets_almost_everything_changes_no_verdict() {
    check_graphs(&DfPn::new().table_bytes(64), 20, 0);
    check_graphs(&DfPn::new().table_bytes(0), 21, 0);
}
