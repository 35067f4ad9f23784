//! Connect Four: four in a row on vertical boards of any size that fits a machine word of 64 or 128
//! bits.
//!
//! Read [`ConnectFour`] first: the rules for one size. A [`Position`] is two words of stones, a
//! [`Cell`] a move. The words are `u64` by default; [`ConnectFour::wide`] has boards that need a
//! `u128`, such as 8×8. Analysis for searches (winning moves, moves that do not lose at once,
//! threats) is available as methods of `ConnectFour` on sets of cells, each a word with
//! [`Cell`]'s bits. [`instances`] has positions with known scores.
//!
//! This crate knows no search and has no opening book.
//!
//! The layout of the words, with a spare bit above each column, is John Tromp's; with it, shifts
//! find four in a row and sums distinguish positions.
//!
//! # Example
//! ```
//! use tesuji_connect_four::ConnectFour;
//! use tesuji_core::{Notation, Render};
//!
//! let game = ConnectFour::default();
//! let position = game.parse_state("443355")?;
//! assert_eq!(
//!     game.text(&position),
//!     "\
//! . . . . . . .
//! . . . . . . .
//! . . . . . . .
//! . . . . . . .
//! . . o o o . .
//! . . x x x . .
//! 1 2 3 4 5 6 7
//! x to move
//! "
//! );
//! // Three in a row, open at both ends.
//! let wins = game.winning_moves(&position);
//! assert_eq!(wins, game.cell(1, 0).bit::<u64>() | game.cell(5, 0).bit::<u64>());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod follow_up;
mod hints;
pub mod instances;
mod lines;
mod named;
mod notation;
mod playout;
mod position;
mod ranking;
mod render;
mod rules;
mod space;
mod threats;
mod word;

pub use follow_up::FollowUp;
pub use hints::ConnectFourHints;
pub use notation::NotationError;
pub use position::{Cell, Position};
pub use rules::{BadSize, ConnectFour};
pub use word::Word;
