//! Winners without a search: nim-values, their periods, and sums of heaps under both conventions.
//!
//! * [`NimValues`]: the values of single heaps, through a sparse space where heaps split;
//! * [`Period`]: their periods, and how a period is found and proved;
//! * [`Sums`]: the winner and the winning moves of several heaps, normal and misère; [`Genus`] is
//!   the misère part;
//! * [`nim_values_by_definition`]: the same values by the definition, as a reference.
//!
//! Sources: Sprague, "Über mathematische Kampfspiele", Tohoku Mathematical Journal 41, 1935;
//! Grundy, "Mathematics and Games", Eureka 2, 1939; Guy & Smith, "The G-values of various games",
//! Proc. Cambridge Phil. Soc. 52, 1956; Berlekamp, Conway & Guy, Winning Ways, 1982, chapters 4 and
//! 13.

mod definition;
mod dense;
mod genus;
mod mask;
mod period;
mod phases;
mod rows;
mod shared;
mod sparse;
mod sums;
mod values;
mod wide;
mod witnesses;

pub(crate) use definition::{values, values_of};
pub use dense::nim_values_by_definition;
pub use genus::Genus;
pub use period::{CheckPeriodError, Period};
pub use sums::{SumError, Sums};
pub use values::NimValues;

use tesuji_core::Limit;

/// An error in the computation of nim-values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NimValueError {
    /// A value does not fit its representation.
    #[error("the nim-value of a heap of {heap} tokens is too large")]
    ValueTooLarge {
        /// The size of the heap.
        heap: usize,
    },
    /// A limit was reached first.
    #[error("{0}")]
    Stopped(Limit),
    /// The allocation failed.
    #[error("failed to allocate {values} nim-values")]
    OutOfMemory {
        /// The number requested.
        values: usize,
    },
}
