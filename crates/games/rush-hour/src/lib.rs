//! Rush Hour, alone and against an adversary who drops rocks.
//!
//! Read [`Card`] first: a board with its walls and cars, and its notation. [`RushHour`] is the
//! single-agent game on it, in single steps or in slides of any length ([`Metric`]); its states are
//! one word each. [`BlockingCars`] and [`ForcedMoves`] estimate the distance from the exit,
//! [`RushHour::unsolvable`] proves some boards unsolvable. A [`Cluster`] is the set of boards
//! reachable from a board, numbered; a [`Generator`] generates hard boards.
//!
//! [`RushHourRocks`] is the game for two; a [`RocksCluster`] is the graph of its reachable boards.
//! [`LabGame`] is the same game with the history that [`lab_evaluation`] uses, the evaluation of a
//! solution of the lab assignment that the game comes from. Cards with known solution lengths and
//! values are in [`instances`].
//!
//! Rows, columns and cars count from 0.
//!
//! This crate knows no search, except the one that numbers a cluster. It prints nothing, and draws
//! random numbers only from the generator it is given.
//!
//! # Example
//! ```
//! use tesuji_core::{Heuristic, Render, Rules};
//! use tesuji_rush_hour::{Card, Cluster, ForcedMoves, Metric, RushHour};
//!
//! let card: Card = "BB...GC..H.GCAAH.GC..H..D...FFD.EEE.".parse()?;
//! let game = RushHour::new(card, Metric::Slides);
//! let start = game.initial();
//! assert_eq!(
//!     game.text(&start),
//!     "\
//! ┌─────────────┐
//! │ B B · · · G │
//! │ C · · H · G │
//! │ C A A H · G →
//! │ C · · H · · │
//! │ D · · · F F │
//! │ D · E E E · │
//! └─────────────┘
//! "
//! );
//! assert_eq!(ForcedMoves::new(&game).evaluate(&game, &start), 8);
//! let cluster = Cluster::of(&game, start);
//! let number = cluster.find(start).expect("the start is in its cluster");
//! assert_eq!(cluster.distances()[number as usize], 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod card;
mod cluster;
mod generate;
mod hemmed_in;
mod heuristics;
pub mod instances;
mod lab;
mod lines;
mod metric;
mod moves_to_exit;
mod named;
mod notation;
mod occupied;
mod parse;
mod random;
mod reach;
mod render;
mod rocks;
mod rocks_cluster;
mod rocks_notation;
mod rules;
mod solvability;
mod words;

pub use card::{Axis, Car, Card, Cell, MAX_SIDE};
pub use cluster::{Cluster, Survey};
pub use generate::{Generated, Generator};
pub use heuristics::{BlockingCars, ForcedMoves};
pub use lab::{LabGame, LabState, lab_evaluation, lab_position_evaluation};
pub use metric::Metric;
pub use moves_to_exit::{MovesToExit, RocksEvaluator};
pub use named::cars;
pub use notation::{BoardError, MoveError, NotationError};
pub use parse::CardError;
pub use rocks::{Blocked, RocksMove, RocksState, RushHourRocks};
pub use rocks_cluster::RocksCluster;
pub use rocks_notation::RocksError;
pub use rules::{Board, RushHour, Slide};
pub use solvability::Unsolvable;
