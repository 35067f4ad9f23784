//! Sokoban as an entry.

use tesuji_sokoban::{Matching, NearestGoal, OffGoal, Sokoban, Warehouse};

use crate::algorithms::puzzles::BIDIRECTIONAL;
use crate::{CatalogueError, Extras, OnePlayer, Search};

/// Bidirectional search begins with a list of all goals, which may have this many.
const MAX_GOALS: usize = 2_000_000;

/// Sokoban.
#[must_use]
pub fn sokoban() -> OnePlayer<Sokoban> {
    OnePlayer::new()
        .heuristic("off-goal", "the number of boxes that are not on goals", |_| Ok(OffGoal))
        .heuristic(
            "nearest-goal",
            "the pushes of each box to the goal that is nearest to it",
            |_| Ok(NearestGoal),
        )
        .heuristic(
            "matching",
            "the least pushes that bring each box to a goal of its own; deadlocks are dead ends",
            |_| Ok(Matching),
        )
        .bidirectional()
        .checked(has_few_goals)
        .default_algorithm("a*")
        .extras(Deadlocks)
}

fn has_few_goals(sokoban: &Sokoban, search: &Search) -> Result<(), CatalogueError> {
    if search.algorithm.name == BIDIRECTIONAL.name && sokoban.goals_up_to(MAX_GOALS).is_none() {
        let what = "bidirectional search on a level with more than 2,000,000 goals";
        return Err(CatalogueError::NotOffered { game: "sokoban", what });
    }
    Ok(())
}

struct Deadlocks;

impl Extras<Sokoban> for Deadlocks {
    fn why_unsolvable(&self, sokoban: &Sokoban, state: &Warehouse) -> Option<String> {
        sokoban.deadlock(state).map(|reason| reason.to_string())
    }
}
