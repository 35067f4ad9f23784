use crate::{CatalogueError, Search, options};

/// A heuristic by name: an estimate of the cost to the goal, or for two players an evaluator.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeuristicInfo {
    /// The name that it is chosen by.
    pub name: &'static str,
    /// What it counts, in one line.
    pub summary: &'static str,
}

/// The name of the heuristic that a search uses: the one that was asked for or the game's `best`;
/// none for a search without one.
pub(crate) fn named(
    game: &'static str,
    known: &[HeuristicInfo],
    best: Option<&'static str>,
    search: &Search,
) -> Result<Option<&'static str>, CatalogueError> {
    let Some(wanted) = search.get(options::HEURISTIC) else {
        return Ok(best.filter(|_| search.algorithm.takes(options::HEURISTIC.name)));
    };
    let names = known.iter().map(|heuristic| heuristic.name);
    let found = names.clone().find(|name| name.eq_ignore_ascii_case(&wanted));
    found.map(Some).ok_or_else(|| {
        let known = names.collect::<Vec<_>>().join(", ");
        CatalogueError::UnknownHeuristic { game, name: wanted, known }
    })
}
