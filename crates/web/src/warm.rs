//! What is built before the first request asks for it.

use tesuji::catalogue::Catalogue;
use tesuji::catalogue::databases::Databases;
use tesuji::core::Budget;

/// Warms up every game of the catalogue. Until that is done, hints use heuristics that need no
/// database.
pub(crate) fn warm_up(catalogue: &Catalogue, databases: &Databases, budget: &Budget) {
    for game in catalogue.games() {
        if let Err(error) = game.warm_up(databases, budget) {
            tracing::debug!(%error, game = game.name(), "hints will be slower");
        }
    }
}
