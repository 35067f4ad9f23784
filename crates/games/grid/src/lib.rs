//! Shortest paths on grid maps with walls and terrain costs.
//!
//! Read [`GridMap`] first: a map, and its notation. [`Grid`] is the puzzle of an agent that walks
//! on a map from a start to a goal, in 4 or in 8 directions ([`Directions`]); its states are cells.
//! [`Chebyshev`], [`Manhattan`] and [`Octile`] estimate the distance as if there were no walls,
//! [`Landmarks`] by the exact distances of a few cells. A [`Scenario`] is a line of a file of the
//! Moving AI Lab's benchmarks, with a start, a goal and the length of a shortest path;
//! [`GridMap`] reads the maps of these files. A [`Generator`] generates maps.
//!
//! A cell has a column and a row, both from 0, from the upper left corner.
//!
//! This crate knows no search but the one that measures distances from landmarks. It prints
//! nothing, reads no file, and draws random numbers only from the generator it is given.
//!
//! # Example
//! ```
//! use tesuji_core::{Heuristic, Notation, Puzzle, Render, Rules};
//! use tesuji_grid::{Directions, Grid, Octile};
//!
//! let grid = Grid::parse("s.#./..#./...g", Directions::Eight)?;
//! assert_eq!(grid.text(&grid.initial()), "A · █ ·\n· · █ ·\n· · · X\n");
//! // Corners are not cut: the agent enters the last row before it passes the wall.
//! let mut cell = grid.initial();
//! for direction in ["se", "s", "e", "e"] {
//!     let step = grid.parse_move(&cell, direction)?;
//!     grid.play(&mut cell, step);
//! }
//! assert!(grid.is_goal(&cell));
//! assert_eq!(Octile.evaluate(&grid, &grid.initial()), 2 * 1393 + 985);
//! # Ok::<(), tesuji_grid::GridError>(())
//! ```
#![forbid(unsafe_code)]

mod direction;
mod distance;
mod generate;
mod grid;
mod heuristics;
mod map;
mod named;
mod notation;
mod render;
mod scenario;

pub use direction::{Direction, Directions};
pub use generate::{Generated, Generator};
pub use grid::{Cell, DIAGONAL, Grid, STRAIGHT};
pub use heuristics::{Chebyshev, Landmarks, Manhattan, Octile, WrongDirectionsError};
pub use map::{GridMap, MAX_SIDE, MapError};
pub use notation::GridError;
pub use scenario::{Scenario, ScenarioError};
