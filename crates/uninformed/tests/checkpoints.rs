//! Searches that are interrupted again and again end as if they were not.

use std::time::Duration;

use tesuji_connect_four::ConnectFour;
use tesuji_core::checkpoint::InMemory;
use tesuji_core::{Budget, Checkpoints, KnownGoals, Rules, Silent, Stats};
use tesuji_taquin::{Goal, Taquin};
use tesuji_uninformed::{Enumeration, reachable_states};

/// The number of nodes after which a meter looks whether a checkpoint is due.
const SLICE: u64 = 1 << 13;

/// Runs `search` with rising limits of nodes, each time from the last checkpoint, until it ends.
/// Returns the number of interruptions.
fn interrupted<T>(search: impl Fn(&Budget) -> (Option<T>, Stats)) -> (T, Stats, u32) {
    let store = InMemory::default();
    for number in 1.. {
        let nodes = u64::from(number) * 5 * SLICE;
        let checkpoints = Checkpoints::every(store.clone(), Duration::ZERO);
        let budget = Budget::unlimited().nodes(nodes).checkpoints(checkpoints.clone());
        let (found, stats) = search(&budget);
        if let Some(found) = found {
            return (found, stats, number - 1);
        }
        // What the checkpoint begins with: the counters.
        let [section] = store.sections().try_into().expect("one section");
        let generated = checkpoints.load(&section, |input| {
            input.number()?;
            input.number()
        });
        let lost = nodes - generated.expect("a checkpoint");
        assert!(lost <= 3 * SLICE, "{lost} of {nodes} nodes are lost");
    }
    unreachable!("it ends at last")
}

#[test]
fn an_enumeration_ends_as_if_it_had_not_been_interrupted() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let run = |budget: &Budget| {
        let run = Enumeration::new().run(&taquin, taquin.goals(), budget, &mut Silent);
        let stats = run.stats;
        (run.outcome.ok(), stats)
    };
    let (whole, stats) = run(&Budget::unlimited());
    let (found, of_found, interruptions) = interrupted(run);
    let whole = whole.unwrap();
    assert_eq!((found.layers(), found.deepest()), (whole.layers(), whole.deepest()));
    assert_eq!(of_found, stats);
    assert!(interruptions > 5, "{interruptions}");
}

#[test]
fn a_count_ends_as_if_it_had_not_been_interrupted() {
    let connect_four = ConnectFour::<u64>::new(4, 4).unwrap();
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let by_moves = |budget: &Budget| {
        let count = reachable_states(&taquin, &taquin.initial(), budget, &mut Silent);
        (count.limit.is_none().then_some(count.layers), count.stats)
    };
    let without = |budget: &Budget| {
        let count = reachable_states(&connect_four, &connect_four.initial(), budget, &mut Silent);
        (count.limit.is_none().then_some(count.layers), count.stats)
    };
    for run in [&by_moves as &dyn Fn(&Budget) -> (Option<Vec<u64>>, Stats), &without] {
        let (whole, stats) = run(&Budget::unlimited());
        let (found, of_found, interruptions) = interrupted(run);
        assert_eq!((found, of_found), (whole.unwrap(), stats));
        assert!(interruptions > 5, "{interruptions}");
    }
}
