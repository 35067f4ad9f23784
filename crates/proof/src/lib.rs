//! Proof-number search over the tesuji traits: who wins, proved.
//!
//! Read [`PnSearch`] first, then [`DfPn`], the one to use. Both are a
//! [`GameSolver`](tesuji_core::GameSolver) and return a [`Judgement`](tesuji_core::Judgement): win,
//! draw or loss, with a move that keeps it, or an estimate of 0 that claims nothing when the budget
//! ends. How soon the game ends they do not find out.
//!
//! The searches prove or disprove one claim: a certain player, the *claimant*, wins. Proof and
//! disproof numbers are those of the claim at every position, whoever is to move. The value comes
//! from two claims: the player to move wins; and, where that is not so and draws or cycles came up
//! on the way, the other player does.
//!
//! [`ParallelDfPn`] is the same by several threads, and a [`ProofStore`] keeps what one search
//! proved for the next.
//!
//! What a game knows at sight it tells by [`Hints`](tesuji_core::Hints), and how hard a position
//! looks by
//! [`FirstNumbers`].
//!
//! This crate knows no game, prints nothing and draws no random numbers. It touches no file but the
//! one that a store is told to use.
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
#![forbid(unsafe_code)]

mod df_pn;
mod entry;
mod first_numbers;
mod judge;
mod memory;
mod numbers;
mod pns;
mod store;

pub use df_pn::{Counting, DfPn, ParallelDfPn};
pub use first_numbers::{Estimated, FirstNumbers, Mobility, Unit};
pub use pns::PnSearch;
pub use store::{Learn, Lesson, NoStore, ProofStore, ProofStoreError, Proofs};
/// The traits, limits and results, so that one dependency is enough.
pub use tesuji_core as core;
