//! Searches that are interrupted again and again find the value of those that are not.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::check_answer;
use crate::common::graph::Graph;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_breakthrough::Breakthrough;
use tesuji_connect_four::ConnectFour;
use tesuji_core::checkpoint::InMemory;
use tesuji_core::{Budget, Checkpoints, Game, GameAnswer, GameSolver, Player, Silent, Value};
use tesuji_proof::{DfPn, FirstNumbers, Mobility, ParallelDfPn, PnSearch};
use tesuji_retrograde::{Reachable, Table};

/// Runs a search with limits that rise by `step` nodes, each time from the checkpoint of the last
/// run, to its end, and returns how many runs that took.
fn in_pieces<G: Game>(
    search: &dyn GameSolver<G>,
    game: &G,
    state: &G::State,
    step: u64,
) -> (GameAnswer<G::Move>, u64) {
    let slice = u32::try_from(step.div_ceil(4)).unwrap();
    let store = InMemory::default();
    for number in 1..100 {
        let checkpoints = Checkpoints::every(store.clone(), Duration::ZERO);
        let budget = Budget::unlimited().check_every(slice).nodes(number * step);
        let budget = budget.checkpoints(checkpoints);
        let answer = search.solve_within(game, state, &budget, &mut Silent);
        if answer.judgement.limit.is_none() {
            return (answer, number);
        }
    }
    panic!("it never ends");
}

/// The answer of a search without an interruption, and with some.
fn interrupted<G: Game>(search: &dyn GameSolver<G>, game: &G) -> [GameAnswer<G::Move>; 2] {
    let whole = search.solve(game, &game.initial());
    let (answer, runs) = in_pieces(search, game, &game.initial(), whole.stats.generated / 10);
    assert!(runs > 1);
    [whole, answer]
}

/// In Connect Four what is disproved may be drawn, which the next run must know.
#[test]
fn an_interrupted_search_has_the_same_value() {
    let breakthrough = Breakthrough::new(4, 4).unwrap();
    let connect_four = ConnectFour::<u64>::new(4, 3).unwrap();
    let search = DfPn::new().first_numbers(Mobility).table_bytes(1 << 20);
    let team = ParallelDfPn::new(search.clone(), 2);
    for [whole, resumed] in [interrupted(&search, &breakthrough), interrupted(&team, &breakthrough)]
    {
        assert_eq!([whole, resumed].map(|answer| answer.judgement.value), [Value::Loss(None); 2]);
    }
    for [whole, resumed] in [interrupted(&search, &connect_four), interrupted(&team, &connect_four)]
    {
        assert_eq!([whole, resumed].map(|answer| answer.judgement.value), [Value::Draw; 2]);
    }
}

/// Counts the leaves that are made.
#[derive(Clone, Copy)]
struct Counted<'c>(&'c AtomicU64);

impl<G: Game> FirstNumbers<G> for Counted<'_> {
    fn numbers(&self, _: &G, _: &G::State, _: Player) -> [u32; 2] {
        self.0.fetch_add(1, Ordering::Relaxed);
        [1, 1]
    }
}

/// What has no table is resumed exactly: with the same tree, the same nodes follow.
#[test]
fn an_interrupted_tree_is_the_same() {
    fn same<G: Game>(search: PnSearch, game: &G, value: Value) {
        let leaves = AtomicU64::new(0);
        let search = search.first_numbers(Counted(&leaves));
        let exact = search.clone().table_bytes(0).whole_pv(false);
        let whole = exact.solve(game, &game.initial());
        assert_eq!(whole.judgement.value, value);
        let once = leaves.swap(0, Ordering::Relaxed);
        let (resumed, runs) = in_pieces(&exact, game, &game.initial(), whole.stats.generated / 10);
        let leaves = leaves.into_inner();
        assert!(runs > 5 && leaves < 2 * once, "{runs} runs made {leaves} leaves, one {once}");
        assert_eq!(resumed.judgement, whole.judgement);
        assert_eq!(resumed.stats.generated, whole.stats.generated);
        assert_eq!(resumed.stats.expanded, whole.stats.expanded);
    }
    let breakthrough = Breakthrough::new(3, 4).unwrap();
    let connect_four = ConnectFour::<u64>::new(4, 3).unwrap();
    for search in [PnSearch::new(), PnSearch::pn2()] {
        same(search.clone(), &breakthrough, Value::Loss(None));
        same(search.clone(), &connect_four, Value::Draw);
        // Where a table keeps an entry may differ, and so what it forgets.
        let [whole, resumed] = interrupted(&search, &breakthrough);
        assert_eq!(resumed.judgement.value, whole.judgement.value);
        let [whole, resumed] = interrupted(&search, &connect_four);
        assert_eq!(resumed.judgement.value, whole.judgement.value);
    }
}

#[test]
fn interrupted_trees_know_their_ways() {
    let mut rng = Pcg64::seed_from_u64(60);
    let mut pieces = 0;
    for _ in 0..100 {
        let graph = Graph::random(rng.random_range(2..24), &mut rng);
        for state in graph.states() {
            let table = Table::solve(Reachable::explore_all(&graph, &state));
            for search in [PnSearch::new(), PnSearch::pn2()] {
                let search = search.best_moves(true);
                let (answer, runs) = in_pieces(&search, &graph, &state, 20);
                check_answer(&table, &state, &answer);
                pieces += runs - 1;
            }
        }
    }
    assert!(pieces > 1000, "too few interruptions to tell anything: {pieces}");
}
