//! Certificates: answers as files that a small checker verifies by the rules alone.
//!
//! The answer of a search has to be trusted, a certificate does not. It lists the winner's move in
//! every position that the opponent can bring about, and [`Checker`] plays through all of them.
//! Draws, shortest solutions, unsolvable positions, nim-values and their periods, expectations and
//! counts have certificates, too; [`Claim`] lists all of these.
//!
//! Read [`Checker`] first, then `walk.rs`, the most important part of it. [`Certificate`] makes
//! certificates from the moves of a [`Chooser`]. `docs/certificates.md` describes the format, and
//! proves what the checker relies on beyond the rules of the games; the folder `proofs` has a model
//! of the checker, and the core of these proofs checked by Coq.
//!
//! This crate knows no game and no search. A game is a [`NamedGame`](tesuji_core::NamedGame) and a
//! [`Game`](tesuji_core::Game) or [`Puzzle`](tesuji_core::Puzzle), or a
//! [`HeapGame`](tesuji_core::HeapGame) whose nim-values are certified. What the checker relies on is
//! the rules, the notation, the symmetries ([`Rules::canonical`](tesuji_core::Rules::canonical)), the
//! bounds ([`Game::min_moves_to_win`](tesuji_core::Game::min_moves_to_win)), the arguments
//! ([`Puzzle::check_argument`](tesuji_core::Puzzle::check_argument)), the pieces
//! ([`Puzzle::pieces`](tesuji_core::Puzzle::pieces)) and the heaps
//! ([`Game::is_impartial`](tesuji_core::Game::is_impartial),
//! [`Game::heap_nim_values`](tesuji_core::Game::heap_nim_values)) of that game. It trusts nothing
//! in a file, does not panic whatever that contains, ends within its [budget](Checker::budget), and
//! reads a file once, from its beginning to its end.
//!
//! # Example
//! At Nim, the player who leaves heaps whose nim-sum is 0 wins (Bouton 1901). The checker does not
//! know that: it plays through all answers to the moves in the certificate.
//! ```
//! use tesuji_certificate::{Ask, Certificate, Checker, Chooser, Claim, Outline, Rejection};
//! use tesuji_core::{Budget, Notation, Rules};
//! use tesuji_nim::{Convention, HeapMove, Nim, TakeSet};
//!
//! struct Bouton;
//! impl Chooser<Nim<TakeSet>> for Bouton {
//!     fn choose(&mut self, ask: &Ask<'_, Nim<TakeSet>>) -> Result<usize, Rejection> {
//!         let makes_zero = |&mv: &HeapMove| {
//!             let heaps = ask.game.successor(ask.state, mv);
//!             heaps.occupied().iter().fold(0, |sum, size| sum ^ size) == 0
//!         };
//!         let position = || ask.game.state_text(ask.state);
//!         let number = ask.moves.iter().position(makes_zero);
//!         number.ok_or_else(|| Rejection::NoMoveKnown { position: position() })
//!     }
//! }
//! let nim = Nim::new(TakeSet::any(), Convention::Normal, &[3, 4, 5])?;
//! let (start, claim): (_, Claim) = (nim.initial(), "first wins".parse()?);
//! let outline = Outline { leaves: 0, symmetry: false, search: 0 };
//! let budget = Budget::unlimited();
//! let made = Certificate::strategy(&nim, &start, claim, outline, &mut Bouton, 1000, &budget)?;
//!
//! let checked = Checker::new().check_game::<Nim<TakeSet>>(&made.to_bytes()[..], None)?;
//! assert_eq!(checked.header.claim, claim);
//! assert_eq!((checked.header.position.as_str(), checked.header.entries), ("3-4-5", 41));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod alpha_beta;
mod check;
mod checksum;
mod claim;
mod counts;
mod expectation;
mod header;
mod nimbers;
mod pattern_table;
mod patterns;
mod puzzle;
mod record;
mod rejection;
mod search;
mod stream;
mod values;
mod walk;
mod work;

pub use check::{Checked, Checker, Entry};
pub use claim::{Claim, Duty, Length, ParseClaimError};
pub use header::{Header, Outline, ParseProofError, Proof};
pub use pattern_table::PatternTable;
pub use record::{Certificate, best_mask};
pub use rejection::Rejection;
pub use walk::{Ask, Chooser};
