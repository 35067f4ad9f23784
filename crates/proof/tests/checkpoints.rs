//! Searches that are interrupted again and again find the value of those that are not.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::check_answer;
use crate::common::graph::Graph;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tesuji_breakthrough::Breakthrough;
use tesuji_connect_four::ConnectFour;
use tesuji_core::checkpoint::InMemory;
use tesuji_core::{
    Budget, CheckpointStore, Checkpoints, Game, GameAnswer, GameSolver, Player, Rules, Silent,
    Value,
};
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
        if answer.judgement.value.is_proved() {
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

/// Takes the first few checkpoints only: those of a process that is killed.
#[derive(Clone)]
struct Killed {
    store: InMemory,
    left: Arc<AtomicU64>,
    refused: Arc<AtomicU64>,
}

impl CheckpointStore for Killed {
    fn load(&self, section: &str, read: &mut dyn FnMut(&mut dyn Read) -> io::Result<()>) -> bool {
        self.store.load(section, &mut |input| {
            read(input).inspect_err(|_| {
                self.refused.fetch_add(1, Ordering::Relaxed);
            })
        })
    }

    fn save(
        &self,
        section: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(1), Ordering::Relaxed);
        if left > 0 { self.store.save(section, write) } else { Ok(()) }
    }

    fn warn(&self, _: &str) {}
}

/// A checkpoint has several sections, and the search may have gone on to another claim since the
/// one before.
#[test]
fn a_tree_is_the_same_after_any_section_of_a_checkpoint() {
    let game = ConnectFour::<u64>::new(4, 3).unwrap();
    let search = PnSearch::new().table_bytes(0);
    let whole = search.solve(&game, &game.initial());
    let mut saves = 0;
    loop {
        let store = Killed {
            store: InMemory::default(),
            left: Arc::new(saves.into()),
            refused: Arc::default(),
        };
        let run = || {
            let checkpoints = Checkpoints::every(store.clone(), Duration::ZERO);
            let budget = Budget::unlimited().check_every(1000).checkpoints(checkpoints);
            search.solve_within(&game, &game.initial(), &budget, &mut Silent)
        };
        let _killed = run();
        let is_whole = store.left.load(Ordering::Relaxed) > 0;
        let resumed = run();
        assert_eq!(resumed.judgement, whole.judgement);
        assert_eq!(resumed.stats.expanded, whole.stats.expanded, "after {saves} sections");
        assert_eq!(store.refused.load(Ordering::Relaxed), 0, "after {saves} sections");
        if is_whole {
            break;
        }
        saves += 1;
    }
    assert!(saves > 20, "{saves} sections");
}

/// Counts the bytes that are read.
#[derive(Clone, Default)]
struct Measured {
    store: InMemory,
    read: Arc<AtomicU64>,
}

impl CheckpointStore for Measured {
    fn load(&self, section: &str, read: &mut dyn FnMut(&mut dyn Read) -> io::Result<()>) -> bool {
        self.store.load(section, &mut |input| {
            let mut bytes = Vec::new();
            input.read_to_end(&mut bytes)?;
            self.read.fetch_add(bytes.len() as u64, Ordering::Relaxed);
            read(&mut &bytes[..])
        })
    }

    fn save(
        &self,
        section: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        self.store.save(section, write)
    }

    fn warn(&self, _: &str) {}
}

#[test]
fn the_tree_of_the_first_claim_is_read_once() {
    let game = Breakthrough::new(4, 4).unwrap();
    let store = Measured::default();
    for nodes in [20_000, 1] {
        let checkpoints = Checkpoints::every(store.clone(), Duration::ZERO);
        let budget = Budget::unlimited().check_every(1_000).nodes(nodes).checkpoints(checkpoints);
        let search = PnSearch::new().table_bytes(0);
        let stopped = search.solve_within(&game, &game.initial(), &budget, &mut Silent);
        assert!(stopped.judgement.limit.is_some());
    }
    let mut saved = 0;
    for section in store.store.sections() {
        store.store.load(&section, &mut |input| {
            saved += io::copy(input, &mut io::sink())?;
            Ok(())
        });
    }
    assert!(saved > 10_000, "{saved}");
    assert_eq!(store.read.load(Ordering::Relaxed), saved);
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
