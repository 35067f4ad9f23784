//! The taquin.
#![forbid(unsafe_code)]
mod board;
mod heuristics;
mod notation;
mod rules;
mod unrolled;
pub use board::{Board, Word};
pub use heuristics::Manhattan;
pub use rules::{Goal, Slide, Taquin, TaquinError};
impl<W: Word> Taquin<W> { pub fn board(t: &[u8]) -> Board<W> { Board::pack(t.iter().copied()) } }
