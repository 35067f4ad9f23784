//! What the games tell an adversarial search beyond their rules: here games and searches meet.
//!
//! Hints make a search faster and never change a value.

mod breakthrough;
mod connect_four;
mod rush_hour_rocks;

pub use breakthrough::{BreakthroughHints, PawnsAndRows};
pub use connect_four::ConnectFourHints;
pub use rush_hour_rocks::{MovesToExit, RocksEvaluator};
