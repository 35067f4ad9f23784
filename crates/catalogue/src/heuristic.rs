use super::{CatalogueError, SearchOption, SearchOptions};

/// A heuristic by name: an estimate of the way to the goal, or for two players an evaluator.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicInfo {
    /// What it is called.
    pub name: &'static str,
    /// One line on what it counts.
    pub summary: &'static str,
}

/// The name of the heuristic to be used, as it stands in the game's table: the one that was asked
/// for or the game's `best`; none for a search that takes none.
pub(crate) fn named(
    game: &'static str,
    table: &'static [HeuristicInfo],
    best: impl Into<Option<&'static str>>,
    options: &SearchOptions,
) -> Result<Option<&'static str>, CatalogueError> {
    let algorithm = options.algorithm;
    let Some(wanted) = &options.heuristic else {
        return Ok(best.into().filter(|_| algorithm.takes(SearchOption::Heuristic)));
    };
    if !algorithm.takes(SearchOption::Heuristic) {
        return Err(CatalogueError::BlindAlgorithm { algorithm: algorithm.name() });
    }
    let known = table.iter().map(|heuristic| heuristic.name);
    let found = known.clone().find(|name| name.eq_ignore_ascii_case(wanted));
    found.map(Some).ok_or_else(|| CatalogueError::UnknownHeuristic {
        game,
        name: wanted.clone(),
        known: match table {
            [] => "none".to_owned(),
            _ => known.collect::<Vec<_>>().join(", "),
        },
    })
}
