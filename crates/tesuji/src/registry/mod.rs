//! Games and algorithms by name: for the command line, the page, and anybody who wants a call
//! driven by text. Everything below is generic and chosen by the compiler; the choice at
//! run time happens here and only here.

mod algorithm;
mod contest;
mod counts;
mod course;
mod dimensions;
mod error;
mod game;
mod games;
mod heuristic;
mod monte_carlo;
mod nim_values;
mod position;
mod record;
mod report;
mod search;
mod settings;
mod strategy;
mod theory;
mod two_players;

use tesuji_core::{Budget, Progress, Silent};

pub use algorithm::{Algorithm, Players, UnknownAlgorithm};
pub use contest::{AnyEngine, Opponent};
pub use counts::{CountReport, PerftReport, ValueCounts};
pub use course::{CourseReport, PlayedMove, course};
pub use error::RegistryError;
pub use game::{DatabaseReport, GameEntry, MadeReport, Making, Shuffle, SpaceReport, game, games};
pub use heuristic::HeuristicInfo;
pub use nim_values::{NimValuesReport, certify_nim_values, nim_values};
pub use position::{AnyPosition, Position, Standing};
pub use record::RecordOptions;
pub use report::{MoveReport, Report, Verdict};
pub use search::{
    Adversary, OpponentModel, Parallel, SearchOptions, UnknownAdversary, UnknownModel,
    UnknownParallel,
};
pub use settings::{SettingInfo, Settings};
pub use strategy::{AdviceReport, StrategyReport};

/// Solves a position, everything by name, without limits.
///
/// # Errors
/// There is no such game or algorithm, or the position is not one of that game.
///
/// # Example
/// ```
/// let report = tesuji::solve("taquin", "631752048", "ida*")?;
/// assert_eq!((report.length, report.optimal), (Some(10), true));
/// # Ok::<(), tesuji::registry::RegistryError>(())
/// ```
pub fn solve(game: &str, position: &str, algorithm: &str) -> Result<Report, RegistryError> {
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
) -> Result<Report, RegistryError> {
    let position = self::game(game)?.open(Some(position), &Settings::new())?;
    position.solve(options, budget, progress)
}
