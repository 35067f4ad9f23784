//! What the example `gauntlet` prints and the report reads.

use serde::{Deserialize, Serialize};

/// A match between a search of ours and one of another library.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bout {
    /// Ours.
    pub ours: Entrant,
    /// The other library's.
    pub peer: Entrant,
    /// Pairs of games in which ours took 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

/// One of the two and what it may do for a move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// What it is called.
    pub name: String,
    /// So many of its units for a move.
    pub work: u64,
    /// What is counted: simulations, nodes, plies of depth.
    pub unit: String,
    /// Seconds of the processor that this takes for a move, on average over positions of random
    /// games.
    pub seconds: f64,
}
