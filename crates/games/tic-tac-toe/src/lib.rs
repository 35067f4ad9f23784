//! Tic-tac-toe: three in a row on nine cells, X first.
//!
//! Read [`TicTacToe`] first: the rules, and with them the keys and the ranking. A [`Board`] is
//! a position, a [`Cell`] a move. The game is small enough for every trait of the core, and
//! for exhaustive tests: 5,478 positions, 255,168 games.
//!
//! This crate knows no search and no strategy.
//!
//! # Example
//! ```
//! use tesuji_core::{Notation, Ranked, Render, laws};
//! use tesuji_tic_tac_toe::TicTacToe;
//!
//! let game = TicTacToe::new();
//! let board = game.parse_state("X.. / .O. / ..X")?;
//! assert_eq!(
//!     game.text(&board),
//!     "\
//! 3 X . .
//! 2 . O .
//! 1 . . X
//!   a b c
//! O to move
//! "
//! );
//! assert_eq!(laws::states(&game, usize::MAX).len() as u64, game.state_count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod board;
mod named;
mod notation;
mod render;
mod rules;
mod space;

pub use board::{Board, Cell, NotationError};
pub use rules::TicTacToe;
