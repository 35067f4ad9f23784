use std::sync::Arc;
use std::time::Duration;

use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::{Catalogue, CatalogueError};
use tesuji::core::Budget;

use crate::question::Lane;

/// What one question may take.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Grant {
    /// The longest time, for all its searches together.
    pub time: Duration,
    /// The most nodes that one search may generate.
    pub nodes: u64,
    /// The most bytes that the tables of one search may take. As much again may be kept for
    /// pattern databases.
    pub memory: usize,
}

impl Default for Grant {
    /// 30 seconds, a billion nodes, 256 MiB.
    fn default() -> Self {
        Grant { time: Duration::from_secs(30), nodes: 1_000_000_000, memory: 256 << 20 }
    }
}

impl Grant {
    /// The same with other limits.
    #[must_use]
    pub fn new(time: Duration, nodes: u64, memory: usize) -> Self {
        Grant { time, nodes, memory }
    }

    /// The budget of work that may take `time` from now on.
    #[must_use]
    pub fn budget(&self, lane: Lane, time: Duration) -> Budget {
        Budget::unlimited().time(lane.time(time)).start().nodes(self.nodes).memory(self.memory)
    }
}

/// What all questions share: the games, what one question may take, and the pattern databases, which
/// are all that is kept between two questions. Clones share it.
#[derive(Clone)]
pub struct Service {
    catalogue: Arc<Catalogue>,
    grant: Grant,
    databases: Databases,
}

impl Service {
    /// A service for the games of a catalogue.
    #[must_use]
    pub fn new(catalogue: Catalogue, grant: Grant) -> Self {
        let databases = Databases::in_memory_within(grant.memory);
        Service { catalogue: Arc::new(catalogue), grant, databases }
    }

    /// The games.
    #[must_use]
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// What one question may take.
    #[must_use]
    pub fn grant(&self) -> &Grant {
        &self.grant
    }

    pub(crate) fn databases(&self) -> Databases {
        self.databases.clone()
    }

    /// [Warms up](tesuji::catalogue::GameEntry::warm_up) every game, and shows `failed` those that
    /// cannot be. Until that is done, hints use heuristics that need no database.
    pub fn warm_up(&self, budget: &Budget, mut failed: impl FnMut(&'static str, CatalogueError)) {
        for game in self.catalogue.games() {
            if let Err(error) = game.warm_up(&self.databases, budget) {
                failed(game.name(), error);
            }
        }
    }
}
