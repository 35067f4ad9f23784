//! Pattern databases: the distances of a simpler image of a puzzle, all of them, as a heuristic
//! (Culberson & Schaeffer, "Pattern Databases", Computational Intelligence 14, 1998).
//!
//! [`Database::build`] searches an [`Abstraction`](tesuji_core::Abstraction) through, backward
//! from its goals; [`Database::save`] and [`Database::open`] keep it in a file;
//! [`Additive`] looks states up and adds what it finds. [`Max`](tesuji_core::Max) of
//! two of these, on different views of the board, is stronger than either.
//!
//! An abstraction whose entries have a base is kept in half a byte for each
//! ([`Form::Packed`](tesuji_core::Form::Packed)); [`InBytes`] keeps it in bytes.

mod additive;
mod build;
mod database;
mod dual;
mod entries;
mod file;
mod in_bytes;
mod table;

pub use additive::{Additive, AdditiveError, AdditiveMemo};
pub use database::Database;
pub use dual::{Dual, DualError};
pub use file::{FileError, FileHead, FileProblem};
pub use in_bytes::InBytes;
