//! Proof-number search over the tesuji traits: who wins, proved.
//!
//! Read [`PnSearch`] first, then [`DfPn`], the stronger one. Both are a
//! [`GameSolver`](tesuji_core::GameSolver) and return a [`Judgement`](tesuji_core::Judgement): win,
//! draw or loss, with a move that keeps it, or an estimate of 0 if the budget ends first. They do
//! not determine distances.
//!
//! The searches prove or disprove one claim: a certain player, the *claimant*, wins. Proof and
//! disproof numbers are those of the claim at every position, for either player to move. The value
//! follows from two claims: that the player to move wins; and, if that is disproved and draws or
//! cycles occurred, that the other player wins.
//!
//! [`ParallelDfPn`] is df-pn with several threads, and a [`ProofStore`] keeps the proofs of one
//! search for the next.
//!
//! A game provides static bounds by [`Hints`](tesuji_core::Hints), and initial proof numbers by
//! [`FirstNumbers`].
//!
//! This crate knows no game, prints nothing and draws no random numbers. It accesses no file but
//! that of a proof store.
//!
//! # Example
//! Neither player can win tic-tac-toe: both claims are disproved. Where O answers the middle with a
//! side, the first one is proved.
//! ```
//! use tesuji_core::{GameSolver, Notation, Rules, Value};
//! use tesuji_proof::DfPn;
//! use tesuji_tic_tac_toe::TicTacToe;
//!
//! let game = TicTacToe::new();
//! let search = DfPn::new();
//! let answer = search.solve(&game, &game.initial());
//! assert_eq!(answer.judgement.value, Value::Draw);
//! let answer = search.solve(&game, &game.parse_state(".O. / .X. / ...")?);
//! assert_eq!(answer.judgement.value, Value::Win(None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//! * `files`: proof stores in files, which compiles the Zstandard library.
#![forbid(unsafe_code)]

mod df_pn;
mod entry;
mod first_numbers;
mod judge;
mod memory;
mod numbers;
mod pns;
mod store;

pub use df_pn::{Counting, Decision, DfPn, ParallelDfPn};
pub use first_numbers::{Estimated, FirstNumbers, Mobility, Unit};
pub use pns::PnSearch;
#[cfg(feature = "files")]
pub use store::ProofStoreError;
pub use store::{NoStore, ProofStore, Proofs};
/// The traits, limits and results, so that one dependency is enough.
pub use tesuji_core as core;
