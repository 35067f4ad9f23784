//! The output format of the example `gauntlet`, parsed by the report.

use serde::{Deserialize, Serialize};

/// A match between one of our searches and one of another library.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bout {
    /// Our search.
    pub ours: Entrant,
    /// The other library's search.
    pub peer: Entrant,
    /// Pairs of games in which ours took 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

/// A search and its work per move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// The limit of its work per move.
    pub work: u64,
    /// The unit of the work: simulations, nodes, plies of depth.
    pub unit: String,
    /// The mean processor seconds of this work, over positions of random games.
    pub seconds: f64,
}
