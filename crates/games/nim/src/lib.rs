//! The Nim family: games with heaps of tokens, as rules for any search, and their theory, which
//! determines the winner without a search.
//!
//! Read [`Nim`] first: the rules, with one of three kinds of [`HeapRule`] for the moves in a heap.
//! [`TakeSet`] is for Nim, Simple-Nim and the other subtraction games, [`Grundy`] for the game of
//! splitting heaps, [`OctalCode`] for all octal games. Each is played under the normal or the
//! misère [`Convention`]. [`LargeNim`] has the same games with heaps that are too large or too many
//! for searches.
//!
//! In [`theory`], [`NimValues`](theory::NimValues) computes the nim-values of millions of heaps and
//! finds their [`Period`](theory::Period), and [`Sums`](theory::Sums) determines the winner and all
//! winning moves of a position, under both conventions.
//!
//! This crate has no search except a small one for misère sums without a known theory. It prints
//! nothing, reads no files, draws no random numbers and reads no clock.
//!
//! # Example
//! Kayles: a ball knocks down one pin or two neighbours, and may leave two separate rows. The
//! winning moves of the theory in rows of 3 and 5 pins lead to the value 0.
//! ```
//! use tesuji_core::Rules;
//! use tesuji_nim::{Convention, Nim, OctalCode, theory::Sums};
//!
//! let kayles: OctalCode = "0.77".parse()?;
//! let game = Nim::new(kayles.clone(), Convention::Normal, &[3, 5])?;
//! let mut sums = Sums::new(kayles)?;
//! assert_eq!(sums.value(&[3, 5])?, 3 ^ 4);
//! let winning = sums.winning_moves(&[3, 5], Convention::Normal)?;
//! assert_eq!(winning[0].to_string(), "2:2");
//! for mv in winning {
//!     let after = game.successor(&game.initial(), mv);
//!     assert_eq!(sums.value(&after.to_vec())?, 0);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod heap_move;
mod heaps;
mod large;
mod named;
mod nim;
mod notation;
mod octal;
mod rank;
mod render;
mod rule;
mod take_set;
pub mod theory;

pub use heap_move::{HeapMove, ParseMoveError};
pub use heaps::{Heaps, MAX_HEAP_TOKENS, MAX_HEAPS, MAX_TOKENS};
pub use large::{LargeHeaps, LargeNim};
pub use named::NamedRule;
pub use nim::{Nim, NimError, NotInGame, Order};
pub use notation::{NimNotationError, ParseHeapsError, parse_heaps};
pub use octal::{OctalCode, ParseOctalError};
pub use rule::{Convention, Grundy, HeapRule, Parts, Remains, TabledRule};
pub use take_set::{TakeSet, TakeSetError};
