//! Suggestions for names that do not exist.

use strsim::jaro_winkler;
use tesuji::catalogue::{self, CatalogueError};

/// How similar a name must be, from 0 to 1: as clap has it for flags.
const SIMILAR: f64 = 0.7;

/// The most similar name that exists, if an error is about a name.
pub(crate) fn meant(error: &CatalogueError) -> Option<&str> {
    let (CatalogueError::UnknownGame { name, known }
    | CatalogueError::UnknownAlgorithm { name, known, .. }
    | CatalogueError::UnknownHeuristic { name, known, .. }) = error
    else {
        return None;
    };
    let name = name.to_lowercase();
    let known: Vec<&str> = known.split(", ").collect();
    let algorithms = catalogue::algorithms().filter(|one| known.contains(&one.name));
    let aliases = algorithms.flat_map(|one| one.aliases).copied();
    let names = known.iter().copied().chain(aliases);
    let similar = names.map(|known| (jaro_winkler(&name, known), known));
    let best = similar.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (best.0 > SIMILAR).then_some(best.1)
}
