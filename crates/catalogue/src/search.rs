//! Choosing an algorithm at run time for a puzzle whose type is known.

use std::str::FromStr;

use tesuji_adversarial::OpponentModel;
use tesuji_core::{
    Answer, Budget, Heuristic, KnownGoals, Progress, Puzzle, Reversible, Solver as _, quoted,
};
use tesuji_informed::{AStar, GreedyBestFirst, IdaStar, ParallelIdaStar, Weight, WeightedAStar};
use tesuji_uninformed::{
    Bidirectional, BreadthFirst, DepthFirst, DepthLimited, IterativeDeepening, UniformCost,
};

use super::{Algorithm, ProofFile, SearchOption};
use crate::databases::Databases;

/// Reads the choices of a type by their names, in whatever case.
macro_rules! read_by_name {
    ($choice:ident or $unknown:ident: $($name:literal => $one:ident),+ $(,)?) => {
        impl FromStr for $choice {
            type Err = $unknown;

            fn from_str(text: &str) -> Result<Self, $unknown> {
                match text.to_lowercase().as_str() {
                    $($name => Ok($choice::$one),)+
                    _ => Err($unknown(text.to_owned())),
                }
            }
        }
    };
}

/// How the threads of a Monte-Carlo search work together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parallel {
    /// [`TreeParallel`](tesuji_montecarlo::TreeParallel): on one tree.
    #[default]
    Tree,
    /// [`RootParallel`](tesuji_montecarlo::RootParallel): each on a tree of its own.
    Root,
}

/// There is no such way of working together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("threads do not share {}; they share the tree or the root", quoted(.0))]
pub struct UnknownParallel(String);

read_by_name! {
    Parallel or UnknownParallel:
    "tree" => Tree,
    "root" => Root,
}

/// Against whom a game is to be solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Adversary {
    /// One who makes the best moves.
    #[default]
    Best,
    /// One who makes any move, all as likely: what is wanted is the least expected cost.
    Random,
}

/// There is no adversary of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no adversary {}; there are best, random", quoted(.0))]
pub struct UnknownAdversary(String);

read_by_name! {
    Adversary or UnknownAdversary:
    "best" => Best,
    "random" => Random,
}

/// How to search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchOptions {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic by name, for an informed algorithm; the game's best by default.
    pub heuristic: Option<String>,
    /// The weight of weighted A*.
    pub weight: Weight,
    /// The greatest number of moves for depth-limited search.
    pub depth_limit: u32,
    /// How many plies a search for two players looks ahead; to the end by default.
    pub depth: Option<u32>,
    /// Whether to list all moves that are as good as the best, in a game for two players.
    pub best_moves: bool,
    /// The most memory for a transposition table, or for the tree of a Monte-Carlo search; by
    /// default 256 MiB where the search has a table, and for depth-first searches of a puzzle none
    /// unless many paths lead to one state or all states are to be searched. With 0 there is no
    /// table.
    pub table_bytes: Option<usize>,
    /// Whether a transposition table compares whole positions, not only their keys, so that no
    /// proof rests on a key alone.
    pub verified_table: bool,
    /// How many simulations a Monte-Carlo search runs; 10,000 by default, or as many as a limit
    /// on nodes or time allows.
    pub playouts: Option<u64>,
    /// Where the random numbers of a Monte-Carlo search start.
    pub seed: u64,
    /// Whether a Monte-Carlo search ends simulations where the game tells at sight who wins.
    pub sight: bool,
    /// Whether a search by table that is called again begins with what it found before: for
    /// playing a game move by move.
    pub remember: bool,
    /// Whether a search that would go straight to the end of the game deepens ply by ply where the
    /// budget may end it, so that it has something to tell. It takes more nodes.
    pub anytime: bool,
    /// What expectimax takes its opponent to do.
    pub opponent: OpponentModel,
    /// How hot a pessimistic or optimistic opponent is: the hotter, the closer to a uniform one. In
    /// the unit of the evaluation, in which a win is worth 1000; above 0. By default 100, or to a
    /// depth in a game with an evaluator half of what is a clear difference to it.
    pub temperature: Option<f64>,
    /// Against whom `retrograde` solves, in games that offer more than the best.
    pub adversary: Adversary,
    /// How many threads a search takes that can use several: IDA*, the searches by table, df-pn and
    /// Monte-Carlo tree search.
    pub threads: usize,
    /// How those of Monte-Carlo tree search work together.
    pub parallel: Parallel,
    /// A file of proved results that df-pn starts from, and that what it proves is added to: by
    /// [`ProofFile::save`], after the search.
    pub store: Option<ProofFile>,
    /// Where pattern databases are kept; in memory by default.
    pub databases: Databases,
    /// Whether a search for which no heuristic is named may first build the pattern databases that
    /// serve it best, if that takes a moment; otherwise it goes by what is there.
    pub builds_databases: bool,
    /// Whether an argument that needs no search may prove a position unsolvable.
    pub arguments: bool,
}

impl SearchOptions {
    /// The defaults for an algorithm: weight 1.5, depth limit 31, arguments allowed.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        let weight = Weight::new(3, 2).expect("3/2 is a weight");
        SearchOptions {
            algorithm,
            heuristic: None,
            weight,
            depth_limit: 31,
            depth: None,
            best_moves: false,
            table_bytes: None,
            verified_table: false,
            playouts: None,
            seed: 0,
            sight: true,
            remember: false,
            anytime: false,
            opponent: OpponentModel::default(),
            temperature: None,
            adversary: Adversary::default(),
            threads: 1,
            parallel: Parallel::default(),
            store: None,
            databases: Databases::in_memory(),
            builds_databases: true,
            arguments: true,
        }
    }
}

impl SearchOptions {
    const TABLE_BYTES: usize = 1 << 28;

    /// The memory for the table of a search that has one unless told otherwise.
    pub(crate) fn table(&self) -> usize {
        self.table_bytes.unwrap_or(Self::TABLE_BYTES)
    }

    /// The memory for the tree of a Monte-Carlo search, with its table or without.
    pub(crate) fn memory(&self) -> usize {
        self.table_bytes.filter(|&bytes| bytes > 0).unwrap_or(Self::TABLE_BYTES)
    }

    /// Whether a search for two players has a table by which positions are known again.
    pub(crate) fn has_table(&self) -> bool {
        self.algorithm.takes(SearchOption::VerifiedTable) && self.table_bytes != Some(0)
    }

    /// The memory for the table of a depth-first search for one player.
    fn table_of_states(&self, paths_meet: bool) -> usize {
        let pays = paths_meet || !self.arguments;
        self.table_bytes.unwrap_or(if pays { Self::TABLE_BYTES } else { 0 })
    }
}

/// Runs the algorithm that `options` names. `paths_meet` says whether many paths lead to one state,
/// as where moves commute.
pub(crate) fn search<P, H>(
    puzzle: &P,
    start: &P::State,
    options: &SearchOptions,
    paths_meet: bool,
    heuristic: H,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Answer<P::Move>
where
    P: Puzzle<State: Send + Sync, Move: Send + Sync> + Reversible + KnownGoals + Sync,
    H: Heuristic<P, Memo: Send + Sync> + Sync,
{
    macro_rules! run {
        ($solver:expr) => {
            $solver.solve_within(puzzle, start, budget, progress)
        };
    }
    let table_bytes = options.table_of_states(paths_meet);
    match options.algorithm {
        Algorithm::BreadthFirst => run!(BreadthFirst),
        Algorithm::DepthFirst => run!(DepthFirst),
        Algorithm::DepthLimited => run!(DepthLimited::new(options.depth_limit)),
        Algorithm::IterativeDeepening => {
            run!(IterativeDeepening::new().table_bytes(table_bytes))
        }
        Algorithm::Bidirectional => run!(Bidirectional),
        Algorithm::UniformCost => run!(UniformCost),
        Algorithm::GreedyBestFirst => run!(GreedyBestFirst::new(heuristic)),
        Algorithm::AStar => run!(AStar::new(heuristic)),
        Algorithm::WeightedAStar => run!(WeightedAStar::new(heuristic, options.weight)),
        // Threads share no table of states.
        Algorithm::IdaStar if options.threads > 1 && table_bytes == 0 => {
            run!(ParallelIdaStar::new(heuristic, options.threads))
        }
        Algorithm::IdaStar => run!(IdaStar::new(heuristic).table_bytes(table_bytes)),
        Algorithm::Minimax
        | Algorithm::MemoMinimax
        | Algorithm::Negamax
        | Algorithm::AlphaBeta
        | Algorithm::WhoWins
        | Algorithm::WhoWinsReversed
        | Algorithm::PrincipalVariation
        | Algorithm::MtdF
        | Algorithm::Bisection
        | Algorithm::Expectimax
        | Algorithm::ProofNumber
        | Algorithm::ProofNumberSquared
        | Algorithm::DepthFirstProofNumber
        | Algorithm::Retrograde
        | Algorithm::FlatMonteCarlo
        | Algorithm::UctTree
        | Algorithm::Uct
        | Algorithm::UctBiased
        | Algorithm::RaveTree
        | Algorithm::Rave
        | Algorithm::Grave
        | Algorithm::PnMcts
        | Algorithm::Puct
        | Algorithm::Theory => unreachable!("the options were checked"),
    }
}
