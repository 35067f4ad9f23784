//! Work: what bounds the time of a check, whatever the file holds.

use std::cell::RefCell;
use std::fmt;

use tesuji_core::Meter;

use crate::Rejection;

/// What a check charges every move that it tries, every sum of nim-values and every byte that it
/// skips.
pub(crate) trait Work: fmt::Debug {
    /// Counts so many units.
    fn charge(&self, units: u32) -> Result<(), Rejection>;
}

/// The work of one check, held to its budget by a meter.
pub(crate) struct Charged<'m>(RefCell<Meter<'m>>);

impl<'m> Charged<'m> {
    pub(crate) fn new(meter: Meter<'m>) -> Self {
        Charged(RefCell::new(meter))
    }
}

impl Work for Charged<'_> {
    fn charge(&self, units: u32) -> Result<(), Rejection> {
        self.0.borrow_mut().charge(units).map_err(|limit| Rejection::Stopped { limit })
    }
}

impl fmt::Debug for Charged<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Charged").field(&self.0.borrow().stats().generated).finish()
    }
}
