//! Searches that are interrupted again and again find the value of those that are not.

use std::time::Duration;

use tesuji_adversarial::{ParallelSearch, TableSearch};
use tesuji_breakthrough::{Breakthrough, BreakthroughHints};
use tesuji_connect_four::ConnectFour;
use tesuji_core::checkpoint::InMemory;
use tesuji_core::{Budget, Checkpoints, Game, GameSolver, Rules, Silent};

/// Runs a search with rising limits of nodes, each time from the table of the last run.
fn interrupted<G: Game>(search: &dyn GameSolver<G>, game: &G) {
    let start = game.initial();
    let solve = |budget: &Budget| search.solve_within(game, &start, budget, &mut Silent);
    let whole = solve(&Budget::unlimited());
    let step = whole.stats.generated / 5;
    let slice = u32::try_from(step / 4).unwrap();
    let store = InMemory::default();
    for number in 1..60 {
        let checkpoints = Checkpoints::every(store.clone(), Duration::ZERO);
        let budget = Budget::unlimited().check_every(slice).nodes(number * step);
        let budget = budget.checkpoints(checkpoints);
        let found = solve(&budget);
        if found.judgement.limit.is_none() {
            assert_eq!(found.judgement.value, whole.judgement.value);
            assert!(number > 1, "{number}");
            assert_eq!(store.sections().len(), 1);
            return;
        }
    }
    panic!("it never ends with {step} nodes at a time");
}

#[test]
fn an_interrupted_search_has_the_same_value() {
    let breakthrough = Breakthrough::new(4, 5).unwrap();
    let connect_four = ConnectFour::<u64>::new(4, 4).unwrap();
    interrupted(&TableSearch::mtd_bi().hints(BreakthroughHints), &breakthrough);
    interrupted(&TableSearch::outcome_only(), &connect_four);
    interrupted(&TableSearch::principal_variation(), &connect_four);
    interrupted(&TableSearch::mtd_f(), &connect_four);
}

#[test]
fn an_interrupted_search_by_threads_has_the_same_value() {
    let game = ConnectFour::<u64>::new(4, 4).unwrap();
    interrupted(&ParallelSearch::new(TableSearch::mtd_bi(), 2), &game);
}

/// A table of another size serves as well.
#[test]
fn a_search_goes_on_with_another_table() {
    let game = ConnectFour::<u64>::new(4, 4).unwrap();
    let store = InMemory::default();
    let solve = |bytes, nodes| {
        let checkpoints = Checkpoints::every(store.clone(), Duration::ZERO);
        let budget = Budget::unlimited().nodes(nodes).check_every(50).checkpoints(checkpoints);
        let search = TableSearch::mtd_bi().table_bytes(bytes);
        search.solve_within(&game, &game.initial(), &budget, &mut Silent)
    };
    let mut nodes = 0;
    for bytes in [1 << 22, 1 << 16, 1 << 24] {
        nodes += 1_500;
        assert!(solve(bytes, nodes).judgement.limit.is_some());
    }
    let whole = TableSearch::mtd_bi().solve(&game, &game.initial());
    assert_eq!(solve(1 << 20, u64::MAX).judgement.value, whole.judgement.value);
}
