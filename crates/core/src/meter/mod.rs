//! Counting the work of a search, and ending it at its limits.

mod budget;
mod checkpoints;
mod memory;
mod progress;
mod share;
mod tally;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

pub use budget::{Budget, StopFlag};
pub use progress::{Progress, Silent, Snapshot, Stats};
use share::Seat;
pub use tally::{Running, Tally};

use crate::{Cost, Instant, Limit};

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
        let started = Instant::now();
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

    /// The moment at which the time of the budget ends, if it is limited and nothing is saved then:
    /// for work on tables that can be left undone.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline.filter(|_| !self.has_checkpoints())
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
        let now = Instant::now();
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
        self.report(self.started.elapsed());
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
}
