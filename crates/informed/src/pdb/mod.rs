//! Pattern databases: all distances of an abstraction of a puzzle, as a heuristic (Culberson &
//! Schaeffer, "Pattern Databases", Computational Intelligence 14, 1998).
//!
//! [`Database::build`] searches an [`Abstraction`](tesuji_core::Abstraction) backwards from its
//! goals; `Database::save` and `Database::open` keep it in a
//! file, with the feature `files`; [`Additive`] adds the
//! entries of a state in several databases. [`Max`](tesuji_core::Max) of two of these, on different
//! views of the board, is stronger than either.
//!
//! An abstraction whose entries have a base is stored in half a byte per entry
//! ([`Form::Packed`](tesuji_core::Form::Packed)); [`InBytes`] stores it in bytes.

mod additive;
mod build;
mod database;
mod distances;
mod dual;
mod entries;
#[cfg(feature = "files")]
mod file;
mod in_bytes;
mod log;
mod table;

pub use additive::{Additive, AdditiveError, AdditiveMemo};
pub use database::Database;
pub use distances::BuildError;
pub use dual::{Dual, DualError};
#[cfg(feature = "files")]
pub use file::{FileError, FileHead, FileProblem};
pub use in_bytes::InBytes;
