//! Rush Hour against rocks, solved and played: where the game meets the searches made for its kind.
//!
//! Read [`RocksTable`] first: the exact value of every position that can be reached, in moves of
//! the driver, with best moves and lines, and the driver's whole [`strategy`].
//! [`RandomRocks`] has the least expected number of moves when rocks fall at random.
//! [`CourseSearch`] is the search of the course that the game comes from, node for node.
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
//! // Alone it would take nine moves.
//! assert_eq!(table.value(&game.initial()), Some(Exact::Win(10)));
//! let line = table.line(&game.initial());
//! assert_eq!(line.len(), 19, "ten moves, and nine rocks between them");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod course;
mod random;
mod solver;
mod strategy;
mod table;

pub use course::{CourseDecision, CourseEnd, CourseGamePlayed, CourseSearch};
pub use random::RandomRocks;
pub use solver::{RocksSolver, in_plies, unknown};
pub use strategy::{Advice, Driver, strategy};
pub use table::RocksTable;
