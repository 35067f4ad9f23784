//! Who visits a whole space: this thread, or several workers.

use tesuji_core::{Budget, NamedGame, Progress};
use tesuji_uninformed::ReachableStates;

use crate::CatalogueError;

#[cfg(feature = "cluster")]
pub use tesuji_cluster::DistributedSearch;

/// There are no workers without the feature `cluster`.
#[cfg(not(feature = "cluster"))]
#[derive(Debug)]
pub enum DistributedSearch {}

/// Counts the states that can be reached from `start`, by the fewest moves to them, in this thread or
/// by `workers`.
pub(crate) fn reachable_states<R>(
    rules: &R,
    start: &R::State,
    workers: Option<&DistributedSearch>,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<ReachableStates, CatalogueError>
where
    R: NamedGame + Clone + Send + Sync + 'static,
{
    #[cfg(feature = "cluster")]
    if let Some(workers) = workers {
        let rules = std::sync::Arc::new(rules.clone());
        let found = workers.reachable_states(&rules, start, budget, progress)?;
        let (layers, limit) = (found.layers, found.limit);
        return Ok(ReachableStates { layers, limit, stats: found.stats, elapsed: found.elapsed });
    }
    let _ = workers;
    Ok(tesuji_uninformed::reachable_states(rules, start, budget, progress))
}
