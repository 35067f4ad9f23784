//! The counters that change with every node.

use std::ops::ControlFlow;

use super::Meter;
use crate::Limit;

/// The two counters that change with every node.
///
/// They belong to the [`Meter`]. A depth-first search that generates hundreds of millions of nodes
/// a second copies [`Meter::tally`] into the struct that it recurses with, which saves a load per
/// node.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// Nodes left of the slice; if negative, the limits must be checked.
    pub(super) left: i64,
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
pub struct Running(pub(super) i64);

impl Running {
    /// The lower bits count the states expanded in this slice, the others the nodes left of it: a
    /// node counts as this much, which together with a few siblings is a constant of 32 bits.
    pub(super) const NODE: i64 = 1 << 28;

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
