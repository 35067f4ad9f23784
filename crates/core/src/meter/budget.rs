//! The limits of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Checkpoints, Instant};

/// A flag that another thread or a signal handler raises to end a search.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag: every search that holds a clone of it stops.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of a search on nodes, time and memory, with a flag to stop it.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    pub(super) nodes: Option<u64>,
    time: Option<Duration>,
    deadline: Option<Instant>,
    pub(super) memory: Option<usize>,
    pub(super) stop: Option<StopFlag>,
    pub(super) slice: Option<u32>,
    pub(super) checkpoints: Option<Checkpoints>,
}

impl Budget {
    /// No limit at all.
    #[must_use]
    pub const fn unlimited() -> Self {
        Budget {
            nodes: None,
            time: None,
            deadline: None,
            memory: None,
            stop: None,
            slice: None,
            checkpoints: None,
        }
    }

    /// Limits the number of generated nodes, give or take the successors of one state. A
    /// depth-first search counts the successors of all states on its path in advance and may stop
    /// sooner by that number.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Limits the wall-clock time of each search, from the start of the search. The clock is read
    /// every few thousand nodes.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Ends every search at `deadline` at the latest.
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Starts the clock: [`time`](Self::time) counts from now, for all searches with this budget or
    /// a clone of it together.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tesuji_core::{Budget, Limit, Meter, Silent};
    ///
    /// let budget = Budget::unlimited().time(Duration::from_millis(1)).start();
    /// std::thread::sleep(Duration::from_millis(2));
    /// assert_eq!(Meter::new(&budget, &mut Silent).charge(1), Err(Limit::Time));
    /// ```
    #[must_use]
    pub fn start(mut self) -> Self {
        self.deadline = self.deadline_from(Instant::now());
        self.time = None;
        self
    }

    /// The deadline of a search that began at `started`.
    pub(super) fn deadline_from(&self, started: Instant) -> Option<Instant> {
        let own = self.time.and_then(|time| started.checked_add(time));
        own.into_iter().chain(self.deadline).min()
    }

    /// Limits the memory of the search's tables. The limit is never exceeded; what states have in
    /// lists of their own is not counted.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Whether there is a limit on nodes or time.
    #[must_use]
    pub fn limits_work(&self) -> bool {
        self.nodes.is_some() || self.time.is_some() || self.deadline.is_some()
    }

    /// The limit on memory in bytes, if there is one.
    #[must_use]
    pub fn memory_limit(&self) -> Option<usize> {
        self.memory
    }

    /// The limit on generated nodes, if there is one.
    #[must_use]
    pub fn node_limit(&self) -> Option<u64> {
        self.nodes
    }

    /// The flag that ends every search, if there is one.
    #[must_use]
    pub fn stop_flag(&self) -> Option<&StopFlag> {
        self.stop.as_ref()
    }

    /// Looks at the clock and at the stop flag once in `nodes` nodes, at most 134 million, in place
    /// of some thousand: for games whose moves take long to generate.
    #[must_use]
    pub fn check_every(mut self, nodes: u32) -> Self {
        self.slice = Some(nodes);
        self
    }

    /// Ends every search when `flag` is raised.
    #[must_use]
    pub fn stop(mut self, flag: StopFlag) -> Self {
        self.stop = Some(flag);
        self
    }

    /// Lets the searches that can do so save checkpoints, and go on from those that are there.
    #[must_use]
    pub fn checkpoints(mut self, checkpoints: Checkpoints) -> Self {
        self.checkpoints = Some(checkpoints);
        self
    }

    /// The same without checkpoints: for the many small searches that follow a long one.
    #[must_use]
    pub fn without_checkpoints(&self) -> Self {
        Budget { checkpoints: None, ..self.clone() }
    }

    /// The checkpoints, if the searches are to save some.
    #[must_use]
    pub fn checkpoint_store(&self) -> Option<&Checkpoints> {
        self.checkpoints.as_ref()
    }
}
