//! Solve puzzles and two-player games with every classical search.
//!
//! This crate is the front door: it re-exports the others, and [`registry`] adds what a
//! program needs that is driven by text, every game and algorithm by its name. Read [`solve`]
//! first; to write your own game, read [`core::Rules`]. Whoever needs one part only can depend on
//! just that crate.
//!
//! No rules are written here, and no searches but those that [record](tree) their steps.
//!
//! # Example
//! By name:
//! ```
//! let report = tesuji::solve("taquin", "806547231", "a*")?;
//! assert_eq!(report.length, Some(31));
//! # Ok::<(), tesuji::registry::RegistryError>(())
//! ```
//! By type, with no choice left to run time:
//! ```
//! use tesuji::core::{Notation, Solver};
//! use tesuji::informed::AStar;
//! use tesuji::taquin::{Goal, Manhattan, Taquin};
//!
//! let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
//! let start = taquin.parse_state("806547231")?;
//! let answer = AStar::new(Manhattan::new(&taquin)).solve(&taquin, &start);
//! assert!(answer.outcome.is_optimal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! * `serde`: the reports of [`registry`] can be serialized.
#![forbid(unsafe_code)]

pub mod certify;
pub mod databases;
pub mod registry;
pub mod rocks;
pub mod tree;

pub use registry::{solve, solve_within};
pub use tesuji_adversarial as adversarial;
pub use tesuji_arena as arena;
pub use tesuji_breakthrough as breakthrough;
pub use tesuji_certificate as certificate;
pub use tesuji_connect_four as connect_four;
pub use tesuji_core as core;
pub use tesuji_informed as informed;
pub use tesuji_montecarlo as montecarlo;
pub use tesuji_nim as nim;
pub use tesuji_proof as proof;
pub use tesuji_retrograde as retrograde;
pub use tesuji_rush_hour as rush_hour;
pub use tesuji_taquin as taquin;
pub use tesuji_tic_tac_toe as tic_tac_toe;
pub use tesuji_uninformed as uninformed;
pub use tesuji_zobrist as zobrist;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
