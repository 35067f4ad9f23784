//! The algorithms for puzzles.

use tesuji_core::{Heuristic, ObservableSolver, Puzzle, Solver};
use tesuji_informed::{AStar, GreedyBestFirst, IdaStar, ParallelIdaStar, Weight, WeightedAStar};
use tesuji_uninformed::{BreadthFirst, DepthFirst, DepthLimited, IterativeDeepening, UniformCost};

use super::table;
use crate::options as o;
use crate::{Algorithm, Ending, Family, Players, Search};

/// What an algorithm is built from.
pub(crate) struct Setup<'a, H> {
    pub(crate) heuristic: &'a H,
    pub(crate) search: &'a Search,
    /// Whether many paths lead to one state, as where moves commute.
    pub(crate) paths_meet: bool,
}

/// What the searches of a table are built for: to answer, or to be recorded.
pub(crate) trait Purpose<P: Puzzle> {
    /// A search, its type hidden.
    type Built<'a>;

    /// Hides the type of a search that an observer can watch.
    fn observable<'a>(search: impl ObservableSolver<P> + 'a) -> Self::Built<'a>;

    /// Hides the type of a search that no observer can watch.
    fn solver<'a>(search: impl Solver<P> + 'a) -> Self::Built<'a>;
}

/// Searches that answer.
pub(crate) struct ToAnswer;

impl<P: Puzzle> Purpose<P> for ToAnswer {
    type Built<'a> = Box<dyn Solver<P> + 'a>;

    fn observable<'a>(search: impl ObservableSolver<P> + 'a) -> Self::Built<'a> {
        Box::new(search)
    }

    fn solver<'a>(search: impl Solver<P> + 'a) -> Self::Built<'a> {
        Box::new(search)
    }
}

/// A row: the description, and the builder.
pub(crate) type Row<P, H, T> =
    (Algorithm, for<'a> fn(&Setup<'a, H>) -> <T as Purpose<P>>::Built<'a>);

/// Depth limit unless one is set.
const DEPTH_LIMIT: u32 = 31;

/// Breadth-first from both ends, for puzzles whose goals and predecessors are known.
pub(crate) const BIDIRECTIONAL: Algorithm = Algorithm {
    name: "bidirectional",
    aliases: &["bidirectional-bfs", "bibfs"],
    summary: "breadth-first from both ends: fewest moves; stores far fewer states than bfs",
    guarantee: "optimal for unit costs",
    players: Players::One,
    family: Family::Uninformed,
    ending: Ending::Always,
    options: &[o::EXHAUST.name],
};

/// Where it stands in the list of algorithms: beside the other breadth-first searches.
pub(crate) const BIDIRECTIONAL_PLACE: usize = 4;

table! {
    /// Every algorithm for a puzzle with a heuristic; those without one ignore it.
    fn rows<P, H, T> -> Row<P, H, T> where {
        P: Puzzle<State: Send + Sync, Move: Send + Sync> + Sync,
        H: Heuristic<P, Memo: Send + Sync> + Sync,
        T: Purpose<P>,
    }
    BREADTH_FIRST {
        name: "bfs",
        aliases: &["breadth-first"],
        summary: "breadth-first: fewest moves; stores every state",
        guarantee: "optimal for unit costs",
        players: Players::One,
        family: Family::Uninformed,
        ending: Ending::Always,
        options: &[o::EXHAUST.name],
    } => |_| T::observable(BreadthFirst);
    DEPTH_FIRST {
        name: "dfs",
        aliases: &["depth-first"],
        summary: "depth-first with a closed list: some solution, often a very long one",
        guarantee: "complete",
        players: Players::One,
        family: Family::Uninformed,
        ending: Ending::Always,
        options: &[o::EXHAUST.name],
    } => |_| T::observable(DepthFirst);
    DEPTH_LIMITED {
        name: "dls",
        aliases: &["depth-limited"],
        summary: "depth-first to --depth-limit moves, without a closed list: some solution",
        guarantee: "complete to its depth limit",
        players: Players::One,
        family: Family::Uninformed,
        ending: Ending::Always,
        options: &[o::DEPTH_LIMIT.name, o::EXHAUST.name],
    } => |setup| {
        let limit = setup.search.get(o::DEPTH_LIMIT).unwrap_or(DEPTH_LIMIT);
        T::observable(DepthLimited::new(limit))
    };
    ITERATIVE_DEEPENING {
        name: "ids",
        aliases: &["iddfs", "iterative-deepening"],
        summary: "depth-limited search, one move deeper each time: optimal, little memory",
        guarantee: "optimal",
        players: Players::One,
        family: Family::Uninformed,
        ending: Ending::Always,
        options: &[o::TABLE.name, o::EXHAUST.name],
    } => |setup| {
        let bytes = setup.search.table_of_states(setup.paths_meet);
        T::observable(IterativeDeepening::new().table_bytes(bytes))
    };
    UNIFORM_COST {
        name: "uniform-cost",
        aliases: &["ucs", "dijkstra"],
        summary: "least cost so far first (Dijkstra): optimal for any costs; stores every state",
        guarantee: "optimal",
        players: Players::One,
        family: Family::Uninformed,
        ending: Ending::Always,
        options: &[o::EXHAUST.name],
    } => |_| T::observable(UniformCost);
    GREEDY {
        name: "greedy",
        aliases: &["greedy-best-first"],
        summary: "least heuristic estimate first: fast, not optimal",
        guarantee: "complete",
        players: Players::One,
        family: Family::Informed,
        ending: Ending::Always,
        options: &[o::HEURISTIC.name, o::EXHAUST.name],
    } => |setup| T::observable(GreedyBestFirst::new(setup.heuristic));
    A_STAR {
        name: "a*",
        aliases: &["astar", "a-star"],
        summary: "least cost so far plus estimate first: optimal; stores every state",
        guarantee: "optimal",
        players: Players::One,
        family: Family::Informed,
        ending: Ending::Always,
        options: &[o::HEURISTIC.name, o::EXHAUST.name],
    } => |setup| T::observable(AStar::new(setup.heuristic));
    WEIGHTED_A_STAR {
        name: "weighted-a*",
        aliases: &["wastar", "weighted-astar", "weighted-a-star"],
        summary: "a* with estimates times --weight: fewer states, nearly optimal",
        guarantee: "at most --weight times the optimal cost",
        players: Players::One,
        family: Family::Informed,
        ending: Ending::Always,
        options: &[o::HEURISTIC.name, o::WEIGHT.name, o::EXHAUST.name],
    } => |setup| {
        let weight = setup.search.get(o::WEIGHT).unwrap_or_else(default_weight);
        T::observable(WeightedAStar::new(setup.heuristic, weight))
    };
    IDA_STAR {
        name: "ida*",
        aliases: &["idastar", "ida-star"],
        summary: "depth-first under a rising bound on cost plus estimate: optimal, little memory",
        guarantee: "optimal",
        players: Players::One,
        family: Family::Informed,
        ending: Ending::Always,
        options: &[o::HEURISTIC.name, o::TABLE.name, o::THREADS.name, o::EXHAUST.name],
    } => |setup| {
        let (heuristic, threads) = (setup.heuristic, setup.search.threads());
        let bytes = setup.search.table_of_states(setup.paths_meet);
        // Threads share no table of states.
        if threads > 1 && bytes == 0 {
            T::solver(ParallelIdaStar::new(heuristic, threads))
        } else {
            T::observable(IdaStar::new(heuristic).table_bytes(bytes))
        }
    };
}

fn default_weight() -> Weight {
    Weight::new(3, 2).expect("3/2 is a weight")
}
