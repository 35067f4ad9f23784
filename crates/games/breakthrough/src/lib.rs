//! Breakthrough on boards of up to 8×8 cells, and on narrow ones of up to 16 rows: rules, notation,
//! drawings, keys and ranks of positions, and random playouts as fast as those of a single-purpose
//! program.
//!
//! Read [`Breakthrough`] first: the rules for one board size. Its states are [`Position`]s, two
//! bitboards and the turn; its moves are [`Step`]s.
//!
//! The game was invented by Dan Troyka in 2000. A pawn steps straight ahead to an empty cell, or
//! diagonally ahead to an empty or enemy cell, capturing the pawn there. The player who first
//! reaches the opponent's home row, or captures the last enemy pawn, wins. There are no draws, and
//! a player always has a move: the cells diagonally ahead of the most advanced pawn are empty or
//! enemy ones.
//!
//! [`Breakthrough::race`] finds forced wins in some positions without a search. This crate knows no
//! search, and draws its random numbers from the caller's generator.
//!
//! # Example
//! ```
//! use tesuji_breakthrough::Breakthrough;
//! use tesuji_core::{Notation, Ranked, Render, Rules};
//!
//! let game = Breakthrough::new(4, 5)?;
//! let mut position = game.initial();
//! for text in ["b2-b3", "a4-a3", "b3xc4"] {
//!     let step = game.parse_move(&position, text)?;
//!     game.play(&mut position, step);
//! }
//! assert_eq!(game.state_text(&position), "pppp/1pPp/p3/P1PP/PPPP b");
//! assert_eq!(
//!     game.text(&position),
//!     "\
//! 5 ● ● ● ●
//! 4 · ● ○ ●
//! 3 ● · · ·
//! 2 ○ · ○ ○
//! 1 ○ ○ ○ ○
//!   a b c d
//! ● black to move
//! "
//! );
//! assert_eq!(game.unrank(game.rank(&position)), position);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(unsafe_code)]

mod backward;
mod geometry;
mod hints;
mod instructions;
mod named;
mod notation;
mod playout;
mod position;
mod races;
mod ranking;
mod render;
mod rules;
mod wide;
mod zobrist;

pub use hints::{BreakthroughHints, PawnsAndRows};
pub use notation::NotationError;
pub use position::{Position, PositionError};
pub use races::Race;
pub use rules::{Breakthrough, BreakthroughError, Step};
