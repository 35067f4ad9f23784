//! Rush Hour, alone and against an adversary who drops rocks.
//!
//! Read [`Card`] first: a board with its walls and cars, and how it is written. [`RushHour`] is
//! the game of one agent on it, in single steps or in slides of any length ([`Metric`]); its
//! states are one word each. [`BlockingCars`] and [`ForcedMoves`] estimate the way to the
//! exit, [`RushHour::unsolvable`] shows some boards to have none. A [`Cluster`] is all that can
//! be reached from a board, numbered; a [`Generator`] makes hard boards.
//!
//! [`RushHourRocks`] is the game for two; a [`RocksCluster`] is all that can be reached in it, as a
//! graph. [`CourseGame`] is the same game with the memory that the evaluation [`course`](course())
//! needs, which a course on adversarial search came up with. [`Language`] is one of those in which
//! moves can be told in words. Cards with known answers are in
//! [`instances`].
//!
//! Rows, columns, cars in lists and whatever else is counted start from 0.
//!
//! This crate knows no search; the only walk it takes is the one that numbers a cluster. It
//! prints nothing, and draws random numbers only from the generator it is handed.
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
//! assert_eq!(cluster.distances()[0], 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod card;
mod cluster;
mod course;
mod generate;
mod hemmed_in;
mod heuristics;
pub mod instances;
mod lines;
mod lists;
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

pub use card::{Axis, Car, Card, Cell, MAX_CARS, MAX_SIDE};
pub use cluster::{Cluster, Survey};
pub use course::{CourseGame, CourseState, course, course_position};
pub use generate::{Generated, Generator};
pub use heuristics::{BlockingCars, ForcedMoves};
pub use lists::ListsError;
pub use metric::{Metric, MetricError};
pub use moves_to_exit::{MovesToExit, RocksEvaluator};
pub use named::cars;
pub use notation::{BoardError, MoveError, NotationError};
pub use parse::CardError;
pub use rocks::{Blocked, RocksMove, RocksState, RushHourRocks};
pub use rocks_cluster::RocksCluster;
pub use rocks_notation::RocksError;
pub use rules::{Board, RushHour, Slide};
pub use solvability::Unsolvable;
pub use words::{Language, LanguageError};
