use super::{RegistryError, SearchOptions};

/// A heuristic by name.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicInfo {
    /// What it is called.
    pub name: &'static str,
    /// One line on what it counts.
    pub summary: &'static str,
}

/// The name of the heuristic to be used, as it stands in the game's table: the one that was asked
/// for or the game's `best`; none for a blind search.
pub(crate) fn named(
    game: &'static str,
    table: &'static [HeuristicInfo],
    best: &'static str,
    options: &SearchOptions,
) -> Result<Option<&'static str>, RegistryError> {
    let algorithm = options.algorithm;
    let Some(wanted) = &options.heuristic else {
        return Ok(algorithm.is_informed().then_some(best));
    };
    if !algorithm.is_informed() {
        return Err(RegistryError::BlindAlgorithm { algorithm: algorithm.name() });
    }
    let known = table.iter().map(|heuristic| heuristic.name);
    let found = known.clone().find(|name| name.eq_ignore_ascii_case(wanted));
    found.map(Some).ok_or_else(|| RegistryError::UnknownHeuristic {
        game,
        name: wanted.clone(),
        known: known.collect::<Vec<_>>().join(", "),
    })
}
