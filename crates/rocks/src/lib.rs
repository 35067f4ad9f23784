//! Rush Hour against rocks, solved and played: the game with the searches made for it.
//!
//! Read [`RocksTable`] first: the exact value of every reachable position, in moves of the driver,
//! with best moves, principal variations, and the driver's whole [`strategy`]. [`RandomRocks`] has
//! the least expected number of moves against random rocks. [`LabSearch`] reproduces the searches
//! of the lab assignment that the game comes from, node for node.
//!
//! # Example
//! ```
//! use tesuji_core::{Notation, Rules};
//! use tesuji_retrograde::Exact;
//! use tesuji_rocks::RocksTable;
//! use tesuji_rush_hour::RushHourRocks;
//!
//! let game = RushHourRocks::new("....B.....BC.AA.BC.D.....D.....DEEE.".parse()?);
//! let table = RocksTable::solve(&game, &game.initial());
//! // Without rocks, nine moves suffice.
//! assert_eq!(table.value(&game.initial()), Some(Exact::Win(10)));
//! let pv = table.principal_variation(&game.initial());
//! assert_eq!(pv.len(), 19, "ten moves, and nine rocks between them");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod lab;
mod random;
mod solver;
mod strategy;
mod table;

pub use lab::{LabDecision, LabEnd, LabRecord, LabSearch};
pub use random::RandomRocks;
pub use solver::{RocksSolver, in_plies, unknown};
pub use strategy::{Advice, DriverStrategy, strategy};
pub use table::RocksTable;
/// The traits, limits and results, so that one dependency is enough.
pub use tesuji_core as core;
