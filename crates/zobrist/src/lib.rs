//! Zobrist keys and the transposition tables that they index.
//!
//! A game draws its keys once with [`keys`] and stores the key of the position in its state
//! ([`Rules::key`](tesuji_core::Rules::key)). A search stores its results in a table: read
//! [`TranspositionTable`] first. A search written over [`Transpositions`] works with any of these:
//!
//! | table | threads | what a hit means |
//! |---|---|---|
//! | [`TranspositionTable`] | one | all the key's bits agree ([`Shape::key_bits`]) |
//! | [`SharedTable`] | any number, without locks | the same; a torn entry is a miss |
//! | [`VerifiedTable`] | one | the whole state agrees: a collision changes no answer |
//! | [`EitherTable`] | those of the chosen table | chosen at run time between keys and states |
//!
//! The content of an entry is a [`Payload`], a type of the search that stores it;
//! [`UctStatistics`], for Monte-Carlo search, is one.
//! [`collision_probability`] gives the probability of a collision.
//!
//! This crate knows no game and no search: not what a value means, when a bound cuts off, or how
//! proof numbers add up. It reads the clock only where a table has a deadline
//! ([`SharedTable::new_in_time`]), prints nothing, and draws random numbers only
//! from the seed or generator it is given.
//!
//! # Example
//! Two paths to the same position give the same key, so a result found on one is known on the
//! other.
//! ```
//! use tesuji_zobrist::{TranspositionTable, UctStatistics};
//!
//! let keys = tesuji_zobrist::keys(1, 9);
//! let (one_way, other_way) = (keys[4] ^ keys[0] ^ keys[8], keys[8] ^ keys[0] ^ keys[4]);
//! let mut table = TranspositionTable::new(1 << 16)?;
//! let found = UctStatistics { visits: 3, total: -1 };
//! table.store(one_way, found);
//! assert_eq!(table.probe(other_way), Some(found));
//! assert_eq!(table.probe(one_way ^ keys[1]), None);
//! # Ok::<(), tesuji_zobrist::TableError>(())
//! ```
#![deny(unsafe_code)]
// `loom` is set by hand, only to run tests/loom.rs.

mod buckets;
mod counters;
mod generations;
mod huge_pages;
mod keys;
mod line;
mod odds;
mod payload;
mod prefetch;
mod shape;
mod shared;
mod table;
mod transpositions;
mod verified;

pub use buckets::read_entries;
pub use counters::Counters;
pub use keys::{exact_key, keys};
pub use odds::collision_probability;
pub use payload::{Bound, Payload, UctStatistics, Words, work_of_worth, worth_of_work};
pub use shape::{FIRST_BYTES, Shape, TableError, in_time, next_bytes};
pub use shared::{Handle, SharedTable};
pub use table::TranspositionTable;
pub use transpositions::{EitherTable, Transpositions};
pub use verified::VerifiedTable;
