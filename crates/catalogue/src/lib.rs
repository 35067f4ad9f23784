//! Games and algorithms by name: for the command line, the page, and every program that is driven
//! by text.
//!
//! Read [`game`] first: it finds a [`GameEntry`], which opens positions; a [`Position`] is solved,
//! played and drawn by names alone. Everything below this crate is generic and chosen by the
//! compiler; the choice at run time happens here and only here. This crate knows no command line,
//! no JSON and no network.
//!
//! # Features
//! * `serde`: the reports can be serialized.
#![forbid(unsafe_code)]

mod algorithm;
pub mod certify;
mod contest;
mod counts;
mod course;
pub mod databases;
mod dimensions;
mod engine_spec;
mod error;
mod game;
mod games;
mod heuristic;
mod match_report;
mod monte_carlo;
mod nim_values;
mod position;
mod proof_file;
mod record;
mod report;
mod search;
mod search_option;
mod settings;
mod strategy;
mod theory;
pub mod tree;
mod two_players;
mod verify;

use tesuji_certificate::Certificate;
use tesuji_core::{Budget, Progress, Silent};

pub use algorithm::{Algorithm, Players, UnknownAlgorithm};
pub use contest::{AnyEngine, Opponent};
pub use counts::{CountReport, PerftReport, ValueCounts};
pub use course::{CourseOptions, CourseReport, PlayedMove, course, course_move};
pub use engine_spec::{EngineSpec, EngineSpecError};
pub use error::CatalogueError;
pub use game::{
    DatabaseReport, GameEntry, GeneratedReport, Making, Shuffle, Shuffled, SpaceReport, game, games,
};
pub use heuristic::HeuristicInfo;
pub use match_report::MatchReport;
pub use nim_values::{NimValuesReport, certify_nim_values, nim_values, nim_values_within};
pub use position::{AnyPosition, Position, Status};
pub use proof_file::ProofFile;
pub use record::RecordOptions;
pub use report::{MoveReport, Report, Verdict};
pub use search::{Adversary, Parallel, SearchOptions, UnknownAdversary, UnknownParallel};
pub use search_option::SearchOption;
pub use settings::{SettingInfo, Settings};
pub use strategy::{AdviceReport, StrategyReport};
pub use tesuji_adversarial::{OpponentModel, UnknownModel};
pub use verify::verify;

/// Solves a position, everything by name, without limits.
///
/// # Errors
/// There is no such game or algorithm, or the position is not one of that game.
///
/// # Example
/// ```
/// let report = tesuji_catalogue::solve("taquin", "631752048", "ida*")?;
/// assert_eq!((report.length, report.optimal), (Some(10), true));
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
pub fn solve(game: &str, position: &str, algorithm: &str) -> Result<Report, CatalogueError> {
    let options = SearchOptions::new(algorithm.parse()?);
    solve_within(game, position, &options, &Budget::unlimited(), &mut Silent)
}

/// Solves a position within a budget, everything by name.
///
/// # Errors
/// There is no such game or heuristic, or the position is not one of that game.
pub fn solve_within(
    game: &str,
    position: &str,
    options: &SearchOptions,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<Report, CatalogueError> {
    let position = self::game(game)?.open(Some(position), &Settings::new())?;
    position.solve(options, budget, progress)
}

/// Solves a position and proves the answer, everything by name: what is written to a file is what
/// `tesuji verify` checks.
///
/// The algorithm has to find a proof: one that gives the exact value, or the shortest solution. How
/// large a certificate is and how long it takes to make hangs on the game more than on the
/// algorithm.
///
/// # Errors
/// There is no such game or algorithm, the position is not one of that game, the search proves
/// nothing within the budget, or a certificate would be too large.
///
/// # Example
/// ```
/// use tesuji_certificate::Checker;
/// use tesuji_core::Budget;
/// use tesuji_catalogue::{SearchOptions, prove, verify};
///
/// let options = SearchOptions::new("a*".parse()?);
/// let certificate = prove("taquin", "631752048", &options, &Budget::unlimited())?;
/// let checked = verify(&Checker::new(), &certificate.to_bytes()[..], None)?;
/// assert_eq!(checked.header.claim.to_string(), "shortest solution 10 moves");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(
    game: &str,
    position: &str,
    options: &SearchOptions,
    budget: &Budget,
) -> Result<Certificate, CatalogueError> {
    let position = self::game(game)?.open(Some(position), &Settings::new())?;
    let report = position.solve(options, budget, &mut Silent)?;
    position.certify(&report, options, budget)
}
