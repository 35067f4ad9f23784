//! Games and algorithms by name: for the command line, the page, and every program that is driven
//! by text.
//!
//! Read [`Catalogue`] first: a value with the games of the library and of the user. It finds a
//! [`GameEntry`], which opens positions; a [`GamePosition`] is solved, played and drawn by names alone.
//! [`TwoPlayers`] and [`OnePlayer`] make entries from types that implement
//! [`NamedGame`](tesuji_core::NamedGame). Everything below this crate is generic and chosen by the
//! compiler; the choice at run time happens here, once for each search. This crate knows no command
//! line, no JSON and no network.
//!
//! # Example
//! ```
//! use tesuji_catalogue::Catalogue;
//! use tesuji_core::{Budget, Silent};
//!
//! let catalogue = Catalogue::standard();
//! let taquin = catalogue.game("8-puzzle")?;
//! let position = taquin.open(Some("631752048"), &Default::default())?;
//! let report = position.solve(&taquin.search("ida*")?, &Budget::unlimited(), &mut Silent)?;
//! assert_eq!((report.length, report.optimal), (Some(10), true));
//! # Ok::<(), tesuji_catalogue::CatalogueError>(())
//! ```
//!
//! # Features
//! * `breakthrough`, `connect-four`, `grid`, `nim`, `rush-hour`, `sokoban`, `taquin`,
//!   `tic-tac-toe`, all on by default: the games of [`Catalogue::standard`].
//! * `cluster`: searches of whole spaces by several threads, processes and hosts.
//! * `serde`: the reports can be serialized.
//! * `schema`: and have a JSON schema.
#![forbid(unsafe_code)]
// Some methods serve one game alone.
#![cfg_attr(not(all(feature = "nim", feature = "rush-hour", feature = "taquin")), allow(dead_code))]

mod about;
mod algorithm;
mod algorithms;
mod bounds;
mod by_number;
mod catalogue;
mod certificates;
pub mod certify;
mod counts;
pub mod databases;
mod engine;
mod entry;
mod error;
mod extras;
pub mod games;
mod heuristic;
mod match_report;
mod one_player;
pub mod options;
mod order;
mod position;
mod proof_file;
mod record;
mod report;
mod search;
mod search_as;
mod spaces;
mod status;
mod strategy;
mod tables;
mod tournament;
pub mod tree;
mod tuning;
mod two_players;
mod workers;

pub use about::GameInfo;
pub use algorithm::{Algorithm, Ending, Family, Players};
pub use algorithms::all as algorithms;
pub use bounds::{CatalogueGame, CataloguePuzzle};
pub use catalogue::Catalogue;
pub use counts::{CountReport, PerftReport, ValueCounts};
pub use engine::{AnyEngine, EngineSpec, GameEngine};
pub use entry::{GameEntry, IntoEntry};
pub use error::CatalogueError;
pub use extras::{Extras, MAX_WALK_WITH_MOVES, MoveValues, NoExtras, ShuffledState};
#[cfg(feature = "rush-hour")]
pub use games::lab::{LabAlgorithm, LabOptions, LabReport, PlayedMove, lab, lab_move};
#[cfg(feature = "nim")]
pub use games::nim_values::{NimValuesReport, certify_nim_values, nim_value_list, nim_values};
#[cfg(feature = "taquin")]
pub use games::tile_entries::{EntriesError, verify_entries};
pub use heuristic::HeuristicInfo;
pub use match_report::{EndingName, GameReport, MatchReport, Winner};
pub use one_player::{MakeHeuristic, OnePlayer, Run, WithHeuristic};
pub use options::OptionError;
pub use order::{CheckedOrder, Deviation, Reason, check_order};
pub use position::{AnyPosition, GamePosition, Shuffled};
pub use proof_file::ProofFile;
pub use report::{MoveReport, Report, Verdict};
pub use search::{RecordOptions, Search};
pub use spaces::{DatabaseReport, GenerateOptions, GeneratedReport, Shuffle, SpaceReport};
pub use status::{PositionReport, Status};
pub use strategy::{AdviceReport, StrategyReport};
pub use tables::{
    AnyTable, LongestReport, SolvedTable, TableBuildReport, TableBuilders, TableDetail, TableInfo,
    TableMove, TableReport, TableStatsReport, TableValues, layers_directory, parts_directory,
};
pub use tesuji_adversarial::{OpponentModel, UnknownModel};
pub use tournament::{PairPlayed, ScoreReport, StandingReport, TournamentReport, tournament};
pub use tuning::{
    MakeEngine, ParameterReport, Tuned, TunedError, Tuning, TuningReport, TuningStep, engine_with,
    tune,
};
pub use two_players::TwoPlayers;
pub use workers::DistributedSearch;
