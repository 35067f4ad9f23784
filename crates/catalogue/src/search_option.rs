use std::fmt;

use super::Algorithm;

/// One of the [`SearchOptions`](super::SearchOptions), for asking which algorithms
/// [take](Algorithm::takes) it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SearchOption {
    /// The heuristic by name; for two players the evaluator.
    Heuristic,
    /// The weight of weighted A*.
    Weight,
    /// The greatest number of moves for depth-limited search.
    DepthLimit,
    /// How many plies a search for two players looks ahead.
    Depth,
    /// Whether to list all moves that are as good as the best.
    EquallyGood,
    /// The most memory for a transposition table or a tree.
    Table,
    /// Whether a transposition table compares whole positions.
    VerifiedTable,
    /// How many simulations to run.
    Playouts,
    /// Whether simulations end where the game tells at sight who wins.
    Sight,
    /// Where the random numbers start.
    Seed,
    /// How many threads.
    Threads,
    /// How the threads of a Monte-Carlo tree search work together.
    Parallel,
    /// What expectimax takes its opponent to do.
    Opponent,
    /// How hot that opponent is.
    Temperature,
    /// A file of proved results.
    Store,
}

impl SearchOption {
    /// The name it is set by, on the command line and in the settings of an engine.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SearchOption::Heuristic => "heuristic",
            SearchOption::Weight => "weight",
            SearchOption::DepthLimit => "depth-limit",
            SearchOption::Depth => "depth",
            SearchOption::EquallyGood => "all",
            SearchOption::Table => "table",
            SearchOption::VerifiedTable => "verified-table",
            SearchOption::Playouts => "playouts",
            SearchOption::Sight => "sight",
            SearchOption::Seed => "seed",
            SearchOption::Threads => "threads",
            SearchOption::Parallel => "parallel",
            SearchOption::Opponent => "opponent",
            SearchOption::Temperature => "temperature",
            SearchOption::Store => "store",
        }
    }
}

impl fmt::Display for SearchOption {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.pad(self.name())
    }
}

impl Algorithm {
    /// Whether an option changes anything about this search.
    #[must_use]
    pub fn takes(self, option: SearchOption) -> bool {
        use super::Players;
        use Algorithm as A;
        let has_table = matches!(self, A::PrincipalVariation | A::MtdF | A::Bisection);
        let by_proof_numbers =
            matches!(self, A::ProofNumber | A::ProofNumberSquared | A::DepthFirstProofNumber);
        let grows_tree = self.is_monte_carlo() && self != A::FlatMonteCarlo;
        match option {
            SearchOption::Heuristic => {
                let estimates = matches!(
                    self,
                    A::Minimax | A::Negamax | A::AlphaBeta | A::Expectimax | A::UctBiased | A::Puct
                );
                self.is_informed() || has_table || by_proof_numbers || estimates
            }
            SearchOption::Weight => self == A::WeightedAStar,
            SearchOption::DepthLimit => self == A::DepthLimited,
            SearchOption::Depth => {
                let walks_tree = matches!(
                    self,
                    A::Minimax
                        | A::Negamax
                        | A::AlphaBeta
                        | A::WhoWins
                        | A::WhoWinsReversed
                        | A::Expectimax
                );
                has_table || walks_tree
            }
            SearchOption::EquallyGood => self.players() == Players::Two && !self.is_monte_carlo(),
            SearchOption::Table => {
                let deepens = matches!(self, A::IdaStar | A::IterativeDeepening);
                has_table || by_proof_numbers || grows_tree || deepens
            }
            SearchOption::VerifiedTable => {
                let knows_positions = grows_tree && !matches!(self, A::UctTree | A::RaveTree);
                has_table || by_proof_numbers || knows_positions
            }
            SearchOption::Playouts | SearchOption::Seed => self.is_monte_carlo(),
            SearchOption::Sight | SearchOption::Parallel => grows_tree,
            SearchOption::Threads => {
                has_table || grows_tree || matches!(self, A::IdaStar | A::DepthFirstProofNumber)
            }
            SearchOption::Opponent | SearchOption::Temperature => self == A::Expectimax,
            SearchOption::Store => self == A::DepthFirstProofNumber,
        }
    }
}
