//! Zobrist keys and transposition tables.
#![forbid(unsafe_code)]

mod keys;

pub use keys::keys;
