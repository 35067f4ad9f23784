//! The counts are those of the plain search, whatever the workers.

use std::hash::{Hash, Hasher};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{env, fs, thread};

use tesuji_breakthrough::Breakthrough;
use tesuji_cluster::{ClusterError, DistributedSearch, Levels, Lost, Topology};
use tesuji_connect_four::ConnectFour;
use tesuji_core::{
    Budget, Game, GameResult, KnownGoals, Limit, Meter, NamedGame, Player, Rules, Settings, Silent,
    StopFlag,
};
use tesuji_retrograde::{Plies, Reachable, Space, Table};
use tesuji_rush_hour::RushHourRocks;
use tesuji_taquin::{Goal, Taquin};
use tesuji_tic_tac_toe::TicTacToe;
use tesuji_uninformed::{Enumeration, reachable_states};

pub(crate) fn taquin(width: usize, height: usize) -> Arc<Taquin<u64>> {
    Arc::new(Taquin::new(width, height, Goal::BlankFirst).unwrap())
}

fn enumerate(taquin: &Arc<Taquin<u64>>, topology: Topology) -> Result<Levels, ClusterError> {
    let budget = Budget::unlimited();
    DistributedSearch::new(topology, "test").enumerate(
        taquin,
        taquin.goals(),
        20,
        &budget,
        &mut Silent,
    )
}

/// Addresses on the loopback interface at which no process listens.
pub(crate) fn hosts(processes: usize) -> String {
    let listeners: Vec<_> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses = listeners.iter().map(|one| format!("{}\n", one.local_addr().unwrap()));
    addresses.collect()
}

#[test]
fn an_enumeration_is_the_same_with_any_number_of_workers() {
    for (width, height) in [(2, 2), (3, 2), (3, 3)] {
        let taquin = taquin(width, height);
        let plain = Enumeration::new().list_deepest(20).run(
            &*taquin,
            taquin.goals(),
            &Budget::unlimited(),
            &mut Silent,
        );
        let plain = plain.outcome.unwrap();
        for workers in [1, 2, 5] {
            let found = enumerate(&taquin, Topology::threads(workers)).unwrap();
            assert_eq!(found.layers, plain.layers(), "{width}x{height}, {workers} workers");
            assert_eq!(found.deepest, plain.deepest(), "{width}x{height}, {workers} workers");
            assert_eq!((found.limit, found.stats.expanded), (None, plain.reached()));
        }
    }
}

#[test]
fn processes_find_the_same() {
    let taquin = taquin(3, 3);
    let plain = enumerate(&taquin, Topology::threads(1)).unwrap();
    for (processes, workers) in [(2, 1), (3, 2)] {
        let hosts = hosts(processes);
        let all: Vec<_> = thread::scope(|scope| {
            let run = |process| {
                let topology = Topology::hosts(&hosts, process, workers).unwrap();
                let taquin = &taquin;
                scope.spawn(move || enumerate(taquin, topology))
            };
            let running: Vec<_> = (0..processes).map(run).collect();
            running.into_iter().map(|process| process.join().unwrap().unwrap()).collect()
        });
        for found in all {
            assert_eq!((&found.layers, &found.deepest), (&plain.layers, &plain.deepest));
            assert!(found.traffic.network > 0);
        }
    }
}

#[test]
fn connections_that_do_not_read_the_answer_do_not_count() {
    let hosts = hosts(2);
    let taquin = taquin(3, 2);
    let run = |process| enumerate(&taquin, Topology::hosts(&hosts, process, 1).unwrap());
    let call = || {
        // Until process 0 listens.
        loop {
            if let Ok(stream) = TcpStream::connect(hosts.lines().next().unwrap()) {
                return stream;
            }
        }
    };
    thread::scope(|scope| {
        let first = scope.spawn(|| run(0));
        let _silent: Vec<_> = (0..100).map(|_| call()).collect();
        // Process 0 greets as process 1 does, but for the number.
        let mut greeting = [0; 24];
        call().read_exact(&mut greeting).unwrap();
        greeting[16] = 1;
        call().write_all(&greeting).unwrap();
        let second = run(1).unwrap();
        assert_eq!(first.join().unwrap().unwrap().layers, second.layers);
    });
}

#[test]
fn states_without_a_ranking_are_counted_by_their_hashes() {
    fn check<R: NamedGame + Send + Sync + 'static>(size: &str) {
        let game = Arc::new(R::open(&Settings::new().with("size", size), None).unwrap());
        let (start, budget) = (game.initial(), Budget::unlimited());
        let plain = reachable_states(&*game, &start, &budget, &mut Silent);
        for workers in [1, 2, 5] {
            let search = DistributedSearch::new(Topology::threads(workers), "test");
            let found = search.reachable_states(&game, &start, &budget, &mut Silent).unwrap();
            assert_eq!(found.layers, plain.layers, "{}, {workers} workers", R::NAME);
        }
    }
    check::<Breakthrough>("3x4");
    check::<ConnectFour>("4x3");
}

#[test]
fn a_small_space_is_left_to_one_worker() {
    let (game, budget) = (Arc::new(TicTacToe::new()), Budget::unlimited());
    let taquin = taquin(3, 2);
    let plain = reachable_states(&*game, &game.initial(), &budget, &mut Silent);
    // The nodes of the game are more than its states.
    for (nodes, are_alone) in [(1 << 15, [true; 3]), (1 << 10, [false, true, false])] {
        let search = DistributedSearch::new(Topology::threads(3), "test").alone_within(nodes);
        let start = game.initial();
        let count = search.reachable_states(&game, &start, &budget, &mut Silent).unwrap();
        assert_eq!((&count.layers, count.limit), (&plain.layers, None));
        let space = search.enumerate(&taquin, taquin.goals(), 1, &budget, &mut Silent).unwrap();
        assert_eq!((space.states(), space.deepest.len()), (360, 1));
        let solved = search.solve(&game, &start, &budget, &mut Silent).unwrap();
        assert_eq!(solved.values.len() as u64, count.states());
        let sent = [count, space, solved.levels].map(|levels| levels.traffic.states);
        assert_eq!(sent.map(|states| states == 0), are_alone, "{nodes} nodes: {sent:?}");
    }
    let search = DistributedSearch::new(Topology::threads(3), "test").alone_within(1 << 15);
    let few = Budget::unlimited().nodes(100);
    let count = search.reachable_states(&game, &game.initial(), &few, &mut Silent).unwrap();
    assert_eq!(count.limit, Some(Limit::Nodes));
}

/// Two players take one or two tokens from a heap. One copy of a position takes long.
struct Take {
    copies: Arc<AtomicUsize>,
    slow: usize,
}

#[derive(Debug)]
struct Heap {
    left: u32,
    player: Player,
    copies: Arc<AtomicUsize>,
    slow: usize,
}

impl PartialEq for Heap {
    fn eq(&self, other: &Self) -> bool {
        (self.left, self.player) == (other.left, other.player)
    }
}

impl Eq for Heap {}

impl Hash for Heap {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.left, self.player).hash(hasher);
    }
}

impl Clone for Heap {
    fn clone(&self) -> Self {
        let Heap { left, player, slow, .. } = *self;
        if self.copies.fetch_add(1, Ordering::Relaxed) == slow {
            thread::sleep(Duration::from_millis(300));
        }
        Heap { left, player, copies: Arc::clone(&self.copies), slow }
    }
}

impl Take {
    fn heap(&self, left: u32, player: Player) -> Heap {
        Heap { left, player, copies: Arc::clone(&self.copies), slow: self.slow }
    }
}

impl Rules for Take {
    type State = Heap;
    type Move = u32;
    type Undo = ();

    fn initial(&self) -> Heap {
        self.heap(1_000, Player::First)
    }

    fn visit_moves<B>(
        &self,
        heap: &Heap,
        visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (1..=heap.left.min(2)).try_for_each(visit)
    }

    fn play(&self, heap: &mut Heap, taken: u32) {
        (heap.left, heap.player) = (heap.left - taken, heap.player.other());
    }

    fn undo(&self, heap: &mut Heap, taken: u32, (): ()) {
        (heap.left, heap.player) = (heap.left + taken, heap.player.other());
    }

    fn pack(&self, heap: &Heap, out: &mut Vec<u8>) -> bool {
        let word = 2 * heap.left + u32::from(heap.player == Player::Second);
        out.extend(word.to_le_bytes());
        true
    }

    fn unpack(&self, bytes: &mut &[u8]) -> Option<Heap> {
        let (word, rest) = bytes.split_first_chunk()?;
        let word = u32::from_le_bytes(*word);
        *bytes = rest;
        let player = if word % 2 == 1 { Player::Second } else { Player::First };
        Some(self.heap(word / 2, player))
    }
}

impl Game for Take {
    fn to_move(&self, heap: &Heap) -> Player {
        heap.player
    }

    fn result(&self, heap: &Heap) -> Option<GameResult> {
        (heap.left == 0).then(|| GameResult::Win(heap.player.other()))
    }
}

#[test]
fn the_values_of_one_worker_that_did_not_get_to_the_end_are_not_kept() {
    let solve = |workers, slow| {
        let (copies, budget) = (Arc::<AtomicUsize>::default(), Budget::unlimited());
        let game = Arc::new(Take { copies: Arc::clone(&copies), slow });
        let search =
            DistributedSearch::new(Topology::threads(workers), "test").alone_within(1 << 15);
        let solved = search.solve(&game, &game.initial(), &budget, &mut Silent).unwrap();
        let mut left: Vec<_> = solved.values.iter().map(|(heap, ..)| heap.left).collect();
        left.sort_unstable();
        (left, solved.levels.traffic.states, copies.load(Ordering::Relaxed))
    };
    let (expected, _, copies) = solve(1, usize::MAX);
    // At the end, each position is copied once to where the values are.
    let slow = copies - expected.len() / 2;
    let (left, sent, _) = solve(2, slow);
    assert!(sent > 0, "one worker did it all in time");
    assert_eq!(left, expected);
}

#[test]
fn values_are_those_of_retrograde_analysis() {
    fn check<G: Game<State: Send> + NamedGame + Send + Sync + 'static>(game: G) {
        let game = Arc::new(game);
        let (start, budget) = (game.initial(), Budget::unlimited());
        let mut silent = Silent;
        let meter = &mut Meter::new(&budget, &mut silent);
        let space = Reachable::explore(&*game, &start, meter).unwrap();
        let table = Table::solve_within(space, Plies, meter).unwrap();
        for workers in [1, 3] {
            let search = DistributedSearch::new(Topology::threads(workers), "test");
            let solved = search.solve(&game, &start, &budget, &mut Silent).unwrap();
            assert_eq!(solved.values.len() as u64, solved.levels.states());
            assert_eq!(solved.values.len(), table.space().len(), "{}", G::NAME);
            for (state, wdl, plies) in solved.values {
                let exact = table.value(&state).unwrap();
                let expected = (exact.wdl(), exact.cost().unwrap_or(0));
                assert_eq!((wdl, plies), expected, "{}: {state:?}", G::NAME);
            }
        }
    }
    check(TicTacToe::new());
    check(ConnectFour::new(3, 4).unwrap());
    check(Breakthrough::new(2, 5).unwrap());
    // Play against rocks goes in cycles.
    for card in ["AA.B/...B/..../", "AA../..B./..B./"] {
        check(RushHourRocks::new(card.parse().unwrap()));
    }
}

#[test]
fn processes_with_other_tasks_do_not_connect() {
    let hosts = hosts(2);
    let stop = StopFlag::new();
    let budget = Budget::unlimited().stop(stop.clone());
    let taquin = taquin(3, 2);
    let run = |task, process| {
        let topology = Topology::hosts(&hosts, process, 1).unwrap();
        let search = DistributedSearch::new(topology, task);
        search.enumerate(&taquin, taquin.goals(), 20, &budget, &mut Silent)
    };
    thread::scope(|scope| {
        let first = scope.spawn(|| run("one", 0));
        let second = run("other", 1);
        assert!(matches!(second, Err(ClusterError::Mismatch { process: 0, .. })), "{second:?}");
        stop.raise();
        let first = first.join().unwrap();
        assert!(matches!(first, Err(ClusterError::Interrupted)), "{first:?}");
    });
}

#[test]
fn hosts_are_addresses_and_the_process_is_one_of_them() {
    let error = |text: &str, process| Topology::hosts(text, process, 1).unwrap_err().to_string();
    assert_eq!(
        error("# ours\none:1\ntwo\n", 0),
        "line 3 of the hosts: \"two\" is not of the form host:port"
    );
    assert_eq!(
        error("one:1\n\ntwo:1\n", 2),
        "process 2 is not one of the 2 in the list of hosts, which count from 0"
    );
    assert_eq!(Topology::hosts("one:1", 0, 3), Ok(Topology::threads(3)));
    assert_eq!(Topology::hosts("one:1\ntwo:1", 1, 3).unwrap().workers(), 6);
}

#[test]
fn a_lost_process_is_named() {
    let lost = Lost::Process { process: 1, reason: "closed".to_owned() };
    assert_eq!(
        ClusterError::from(lost).to_string(),
        "process 1 of the cluster has ended, or its connection is lost: closed"
    );
}

/// A chain of states; to find the move of the first takes half a second.
struct Slow;

impl Rules for Slow {
    type State = u8;
    type Move = ();
    type Undo = ();

    fn initial(&self) -> u8 {
        0
    }

    fn pack(&self, &state: &u8, out: &mut Vec<u8>) -> bool {
        out.push(state);
        true
    }

    fn unpack(&self, bytes: &mut &[u8]) -> Option<u8> {
        let (&state, rest) = bytes.split_first()?;
        *bytes = rest;
        Some(state)
    }

    fn visit_moves<B>(
        &self,
        &state: &u8,
        mut visit: impl FnMut(()) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if state == 0 {
            thread::sleep(Duration::from_millis(500));
        }
        if state < 9 { visit(()) } else { ControlFlow::Continue(()) }
    }

    fn play(&self, state: &mut u8, (): ()) {
        *state += 1;
    }

    fn undo(&self, state: &mut u8, (): (), (): ()) {
        *state -= 1;
    }
}

/// The processor time of this process so far, where the system says it in hundredths of a second.
fn processor_time() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    let words: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    Some(words.get(11)?.parse::<u64>().ok()? + words.get(12)?.parse::<u64>().ok()?)
}

/// The process of [`workers_sleep_while_they_wait`]: nothing else runs in it.
#[test]
#[ignore = "a process of another test"]
fn a_process_that_waits() {
    let Some(before) = processor_time() else { return };
    let search = DistributedSearch::new(Topology::threads(4), "test");
    let budget = Budget::unlimited();
    let found = search.reachable_states(&Arc::new(Slow), &0, &budget, &mut Silent).unwrap();
    assert_eq!(found.layers, [1; 10]);
    let used = processor_time().unwrap() - before;
    assert!(used < 25, "{used} hundredths of a second, mostly of three workers without work");
}

#[test]
fn workers_sleep_while_they_wait() {
    let arguments = ["--ignored", "--exact", "counts::a_process_that_waits"];
    let ended = Command::new(env::current_exe().unwrap()).args(arguments).output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stdout));
}
