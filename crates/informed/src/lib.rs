//! Heuristic search: [`GreedyBestFirst`], [`AStar`], [`WeightedAStar`], [`IdaStar`] and, for
//! several threads, [`ParallelIdaStar`], over any [`Puzzle`](tesuji_core::Puzzle). [`pdb`] has
//! heuristics from pattern databases.
//!
//! Read [`IdaStar`] first. Each algorithm is a small struct of settings and a
//! [`Solver`](tesuji_core::Solver); its knowledge of the puzzle is the
//! [`Heuristic`](tesuji_core::Heuristic) that it is created with.
//!
//! This crate contains no puzzle and no puzzle-specific heuristic, does not print, and reads no
//! clock. Only [`pdb`] reads and writes files, at the paths it is given.
//!
//! # Example
//! ```
//! use tesuji_core::{Notation, Outcome, Solver};
//! use tesuji_informed::IdaStar;
//! use tesuji_taquin::{Goal, Manhattan, Taquin};
//!
//! let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
//! let start = taquin.parse_state("631752048")?;
//! let answer = IdaStar::new(Manhattan::new(&taquin)).solve(&taquin, &start);
//! let Outcome::Optimal(plan) = answer.outcome else { panic!("IDA* is optimal") };
//! assert_eq!(plan.cost, 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! * `files`: pattern databases in files, which compiles the Zstandard library.
#![forbid(unsafe_code)]

mod a_star;
mod best_first;
mod greedy;
mod ida_star;
mod parallel_ida_star;
pub mod pdb;
mod weight;

pub use a_star::{AStar, WeightedAStar};
pub use greedy::GreedyBestFirst;
pub use ida_star::IdaStar;
pub use parallel_ida_star::ParallelIdaStar;
/// The traits, limits and results, so that one dependency is enough.
pub use tesuji_core as core;
pub use weight::{Weight, WeightError};
