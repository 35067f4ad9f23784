//! Breakthrough as an entry.

use tesuji_breakthrough::{Breakthrough, BreakthroughHints, PawnsAndRows};

use crate::TwoPlayers;

/// Breakthrough.
#[must_use]
pub fn breakthrough() -> TwoPlayers<Breakthrough, BreakthroughHints, PawnsAndRows> {
    let summary = "ten for each pawn, one for each row that it has advanced";
    TwoPlayers::new()
        .hints(BreakthroughHints)
        .evaluator("pawns-and-rows", summary, PawnsAndRows)
        .layered()
}
