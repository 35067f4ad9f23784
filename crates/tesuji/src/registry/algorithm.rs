use std::fmt;
use std::str::FromStr;

/// A search algorithm by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// [`BreadthFirst`](crate::uninformed::BreadthFirst).
    BreadthFirst,
    /// [`DepthFirst`](crate::uninformed::DepthFirst).
    DepthFirst,
    /// [`DepthLimited`](crate::uninformed::DepthLimited).
    DepthLimited,
    /// [`IterativeDeepening`](crate::uninformed::IterativeDeepening).
    IterativeDeepening,
    /// [`Bidirectional`](crate::uninformed::Bidirectional).
    Bidirectional,
    /// [`UniformCost`](crate::uninformed::UniformCost).
    UniformCost,
    /// [`GreedyBestFirst`](crate::informed::GreedyBestFirst).
    GreedyBestFirst,
    /// [`AStar`](crate::informed::AStar).
    AStar,
    /// [`WeightedAStar`](crate::informed::WeightedAStar).
    WeightedAStar,
    /// [`IdaStar`](crate::informed::IdaStar).
    IdaStar,
}

/// What a person wants to know of an algorithm before choosing it.
struct Entry {
    algorithm: Algorithm,
    name: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    informed: bool,
}

/// In the order of the source courses: blind before informed, simple before refined.
const ENTRIES: &[Entry] = &[
    Entry {
        algorithm: Algorithm::BreadthFirst,
        name: "bfs",
        aliases: &["breadth-first"],
        summary: "breadth-first: fewest moves; keeps every state it has met",
        informed: false,
    },
    Entry {
        algorithm: Algorithm::DepthFirst,
        name: "dfs",
        aliases: &["depth-first"],
        summary: "depth-first with memory, so that it ends: some solution, often absurdly long",
        informed: false,
    },
    Entry {
        algorithm: Algorithm::DepthLimited,
        name: "dls",
        aliases: &["depth-limited"],
        summary: "depth-first to --depth-limit moves, without memory: any solution within it",
        informed: false,
    },
    Entry {
        algorithm: Algorithm::IterativeDeepening,
        name: "ids",
        aliases: &["iddfs", "iterative-deepening"],
        summary: "depth-limited again and again, one move deeper each time: optimal, no memory",
        informed: false,
    },
    Entry {
        algorithm: Algorithm::Bidirectional,
        name: "bidirectional",
        aliases: &["bidirectional-bfs", "bibfs"],
        summary: "breadth-first from both ends: optimal, about twice the square root of the states",
        informed: false,
    },
    Entry {
        algorithm: Algorithm::UniformCost,
        name: "uniform-cost",
        aliases: &["ucs", "dijkstra"],
        summary: "cheapest first (Dijkstra): optimal for any costs; keeps every state it has met",
        informed: false,
    },
    Entry {
        algorithm: Algorithm::GreedyBestFirst,
        name: "greedy",
        aliases: &["greedy-best-first"],
        summary: "nearest to the goal by the estimate alone: quick, no claim to optimality",
        informed: true,
    },
    Entry {
        algorithm: Algorithm::AStar,
        name: "a*",
        aliases: &["astar", "a-star"],
        summary: "least cost so far plus estimate: optimal; keeps every state it has met",
        informed: true,
    },
    Entry {
        algorithm: Algorithm::WeightedAStar,
        name: "weighted-a*",
        aliases: &["wastar", "weighted-astar", "weighted-a-star"],
        summary: "a* with estimates times --weight: at most that much worse than optimal",
        informed: true,
    },
    Entry {
        algorithm: Algorithm::IdaStar,
        name: "ida*",
        aliases: &["idastar", "ida-star"],
        summary: "depth-first under a rising bound on cost plus estimate: optimal, no memory",
        informed: true,
    },
];

/// There is no algorithm of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no algorithm {name:?}; there are {}", names().join(", "))]
pub struct UnknownAlgorithm {
    /// What was asked for.
    pub name: String,
}

fn names() -> Vec<&'static str> {
    ENTRIES.iter().map(|entry| entry.name).collect()
}

impl Algorithm {
    /// All of them, blind search before informed.
    pub fn all() -> impl Iterator<Item = Algorithm> {
        ENTRIES.iter().map(|entry| entry.algorithm)
    }

    /// The name it is called by.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Other names it answers to.
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        self.entry().aliases
    }

    /// One line on what it does and gives.
    #[must_use]
    pub fn summary(self) -> &'static str {
        self.entry().summary
    }

    /// Whether it is led by a heuristic.
    #[must_use]
    pub fn is_informed(self) -> bool {
        self.entry().informed
    }

    fn entry(self) -> &'static Entry {
        ENTRIES.iter().find(|entry| entry.algorithm == self).expect("every algorithm has an entry")
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(text: &str) -> Result<Self, UnknownAlgorithm> {
        let name = text.to_lowercase();
        ENTRIES
            .iter()
            .find(|entry| entry.name == name || entry.aliases.contains(&name.as_str()))
            .map(|entry| entry.algorithm)
            .ok_or_else(|| UnknownAlgorithm { name: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_and_alias_is_read_back() {
        for algorithm in Algorithm::all() {
            for name in algorithm.aliases().iter().chain([&algorithm.name()]) {
                assert_eq!(name.parse(), Ok(algorithm));
                assert_eq!(name.to_uppercase().parse(), Ok(algorithm));
            }
        }
    }
}
