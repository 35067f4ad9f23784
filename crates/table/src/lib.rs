//! Solved games as tables in files: the value of every position that can be reached from a start,
//! with its distance in plies, built once and then looked up.
//!
//! Read [`SolvedGame`] first: it looks positions up in a file of any size with little memory, and
//! checks a whole file by the rules alone. [`build_by_layers`] builds the file of a
//! [`Layered`](tesuji_core::Layered) game on disk, one layer after the other, and
//! [`build_outcomes_by_layers`] one without distances;
//! [`build_in_memory`] that of any game, also with cycles, by retrograde analysis; [`write_values`]
//! makes the same file from values that were found elsewhere. [`build_games`] writes the tables of
//! several starts to one file, which [`SolvedGames`] reads. A [`Heading`]
//! says what a file is of. The file is a [container](tesuji_storage::container) of blocks of sorted
//! positions; those of ranks have pages, which are decoded one by one.
//!
//! This crate knows no game and prints nothing.
#![forbid(unsafe_code)]

mod cache;
mod code;
mod directory;
mod error;
mod file;
mod folder;
mod frontier;
mod games;
mod heading;
mod in_turn;
mod key;
mod layers;
mod open;
mod pages;
mod reachable;
mod solved;
mod sort;
mod verify;

pub use error::TableError;
pub use folder::{layers_directory, parts_directory};
pub use games::{GamesStats, SolvedGames, build_games};
pub use heading::{Detail, Heading};
pub use key::{ByRank, ByText, Key, Numbering};
pub use layers::{build_by_layers, build_outcomes_by_layers};
pub use reachable::{build_in_memory, write_values};
pub use solved::{SolvedGame, TableAnswer};
/// The traits, limits and results, so that one dependency is enough.
pub use tesuji_core as core;
pub use verify::{TableStats, TableValues};
