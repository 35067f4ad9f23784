//! Matches between engines: which is stronger, by how much, and with what confidence.
//!
//! Read [`Match`] first. Two contestants play pairs of games: both games of a pair begin from the
//! same random opening, with the sides swapped, so that neither an unbalanced opening nor the first
//! move favours a contestant. A pair has one of five results ([`Pentanomial`]), from which follow
//! an [`Elo`] difference with its confidence interval and a sequential test ([`Sprt`]).
//!
//! An [`Engine`] plays one game move by move and may keep data between its moves; every game has a
//! new one. A match with the same seed repeats exactly if the engines have no time limits, with any
//! number of threads. An engine that has no answer in time, or an illegal one, loses the game.
//!
//! A [`Tournament`] is a match for each pair of several players, and [`ratings`] are their Elo by
//! maximum likelihood. [`Spsa`] tunes the numbers of an engine by games. A [`UgiEngine`] is a
//! program of its own that speaks UGI; nothing else in this crate writes positions and moves. This
//! crate knows no game and no algorithm by name.
#![forbid(unsafe_code)]

mod clock;
mod contest;
mod elo;
mod engine;
mod grower;
mod opening;
mod pentanomial;
mod played;
mod rating;
mod sprt;
mod spsa;
mod tournament;
mod ugi;

pub use clock::{Clock, Clocks};
pub use contest::{Contestant, GameEnding, Match, MatchScore, PlayedGame};
pub use elo::Elo;
pub use engine::{Engine, Forfeit, RandomMover, Searcher, Turn};
pub use grower::Grower;
pub use opening::random_opening;
pub use pentanomial::Pentanomial;
pub use played::PlayedPairs;
pub use rating::ratings;
pub use sprt::{Sprt, SprtReport, SprtVerdict};
pub use spsa::{BadRange, Parameter, Spsa};
pub use tournament::{Format, Pairing, Tournament, UnknownFormat};
pub use ugi::{Log, UgiEngine, UgiPlayer};
