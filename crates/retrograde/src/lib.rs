//! Exact values of whole games by retrograde analysis, as tables that can be probed, saved and
//! checked.
//!
//! Read [`Table`] first: the value of every position of a [`Space`], which is all positions that a
//! game's ranking numbers ([`Numbered`], [`NumberedForward`]) or those that can be reached from one
//! ([`Reachable`]). A value is [`Exact`]: a win or a loss with its distance, a draw by the rules,
//! or a draw by endless play; games may have cycles. Distances are counted in [`Plies`], in the
//! moves of one player ([`MovesOf`]), or by any other [`Clock`]. [`Expected`] has the least
//! expected cost against an opponent who moves at random. [`Retrograde`] and, for games with
//! symmetries, [`SymmetricRetrograde`] solve one position, as a
//! [`GameSolver`](tesuji_core::GameSolver). Games in which one player moves and the other places an
//! obstacle are solved 64 positions at a time ([`LaneTable`]). Games in which every move leads to a
//! later layer are solved as sets of bits, without lists of moves ([`LayeredTable`]).
//!
//! This crate knows no game and no heuristic, does not print, and starts threads only if it is told
//! to ([`RetrogradeByLayers`]).
//!
//! # Example
//! A cop chases a robber; each moves to a neighbouring place or stays. In a street the cop catches
//! the robber; in a ring of four or more places the game is endless.
//! ```
//! use std::ops::ControlFlow;
//! use tesuji_core::{Game, GameResult, Player, Rules};
//! use tesuji_retrograde::{Exact, Reachable, Table};
//!
//! struct Chase { places: u8, ring: bool }
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
//! struct Position { cop: u8, robber: u8, turn: Player }
//!
//! impl Rules for Chase {
//!     type State = Position;
//!     type Move = u8; // where to
//!     type Undo = Position;
//!     fn initial(&self) -> Position {
//!         Position { cop: 0, robber: self.places / 2, turn: Player::First }
//!     }
//!     fn visit_moves<B>(
//!         &self,
//!         position: &Position,
//!         visit: impl FnMut(u8) -> ControlFlow<B>,
//!     ) -> ControlFlow<B> {
//!         let from = match position.turn {
//!             Player::First => position.cop,
//!             Player::Second => position.robber,
//!         };
//!         let joined = |to: &u8| match from.abs_diff(*to) {
//!             0 | 1 => true,
//!             far => self.ring && far == self.places - 1,
//!         };
//!         let over = self.result(position).is_some();
//!         (0..self.places).filter(joined).filter(|_| !over).try_for_each(visit)
//!     }
//!     fn play(&self, position: &mut Position, to: u8) -> Position {
//!         let before = *position;
//!         match position.turn {
//!             Player::First => position.cop = to,
//!             Player::Second => position.robber = to,
//!         }
//!         position.turn = position.turn.other();
//!         before
//!     }
//!     fn undo(&self, position: &mut Position, _: u8, before: Position) { *position = before }
//! }
//! impl Game for Chase {
//!     fn to_move(&self, position: &Position) -> Player { position.turn }
//!     fn result(&self, position: &Position) -> Option<GameResult> {
//!         (position.cop == position.robber).then_some(GameResult::Win(Player::First))
//!     }
//! }
//!
//! let street = Chase { places: 6, ring: false };
//! let table = Table::solve(Reachable::explore_all(&street, &street.initial()));
//! assert_eq!(table.value(&street.initial()), Some(Exact::Win(9)));
//!
//! let ring = Chase { places: 6, ring: true };
//! let table = Table::solve(Reachable::explore_all(&ring, &ring.initial()));
//! assert_eq!(table.value(&ring.initial()), Some(Exact::Endless));
//! ```
//!
//! # Features
//! * `files`: tables in files, which compiles the Zstandard library.
#![forbid(unsafe_code)]

mod cells;
mod check;
mod clock;
mod draws;
mod engine;
mod exact;
mod expected;
#[cfg(feature = "files")]
mod file;
mod forward;
mod graph;
mod lanes;
mod layered;
mod ply_value;
mod probe;
mod rank_set;
mod reachable;
mod solver;
mod space;
mod successors;
mod sure;
mod table;
mod value_iteration;

pub use check::CheckError;
pub use clock::{Clock, MovesOf, Plies};
pub use exact::{Ender, Exact};
pub use expected::{CheckExpectedError, Expectation, Expected, ExpectedError};
#[cfg(feature = "files")]
pub use file::TableFileError;
pub use forward::NumberedForward;
pub use lanes::{LaneTable, Lanes};
pub use layered::LayeredTable;
pub use ply_value::PlyValue;
pub use probe::Probe;
pub use rank_set::{RankIndex, RankSet, RankedValues};
pub use reachable::Reachable;
pub use solver::{Retrograde, RetrogradeByLayers, SymmetricRetrograde};
pub use space::{Numbered, Space};
pub use table::{Census, Table};
/// The traits, limits and results, so that one dependency is enough.
pub use tesuji_core as core;
