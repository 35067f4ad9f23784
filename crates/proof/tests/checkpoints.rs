//! Searches that are interrupted again and again find the value of those that are not.

use std::time::Duration;

use tesuji_breakthrough::Breakthrough;
use tesuji_connect_four::ConnectFour;
use tesuji_core::checkpoint::InMemory;
use tesuji_core::{Budget, Checkpoints, Game, GameSolver, Silent, Value};
use tesuji_proof::{DfPn, Mobility, ParallelDfPn};

/// Runs a search with rising limits of nodes, each time from the table of the last run.
fn interrupted<G: Game>(search: &dyn GameSolver<G>, game: &G, value: Value) {
    let start = game.initial();
    let solve = |budget: &Budget| search.solve_within(game, &start, budget, &mut Silent);
    let whole = solve(&Budget::unlimited());
    assert_eq!(whole.judgement.value, value);
    let step = whole.stats.generated / 10;
    let slice = u32::try_from(step / 4).unwrap();
    let store = InMemory::default();
    for number in 1..60 {
        let checkpoints = Checkpoints::every(store.clone(), Duration::ZERO);
        let budget = Budget::unlimited().check_every(slice).nodes(number * step);
        let budget = budget.checkpoints(checkpoints);
        let found = solve(&budget);
        if found.judgement.limit.is_none() {
            assert_eq!(found.judgement.value, value);
            assert!(number > 1, "{number}");
            assert_eq!(store.sections().len(), 1);
            return;
        }
    }
    panic!("it never ends");
}

/// In Connect Four what is disproved may be drawn, which the next run must know.
#[test]
fn an_interrupted_search_has_the_same_value() {
    let breakthrough = Breakthrough::new(4, 4).unwrap();
    let connect_four = ConnectFour::<u64>::new(4, 3).unwrap();
    let search = DfPn::new().first_numbers(Mobility).table_bytes(1 << 20);
    interrupted(&search, &breakthrough, Value::Loss(None));
    interrupted(&search, &connect_four, Value::Draw);
    interrupted(&ParallelDfPn::new(search.clone(), 2), &breakthrough, Value::Loss(None));
    interrupted(&ParallelDfPn::new(search, 2), &connect_four, Value::Draw);
}
