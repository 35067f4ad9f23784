//! Certificates: answers as files that a small checker verifies by the rules alone.
//!
//! A search that says "the second player wins" asks to be believed. A certificate does not: it
//! lists the winner's move in every position that it can come to, and [`Checker`] plays through all
//! of them. The same goes for draws, for shortest solutions and boards without any, for
//! nim-values and their periods; [`Claim`] has them all.
//!
//! Read [`Checker`] first, then `walk.rs`, the heart of it. [`Certificate`] makes certificates out
//! of whatever a [`Chooser`] knows. `docs/certificates.md` describes the format, and proves what
//! the checker takes for granted beyond the rules of the games.
//!
//! This crate knows no search and shares no code with any. It uses the rules, notation and
//! symmetries of the games, and the theorem on periods. It believes nothing that a file says, does
//! not panic whatever that is, ends within its [budget](Checker::budget), and reads a file once,
//! from its beginning to its end.
//!
//! # Example
//! Who leaves heaps whose sum without carry is 0 wins at Nim (Bouton 1901). The checker does not
//! know that: it plays through all answers to the moves that the certificate has.
//! ```
//! use tesuji_certificate::{Ask, Certificate, Checker, Chooser, Claim, Outline, Rejection};
//! use tesuji_core::{Notation, Rules};
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
//! let outline = Outline { leaves: 0, symmetry: false };
//! let made = Certificate::strategy(&nim, &start, claim, outline, &mut Bouton, 1000)?;
//!
//! let checked = Checker::new().check(&made.to_bytes()[..])?;
//! assert_eq!(checked.header.claim, claim);
//! assert_eq!((checked.header.position.as_str(), checked.header.entries), ("3-4-5", 41));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod check;
mod checksum;
mod claim;
mod header;
mod heaps;
mod hemmed_in;
mod puzzle;
mod record;
mod rejection;
mod stream;
mod subject;
mod walk;
mod work;

pub use check::{Checked, Checker, Entry};
pub use claim::{Claim, Length, ParseClaimError};
pub use header::{Header, Outline, ParseProofError, Proof};
pub use record::{Certificate, best_mask};
pub use rejection::Rejection;
pub use subject::{Named, NamedRule, Riddle, Subject};
pub use walk::{Ask, Chooser, Duty};
