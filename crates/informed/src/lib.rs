//! Search led by a heuristic: [`GreedyBestFirst`], [`AStar`], [`WeightedAStar`], [`IdaStar`] and,
//! for several threads, [`ParallelIdaStar`], over any [`Puzzle`](tesuji_core::Puzzle). Heuristics
//! that are looked up are made in [`pdb`].
//!
//! Read [`IdaStar`] first. Each algorithm is a small struct of settings and a
//! [`Solver`](tesuji_core::Solver); what it knows of the puzzle is the
//! [`Heuristic`](tesuji_core::Heuristic) it is made with.
//!
//! This crate knows no puzzle and no estimate of one, does not print, and has no clock. Files are
//! read and written by [`pdb`] alone, where it is told to.
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
