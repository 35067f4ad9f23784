//! Analyses that are interrupted again and again end as if they were not.

use std::time::Duration;

use tesuji_connect_four::ConnectFour;
use tesuji_core::checkpoint::InMemory;
use tesuji_core::{Budget, Checkpoints, Game, GameAnswer, GameSolver, Silent};
use tesuji_retrograde::{Retrograde, SymmetricRetrograde};

/// Runs a search with rising limits of nodes, each time from the last checkpoint, and compares the
/// answer with that of a search that was not interrupted.
fn interrupted<G: Game>(search: &dyn GameSolver<G>, game: &G) {
    let store = InMemory::default();
    let start = game.initial();
    let solve = |budget: &Budget| -> GameAnswer<G::Move> {
        search.solve_within(game, &start, budget, &mut Silent)
    };
    let whole = solve(&Budget::unlimited());
    let step = whole.stats.generated / 20;
    for number in 1..40 {
        let checkpoints = Checkpoints::every(store.clone(), Duration::ZERO);
        let budget = Budget::unlimited().nodes(number * step).checkpoints(checkpoints);
        let found = solve(&budget);
        if found.judgement.limit.is_none() {
            assert_eq!((found.judgement, found.stats), (whole.judgement, whole.stats));
            assert!(number > 10, "{number}");
            return;
        }
    }
    panic!("it never ends");
}

#[test]
fn an_interrupted_search_has_the_same_answer_and_counters() {
    let connect_four = ConnectFour::<u64>::new(4, 3).unwrap();
    interrupted(&Retrograde, &connect_four);
    interrupted(&SymmetricRetrograde, &connect_four);
}
