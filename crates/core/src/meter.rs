mod share;

use crate::Instant;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::checkpoint::{StateReader, StateWriter};
use crate::{Checkpoints, Cost, Limit};
use share::Seat;

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
    nodes: Option<u64>,
    time: Option<Duration>,
    deadline: Option<Instant>,
    memory: Option<usize>,
    stop: Option<StopFlag>,
    slice: Option<u32>,
    checkpoints: Option<Checkpoints>,
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
        self.deadline = self.deadline_from(now());
        self.time = None;
        self
    }

    /// The deadline of a search that began at `started`.
    fn deadline_from(&self, started: Instant) -> Option<Instant> {
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

/// The clock of all searches.
fn now() -> Instant {
    Instant::now()
}

/// The counters of a search. With one thread, the same in every run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States whose successors were generated.
    pub expanded: u64,
    /// Generated states, including the start and repetitions.
    pub generated: u64,
    /// Generated states that were already in the search's table.
    pub duplicates: u64,
    /// The maximum depth of an expanded state, if the search counts it.
    pub deepest: Option<u32>,
    /// The peak memory of the search's tables.
    pub peak_bytes: usize,
}

/// A report on a running search.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot {
    /// The counters so far.
    pub stats: Stats,
    /// The known lower bound of the solution's cost.
    pub lower_bound: Cost,
    /// The last depth completed by an iterative-deepening search.
    pub depth: Option<u32>,
    /// The number of states that will be expanded in all, where it is known in advance.
    pub to_expand: Option<u64>,
    /// Wall-clock time so far.
    pub elapsed: Duration,
}

/// Receives progress reports: about ten per second, and one after each completed depth.
pub trait Progress {
    /// Receives a report.
    fn report(&mut self, snapshot: &Snapshot);

    /// Receives a warning that the user should see although the search continues, for example that
    /// a damaged file is being rebuilt.
    fn warn(&mut self, message: &str) {
        let _ = message;
    }
}

impl<F: FnMut(&Snapshot)> Progress for F {
    fn report(&mut self, snapshot: &Snapshot) {
        self(snapshot);
    }
}

/// A [`Progress`] that ignores all reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn report(&mut self, _: &Snapshot) {}
}

/// The two counters that change with every node.
///
/// They belong to the [`Meter`]. A depth-first search that generates hundreds of millions of nodes
/// a second copies [`Meter::tally`] into the struct that it recurses with, which saves a load per
/// node.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// Nodes left of the slice; if negative, the limits must be checked.
    left: i64,
    /// States whose successors were generated.
    pub expanded: u64,
}

impl Tally {
    /// [`Meter::generate`] on a copy of the counters of `meter`.
    ///
    /// # Errors
    /// Breaks with the limit that was reached.
    #[inline(always)]
    pub fn generate(&mut self, nodes: u32, meter: &mut Meter) -> ControlFlow<Limit> {
        self.left -= i64::from(nodes);
        if self.left < 0 { self.refill(meter) } else { ControlFlow::Continue(()) }
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self, meter: &mut Meter) -> ControlFlow<Limit> {
        meter.tally = *self;
        let verdict = meter.next_slice();
        *self = meter.tally;
        verdict
    }

    /// Subtracts `nodes` that were counted in advance but not generated.
    #[inline]
    pub fn retract(&mut self, nodes: u32) {
        self.left += i64::from(nodes);
    }
}

/// The counters of a depth-first search in one word, from [`Meter::hand_out`].
///
/// A search that generates hundreds of millions of nodes a second passes it to each call and
/// returns it, so that it stays in a register: counting a node then needs no memory.
///
/// # Example
/// ```
/// use tesuji_core::{Budget, Limit, Meter, Silent, Running};
///
/// fn descend(depth: u32, running: Running, meter: &mut Meter) -> Result<Running, Limit> {
///     let mut running = running.expand().generate(2);
///     if running.is_over() {
///         running = meter.refill(running)?;
///     }
///     for _ in 0..if depth > 0 { 2 } else { 0 } {
///         running = descend(depth - 1, running, meter)?;
///     }
///     Ok(running)
/// }
///
/// let (budget, mut silent) = (Budget::unlimited(), Silent);
/// let meter = &mut Meter::new(&budget, &mut silent);
/// let running = meter.hand_out();
/// let running = descend(13, running, meter).expect("there is no limit");
/// meter.take_back(running);
/// assert_eq!((meter.stats().expanded, meter.stats().generated), ((1 << 14) - 1, (1 << 15) - 2));
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Running(i64);

impl Running {
    /// The lower bits count the states expanded in this slice, the others the nodes left of it: a
    /// node counts as this much, which together with a few siblings is a constant of 32 bits.
    const NODE: i64 = 1 << 28;

    /// What a search returns instead of its counters when it is over and the meter has them.
    pub const OVER: Self = Running(i64::MIN);

    /// Counts an expanded state.
    #[inline]
    pub fn expand(self) -> Self {
        Running(self.0 + 1)
    }

    /// Counts generated nodes.
    #[inline(always)]
    pub fn generate(self, nodes: u32) -> Self {
        Running(self.0 - i64::from(nodes) * Self::NODE)
    }

    /// Subtracts `nodes` that were counted in advance but not generated.
    #[inline]
    pub fn retract(self, nodes: u32) -> Self {
        Running(self.0 + i64::from(nodes) * Self::NODE)
    }

    /// Whether the search is over, or the limits must be checked.
    #[inline]
    #[must_use]
    pub fn is_over(self) -> bool {
        self.0 < 0
    }
}

/// Counts the work of a search, enforces its [`Budget`] and reports to its [`Progress`].
///
/// Counting a node is one subtraction: the meter grants nodes in slices, and reads the clock and
/// the stop flag only when a slice is used up.
pub struct Meter<'a> {
    /// The counters of every node.
    pub tally: Tally,
    /// Nodes granted in all slices.
    granted: u64,
    /// Generated states that were already in the search's table.
    pub duplicates: u64,
    /// The maximum depth of an expanded state.
    pub deepest: Option<u32>,
    /// The known lower bound of the solution's cost, for progress reports.
    pub lower_bound: Cost,
    /// The number of states that will be expanded in all, if it is known, for progress reports.
    pub to_expand: Option<u64>,
    depth: Option<u32>,
    /// The section of the checkpoints of a search that has safe points.
    section: Option<Arc<str>>,
    /// Whether a checkpoint is due at the next safe point.
    is_due: bool,
    /// How many slices more a search that is to end may take to reach a safe point.
    grace: u32,
    /// Reserved bytes.
    aside: usize,
    bytes: usize,
    peak_bytes: usize,
    /// At most the budget's limit.
    max_nodes: u64,
    /// How many nodes are granted at a time.
    slice: u64,
    /// Whether there were no more nodes to grant.
    ran_out: bool,
    budget: &'a Budget,
    started: Instant,
    /// The end of the budget's time.
    deadline: Option<Instant>,
    last_report: Duration,
    progress: &'a mut dyn Progress,
    /// The share of this thread, if several threads share the budget.
    seat: Option<Seat>,
}

impl<'a> Meter<'a> {
    const SLICE: u32 = 1 << 13;
    /// The states expanded in a slice must fit into the lower bits of [`Running`].
    const MAX_SLICE: u32 = 1 << 27;
    const REPORT_EVERY: Duration = Duration::from_millis(100);
    const GRACE: u32 = 64;

    /// A meter at zero; its clock starts now.
    pub fn new(budget: &'a Budget, progress: &'a mut dyn Progress) -> Self {
        let started = now();
        Meter {
            tally: Tally { left: 0, expanded: 0 },
            granted: 0,
            duplicates: 0,
            deepest: None,
            lower_bound: 0,
            to_expand: None,
            depth: None,
            section: None,
            is_due: false,
            grace: Self::GRACE,
            aside: 0,
            bytes: 0,
            peak_bytes: 0,
            max_nodes: budget.nodes.unwrap_or(u64::MAX),
            slice: budget.slice.unwrap_or(Self::SLICE).min(Self::MAX_SLICE).into(),
            ran_out: false,
            budget,
            started,
            deadline: budget.deadline_from(started),
            last_report: Duration::ZERO,
            progress,
            seat: None,
        }
    }

    /// Counts `nodes` generated nodes.
    ///
    /// # Errors
    /// Breaks with the limit that was reached.
    #[inline(always)]
    pub fn generate(&mut self, nodes: u32) -> ControlFlow<Limit> {
        self.tally.left -= i64::from(nodes);
        if self.tally.left < 0 { self.next_slice() } else { ControlFlow::Continue(()) }
    }

    /// [`generate`](Self::generate) for functions that return a `Result`.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline(always)]
    pub fn charge(&mut self, nodes: u32) -> Result<(), Limit> {
        match self.generate(nodes) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(limit) => Err(limit),
        }
    }

    /// How many nodes may be generated before the limit on them is reached.
    #[inline]
    #[must_use]
    pub fn nodes_left(&self) -> u64 {
        self.max_nodes.saturating_sub(self.generated())
    }

    /// Hands the counters out to a search that passes them from call to call. The meter has none of
    /// what it counts until they are [taken back](Self::take_back).
    pub fn hand_out(&mut self) -> Running {
        if self.tally.left < 0 {
            (self.granted, self.tally.left) = (self.generated(), 0);
        }
        Running(self.tally.left * Running::NODE)
    }

    /// Takes back the counters that were handed out.
    pub fn take_back(&mut self, running: Running) {
        self.tally.left = running.0.div_euclid(Running::NODE);
        self.tally.expanded += running.0.rem_euclid(Running::NODE).cast_unsigned();
    }

    /// Checks the limits for counters whose slice is used up.
    ///
    /// # Errors
    /// The limit that was reached; the meter has the counters then.
    pub fn refill(&mut self, running: Running) -> Result<Running, Limit> {
        self.take_back(running);
        self.look()?;
        Ok(self.hand_out())
    }

    /// Checks the limits and reports, however few nodes were generated since the last check: for a
    /// thread that waits for others.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn look(&mut self) -> Result<(), Limit> {
        match self.next_slice() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(limit) => Err(limit),
        }
    }

    #[cold]
    #[inline(never)]
    fn next_slice(&mut self) -> ControlFlow<Limit> {
        let generated = self.generated();
        let now = now();
        let elapsed = now - self.started;
        if elapsed - self.last_report >= Self::REPORT_EVERY {
            self.report(elapsed);
        }
        if self.seat.as_ref().is_some_and(Seat::is_stopped) {
            return ControlFlow::Break(Limit::Interrupted);
        }
        let is_stopped = self.budget.stop.as_ref().is_some_and(StopFlag::is_raised);
        let is_late = self.deadline.is_some_and(|deadline| now >= deadline);
        if is_stopped || is_late {
            if self.section.is_none() || self.grace == 0 {
                return ControlFlow::Break(if is_stopped {
                    Limit::Interrupted
                } else {
                    Limit::Time
                });
            }
            // The search goes on to its next safe point, so that nothing is lost.
            self.grace -= 1;
            self.is_due = true;
        } else if let (Some(section), Some(checkpoints)) = (&self.section, &self.budget.checkpoints)
        {
            self.is_due = checkpoints.is_due(section);
        }
        let stats = self.stats();
        let granted = match (self.max_nodes.checked_sub(generated), &mut self.seat) {
            (Some(left), Some(seat)) => seat.grant(&stats, self.slice.min(left)),
            (left, _) => left.map(|left| self.slice.min(left)),
        };
        let Some(slice) = granted else {
            self.ran_out = true;
            return ControlFlow::Break(Limit::Nodes);
        };
        // `left` is negative here by less than what was just generated: grant from there.
        self.granted = generated + slice;
        self.tally.left = slice.cast_signed();
        ControlFlow::Continue(())
    }

    /// Whether a checkpoint is due: at its next safe point, the search should call
    /// [`save`](Self::save).
    #[inline]
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.is_due
    }

    /// Announces that the search has safe points and, if there is a checkpoint of `section`,
    /// returns what `read` makes of it and restores the counters.
    ///
    /// `read` claims the memory of what it makes; if it refuses a checkpoint, its claims are
    /// undone.
    ///
    /// # Errors
    /// [`Limit::Memory`] if the checkpoint needs more memory than there is: `read` has failed with
    /// [`io::ErrorKind::OutOfMemory`].
    pub fn resume<T>(
        &mut self,
        section: &str,
        mut read: impl FnMut(&mut StateReader, &mut Meter) -> io::Result<T>,
    ) -> Result<Option<T>, Limit> {
        let mut made = None;
        let is_found = self.restored(section, &mut |input, meter| {
            made = Some(read(input, meter)?);
            Ok(())
        })?;
        Ok(made.filter(|_| is_found))
    }

    /// [`resume`](Self::resume), compiled once; whether `read` accepted a checkpoint.
    fn restored(
        &mut self,
        section: &str,
        read: &mut dyn FnMut(&mut StateReader, &mut Meter) -> io::Result<()>,
    ) -> Result<bool, Limit> {
        let Some(checkpoints) = self.budget.checkpoints.clone() else { return Ok(false) };
        self.section = Some(section.into());
        let (bytes, mut is_full) = (self.bytes, false);
        let found = checkpoints.load(section, |input| {
            let counters = Counters::read(input)?;
            let made = read(input, self);
            match &made {
                Ok(()) => self.restore(&counters),
                Err(error) => {
                    is_full |= error.kind() == io::ErrorKind::OutOfMemory;
                    self.bytes = bytes;
                }
            }
            made
        });
        if found.is_none() && is_full {
            // Another limit may have ended the reading.
            self.look()?;
            return Err(Limit::Memory);
        }
        Ok(found.is_some())
    }

    /// Saves a checkpoint of `section`: the counters, and what `write` writes.
    pub fn save(
        &mut self,
        section: &str,
        mut write: impl FnMut(&mut StateWriter) -> io::Result<()>,
    ) {
        self.save_as(section, &mut write);
    }

    /// [`save`](Self::save), compiled once.
    fn save_as(
        &mut self,
        section: &str,
        write: &mut dyn FnMut(&mut StateWriter) -> io::Result<()>,
    ) {
        self.is_due = false;
        if self.grace < Self::GRACE {
            self.grace = 0;
        }
        let Some(checkpoints) = &self.budget.checkpoints else { return };
        let (mut stats, depth, lower_bound) = (self.stats(), self.depth, self.lower_bound);
        if let Some(seat) = &self.seat {
            seat.add_helpers(&mut stats);
        }
        let counters = Counters { stats, depth, lower_bound };
        checkpoints.save(section, &mut |out| {
            counters.write(out)?;
            write(out)
        });
    }

    /// Saves the result of a computation that is followed by another, unless it was quick.
    pub fn save_result(
        &mut self,
        section: &str,
        write: impl FnMut(&mut StateWriter) -> io::Result<()>,
    ) {
        if self.budget.checkpoints.as_ref().is_some_and(|saved| saved.is_worthwhile(section)) {
            self.save(section, write);
        }
    }

    /// Whether the search is to save checkpoints.
    #[must_use]
    pub fn has_checkpoints(&self) -> bool {
        self.budget.checkpoints.is_some()
    }

    /// Warns the user that no checkpoints are saved, and why.
    pub fn no_checkpoints(&mut self, why: &str) {
        if let Some(checkpoints) = &self.budget.checkpoints {
            checkpoints.warn(&format!("no checkpoints are saved: {why}"));
        }
    }

    fn restore(&mut self, counters: &Counters) {
        let Counters { stats, depth, lower_bound } = *counters;
        self.tally = Tally { left: 0, expanded: stats.expanded };
        self.granted = stats.generated;
        self.duplicates = stats.duplicates;
        self.deepest = stats.deepest;
        self.peak_bytes = self.peak_bytes.max(stats.peak_bytes);
        (self.depth, self.lower_bound) = (depth, lower_bound);
    }

    /// Runs a part of the search that may generate at most `nodes` nodes, and releases its tables
    /// afterwards. Also returns whether the part reached that limit while the budget has nodes
    /// left.
    pub fn part<T>(&mut self, nodes: u64, search: impl FnOnce(&mut Meter) -> T) -> (T, bool) {
        let (max_nodes, bytes) = (self.max_nodes, self.bytes);
        let allowed = self.generated().saturating_add(nodes);
        self.max_nodes = max_nodes.min(allowed);
        self.ran_out = false;
        let found = search(self);
        (self.max_nodes, self.bytes) = (max_nodes, bytes);
        (found, self.ran_out && allowed < max_nodes && self.generated() < max_nodes)
    }

    /// Whether the [budget limits](Budget::limits_work) nodes or time.
    #[must_use]
    pub fn limits_work(&self) -> bool {
        self.budget.limits_work()
    }

    /// Records and reports that an iterative-deepening search has completed `depth`.
    pub fn complete(&mut self, depth: u32) {
        self.depth = Some(depth);
        self.report(now() - self.started);
    }

    fn report(&mut self, elapsed: Duration) {
        self.last_report = elapsed;
        let (mut stats, lower_bound, depth) = (self.stats(), self.lower_bound, self.depth);
        if let Some(seat) = &self.seat {
            seat.add_helpers(&mut stats);
        }
        let to_expand = self.to_expand;
        self.progress.report(&Snapshot { stats, lower_bound, depth, to_expand, elapsed });
    }

    #[inline]
    fn generated(&self) -> u64 {
        self.granted.wrapping_add_signed(-self.tally.left)
    }

    /// Counts `bytes` that the search is about to allocate for its tables.
    ///
    /// # Errors
    /// [`Limit::Memory`] if the budget has less left; nothing is counted then.
    pub fn claim(&mut self, bytes: usize) -> Result<(), Limit> {
        if bytes > self.bytes_left() {
            return Err(Limit::Memory);
        }
        self.bytes += bytes;
        self.peak_bytes = self.peak_bytes.max(self.bytes);
        Ok(())
    }

    /// Counts `bytes` that the search has freed.
    pub fn release(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Reserves `bytes` of the budget for a table that grows without a meter during `search`, which
    /// returns the number of bytes taken; these are counted at the end.
    pub fn set_aside<T>(
        &mut self,
        bytes: usize,
        search: impl FnOnce(&mut Meter) -> (T, usize),
    ) -> T {
        let bytes = bytes.min(self.bytes_left());
        self.aside += bytes;
        let (found, taken) = search(self);
        self.aside -= bytes;
        let claimed = self.claim(taken);
        debug_assert_eq!(claimed, Ok(()), "it takes no more than was set aside");
        found
    }

    /// Makes room for one more element and claims the memory by which the vector grows: it doubles
    /// while the budget allows, then takes what is left.
    ///
    /// # Errors
    /// [`Limit::Memory`] if there is not enough memory for one element.
    #[inline(always)]
    pub fn make_room<T>(&mut self, vec: &mut Vec<T>) -> Result<(), Limit> {
        self.make_room_for(vec, 1)
    }

    /// [`make_room`](Self::make_room) for `more` elements.
    ///
    /// # Errors
    /// [`Limit::Memory`] if there is not enough memory.
    #[inline]
    pub fn make_room_for<T>(&mut self, vec: &mut Vec<T>, more: usize) -> Result<(), Limit> {
        if more <= vec.capacity() - vec.len() { Ok(()) } else { self.grow(vec, more) }
    }

    #[cold]
    #[inline(never)]
    fn grow<T>(&mut self, vec: &mut Vec<T>, more: usize) -> Result<(), Limit> {
        let size = size_of::<T>().max(1);
        let lacking = more - (vec.capacity() - vec.len());
        let extra = vec.capacity().max(64).max(lacking).min(self.bytes_left() / size);
        if extra < lacking {
            return Err(Limit::Memory);
        }
        // A budget larger than the machine's memory fails here instead of aborting.
        let unused = vec.capacity() - vec.len();
        vec.try_reserve_exact(unused + extra).map_err(|_| Limit::Memory)?;
        self.claim(extra * size)
    }

    /// A vector of `length` copies of `value`, with its memory claimed. A large one takes a while,
    /// in which the clock and the stop flag are looked at.
    ///
    /// # Errors
    /// The limit that was reached, such as [`Limit::Memory`] if the budget or the machine has less
    /// memory; nothing is counted then.
    pub fn claimed_vec<T: Clone>(&mut self, value: T, length: usize) -> Result<Vec<T>, Limit> {
        const BYTES_AT_A_TIME: usize = 4 << 20;
        let bytes = length.checked_mul(size_of::<T>()).ok_or(Limit::Memory)?;
        let mut vec = Vec::new();
        if bytes > self.bytes_left() || vec.try_reserve_exact(length).is_err() {
            return Err(Limit::Memory);
        }
        let at_a_time = BYTES_AT_A_TIME / size_of::<T>().max(1);
        while vec.len() + at_a_time < length {
            vec.resize(vec.len() + at_a_time, value.clone());
            self.look()?;
        }
        vec.resize(length, value);
        self.claim(bytes)?;
        Ok(vec)
    }

    /// The bytes of the budget that are neither claimed nor reserved.
    #[must_use]
    pub fn bytes_left(&self) -> usize {
        self.budget.memory.unwrap_or(usize::MAX) - self.bytes - self.aside
    }

    /// The counters so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        Stats {
            expanded: self.tally.expanded,
            generated: self.generated(),
            duplicates: self.duplicates,
            deepest: self.deepest,
            peak_bytes: self.peak_bytes,
        }
    }

    /// Counts an expanded state at `depth` moves from the start.
    #[inline]
    pub fn expand(&mut self, depth: u32) {
        self.tally.expanded += 1;
        if self.deepest.is_none_or(|deepest| depth > deepest) {
            self.deepest = Some(depth);
        }
    }
}

/// The counters of a meter, as a checkpoint has them.
struct Counters {
    stats: Stats,
    depth: Option<u32>,
    lower_bound: Cost,
}

impl Counters {
    fn write(&self, out: &mut StateWriter) -> io::Result<()> {
        let Stats { expanded, generated, duplicates, deepest, peak_bytes } = self.stats;
        let optional = |number: Option<u32>| number.map_or(0, |number| u64::from(number) + 1);
        let peak_bytes = peak_bytes as u64;
        let numbers = [expanded, generated, duplicates, optional(deepest), peak_bytes];
        numbers.into_iter().try_for_each(|number| out.number(number))?;
        out.number(optional(self.depth))?;
        out.number(self.lower_bound.into())
    }

    fn read(input: &mut StateReader) -> io::Result<Self> {
        let optional = |number: u64| number.checked_sub(1).and_then(|one| one.try_into().ok());
        let stats = Stats {
            expanded: input.number()?,
            generated: input.number()?,
            duplicates: input.number()?,
            deepest: optional(input.number()?),
            peak_bytes: input.small()?,
        };
        let (depth, lower_bound) = (optional(input.number()?), input.small()?);
        Ok(Counters { stats, depth, lower_bound })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Generates up to `max` nodes one by one; returns their number and the limit, if one ended it.
    fn work(meter: &mut Meter, max: u64) -> (u64, Option<Limit>) {
        let first = meter.stats().generated;
        let limit = loop {
            if meter.stats().generated - first == max {
                break None;
            }
            if let ControlFlow::Break(limit) = meter.generate(1) {
                break Some(limit);
            }
        };
        (meter.stats().generated - first, limit)
    }

    #[test]
    fn a_part_has_its_own_nodes_and_the_budget_still_holds() {
        let budget = Budget::unlimited().nodes(100_000).memory(1000);
        let mut silent = Silent;
        let meter = &mut Meter::new(&budget, &mut silent);
        let ((done, limit), too_few) = meter.part(20_000, |meter| work(meter, 10_000));
        assert_eq!((done, limit, too_few), (10_000, None, false));
        let ((done, limit), too_few) = meter.part(20_000, |meter| {
            assert_eq!(meter.claim(900), Ok(()));
            work(meter, u64::MAX)
        });
        assert!(done.abs_diff(20_000) <= 1, "{done}");
        assert_eq!((limit, too_few, meter.bytes_left()), (Some(Limit::Nodes), true, 1000));
        // The budget has less left than the part may use.
        let ((done, limit), too_few) = meter.part(1 << 20, |meter| work(meter, u64::MAX));
        assert!(done.abs_diff(70_000) <= 2, "{done}");
        assert_eq!((limit, too_few), (Some(Limit::Nodes), false));
        assert_eq!(work(meter, 1).1, Some(Limit::Nodes));
    }

    #[test]
    fn a_flag_is_seen_within_the_nodes_that_the_budget_says() {
        for (nodes, budget) in [
            (100, Budget::unlimited().check_every(100)),
            (u64::from(Meter::SLICE), Budget::unlimited()),
        ] {
            let stop = StopFlag::new();
            let budget = budget.stop(stop.clone());
            let mut silent = Silent;
            let meter = &mut Meter::new(&budget, &mut silent);
            assert_eq!(work(meter, 1), (1, None));
            stop.raise();
            let (done, limit) = work(meter, u64::MAX);
            // The node that asks for the next slice counts, too.
            assert!(done <= nodes + 1, "{done} of {nodes}");
            assert_eq!(limit, Some(Limit::Interrupted));
        }
    }

    #[test]
    fn a_large_vector_is_not_filled_to_its_end_after_an_interrupt() {
        let stop = StopFlag::new();
        stop.raise();
        let budget = Budget::unlimited().memory(1 << 26).stop(stop);
        let mut silent = Silent;
        let meter = &mut Meter::new(&budget, &mut silent);
        assert_eq!(meter.claimed_vec(1u8, 1 << 25), Err(Limit::Interrupted));
        assert_eq!(meter.bytes_left(), 1 << 26, "nothing is counted");
        assert_eq!(meter.claimed_vec(1u8, 1 << 27), Err(Limit::Memory));
        assert_eq!(meter.claimed_vec(1u8, 100).map(|all| all.len()), Ok(100));
        assert_eq!(meter.bytes_left(), (1 << 26) - 100);
    }
}
