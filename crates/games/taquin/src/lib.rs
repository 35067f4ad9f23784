//! The taquin, or sliding-tile puzzle (8-puzzle, 15-puzzle, 24-puzzle), from 2×2 to 5×5 with any
//! goal.
//!
//! Read [`Taquin`] first: it has a size and a goal. A [`Board`] is a machine word; the taquin
//! plays on it, parses and formats it ([`read_tiles`] describes the notation), draws it, shuffles
//! it, ranks it, and tests [whether it is solvable](Taquin::is_solvable). Four heuristics
//! estimate the distance from the goal: [`Misplaced`], [`Manhattan`], [`LinearConflict`]
//! and [`WalkingDistance`]. Known hard boards are in [`instances`].
//!
//! This crate knows no search. It prints nothing, and draws random numbers only from the
//! generator it is given.
//!
//! # Example
//! ```
//! use rand_pcg::{Pcg64, rand_core::SeedableRng};
//! use tesuji_core::{Heuristic, Notation, Ranked, Render, Rules};
//! use tesuji_taquin::{Goal, LinearConflict, Manhattan, Taquin};
//!
//! let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
//! let mut board = taquin.parse_state("125/374/680")?;
//! assert!(taquin.is_solvable(board));
//!
//! // A move is the number of the tile that slides.
//! let slide = taquin.parse_move(&board, "4")?;
//! taquin.play(&mut board, slide);
//! assert_eq!(
//!     taquin.text(&board),
//!     "\
//! ┌───┬───┬───┐
//! │ 1 │ 2 │ 5 │
//! ├───┼───┼───┤
//! │ 3 │ 7 │   │
//! ├───┼───┼───┤
//! │ 6 │ 8 │ 4 │
//! └───┴───┴───┘
//! "
//! );
//!
//! let hardest = taquin.parse_state("806547231")?;
//! assert_eq!(Manhattan::new(&taquin).evaluate(&taquin, &hardest), 21);
//! assert_eq!(LinearConflict::new(&taquin).evaluate(&taquin, &hardest), 23);
//!
//! let random = taquin.shuffle_uniform(&mut Pcg64::seed_from_u64(1));
//! assert_eq!(taquin.unrank(taquin.rank(&random)), random);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod board;
mod heuristics;
pub mod instances;
mod lehmer;
mod named;
mod notation;
mod parity;
mod patterns;
mod puzzle;
mod rank;
mod render;
mod rules;
mod shuffle;
mod size;
mod solvability;
mod tiles;
mod unrolled;

pub use board::{Board, Word};
pub use heuristics::{
    ConflictMemo, LinearConflict, Manhattan, Misplaced, WalkingDistance, WalkingDistanceError,
    WalkingMemo,
};
pub use notation::{GoalError, MoveError, NotationError};
pub use patterns::{
    Arrangements, ArrangementsByRegion, ArrangementsWithBlank, GroupError, LookupError, Mirrored,
    Partition, PartitionError, RegionKeys, TileDuality, TileGroup, TilePatterns,
    TilePatternsByRegion, TilePatternsWithBlank, Upright, View,
};
pub use rules::{Goal, Slide, Taquin, TaquinError};
pub use size::{Size, SizeError};
pub use tiles::{BoardError, Place, Tiles, read_tiles};
