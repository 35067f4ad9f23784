//! Proof-number search.
#![forbid(unsafe_code)]

mod df_pn;
mod entry;
mod first_numbers;
mod judge;
mod memory;
mod numbers;
mod pns;

pub use df_pn::{Counting, DfPn};
pub use first_numbers::{FirstNumbers, Mobility, Unit};
pub use judge::Proof;
pub use pns::PnSearch;
