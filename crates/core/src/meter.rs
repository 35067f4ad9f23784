mod share;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Cost, Limit};
use share::Seat;

/// A flag that another thread (or a signal handler) raises to end a search.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is down.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every search that holds a clone of this flag to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has raised it.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a search may use before it must come back with what it knows.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    nodes: Option<u64>,
    time: Option<Duration>,
    deadline: Option<Instant>,
    memory: Option<usize>,
    stop: Option<StopFlag>,
}

impl Budget {
    /// No limit at all.
    #[must_use]
    pub const fn unlimited() -> Self {
        Budget { nodes: None, time: None, deadline: None, memory: None, stop: None }
    }

    /// At most `nodes` generated nodes, give or take the successors of one state; a
    /// depth-first search counts them for the whole line ahead and may end that much sooner.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// At most `time` of wall-clock time for each search, counted from the search's own start;
    /// looked at every few thousand nodes.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// End at `deadline` at the latest, whichever search runs then.
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Starts the clock: [`time`](Self::time) counts from now, for all searches that are given
    /// this budget or a clone of it, whether they run one after another or at once.
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

    /// When a search that began at `started` has to end.
    fn deadline_from(&self, started: Instant) -> Option<Instant> {
        let own = self.time.and_then(|time| started.checked_add(time));
        own.into_iter().chain(self.deadline).min()
    }

    /// At most `bytes` in the search's own tables, never exceeded.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Whether it limits how much work a search may do: nodes or time.
    #[must_use]
    pub fn limits_work(&self) -> bool {
        self.nodes.is_some() || self.time.is_some() || self.deadline.is_some()
    }

    /// The most bytes, if there is a limit.
    #[must_use]
    pub fn memory_limit(&self) -> Option<usize> {
        self.memory
    }

    /// End when `flag` is raised.
    #[must_use]
    pub fn stop(mut self, flag: StopFlag) -> Self {
        self.stop = Some(flag);
        self
    }
}

/// The clock of all searches.
fn now() -> Instant {
    Instant::now()
}

/// What a search has counted. With one thread, the same in every run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States whose successors were generated.
    pub expanded: u64,
    /// States that were made, the start included; as often as they were made.
    pub generated: u64,
    /// Generated states that the search already had in its table.
    pub duplicates: u64,
    /// The largest number of moves from the start to an expanded state, where the search keeps
    /// count of it.
    pub deepest: Option<u32>,
    /// The most bytes that the search's tables took at one time.
    pub peak_bytes: usize,
}

/// How a search is getting on.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot {
    /// Its counters so far.
    pub stats: Stats,
    /// No solution costs less than this, as far as is known.
    pub lower_bound: Cost,
    /// The last depth that a search which deepens ply by ply has completed.
    pub depth: Option<u32>,
    /// Wall-clock time so far.
    pub elapsed: Duration,
}

/// Somebody who is told, some ten times a second and with each depth completed, how a search is
/// getting on.
pub trait Progress {
    /// Takes note.
    fn report(&mut self, snapshot: &Snapshot);

    /// Takes note of something that does not hinder the search but that the user should know: a
    /// damaged file that is made anew, say.
    fn warn(&mut self, message: &str) {
        let _ = message;
    }
}

impl<F: FnMut(&Snapshot)> Progress for F {
    fn report(&mut self, snapshot: &Snapshot) {
        self(snapshot);
    }
}

/// A [`Progress`] that takes no note.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn report(&mut self, _: &Snapshot) {}
}

/// The two counters that change with every node. They live in the [`Meter`]; a depth-first
/// search that makes hundreds of millions of nodes a second keeps a copy in the struct it recurses
/// with ([`Meter::tally`]) and so saves a load for every node.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// Nodes left of the slice; negative means it is time to look at the limits.
    left: i64,
    /// States whose successors were generated.
    pub expanded: u64,
}

impl Tally {
    /// [`Meter::generate`], on a copy of the counters of `meter`.
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

    /// Takes back `nodes` that were counted ahead but not generated.
    pub fn retract(&mut self, nodes: u32) {
        self.left += i64::from(nodes);
    }
}

/// Counts a search's work, holds it to its [`Budget`] and reports to its [`Progress`].
///
/// Counting and the look at the limits are one subtraction: the meter hands out nodes in
/// slices, and only when a slice is used up does it look at the clock and the flag.
pub struct Meter<'a> {
    /// The counters of every node.
    pub tally: Tally,
    /// Nodes handed out in all slices.
    granted: u64,
    /// Generated states that the search already had.
    pub duplicates: u64,
    /// The largest number of moves from the start to an expanded state.
    pub deepest: Option<u32>,
    /// No solution costs less than this, as far as is known; told to the observer.
    pub lower_bound: Cost,
    depth: Option<u32>,
    /// Bytes that are kept back, and may be taken.
    aside: usize,
    bytes: usize,
    peak_bytes: usize,
    /// Not more than the budget's.
    max_nodes: u64,
    /// Whether there were no more nodes to grant.
    ran_out: bool,
    budget: &'a Budget,
    started: Instant,
    /// When the budget's time is over, counted from `started` or given by the budget.
    deadline: Option<Instant>,
    last_report: Duration,
    progress: &'a mut dyn Progress,
    /// Where several threads share the budget.
    seat: Option<Seat>,
}

impl<'a> Meter<'a> {
    const SLICE: u64 = 1 << 13;
    const REPORT_EVERY: Duration = Duration::from_millis(100);

    /// A meter at zero; its clock starts now.
    pub fn new(budget: &'a Budget, progress: &'a mut dyn Progress) -> Self {
        let started = now();
        Meter {
            tally: Tally { left: 0, expanded: 0 },
            granted: 0,
            duplicates: 0,
            deepest: None,
            lower_bound: 0,
            depth: None,
            aside: 0,
            bytes: 0,
            peak_bytes: 0,
            max_nodes: budget.nodes.unwrap_or(u64::MAX),
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

    /// Looks at the limits and reports, however few nodes were generated since the last time: for
    /// one who waits while other threads generate them.
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
        let is_stopped = self.seat.as_ref().is_some_and(Seat::is_stopped);
        if is_stopped || self.budget.stop.as_ref().is_some_and(StopFlag::is_raised) {
            return ControlFlow::Break(Limit::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return ControlFlow::Break(Limit::Time);
        }
        let stats = self.stats();
        let granted = match (self.max_nodes.checked_sub(generated), &mut self.seat) {
            (Some(left), Some(seat)) => seat.grant(&stats, Self::SLICE.min(left)),
            (left, _) => left.map(|left| Self::SLICE.min(left)),
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

    /// Lends the meter to a part of the search, which may generate at most `nodes` nodes, and frees
    /// its tables when it comes back. Says whether the part reached that limit, with some of the
    /// budget's nodes left.
    pub fn part<T>(&mut self, nodes: u64, search: impl FnOnce(&mut Meter) -> T) -> (T, bool) {
        let (max_nodes, bytes) = (self.max_nodes, self.bytes);
        let allowed = self.generated().saturating_add(nodes);
        self.max_nodes = max_nodes.min(allowed);
        self.ran_out = false;
        let found = search(self);
        (self.max_nodes, self.bytes) = (max_nodes, bytes);
        (found, self.ran_out && allowed < max_nodes && self.generated() < max_nodes)
    }

    /// Notes that a search which deepens ply by ply has completed `depth`, and reports it.
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
        self.progress.report(&Snapshot { stats, lower_bound, depth, elapsed });
    }

    fn generated(&self) -> u64 {
        self.granted.wrapping_add_signed(-self.tally.left)
    }

    /// Counts `bytes` that the search is about to allocate for its tables.
    ///
    /// # Errors
    /// [`Limit::Memory`] if that is more than the budget has left; nothing is counted then.
    pub fn claim(&mut self, bytes: usize) -> Result<(), Limit> {
        if bytes > self.bytes_left() {
            return Err(Limit::Memory);
        }
        self.bytes += bytes;
        self.peak_bytes = self.peak_bytes.max(self.bytes);
        Ok(())
    }

    /// Counts `bytes` that the search has given back.
    pub fn release(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Keeps `bytes` of the budget back for a table that grows by itself, which it does in `search`,
    /// and counts in the end what that says it took.
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

    /// Makes room for one more element, claiming what the vector grows by: it doubles while
    /// the budget lasts, then takes what is left.
    ///
    /// # Errors
    /// [`Limit::Memory`] if not even one more element is to be had.
    #[inline(always)]
    pub fn make_room<T>(&mut self, vec: &mut Vec<T>) -> Result<(), Limit> {
        self.make_room_for(vec, 1)
    }

    /// The same for so many more elements.
    ///
    /// # Errors
    /// [`Limit::Memory`] if there is not enough.
    #[inline(always)]
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
        // A budget larger than the machine ends here, not in an abort.
        let unused = vec.capacity() - vec.len();
        vec.try_reserve_exact(unused + extra).map_err(|_| Limit::Memory)?;
        self.claim(extra * size)
    }

    /// So many copies of `value`, claimed.
    ///
    /// # Errors
    /// [`Limit::Memory`] if the budget or the machine has not so much; nothing is counted then.
    pub fn claimed_vec<T: Clone>(&mut self, value: T, length: usize) -> Result<Vec<T>, Limit> {
        let bytes = length.checked_mul(size_of::<T>()).ok_or(Limit::Memory)?;
        let mut vec = Vec::new();
        if bytes > self.bytes_left() || vec.try_reserve_exact(length).is_err() {
            return Err(Limit::Memory);
        }
        self.claim(bytes)?;
        vec.resize(length, value);
        Ok(vec)
    }

    /// Bytes of the budget that are not claimed.
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

    /// Notes that a state `depth` moves from the start was expanded.
    #[inline(always)]
    pub fn expand(&mut self, depth: u32) {
        self.tally.expanded += 1;
        if self.deepest.is_none_or(|deepest| depth > deepest) {
            self.deepest = Some(depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Generates nodes one by one until `most` or a limit, and says how many.
    fn work(meter: &mut Meter, most: u64) -> (u64, Option<Limit>) {
        let first = meter.stats().generated;
        let limit = loop {
            if meter.stats().generated - first == most {
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
        // What is left of the budget is less than the part may have.
        let ((done, limit), too_few) = meter.part(1 << 20, |meter| work(meter, u64::MAX));
        assert!(done.abs_diff(70_000) <= 2, "{done}");
        assert_eq!((limit, too_few), (Some(Limit::Nodes), false));
        assert_eq!(work(meter, 1).1, Some(Limit::Nodes));
    }
}
