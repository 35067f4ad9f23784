//! Engines against engines: who is stronger, by how much, and how sure that is.
//!
//! Read [`Match`] first. Two contestants play pairs of games: both games of a pair begin from the
//! same random opening, with the sides swapped, so that neither a lopsided opening nor the first
//! move favours anyone. What a pair comes to is one of five results ([`Pentanomial`]), from which
//! follow an [`Elo`] difference with its error and a sequential test ([`Sprt`]).
//!
//! An [`Engine`] plays one game move by move and may keep what it learned between its moves;
//! every game has a fresh one. A match repeats exactly with the same seed if the engines have no
//! limits of time, however many threads play it. This crate knows no game, no algorithm by name and
//! no text.
#![forbid(unsafe_code)]

mod contest;
mod elo;
mod engine;
mod grower;
mod opening;
mod pentanomial;
mod sprt;

pub use contest::{Contestant, Match, Score};
pub use elo::Elo;
pub use engine::{Engine, RandomMover, Searcher};
pub use grower::Grower;
pub use opening::random_opening;
pub use pentanomial::Pentanomial;
pub use sprt::{Sprt, SprtReport, SprtVerdict};
