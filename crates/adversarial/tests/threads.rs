//! Several threads come to the verdict of one.

use crate::common::check_line;
use tesuji_adversarial::{ParallelSearch, TableSearch};
use tesuji_breakthrough::Breakthrough;
use tesuji_breakthrough::{BreakthroughHints, PawnsAndRows};
use tesuji_connect_four::ConnectFourHints;
use tesuji_connect_four::{ConnectFour, instances};
use tesuji_core::{Budget, GameSolver, Limit, Notation, Rules, Silent, Value};

#[test]
fn connect_four_positions_have_the_same_value() {
    let game = ConnectFour::default();
    let one = TableSearch::mtd_bi().hints(ConnectFourHints).table_bytes(1 << 20);
    let bisecting = ParallelSearch::new(one.clone(), 2);
    let deepening = TableSearch::principal_variation().hints(ConnectFourHints).table_bytes(1 << 20);
    let deepening = ParallelSearch::new(deepening, 3);
    for instance in instances::middle_easy().iter().step_by(10) {
        let position = game.parse_state(instance.columns).unwrap();
        let expected = one.solve(&game, &position).judgement.value;
        let solvers: [&dyn GameSolver<_>; 2] = [&bisecting, &deepening];
        for solver in solvers {
            let judgement = solver.solve(&game, &position).judgement;
            assert_eq!(judgement.value, expected, "{}", instance.columns);
            check_line(&game, &position, &judgement);
        }
    }
}

#[test]
fn breakthrough_is_lost_in_as_many_plies() {
    let game = Breakthrough::new(4, 4).unwrap();
    let search = TableSearch::mtd_f().hints(BreakthroughHints).table_bytes(1 << 22);
    for threads in 1..=4 {
        let solver = ParallelSearch::new(search.clone(), threads);
        let judgement = solver.solve(&game, &game.initial()).judgement;
        assert_eq!(judgement.value, Value::Loss(Some(14)), "{threads} threads");
    }
}

/// A search that turns out to be long goes on with helpers and with larger tables: all that it may
/// repeat is the part without helpers.
#[test]
fn a_long_search_goes_on_from_what_it_knows() {
    let game = Breakthrough::new(4, 5).unwrap();
    let search = TableSearch::mtd_bi().hints(BreakthroughHints);
    let generated = |solver: &dyn GameSolver<Breakthrough>| {
        solver.solve(&game, &game.initial()).stats.generated
    };
    let (alone, with_stages) =
        (generated(&search), generated(&ParallelSearch::new(search.clone(), 1)));
    let without_help = 1 << 14;
    assert!(alone > 32 * without_help, "{alone}");
    assert!(with_stages < alone + 2 * without_help, "{with_stages}, {alone} alone");
}

/// A search that turns out to be long begins again with helpers; a budget that ends there
/// must not lose what was known before.
#[test]
fn a_budget_leaves_the_deepest_search_that_was_completed() {
    let game = Breakthrough::new(8, 8).unwrap();
    let one = TableSearch::principal_variation().evaluator(PawnsAndRows).hints(BreakthroughHints);
    let within = |solver: &dyn GameSolver<Breakthrough>, nodes: u64| {
        let budget = Budget::unlimited().nodes(nodes);
        solver.solve_within(&game, &game.initial(), &budget, &mut Silent).judgement
    };
    let alone = within(&one, 1 << 14).depth;
    let several = ParallelSearch::new(one, 2);
    for nodes in [1 << 14, 17_000, 20_000, 140_000, 300_000, 320_000] {
        let judgement = within(&several, nodes);
        assert_eq!(judgement.limit, Some(Limit::Nodes), "{nodes} nodes");
        assert!(judgement.depth >= alone, "{nodes} nodes: {:?} after {alone:?}", judgement.depth);
        assert!(judgement.best.is_some());
    }
}
