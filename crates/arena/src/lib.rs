//! Matches between engines: which is stronger, by how much, and with what confidence.
//!
//! Read [`Match`] first. Two contestants play pairs of games: both games of a pair begin from the
//! same random opening, with the sides swapped, so that neither an unbalanced opening nor the first
//! move favours a contestant. A pair has one of five results ([`Pentanomial`]), from which follow
//! an [`Elo`] difference with its confidence interval and a sequential test ([`Sprt`]).
//!
//! An [`Engine`] plays one game move by move and may keep data between its moves; every game has a
//! new one. A match with the same seed repeats exactly if the engines have no time limits, with any
//! number of threads. This crate knows no game, no algorithm by name and no text.
#![forbid(unsafe_code)]

mod contest;
mod elo;
mod engine;
mod grower;
mod opening;
mod pentanomial;
mod sprt;

pub use contest::{Contestant, Match, MatchScore};
pub use elo::Elo;
pub use engine::{Engine, RandomMover, Searcher};
pub use grower::Grower;
pub use opening::random_opening;
pub use pentanomial::Pentanomial;
pub use sprt::{Sprt, SprtReport, SprtVerdict};
