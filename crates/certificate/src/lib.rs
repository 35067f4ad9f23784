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
//! not panic whatever that is, and reads a file once, from its beginning to its end.
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

pub use check::{Checked, Checker, Entry};
pub use claim::{Claim, Length, ParseClaimError};
pub use header::{Header, Outline, ParseProofError, Proof};
pub use record::{Certificate, best_mask};
pub use rejection::Rejection;
pub use subject::{Named, NamedRule, Riddle, Subject};
pub use walk::{Ask, Chooser, Duty};
