//! Certificates: answers as files that a small checker verifies by the rules alone.
//!
//! The answer of a search has to be trusted, a certificate does not. It lists the winner's move in
//! every position that the opponent can bring about, and [`Checker`] plays through all of them.
//! Draws, shortest solutions, unsolvable positions, nim-values and their periods, expectations and
//! counts have certificates, too; [`Claim`] lists all of these.
//!
//! Read [`Checker`] first, then `walk.rs`, the most important part of it. With the feature `write`,
//! `Certificate` makes certificates from the moves of a [`Chooser`]. `docs/certificates.md` describes
//! the format, and proves what the checker relies on beyond the rules of the games; the folder
//! `proofs` has a model of the checker, and the core of these proofs checked by Coq.
//!
//! This crate knows no game and none of the library's searches. A game is a
//! [`NamedGame`](tesuji_core::NamedGame) and a
//! [`Game`](tesuji_core::Game) or [`Puzzle`](tesuji_core::Puzzle), or a
//! [`HeapGame`](tesuji_core::HeapGame) whose nim-values are certified. What the checker relies on is
//! the rules, the notation, the symmetries ([`Rules::canonical`](tesuji_core::Rules::canonical)), the
//! bounds ([`Game::min_moves_to_win`](tesuji_core::Game::min_moves_to_win)), the safe moves
//! ([`Game::visit_safe_moves`](tesuji_core::Game::visit_safe_moves)), the forced wins
//! ([`Game::forced_win`](tesuji_core::Game::forced_win)), the arguments
//! ([`Puzzle::check_argument`](tesuji_core::Puzzle::check_argument)), the pieces
//! ([`Puzzle::pieces`](tesuji_core::Puzzle::pieces)), the goals
//! ([`Puzzle::undirected_goals`](tesuji_core::Puzzle::undirected_goals)) and the heaps
//! ([`Game::is_impartial`](tesuji_core::Game::is_impartial),
//! [`Game::heap_nim_values`](tesuji_core::Game::heap_nim_values)) of that game. It trusts nothing
//! in a file, does not panic whatever that contains, ends within its [budget](Checker::budget), and
//! reads a file once, from its beginning to its end.
//!
//! # Features
//! * `write`: `Certificate` and what else makes certificates; a checker is smaller without it.
#![forbid(unsafe_code)]

mod alpha_beta;
mod check;
mod checksum;
mod claim;
mod counts;
mod depth_first;
mod expectation;
mod header;
mod nimbers;
mod patterns;
mod puzzle;
mod rejection;
mod search;
mod space;
mod stream;
mod values;
mod walk;
#[cfg(feature = "write")]
mod write;

pub use check::{Checked, Checker, Entry};
pub use claim::{Claim, Duty, Length, ParseClaimError};
pub use header::{Header, Outline, ParseProofError, Proof};
pub use rejection::Rejection;
pub use walk::{Ask, Chooser};
#[cfg(feature = "write")]
pub use write::{Certificate, PatternTable, best_mask};
