//! What is built before somebody asks for it.

use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::{CatalogueError, Settings, game};
use tesuji::core::{Budget, Silent};

/// The strongest databases that take a moment to build, for both goals of fifteen tiles. Until they
/// are there, hints go by a heuristic that needs none.
pub(crate) fn build_databases(databases: &Databases, budget: &Budget) {
    for goal in ["blank-first", "blank-last"] {
        if let Err(error) = build(goal, databases, budget) {
            tracing::debug!(%error, goal, "no pattern databases for hints");
        }
    }
}

fn build(goal: &'static str, databases: &Databases, budget: &Budget) -> Result<(), CatalogueError> {
    let settings = Settings::new().with("goal", goal);
    game("taquin")?
        .build_databases(&settings, "pdb:6-6-3", databases, false, budget, &mut Silent)
        .map(|_| ())
}
