//! The Nim family: games with heaps of tokens, as rules that any search can play, and their theory,
//! which knows the winner without playing.
//!
//! Read [`Nim`] first: the rules, with one of three kinds of [`HeapRule`] saying what a move may do
//! to a heap. [`TakeSet`] is for Nim, Simple-Nim and the other subtraction games, [`Grundy`] for
//! the game of splitting heaps, [`OctalCode`] for all games that take and break. Each is played
//! under the normal or the misère [`Convention`].
//!
//! In [`theory`], [`NimValues`](theory::NimValues) computes the nim-values of millions of heaps and
//! finds their [`Period`](theory::Period), and [`Sums`](theory::Sums) gives the winner and all
//! winning moves of a position, under both conventions.
//!
//! This crate has no search but the small one that misère sums need where no theory is known. It
//! prints nothing, reads no files, draws no random numbers and reads no clock.
#![deny(unsafe_code)]

mod heap_move;
mod heaps;
mod nim;
mod notation;
mod octal;
mod rank;
mod render;
mod rule;
mod take_set;
pub mod theory;

pub use heap_move::{HeapMove, ParseMoveError};
pub use heaps::{Heaps, MOST_HEAPS, MOST_TOKENS};
pub use nim::{Nim, NimError, NotInGame, Order};
pub use notation::{NimNotationError, ParseHeapsError, parse_heaps};
pub use octal::{OctalCode, ParseOctalError};
pub use rule::{Convention, Grundy, HeapRule, ParseConventionError, Parts, Remains};
pub use take_set::{TakeSet, TakeSetError};
