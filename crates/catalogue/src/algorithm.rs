use std::fmt;
use std::str::FromStr;

/// A search algorithm by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// [`BreadthFirst`](tesuji_uninformed::BreadthFirst).
    BreadthFirst,
    /// [`DepthFirst`](tesuji_uninformed::DepthFirst).
    DepthFirst,
    /// [`DepthLimited`](tesuji_uninformed::DepthLimited).
    DepthLimited,
    /// [`IterativeDeepening`](tesuji_uninformed::IterativeDeepening).
    IterativeDeepening,
    /// [`Bidirectional`](tesuji_uninformed::Bidirectional).
    Bidirectional,
    /// [`UniformCost`](tesuji_uninformed::UniformCost).
    UniformCost,
    /// [`GreedyBestFirst`](tesuji_informed::GreedyBestFirst).
    GreedyBestFirst,
    /// [`AStar`](tesuji_informed::AStar).
    AStar,
    /// [`WeightedAStar`](tesuji_informed::WeightedAStar).
    WeightedAStar,
    /// [`IdaStar`](tesuji_informed::IdaStar).
    IdaStar,
    /// [`Minimax`](tesuji_adversarial::Minimax).
    Minimax,
    /// [`MemoMinimax`](tesuji_adversarial::MemoMinimax).
    MemoMinimax,
    /// [`Negamax`](tesuji_adversarial::Negamax).
    Negamax,
    /// [`AlphaBeta`](tesuji_adversarial::AlphaBeta).
    AlphaBeta,
    /// [`AlphaBeta::who_wins`](tesuji_adversarial::AlphaBeta::who_wins).
    WhoWins,
    /// The same with the moves tried in reverse.
    WhoWinsReversed,
    /// [`Search::principal_variation`](tesuji_adversarial::Search::principal_variation).
    PrincipalVariation,
    /// [`Search::mtd_f`](tesuji_adversarial::Search::mtd_f).
    MtdF,
    /// [`Search::bisection`](tesuji_adversarial::Search::bisection).
    Bisection,
    /// [`Expectimax`](tesuji_adversarial::Expectimax).
    Expectimax,
    /// [`PnSearch`](tesuji_proof::PnSearch).
    ProofNumber,
    /// [`PnSearch::pn2`](tesuji_proof::PnSearch::pn2).
    ProofNumberSquared,
    /// [`DfPn`](tesuji_proof::DfPn).
    DepthFirstProofNumber,
    /// [`Retrograde`](tesuji_retrograde::Retrograde).
    Retrograde,
    /// [`FlatMonteCarlo`](tesuji_montecarlo::FlatMonteCarlo).
    FlatMonteCarlo,
    /// [`MonteCarlo::uct`](tesuji_montecarlo::MonteCarlo::uct) without a transposition table.
    UctTree,
    /// The same with a transposition table.
    Uct,
    /// The same with [progressive bias](tesuji_montecarlo::Biased) by the game's evaluator.
    UctBiased,
    /// [`MonteCarlo::rave`](tesuji_montecarlo::MonteCarlo::rave) without a transposition table.
    RaveTree,
    /// The same with a transposition table.
    Rave,
    /// [`MonteCarlo::grave`](tesuji_montecarlo::MonteCarlo::grave).
    Grave,
    /// [`MonteCarlo::pn_mcts`](tesuji_montecarlo::MonteCarlo::pn_mcts).
    PnMcts,
    /// [`MonteCarlo::puct`](tesuji_montecarlo::MonteCarlo::puct) with priors by the game's
    /// evaluator.
    Puct,
    /// [`Sums`](tesuji_nim::theory::Sums): the theory of sums of games, for those that have one.
    Theory,
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// One agent looks for a way to a goal.
    One,
    /// Two players play against each other.
    Two,
}

impl fmt::Display for Players {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            Players::One => "one player",
            Players::Two => "two players",
        })
    }
}

/// What a person wants to know of an algorithm before choosing it.
struct Entry {
    algorithm: Algorithm,
    name: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    kind: Kind,
}

enum Kind {
    Blind,
    Informed,
    Adversarial,
    MonteCarlo,
}

/// In the order in which they are taught: blind before informed, simple before refined.
const ENTRIES: &[Entry] = &[
    Entry {
        algorithm: Algorithm::BreadthFirst,
        name: "bfs",
        aliases: &["breadth-first"],
        summary: "breadth-first: fewest moves; keeps every state it has met",
        kind: Kind::Blind,
    },
    Entry {
        algorithm: Algorithm::DepthFirst,
        name: "dfs",
        aliases: &["depth-first"],
        summary: "depth-first with memory, so that it ends: some solution, often absurdly long",
        kind: Kind::Blind,
    },
    Entry {
        algorithm: Algorithm::DepthLimited,
        name: "dls",
        aliases: &["depth-limited"],
        summary: "depth-first to --depth-limit moves, without memory: any solution within it",
        kind: Kind::Blind,
    },
    Entry {
        algorithm: Algorithm::IterativeDeepening,
        name: "ids",
        aliases: &["iddfs", "iterative-deepening"],
        summary: "depth-limited again and again, one move deeper each time: optimal, little memory",
        kind: Kind::Blind,
    },
    Entry {
        algorithm: Algorithm::Bidirectional,
        name: "bidirectional",
        aliases: &["bidirectional-bfs", "bibfs"],
        summary: "breadth-first from both ends: optimal, about twice the square root of the states",
        kind: Kind::Blind,
    },
    Entry {
        algorithm: Algorithm::UniformCost,
        name: "uniform-cost",
        aliases: &["ucs", "dijkstra"],
        summary: "cheapest first (Dijkstra): optimal for any costs; keeps every state it has met",
        kind: Kind::Blind,
    },
    Entry {
        algorithm: Algorithm::GreedyBestFirst,
        name: "greedy",
        aliases: &["greedy-best-first"],
        summary: "nearest to the goal by the estimate alone: quick, no claim to optimality",
        kind: Kind::Informed,
    },
    Entry {
        algorithm: Algorithm::AStar,
        name: "a*",
        aliases: &["astar", "a-star"],
        summary: "least cost so far plus estimate: optimal; keeps every state it has met",
        kind: Kind::Informed,
    },
    Entry {
        algorithm: Algorithm::WeightedAStar,
        name: "weighted-a*",
        aliases: &["wastar", "weighted-astar", "weighted-a-star"],
        summary: "a* with estimates times --weight: at most that much worse than optimal",
        kind: Kind::Informed,
    },
    Entry {
        algorithm: Algorithm::IdaStar,
        name: "ida*",
        aliases: &["idastar", "ida-star"],
        summary: "depth-first under a rising bound on cost plus estimate: optimal, little memory",
        kind: Kind::Informed,
    },
    Entry {
        algorithm: Algorithm::Minimax,
        name: "minimax",
        aliases: &[],
        summary: "every line to its end, or to --depth: as it is taught",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::MemoMinimax,
        name: "memo-minimax",
        aliases: &["memoised-minimax"],
        summary: "minimax that remembers every position",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::Negamax,
        name: "negamax",
        aliases: &[],
        summary: "minimax seen by the player to move",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::AlphaBeta,
        name: "alpha-beta",
        aliases: &["alphabeta"],
        summary: "minimax without the lines that cannot matter",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::WhoWins,
        name: "who-wins",
        aliases: &[],
        summary: "alpha-beta with the window (-1, +1): who wins, not how soon",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::WhoWinsReversed,
        name: "who-wins-reversed",
        aliases: &[],
        summary: "who-wins with the moves tried last to first",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::PrincipalVariation,
        name: "pvs",
        aliases: &["principal-variation"],
        summary: "alpha-beta with null windows, deepening, a table and ordered moves: the strongest",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::MtdF,
        name: "mtd-f",
        aliases: &["mtdf", "mtd(f)"],
        summary: "null windows that close in on the value, with a table",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::Bisection,
        name: "bisection",
        aliases: &[],
        summary: "null windows that halve what the value may be, straight to the end of the game",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::Expectimax,
        name: "expectimax",
        aliases: &[],
        summary: "the mean over the replies of an opponent who need not be the best (--opponent)",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::ProofNumber,
        name: "pn",
        aliases: &["pns", "pnsearch", "proof-number"],
        summary: "proof-number search, best first: proves who wins, with the whole tree in memory",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::ProofNumberSquared,
        name: "pn2",
        aliases: &["pn^2", "pn-squared"],
        summary: "pn whose leaves are searched by pn: less memory, more time",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::DepthFirstProofNumber,
        name: "df-pn",
        aliases: &["dfpn"],
        summary: "proof-number search depth-first, with a table: the quickest proof of who wins",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::Retrograde,
        name: "retrograde",
        aliases: &[],
        summary: "all positions that can be reached, from the ends backwards: exact, cycles and all",
        kind: Kind::Adversarial,
    },
    Entry {
        algorithm: Algorithm::FlatMonteCarlo,
        name: "flat-mc",
        aliases: &["flat", "flat-monte-carlo"],
        summary: "as many random playouts for each move: no tree, no proof beyond one move",
        kind: Kind::MonteCarlo,
    },
    Entry {
        algorithm: Algorithm::UctTree,
        name: "uct-tree",
        aliases: &[],
        summary: "Monte-Carlo tree search by upper confidence bounds, as it is taught",
        kind: Kind::MonteCarlo,
    },
    Entry {
        algorithm: Algorithm::Uct,
        name: "uct",
        aliases: &["mcts", "monte-carlo"],
        summary: "uct-tree with a table: all paths to a position share what is known of it",
        kind: Kind::MonteCarlo,
    },
    Entry {
        algorithm: Algorithm::UctBiased,
        name: "uct-biased",
        aliases: &["progressive-bias"],
        summary: "uct that begins with the moves an evaluator likes",
        kind: Kind::MonteCarlo,
    },
    Entry {
        algorithm: Algorithm::RaveTree,
        name: "rave-tree",
        aliases: &[],
        summary: "moves judged at first by all playouts in which they were made, as it is taught",
        kind: Kind::MonteCarlo,
    },
    Entry {
        algorithm: Algorithm::Rave,
        name: "rave",
        aliases: &["amaf"],
        summary: "rave-tree with a table: all paths to a position share what is known of it",
        kind: Kind::MonteCarlo,
    },
    Entry {
        algorithm: Algorithm::Grave,
        name: "grave",
        aliases: &[],
        summary: "rave that goes by the last position with enough playouts, with a table",
        kind: Kind::MonteCarlo,
    },
    Entry {
        algorithm: Algorithm::PnMcts,
        name: "pn-mcts",
        aliases: &["uct-pn"],
        summary: "uct that likes moves near to a proof, by proof numbers, with a table",
        kind: Kind::MonteCarlo,
    },
    Entry {
        algorithm: Algorithm::Puct,
        name: "puct",
        aliases: &[],
        summary: "Monte-Carlo tree search led by priors, here an evaluator's, with a table",
        kind: Kind::MonteCarlo,
    },
    Entry {
        algorithm: Algorithm::Theory,
        name: "theory",
        aliases: &["nim-values", "sprague-grundy"],
        summary: "who wins by nim-values, without a search; for the Nim family",
        kind: Kind::Adversarial,
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
        matches!(self.entry().kind, Kind::Informed)
    }

    /// Whether it rests on random playouts, and says something about every move.
    #[must_use]
    pub fn is_monte_carlo(self) -> bool {
        matches!(self.entry().kind, Kind::MonteCarlo)
    }

    /// Whether it goes straight to the depth it is given, or to the end of the game: cut short, it
    /// has seen little of anything.
    #[must_use]
    pub(crate) fn goes_straight(self) -> bool {
        matches!(
            self,
            Algorithm::Minimax
                | Algorithm::Negamax
                | Algorithm::AlphaBeta
                | Algorithm::WhoWins
                | Algorithm::WhoWinsReversed
                | Algorithm::Expectimax
        )
    }

    /// Who plays the games it is for.
    #[must_use]
    pub fn players(self) -> Players {
        match self.entry().kind {
            Kind::Blind | Kind::Informed => Players::One,
            Kind::Adversarial | Kind::MonteCarlo => Players::Two,
        }
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
