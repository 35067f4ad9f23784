//! Engines against engines: who is stronger, by how much, and how sure that is.
//!
//! Read [`Match`] first. Two contestants play pairs of games: both games of a pair begin from the
//! same random opening, with the sides swapped, so that neither a lopsided opening nor the first
//! move favours anyone. What a pair comes to is one of five results ([`Pentanomial`]), from which
//! follow an [`Elo`] difference with its error and a sequential test ([`Sprt`]).
//!
//! An [`Engine`] plays one game move by move and may remember what it likes between its moves;
//! every game gets a fresh one. An [`EngineSpec`] names one: `alpha-beta:depth=6`. A match repeats
//! exactly with the same seed if the engines have no limits of time, however many threads play it.
//!
//! # Example
//! ```
//! use tesuji::arena::Match;
//! use tesuji::registry::{Settings, game};
//!
//! let board = game("tic-tac-toe")?.open(None, &Settings::new())?;
//! let players = ["who-wins".parse()?, "random".parse()?];
//! let report = board.contest(&players, &Match::new(20), &mut |_| {})?;
//! assert_eq!(report.wins + report.draws + report.losses, 20);
//! assert_eq!(report.losses, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod contest;
mod elo;
mod engine;
mod grower;
mod opening;
mod pentanomial;
mod report;
mod spec;
mod sprt;

pub use contest::{Contestant, Match, Score};
pub use elo::Elo;
pub use engine::{Engine, RandomMover, Searcher};
pub use grower::Grower;
pub use opening::random_opening;
pub use pentanomial::Pentanomial;
pub use report::MatchReport;
pub(crate) use spec::Mind;
pub use spec::{EngineSpec, EngineSpecError};
pub use sprt::{Sprt, SprtReport, SprtVerdict};
