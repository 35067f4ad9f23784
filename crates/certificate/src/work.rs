//! Work: what bounds the time of a check, whatever the file contains.

use std::cell::RefCell;
use std::fmt;

use tesuji_core::{Limit, Meter};

/// Counts the units of work of a check: moves that are tried, nim-sums, bytes that are skipped.
pub(crate) trait Work: fmt::Debug {
    /// Adds to the count, and fails where that reaches a limit.
    fn charge(&self, units: u32) -> Result<(), Limit>;
}

/// The work of one check, bounded by the budget of a meter.
pub(crate) struct Charged<'m>(RefCell<Meter<'m>>);

impl<'m> Charged<'m> {
    pub(crate) fn new(meter: Meter<'m>) -> Self {
        Charged(RefCell::new(meter))
    }
}

impl Work for Charged<'_> {
    fn charge(&self, units: u32) -> Result<(), Limit> {
        self.0.borrow_mut().charge(units)
    }
}

impl fmt::Debug for Charged<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Charged").field(&self.0.borrow().stats().generated).finish()
    }
}
