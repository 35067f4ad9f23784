//! Sokoban: push boxes onto goals.
//!
//! Read [`Level`] first: walls, goals, boxes and the player, and their notation. [`Sokoban`] is the
//! puzzle, counted in the player's moves or in pushes ([`Metric`]); its states are [`Warehouse`]s.
//! [`OffGoal`], [`NearestGoal`] and [`Matching`] estimate the pushes to go;
//! [`Sokoban::deadlock`] proves some states unsolvable. [`levels`] has the levels of Microban.
//!
//! A cell has a column and a row, both from 0, from the upper left corner.
//!
//! This crate knows no search but those that measure distances on an empty board. It prints
//! nothing and reads no file.
//!
//! # Example
//! ```
//! use tesuji_core::{Heuristic, Notation, Puzzle, Render, Rules};
//! use tesuji_sokoban::{Matching, Metric, Sokoban};
//!
//! let level = "####/#-.#/#--###/#*@--#/#--$-#/#--###/####".parse()?;
//! let sokoban = Sokoban::new(level, Metric::Pushes);
//! let start = sokoban.initial();
//! let pushes: Vec<_> = sokoban.moves(&start).iter().map(|&p| sokoban.move_text(&start, p)).collect();
//! assert_eq!(pushes, ["1,3U", "1,3D", "3,4R", "3,4L"]);
//! assert_eq!(Matching.evaluate(&sokoban, &start), 4);
//! // A box in a corner never leaves it.
//! let stuck = sokoban.successor(&start, sokoban.parse_move(&start, "3,4R")?);
//! assert_eq!(sokoban.deadlock(&stuck).unwrap().to_string(), "no goal can be reached from 4,4");
//! # Ok::<(), tesuji_sokoban::SokobanError>(())
//! ```
#![forbid(unsafe_code)]

mod assignment;
mod boxes;
mod deadlock;
mod heuristics;
mod level;
pub mod levels;
mod metric;
mod named;
mod notation;
mod render;
mod rules;

pub use boxes::Cells;
pub use deadlock::Deadlock;
pub use heuristics::{Matching, NearestGoal, OffGoal};
pub use level::{Level, LevelError, MAX_BOXES, MAX_CELLS};
pub use metric::Metric;
pub use notation::SokobanError;
pub use rules::{Direction, Push, Sokoban, Warehouse};
