//! What a search counts and reports.

use std::time::Duration;

use crate::Cost;

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
