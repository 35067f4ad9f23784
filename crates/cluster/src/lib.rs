//! Whole spaces over several threads, processes and hosts.
//!
//! Enumeration of [ranked](tesuji_core::Ranked) spaces and counts of reachable states, level by
//! level: each worker owns a part of the states, and sends the successors that
//! others own to these, in whole arrays. Transport, and the knowledge that all that was sent has
//! arrived, are those of [timely dataflow](timely). Read [`DistributedSearch`] first.
//!
//! This crate knows no game and prints nothing. It opens the connections that its caller names, and
//! no others.
#![forbid(unsafe_code)]

mod batch;
mod checkpoints;
mod error;
mod fabric;
mod hashed;
mod link;
mod ranked;
mod search;
mod shard;
mod solved;
mod topology;

use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use tesuji_core::hash::mix;
use tesuji_core::{
    Budget, Game, Instant, Limit, Meter, Progress, Ranked, Rules, Silent, Stats, Wdl,
};
use tesuji_storage::container::checksum;
use timely::CommunicationConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::{Allocator, AllocatorBuilder, Hooks, initialize_from};

pub use checkpoints::ShardFolder;
pub use error::{ClusterError, HostsError, Lost};
/// The traits, limits and results, so that one dependency is enough.
pub use tesuji_core as core;
pub use topology::Topology;

use fabric::Fabric;
use hashed::{HashedPlan, HashedShard};
use link::{Alarm, Link};
use ranked::{Blocks, RankedPlan, RankedShard};
use search::{Board, Ended, Searcher, Task};
use shard::{NewShard, Work};
use solved::SolvedShard;

/// Breadth-first search of a whole space by the workers of a [`Topology`].
///
/// Each process calls it with the same rules, start and settings; all return the same numbers.
///
/// Time: each state is expanded once, by its owner. Memory: for ranked spaces two bits per state,
/// otherwise a table of the states, both divided among the workers; and a few MiB for each worker
/// for what is under way. The limits of a budget hold for this process, except that on nodes, which
/// holds for all processes together.
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use tesuji_cluster::{DistributedSearch, Topology};
/// use tesuji_core::{Budget, KnownGoals, Silent};
/// use tesuji_taquin::{Goal, Taquin};
///
/// let taquin = Arc::new(Taquin::<u64>::new(3, 2, Goal::BlankFirst)?);
/// let search = DistributedSearch::new(Topology::threads(2), "taquin 3x2");
/// let unlimited = Budget::unlimited();
/// let found = search.enumerate(&taquin, taquin.goals(), 1, &unlimited, &mut Silent)?;
/// assert_eq!((found.states(), found.layers.len()), (360, 22));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DistributedSearch {
    topology: Topology,
    task: String,
    folder: Option<Arc<ShardFolder>>,
    /// How many nodes one worker may generate before the others start.
    alone: u64,
}

/// The numbers of states by their distance from the start.
#[derive(Clone, Debug)]
#[must_use]
pub struct Levels {
    /// The number of states at distance 0, 1, 2, ... from the start: the complete levels.
    pub layers: Vec<u64>,
    /// The ranks of the farthest states, in increasing order, if they were to be listed and no
    /// limit was reached.
    pub deepest: Vec<u64>,
    /// The limit that ended the search; `None` if the levels are complete.
    pub limit: Option<Limit>,
    /// The counters of all workers; the peak memory is that of this process.
    pub stats: Stats,
    /// What was sent.
    pub traffic: Traffic,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// What workers have sent one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// The states that all workers sent.
    pub states: u64,
    /// The arrays that the workers of this process sent, and their bytes.
    pub batches: u64,
    /// The bytes in these arrays.
    pub bytes: u64,
    /// The bytes that this process wrote to its connections.
    pub network: u64,
}

/// The values of all positions of a game.
#[derive(Clone, Debug)]
#[must_use]
pub struct Solved<S> {
    /// Each position that can be reached with its outcome for the player to move and the plies to
    /// the win or loss, in no particular order. All are at process 0; the other processes have
    /// none. A draw is also where play can go on for ever.
    pub values: Vec<(S, Wdl, u32)>,
    /// The search that has found the positions. If a limit was reached, there are no values.
    pub levels: Levels,
}

impl Levels {
    /// The number of states in all complete levels.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }
}

impl DistributedSearch {
    /// A search without checkpoints. `task` names all that its result depends on, such as the game
    /// and its settings: processes do not connect if theirs are not the same.
    #[must_use]
    pub fn new(topology: Topology, task: &str) -> Self {
        DistributedSearch { topology, task: task.to_owned(), folder: None, alone: 0 }
    }

    /// The number of this process, from 0.
    #[must_use]
    pub fn process(&self) -> usize {
        self.topology.process()
    }

    /// Saves checkpoints in this folder, and goes on from the newest that is there, also if that
    /// was made by another number of workers.
    #[must_use]
    pub fn checkpoints(mut self, folder: Arc<ShardFolder>) -> Self {
        self.folder = Some(folder);
        self
    }

    /// Lets one worker try first to do it all, for a moment and with at most this many generated
    /// nodes, if the workers are threads of one process without checkpoints: every level costs some
    /// messages from each worker to each, which in a small space are most of the work.
    #[must_use]
    pub fn alone_within(mut self, nodes: u64) -> Self {
        self.alone = nodes;
        self
    }

    /// Measures the distance of every state from the nearest of `starts`, and lists at most
    /// `listed` of the farthest states.
    ///
    /// # Errors
    /// The workers cannot start, or one is lost.
    pub fn enumerate<R: Ranked + Send + Sync + 'static>(
        &self,
        rules: &Arc<R>,
        starts: impl IntoIterator<Item = R::State>,
        listed: usize,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Levels, ClusterError> {
        let states = rules.state_count();
        let (blocks, workers) = (Blocks::of(states), self.topology.workers());
        if blocks.max_own_states(workers) > 1 << 32 {
            return Err(ClusterError::TooFewWorkers { states, workers });
        }
        let starts: Vec<u64> = starts.into_iter().map(|start| rules.rank(&start)).collect();
        let section = format!("enumeration of {states} ranks from {starts:?}, {listed} listed");
        let plan = Arc::new(RankedPlan { rules: Arc::clone(rules), starts, listed, blocks });
        let shard: Arc<NewShard> = Arc::new(move |index, workers, meter| {
            Ok(Box::new(RankedShard::new(Arc::clone(&plan), index, workers, meter)?))
        });
        let mut levels = self.run(shard, section, Some(states), budget, progress)?;
        levels.deepest.truncate(listed);
        Ok(levels)
    }

    /// Counts the states that can be reached from `start`.
    ///
    /// # Errors
    /// The workers cannot start, one is lost, or the rules have no [`pack`](Rules::pack).
    pub fn reachable_states<R: Rules + Send + Sync + 'static>(
        &self,
        rules: &Arc<R>,
        start: &R::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Levels, ClusterError> {
        let section = format!("reachable states from {start:?}{}", hashes());
        let plan = hashed(rules, start)?;
        let shard: Arc<NewShard> = Arc::new(move |index, workers, _| {
            Ok(Box::new(HashedShard::new(Arc::clone(&plan), index, workers)))
        });
        self.run(shard, section, None, budget, progress)
    }

    /// Finds the values of all positions that can be reached from `start`, by retrograde analysis
    /// in waves.
    ///
    /// Every position is expanded twice. Besides the states, the workers have 12 bytes for each
    /// position and 12 for each move in memory, at most 2³² − 2 moves each, and the first worker
    /// has all positions once more, within its share of the limit on memory. A checkpoint has the
    /// positions with their values so far: after an interruption, those that have none yet are
    /// expanded once more.
    ///
    /// # Errors
    /// Those of [`reachable_states`](Self::reachable_states).
    pub fn solve<G: Game<State: Send> + Send + Sync + 'static>(
        &self,
        game: &Arc<G>,
        start: &G::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Solved<G::State>, ClusterError> {
        let section = format!("values from {start:?}{}", hashes());
        let (plan, values) = (hashed(game, start)?, Arc::<Mutex<_>>::default());
        let found = Arc::clone(&values);
        let shard: Arc<NewShard> = Arc::new(move |index, workers, _| {
            let search = HashedShard::new(Arc::clone(&plan), index, workers);
            Ok(Box::new(SolvedShard::new(search, Arc::clone(&found))))
        });
        let levels = self.run(shard, section, None, budget, progress)?;
        let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
        let values = if levels.limit.is_none() { std::mem::take(&mut *values) } else { Vec::new() };
        Ok(Solved { values, levels })
    }

    /// Runs by one worker, if that may suffice, and then by all.
    fn run(
        &self,
        new_shard: Arc<NewShard>,
        section: String,
        states: Option<u64>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Levels, ClusterError> {
        /// For games whose nodes take long.
        const MOMENT: Duration = Duration::from_millis(50);
        let started = Instant::now();
        let budget = budget.clone().start();
        let is_one_process = self.topology.processes() == 1 && self.folder.is_none();
        if is_one_process && self.topology.threads > 1 && states.unwrap_or(0) <= self.alone {
            let one = DistributedSearch::new(Topology::threads(1), &self.task);
            let nodes = budget.node_limit().map_or(self.alone, |nodes| nodes.min(self.alone));
            let part = budget.clone().nodes(nodes).time(MOMENT);
            let (new_shard, section) = (Arc::clone(&new_shard), section.clone());
            let levels = one.run_by_all(new_shard, section, states, &part, &mut Silent)?;
            if levels.limit.is_none() {
                return Ok(levels);
            }
        }
        let levels = self.run_by_all(new_shard, section, states, &budget, progress)?;
        Ok(Levels { elapsed: started.elapsed(), ..levels })
    }

    fn run_by_all(
        &self,
        new_shard: Arc<NewShard>,
        section: String,
        states: Option<u64>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Levels, ClusterError> {
        let started = Instant::now();
        let Topology { threads, .. } = self.topology;
        let network = self.connect(&section, budget)?;
        let task = Arc::new(Task {
            new_shard,
            section,
            folder: self.folder.clone(),
            threads,
            nodes: budget.node_limit(),
            board: Board::default(),
        });
        let memory = budget.memory_limit().map(|bytes| bytes / threads);
        let (alive, ends) = mpsc::channel::<()>();
        let (shared, alarm) = (Arc::clone(&task), network.alarm.clone());
        let work = move |allocator| {
            let _alive = &alive;
            work(allocator, &shared, memory, &alarm)
        };
        let Network { builders, guard, lines, alarm, written } = network;
        let guards = initialize_from(builders, Box::new(()), work).map_err(ClusterError::Start)?;
        let mut meter = Meter::new(budget, progress);
        meter.to_expand = states.map(|states| states / self.topology.processes() as u64);
        watch(&ends, &task.board, &mut meter);
        let ended = guards.join().into_iter().map(|end| end.unwrap_or(Err(Lost::Thread)));
        let ended = match ended.collect::<Result<Vec<_>, _>>() {
            Ok(ended) => {
                drop(guard);
                ended
            }
            Err(lost) => {
                // The other processes learn of it by this.
                lines.iter().for_each(|line| drop(line.shutdown(Shutdown::Both)));
                // It would wait for threads that have nothing to read any more.
                std::mem::forget(guard);
                return Err(alarm.check().err().unwrap_or(lost).into());
            }
        };
        let sum = |count: fn(&Ended) -> u64| ended.iter().map(count).sum::<u64>();
        let traffic = Traffic {
            states: ended[0].work.sent,
            batches: sum(|end| end.sent.batches),
            bytes: sum(|end| end.sent.bytes),
            network: written.load(Ordering::Relaxed),
        };
        let peak_bytes = ended.iter().map(|end| end.peak_bytes).sum();
        let Some(Ended { layers, deepest, limit, work, .. }) = ended.into_iter().next() else {
            return Err(Lost::Thread.into());
        };
        let Work { expanded, generated, .. } = work;
        let stats = Stats { expanded, generated, peak_bytes, ..Stats::default() };
        Ok(Levels { layers, deepest, limit, stats, traffic, elapsed: started.elapsed() })
    }

    /// Connects the processes, if there are several.
    fn connect(&self, section: &str, budget: &Budget) -> Result<Network, ClusterError> {
        let Topology { threads, process, .. } = self.topology;
        let (alarm, written) = (Alarm::default(), Arc::new(AtomicU64::new(0)));
        if self.topology.processes() == 1 {
            let config = match threads {
                1 => CommunicationConfig::Thread,
                _ => CommunicationConfig::Process(threads),
            };
            let (builders, _) = config.try_build().map_err(ClusterError::Start)?;
            return Ok(Network { builders, guard: None, lines: Vec::new(), alarm, written });
        }
        let signature = format!(
            "{} {} {} {threads} {section} {}",
            env!("CARGO_PKG_VERSION"),
            self.task,
            self.topology.processes(),
            self.folder.is_some(),
        );
        let signature = checksum(signature.as_bytes());
        let stop = budget.stop_flag().cloned().unwrap_or_default();
        let links = link::connect(&self.topology, signature, &stop, &alarm, &written)?;
        let start = |error: std::io::Error| ClusterError::Start(error.to_string());
        let lines = links.iter().flatten().map(Link::line).collect::<Result<_, _>>();
        let lines = lines.map_err(start)?;
        let hooks = Hooks::default();
        let local = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
        let built = initialize_networking_from_sockets(local, links, process, threads, hooks);
        let (builders, guard) = built.map_err(start)?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        Ok(Network { builders, guard: Some(guard), lines, alarm, written })
    }
}

/// What tells searches by hash apart whose machines disagree about the owners of states, because an
/// array of numbers is hashed by its bytes; empty on little-endian machines of 64 bits.
fn hashes() -> String {
    let hash = mix(&([1_u16, 2], [3_usize]));
    let is_common = hash == 0x6664_a603_3c3b_c98c;
    debug_assert_eq!(
        is_common,
        cfg!(all(target_endian = "little", target_pointer_width = "64")),
        "{hash:016x}"
    );
    if is_common { String::new() } else { format!(", hashes like {hash:016x}") }
}

/// What the workers search from `start`.
fn hashed<R: Rules>(rules: &Arc<R>, start: &R::State) -> Result<Arc<HashedPlan<R>>, ClusterError> {
    let mut packed = Vec::new();
    if !rules.pack(start, &mut packed) {
        return Err(ClusterError::NotPacked);
    }
    Ok(Arc::new(HashedPlan { rules: Arc::clone(rules), start: packed }))
}

/// What the workers of a process need, and what is left for the thread that starts them.
struct Network {
    builders: Vec<AllocatorBuilder>,
    guard: Option<CommsGuard>,
    lines: Vec<TcpStream>,
    alarm: Alarm,
    /// Bytes written to the connections.
    written: Arc<AtomicU64>,
}

/// The whole work of one worker.
fn work(
    allocator: Allocator,
    task: &Task,
    memory: Option<usize>,
    alarm: &Alarm,
) -> Result<Ended, Lost> {
    let _alarm = AlarmOnPanic(alarm);
    let budget = match memory {
        Some(bytes) => Budget::unlimited().memory(bytes),
        None => Budget::unlimited(),
    };
    let mut silent = Silent;
    let meter = Meter::new(&budget, &mut silent);
    Searcher::new(task, Fabric::new(allocator, alarm.clone()), meter).run()
}

struct AlarmOnPanic<'a>(&'a Alarm);

impl Drop for AlarmOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.raise(Lost::Thread);
        }
    }
}

/// Reports the progress of the workers, and notifies them if a limit is reached, until all of them
/// have ended.
fn watch(ends: &mpsc::Receiver<()>, board: &Board, meter: &mut Meter) {
    const INTERVAL: Duration = Duration::from_millis(20);
    let mut is_stopped = false;
    let mut counted = 0;
    loop {
        let is_over = ends.recv_timeout(INTERVAL) == Err(mpsc::RecvTimeoutError::Disconnected);
        meter.tally.expanded = board.expanded.load(Ordering::Relaxed);
        let generated = board.generated.load(Ordering::Relaxed);
        let more = u32::try_from(generated - counted).unwrap_or(u32::MAX);
        counted += u64::from(more);
        if let Err(limit) = meter.charge(more).and_then(|()| meter.look())
            && !std::mem::replace(&mut is_stopped, true)
        {
            board.stop(limit);
        }
        if is_over {
            return;
        }
    }
}
