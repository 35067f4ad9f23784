//! What is built before somebody asks for it.

use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::{RegistryError, Settings, game};
use tesuji::core::{Budget, Silent};

/// The strongest databases that take a moment to build, for both goals of fifteen tiles. Until they
/// are there, hints go by a heuristic that needs none.
pub(crate) fn build_databases(budget: &Budget) {
    for goal in ["blank-first", "blank-last"] {
        if let Err(error) = build(goal, budget) {
            tracing::debug!(%error, goal, "no pattern databases for hints");
        }
    }
}

fn build(goal: &'static str, budget: &Budget) -> Result<(), RegistryError> {
    let (settings, kept) = (Settings::new().with("goal", goal), Databases::in_memory());
    game("taquin")?
        .build_databases(&settings, "pdb:6-6-3", &kept, false, budget, &mut Silent)
        .map(|_| ())
}
