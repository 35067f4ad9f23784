use std::error::Error;
use std::fmt;
use std::time::Duration;

use crate::{Cost, Stats};

/// A way to a goal: moves in order, and what they cost together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<M> {
    /// The moves, first to last. Empty when the start is a goal.
    pub moves: Vec<M>,
    /// The sum of the moves' costs.
    pub cost: Cost,
}

/// What a search for one agent found out. It never blurs "there is no way" with "I stopped
/// looking", nor "a way" with "the cheapest way".
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome<M> {
    /// A way to a goal, and no way costs less.
    Optimal(Plan<M>),
    /// A way to a goal; the cheapest costs no less than `lower_bound`.
    Solved {
        /// The way that was found.
        plan: Plan<M>,
        /// No way costs less than this; below `plan.cost`, or the plan would be optimal.
        lower_bound: Cost,
    },
    /// Proved: no goal can be reached.
    Unsolvable,
    /// The search stopped before it knew.
    Unknown {
        /// Which limit it reached.
        limit: Limit,
        /// No way costs less than this.
        lower_bound: Cost,
    },
}

impl<M> Outcome<M> {
    /// A plan with a bound: optimal if the two meet.
    pub fn with_bound(plan: Plan<M>, lower_bound: Cost) -> Self {
        if lower_bound >= plan.cost {
            Outcome::Optimal(plan)
        } else {
            Outcome::Solved { plan, lower_bound }
        }
    }

    /// The plan, if one was found.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan<M>> {
        match self {
            Outcome::Optimal(plan) | Outcome::Solved { plan, .. } => Some(plan),
            Outcome::Unsolvable | Outcome::Unknown { .. } => None,
        }
    }

    /// Whether a plan was found and none is cheaper.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        matches!(self, Outcome::Optimal(_))
    }
}

/// The limit that ended a search early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// As many nodes were generated as the budget allows.
    Nodes,
    /// The time was up.
    Time,
    /// The search's tables would have outgrown the budget.
    Memory,
    /// Everything within the depth limit was searched.
    Depth,
    /// The stop flag was raised.
    Interrupted,
}

impl fmt::Display for Limit {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            Limit::Nodes => "nodes",
            Limit::Time => "time",
            Limit::Memory => "memory",
            Limit::Depth => "depth",
            Limit::Interrupted => "interrupted",
        })
    }
}

impl Error for Limit {}

/// What a search returns: what it found out, and what that took.
#[derive(Clone, Debug)]
#[must_use]
pub struct Answer<M> {
    /// What it found out.
    pub outcome: Outcome<M>,
    /// Its counters; the same in every run of a search with one thread.
    pub stats: Stats,
    /// Wall-clock time.
    pub elapsed: Duration,
}
