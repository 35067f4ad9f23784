//! The extension module `tesuji._native`: the catalogue, for the Python package `tesuji`.
//!
//! Read `Position` first: a position of a game of the catalogue, or of rules that are a Python
//! object. The package in `python/tesuji` wraps it; results pass as the JSON of `docs/json.md`. A
//! search of rules in Python runs on numbers (`table::Table`), so that each Python method is
//! called once for each position or move, and all searches are compiled once.
#![forbid(unsafe_code)]

mod arrays;
mod error;
mod limits;
mod own;
mod position;
mod run;
mod solved;
mod table;

use pyo3::prelude::*;

/// The extension module.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::arrays::Numbers;
    #[pymodule_export]
    use super::error::{CertificateError, LimitError, NotOfferedError};
    #[pymodule_export]
    use super::position::{
        Position, algorithms, certify_nim_values, enumerate, games, generate, nim_values, options,
        shuffle, verify,
    };
    #[pymodule_export]
    use super::solved::SolvedTable;
    use tesuji::core::{Cost, DEAD_END, Score, score};

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    /// The highest cost of a move.
    #[pymodule_export]
    const MAX_COST: Cost = DEAD_END - 1;
    /// The highest evaluation; the lowest is its negative.
    #[pymodule_export]
    const MAX_SCORE: Score = score::LARGEST_ESTIMATE;
    /// The highest number of threads.
    #[pymodule_export]
    const MAX_THREADS: usize = tesuji::catalogue::options::MAX_THREADS;
}
