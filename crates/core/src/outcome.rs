use std::error::Error;
use std::fmt;
use std::time::Duration;

use crate::{Cost, DEAD_END, Stats};

/// A sequence of moves to a goal, with its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<M> {
    /// The moves in order; empty if the start is a goal.
    pub moves: Vec<M>,
    /// The sum of the costs of the moves.
    pub cost: Cost,
}

/// The result of a search for one agent. It separates *unsolvable* from *unknown*, and *solved*
/// from *optimal*.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome<M> {
    /// A plan of least cost.
    Optimal(Plan<M>),
    /// A plan that is not proved optimal.
    Solved {
        /// The plan.
        plan: Plan<M>,
        /// A lower bound of the optimal cost, less than `plan.cost`.
        lower_bound: Cost,
    },
    /// Proved: no goal can be reached.
    Unsolvable,
    /// A limit ended the search before it found a plan.
    Unknown {
        /// The limit.
        limit: Limit,
        /// A lower bound of the optimal cost.
        lower_bound: Cost,
    },
}

impl<M> Outcome<M> {
    /// A plan with a lower bound: optimal if the bound is the plan's cost. A bound above that cost
    /// is none, as of a heuristic that overestimates: nothing is proved. Unknown if the plan costs
    /// [`DEAD_END`] or more: such a sum may be any.
    pub fn with_bound(plan: Plan<M>, lower_bound: Cost) -> Self {
        let lower_bound = if lower_bound > plan.cost { 0 } else { lower_bound };
        let outcome = if lower_bound == plan.cost {
            Outcome::Optimal(plan)
        } else {
            Outcome::Solved { plan, lower_bound }
        };
        outcome.within_costs()
    }

    /// The same, but unknown if the plan costs [`DEAD_END`] or more.
    pub(crate) fn within_costs(self) -> Self {
        match self {
            Outcome::Optimal(plan) if plan.cost >= DEAD_END => {
                Outcome::Unknown { limit: Limit::Cost, lower_bound: DEAD_END }
            }
            Outcome::Solved { plan, lower_bound } if plan.cost >= DEAD_END => {
                Outcome::Unknown { limit: Limit::Cost, lower_bound: lower_bound.min(DEAD_END) }
            }
            outcome => outcome,
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

    /// Whether it is a plan that is proved optimal.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        matches!(self, Outcome::Optimal(_))
    }
}

/// The limit that ended a search early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The number of generated nodes.
    Nodes,
    /// The time.
    Time,
    /// The memory of the search's tables.
    Memory,
    /// The depth limit: everything within it was searched.
    Depth,
    /// The sum of costs: [`DEAD_END`](crate::DEAD_END) is no total of a plan.
    Cost,
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
            Limit::Cost => "cost",
            Limit::Interrupted => "interrupted",
        })
    }
}

impl Limit {
    /// That it ended something, in words: `the limit on time was reached`, or `interrupted`.
    #[must_use]
    pub fn reached(self) -> &'static str {
        match self {
            Limit::Nodes => "the limit on nodes was reached",
            Limit::Time => "the limit on time was reached",
            Limit::Memory => "the limit on memory was reached",
            Limit::Depth => "the limit on depth was reached",
            Limit::Cost => "the limit on cost was reached",
            Limit::Interrupted => "interrupted",
        }
    }
}

impl Error for Limit {}

/// The answer of a search for one agent: its outcome and the work it took.
#[derive(Clone, Debug)]
#[must_use]
pub struct Answer<M> {
    /// The result.
    pub outcome: Outcome<M>,
    /// Counters; with one thread, the same in every run.
    pub stats: Stats,
    /// Wall-clock time.
    pub elapsed: Duration,
}
