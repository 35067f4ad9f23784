//! Who wins, without playing: nim-values, their periods, and sums of heaps under both conventions.
//!
//! * [`NimValues`]: the values of single heaps, by a sparse space where heaps break;
//! * [`Period`]: when they repeat for ever, how that is found, and how a claim of it is proved;
//! * [`Sums`]: who wins several heaps, by which moves, normal and misère; [`Genus`] is the misère
//!   part;
//! * [`nim_values_by_definition`]: the same values the slow way, to check the others by.
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
mod rows;
mod sparse;
mod sums;
mod values;
mod wide;
mod witnesses;

pub(crate) use definition::values;
pub use dense::nim_values_by_definition;
pub use genus::Genus;
pub use period::{CheckPeriodError, Period};
pub use sums::{SumError, Sums};
pub use values::NimValues;

use tesuji_core::Limit;

/// Why nim-values cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NimValueError {
    /// A value is too large for the bits that it is kept in.
    #[error("the nim-value of a heap of {heap} tokens is too large")]
    ValueTooLarge {
        /// The size of the heap.
        heap: usize,
    },
    /// A limit was reached first.
    #[error("{0}")]
    Stopped(Limit),
    /// There is no memory for so many values.
    #[error("no memory for {values} nim-values")]
    OutOfMemory {
        /// How many were asked for.
        values: usize,
    },
}
