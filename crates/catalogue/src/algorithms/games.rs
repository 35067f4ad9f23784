//! The algorithms for games of two players.

use tesuji_adversarial::{
    AlphaBeta, Deepening, Expectimax, MemoMinimax, Minimax, Modelled, Negamax, ParallelSearch,
    Reversed, TableSearch,
};
use tesuji_core::{Budget, Evaluator, Game, GameSolver, Hints, ObservableGameSolver, Score};
use tesuji_montecarlo::{MonteCarlo, Puct, Rave, SoftMaxPriors, Ucb};
use tesuji_proof::{DfPn, Estimated, NoStore, ParallelDfPn, PnSearch, Proofs};
use tesuji_retrograde::SymmetricRetrograde;

use super::monte_carlo::{Simulations, flat, tree};
use super::table;
use crate::options as o;
use crate::{Algorithm, Ending, Family, Players, Search};

/// [`RETROGRADE`] for games whose positions fall into layers.
pub(crate) const RETROGRADE_BY_LAYERS: Algorithm = Algorithm {
    summary: "all reachable positions, backwards from the finished ones, layer by layer",
    options: &[o::BEST_MOVES.name, o::THREADS.name],
    ..RETROGRADE
};

/// What an algorithm is built from.
#[derive(Clone)]
pub(crate) struct Setup<H, E> {
    pub(crate) hints: H,
    pub(crate) evaluator: E,
    /// Estimates of two positions that differ by this much differ clearly.
    pub(crate) scale: f32,
    /// Whether the game has an evaluator of its own.
    pub(crate) estimates: bool,
    pub(crate) search: Search,
    pub(crate) depth: Option<u32>,
    pub(crate) budget: Budget,
}

/// What the searches of a table are built for: to answer, or to be recorded.
pub(crate) trait Purpose<G: Game> {
    /// A search, its type hidden.
    type Built;

    /// Hides the type of a search that an observer can watch.
    fn observable(search: impl ObservableGameSolver<G> + 'static) -> Self::Built;

    /// Hides the type of a search that no observer can watch.
    fn solver(search: impl GameSolver<G> + 'static) -> Self::Built;

    /// Hides the type of a search by random playouts that an observer can watch.
    fn playouts(search: impl Simulations<G> + ObservableGameSolver<G> + 'static) -> Self::Built;

    /// The same for one that no observer can watch.
    fn flat(search: impl Simulations<G> + 'static) -> Self::Built;
}

/// Searches that answer.
pub(crate) struct ToAnswer;

/// A search that answers.
pub(crate) enum Answering<G> {
    /// A search that judges the position.
    Solver(Box<dyn GameSolver<G>>),
    /// A search by random playouts, which says something about every move.
    Playouts(Box<dyn Simulations<G>>),
}

impl<G: Game> Answering<G> {
    pub(crate) fn into_solver(self) -> Box<dyn GameSolver<G>> {
        match self {
            Answering::Solver(solver) => solver,
            Answering::Playouts(simulations) => simulations,
        }
    }
}

impl<G: SearchedGame> Purpose<G> for ToAnswer {
    type Built = Answering<G>;

    fn observable(search: impl ObservableGameSolver<G> + 'static) -> Answering<G> {
        Self::solver(search)
    }

    fn solver(search: impl GameSolver<G> + 'static) -> Answering<G> {
        Answering::Solver(Box::new(search))
    }

    fn playouts(search: impl Simulations<G> + ObservableGameSolver<G> + 'static) -> Answering<G> {
        Self::flat(search)
    }

    fn flat(search: impl Simulations<G> + 'static) -> Answering<G> {
        Answering::Playouts(Box::new(search))
    }
}

/// What a game needs for the searches of the table.
pub(crate) trait SearchedGame:
    Game<State: Send + Sync, Move: Send + Sync> + Clone + Send + Sync + 'static
{
}

impl<G> SearchedGame for G where
    G: Game<State: Send + Sync, Move: Send + Sync> + Clone + Send + Sync + 'static
{
}

/// A row: the description, and the builder.
pub(crate) type Row<H, E, B> = (Algorithm, fn(&Setup<H, E>) -> B);

/// A search to the depth of the setup, if there is one.
macro_rules! to_depth {
    ($setup:expr, $solver:expr) => {{
        let solver = $solver.best_moves($setup.all());
        match $setup.depth {
            Some(depth) => solver.depth(depth),
            None => solver,
        }
    }};
}

/// A search by proof numbers with the options of the setup.
macro_rules! proof_options {
    ($setup:expr, $search:expr) => {
        $search
            .hints($setup.hints.clone())
            .first_numbers($setup.first_numbers())
            .table_bytes($setup.search.table())
            .verified($setup.search.is_on(o::VERIFIED_TABLE))
            .best_moves($setup.all())
    };
}
impl<H, E> Setup<H, E> {
    /// A search with its defaults.
    pub(crate) fn new(hints: H, evaluator: E, search: Search) -> Self {
        let (scale, estimates, depth) = (10.0, false, None);
        Setup { hints, evaluator, scale, estimates, search, depth, budget: Budget::unlimited() }
    }
}

impl<H: Clone + Sync + 'static, E: Clone + Sync + 'static> Setup<H, E> {
    /// Whether the search deepens ply by ply though it would go straight to the end.
    pub(crate) fn deepens(&self) -> bool {
        self.search.anytime
            && self.depth.is_none()
            && self.search.algorithm.ending == Ending::AtDepth
            && self.budget.limits_work()
    }

    /// The search that `build` makes, deepening where the budget may end it.
    pub(crate) fn answering<G: SearchedGame>(
        self,
        build: fn(&Self) -> Answering<G>,
    ) -> Answering<G> {
        if !self.deepens() {
            return build(&self);
        }
        let at = move |depth| build(&Setup { depth: Some(depth), ..self.clone() }).into_solver();
        Answering::Solver(Box::new(Deepening::new(at)))
    }

    /// The same with other hints and another evaluator.
    pub(crate) fn by<I, F>(&self, hints: I, evaluator: F) -> Setup<I, F> {
        Setup {
            scale: self.scale,
            estimates: self.estimates,
            depth: self.depth,
            budget: self.budget.clone(),
            ..Setup::new(hints, evaluator, self.search.clone())
        }
    }

    fn all(&self) -> bool {
        self.search.is_on(o::BEST_MOVES)
    }

    /// How hard a position looks to a proof: 21 times as hard where the estimate is worse by half of
    /// a clear difference.
    fn first_numbers(&self) -> Estimated<E> {
        Estimated::new(self.evaluator.clone(), (self.scale / 2.0) as Score)
    }

    /// The temperature of an opponent model unless it is set: in the unit of the evaluation.
    fn temperature(&self) -> f64 {
        self.search.get(o::TEMPERATURE).unwrap_or(match self.depth {
            Some(_) if self.estimates => f64::from(self.scale) / 2.0,
            _ => 100.0,
        })
    }

    /// UCT with the constant of the options.
    fn uct(&self) -> MonteCarlo<Ucb> {
        MonteCarlo::uct().adjust(|ucb| self.search.put(o::EXPLORATION, &mut ucb.exploration))
    }

    /// RAVE with the constants of the options.
    fn rave(&self) -> MonteCarlo<Rave> {
        MonteCarlo::rave().adjust(|rave| {
            self.search.put(o::EXPLORATION, &mut rave.exploration);
            self.search.put(o::AMAF_BIAS, &mut rave.bias);
        })
    }

    /// A search by table with the options of the setup, alone or by several threads.
    fn by_table<G, T>(&self, search: TableSearch) -> T::Built
    where
        G: SearchedGame,
        H: Hints<G>,
        E: Evaluator<G>,
        T: Purpose<G>,
    {
        let search = search.hints(self.hints.clone()).evaluator(self.evaluator.clone());
        let search = search.table_bytes(self.search.table()).remember(self.search.remember);
        let search = search.verified(self.search.is_on(o::VERIFIED_TABLE));
        let search = to_depth!(self, search);
        match self.search.threads() {
            0 | 1 => T::observable(search),
            threads => T::solver(ParallelSearch::new(search, threads)),
        }
    }

    /// Df-pn with this store, alone or by several threads.
    pub(crate) fn df_pn<G, T>(&self, store: impl Proofs<G> + 'static) -> T::Built
    where
        G: SearchedGame,
        H: Hints<G>,
        E: Evaluator<G>,
        T: Purpose<G>,
    {
        let search = proof_options!(self, DfPn::new()).store(store);
        match self.search.threads() {
            0 | 1 => T::observable(search),
            threads => T::solver(ParallelDfPn::new(search, threads)),
        }
    }
}

const TABLE: &[&str] = &[
    o::HEURISTIC.name,
    o::DEPTH.name,
    o::BEST_MOVES.name,
    o::TABLE.name,
    o::VERIFIED_TABLE.name,
    o::THREADS.name,
];

const TABLE_OR_OUTCOME: &[&str] = &[
    o::HEURISTIC.name,
    o::DEPTH.name,
    o::OUTCOME_ONLY.name,
    o::BEST_MOVES.name,
    o::TABLE.name,
    o::VERIFIED_TABLE.name,
    o::THREADS.name,
];

const PROOF: &[&str] =
    &[o::HEURISTIC.name, o::BEST_MOVES.name, o::TABLE.name, o::VERIFIED_TABLE.name];

/// The options of a Monte-Carlo tree search: those of its moves' choice, then those of all.
macro_rules! tree_options {
    ($($own:ident),*) => {
        &[
            $(o::$own.name,)*
            o::TABLE.name,
            o::PLAYOUTS.name,
            o::ADJUDICATE.name,
            o::SEED.name,
            o::THREADS.name,
            o::PARALLEL.name,
        ]
    };
}

table! {
    /// Every algorithm for a game with hints and an evaluator.
    fn rows<G, H, E, T> -> Row<H, E, T::Built> where {
        G: SearchedGame,
        T: Purpose<G>,
        H: Hints<G> + Clone + Sync + 'static,
        E: Evaluator<G> + Clone + Sync + 'static,
    }
    MINIMAX {
        name: "minimax",
        aliases: &[],
        summary: "every move sequence to the end of the game, or to --depth: the textbook form",
        guarantee: "exact to its depth",
        players: Players::Two,
        family: Family::Adversarial,
        ending: Ending::AtDepth,
        options: &[o::HEURISTIC.name, o::DEPTH.name, o::BEST_MOVES.name],
    } => |setup| {
        T::observable(to_depth!(setup, Minimax::new().evaluator(setup.evaluator.clone())))
    };
    MEMO_MINIMAX {
        name: "memo-minimax",
        aliases: &["memoised-minimax", "memoized-minimax"],
        summary: "minimax that stores the value of every position",
        guarantee: "exact",
        players: Players::Two,
        family: Family::Adversarial,
        ending: Ending::AtEndOfGame,
        options: &[o::BEST_MOVES.name],
    } => |setup| T::observable(MemoMinimax::new().best_moves(setup.all()));
    NEGAMAX {
        name: "negamax",
        aliases: &[],
        summary: "minimax from the point of view of the player to move",
        guarantee: "exact to its depth",
        players: Players::Two,
        family: Family::Adversarial,
        ending: Ending::AtDepth,
        options: &[o::HEURISTIC.name, o::DEPTH.name, o::BEST_MOVES.name],
    } => |setup| {
        T::observable(to_depth!(setup, Negamax::new().evaluator(setup.evaluator.clone())))
    };
    ALPHA_BETA {
        name: "alpha-beta",
        aliases: &["alphabeta"],
        summary: "minimax that prunes moves which cannot change the value",
        guarantee: "exact to its depth",
        players: Players::Two,
        family: Family::Adversarial,
        ending: Ending::AtDepth,
        options: &[
            o::HEURISTIC.name,
            o::DEPTH.name,
            o::OUTCOME_ONLY.name,
            o::REVERSE_MOVES.name,
            o::BEST_MOVES.name,
        ],
    } => |setup| {
        let outcome_only = setup.search.is_on(o::OUTCOME_ONLY);
        let search = if outcome_only { AlphaBeta::outcome_only() } else { AlphaBeta::new() };
        let search = search.evaluator(setup.evaluator.clone());
        let order = setup.search.is_on(o::REVERSE_MOVES).then_some(Reversed);
        T::observable(to_depth!(setup, search.order(order)))
    };
    PVS {
        name: "pvs",
        aliases: &["principal-variation", "negascout"],
        summary: "alpha-beta with null windows, iterative deepening, a table and move ordering",
        guarantee: "exact to its depth",
        players: Players::Two,
        family: Family::Adversarial,
        ending: Ending::Always,
        options: TABLE_OR_OUTCOME,
    } => |setup| {
        setup.by_table::<G, T>(if setup.search.is_on(o::OUTCOME_ONLY) {
            TableSearch::outcome_only()
        } else {
            TableSearch::principal_variation()
        })
    };
    MTD_F {
        name: "mtd-f",
        aliases: &["mtdf", "mtd(f)"],
        summary: "null-window searches that converge to the value, with a table",
        guarantee: "exact to its depth",
        players: Players::Two,
        family: Family::Adversarial,
        ending: Ending::Always,
        options: TABLE,
    } => |setup| setup.by_table::<G, T>(TableSearch::mtd_f());
    MTD_BI {
        name: "mtd-bi",
        aliases: &["bisection", "mtd(bi)"],
        summary: "null-window searches that bisect the range of values, with a table",
        guarantee: "exact to its depth",
        players: Players::Two,
        family: Family::Adversarial,
        ending: Ending::AtDepthOrLimit,
        options: TABLE,
    } => |setup| setup.by_table::<G, T>(TableSearch::mtd_bi());
    EXPECTIMAX {
        name: "expectimax",
        aliases: &[],
        summary: "the expectation over the replies of an opponent model (--opponent)",
        guarantee: "exact against its opponent model",
        players: Players::Two,
        family: Family::Adversarial,
        ending: Ending::AtDepth,
        options: &[
            o::HEURISTIC.name,
            o::DEPTH.name,
            o::BEST_MOVES.name,
            o::OPPONENT.name,
            o::TEMPERATURE.name,
        ],
    } => |setup| {
        let model = setup.search.get(o::OPPONENT).unwrap_or_default();
        let search = Expectimax::new(Modelled { model, temperature: setup.temperature() });
        // A game that is won or lost counts 1000, so no estimate does.
        let search = search.evaluator(setup.evaluator.clone()).bounded(999);
        T::observable(to_depth!(setup, search))
    };
    PN {
        name: "pn",
        aliases: &["pns", "pnsearch", "proof-number"],
        summary: "best-first proof-number search: proves the winner, with the tree in memory",
        guarantee: "a proof",
        players: Players::Two,
        family: Family::ProofNumber,
        ending: Ending::AtEndOfGame,
        options: PROOF,
    } => |setup| T::observable(proof_options!(setup, PnSearch::new()));
    PN2 {
        name: "pn2",
        aliases: &["pn^2", "pn-squared"],
        summary: "pn with leaves evaluated by a second pn search: less memory, more time",
        guarantee: "a proof",
        players: Players::Two,
        family: Family::ProofNumber,
        ending: Ending::AtEndOfGame,
        options: PROOF,
    } => |setup| T::observable(proof_options!(setup, PnSearch::pn2()));
    DF_PN {
        name: "df-pn",
        aliases: &["dfpn"],
        summary: "depth-first proof-number search with a table: proves the winner",
        guarantee: "a proof",
        players: Players::Two,
        family: Family::ProofNumber,
        ending: Ending::Always,
        options: &[
            o::HEURISTIC.name,
            o::BEST_MOVES.name,
            o::TABLE.name,
            o::VERIFIED_TABLE.name,
            o::THREADS.name,
            o::STORE.name,
        ],
    } => |setup| setup.df_pn::<G, T>(NoStore);
    RETROGRADE {
        name: "retrograde",
        aliases: &[],
        summary: "all reachable positions, backwards from the finished ones; handles cycles",
        guarantee: "exact",
        players: Players::Two,
        family: Family::Retrograde,
        ending: Ending::Always,
        options: &[o::BEST_MOVES.name],
    } => |_| T::observable(SymmetricRetrograde);
    FLAT {
        name: "flat-mc",
        aliases: &["flat", "flat-monte-carlo"],
        summary: "the same number of random playouts for each move: no tree, no proof beyond one move",
        guarantee: "an estimate",
        players: Players::Two,
        family: Family::MonteCarlo,
        ending: Ending::Always,
        options: &[o::PLAYOUTS.name, o::SEED.name],
    } => |setup| T::flat(flat(setup));
    UCT_TREE {
        name: "uct-tree",
        aliases: &[],
        summary: "Monte-Carlo tree search by upper confidence bounds: the textbook form",
        guarantee: "an estimate; a proof if the tree contains one",
        players: Players::Two,
        family: Family::MonteCarlo,
        ending: Ending::Always,
        options: tree_options!(EXPLORATION),
    } => |setup| tree::<G, _, _, _, T>(setup, setup.uct());
    UCT {
        name: "uct",
        aliases: &["mcts", "monte-carlo"],
        summary: "uct-tree with a table: all paths to a position share its statistics",
        guarantee: "an estimate; a proof if the tree contains one",
        players: Players::Two,
        family: Family::MonteCarlo,
        ending: Ending::Always,
        options: tree_options!(EXPLORATION, VERIFIED_TABLE),
    } => |setup| tree::<G, _, _, _, T>(setup, setup.uct());
    UCT_BIASED {
        name: "uct-biased",
        aliases: &["progressive-bias"],
        summary: "uct with a bias from an evaluator that fades with the visits",
        guarantee: "an estimate; a proof if the tree contains one",
        players: Players::Two,
        family: Family::MonteCarlo,
        ending: Ending::Always,
        options: tree_options!(HEURISTIC, EXPLORATION, BONUS, VERIFIED_TABLE),
    } => |setup| {
        let search = MonteCarlo::biased(setup.evaluator.clone(), setup.scale).adjust(|biased| {
            setup.search.put(o::EXPLORATION, &mut biased.ucb.exploration);
            setup.search.put(o::BONUS, &mut biased.weight);
        });
        tree::<G, _, _, _, T>(setup, search)
    };
    RAVE_TREE {
        name: "rave-tree",
        aliases: &[],
        summary: "uct-tree that first values a move by all playouts that contain it",
        guarantee: "an estimate; a proof if the tree contains one",
        players: Players::Two,
        family: Family::MonteCarlo,
        ending: Ending::Always,
        options: tree_options!(EXPLORATION, AMAF_BIAS),
    } => |setup| tree::<G, _, _, _, T>(setup, setup.rave());
    RAVE {
        name: "rave",
        aliases: &["amaf"],
        summary: "rave-tree with a table: all paths to a position share its statistics",
        guarantee: "an estimate; a proof if the tree contains one",
        players: Players::Two,
        family: Family::MonteCarlo,
        ending: Ending::Always,
        options: tree_options!(EXPLORATION, AMAF_BIAS, VERIFIED_TABLE),
    } => |setup| tree::<G, _, _, _, T>(setup, setup.rave());
    GRAVE {
        name: "grave",
        aliases: &[],
        summary: "rave with the statistics of the nearest ancestor with enough playouts",
        guarantee: "an estimate; a proof if the tree contains one",
        players: Players::Two,
        family: Family::MonteCarlo,
        ending: Ending::Always,
        options: tree_options!(AMAF_BIAS, REFERENCE, VERIFIED_TABLE),
    } => |setup| {
        let search = MonteCarlo::grave().adjust(|grave| {
            setup.search.put(o::AMAF_BIAS, &mut grave.bias);
            grave.reference = setup.search.get(o::REFERENCE).unwrap_or(grave.reference);
        });
        tree::<G, _, _, _, T>(setup, search)
    };
    PN_MCTS {
        name: "pn-mcts",
        aliases: &["uct-pn"],
        summary: "uct with a bonus for moves near a proof, by proof numbers",
        guarantee: "an estimate; a proof if the tree contains one",
        players: Players::Two,
        family: Family::MonteCarlo,
        ending: Ending::Always,
        options: tree_options!(EXPLORATION, BONUS, VERIFIED_TABLE),
    } => |setup| {
        let search = MonteCarlo::pn_mcts().adjust(|pn_mcts| {
            setup.search.put(o::EXPLORATION, &mut pn_mcts.ucb.exploration);
            setup.search.put(o::BONUS, &mut pn_mcts.weight);
        });
        tree::<G, _, _, _, T>(setup, search)
    };
    PUCT {
        name: "puct",
        aliases: &[],
        summary: "Monte-Carlo tree search with prior probabilities, here from an evaluator",
        guarantee: "an estimate; a proof if the tree contains one",
        players: Players::Two,
        family: Family::MonteCarlo,
        ending: Ending::Always,
        options: tree_options!(HEURISTIC, EXPLORATION, VERIFIED_TABLE),
    } => |setup| {
        let (evaluator, scale) = (setup.evaluator.clone(), setup.scale);
        let search = MonteCarlo::puct(SoftMaxPriors { evaluator, scale });
        let explore = |puct: &mut Puct<_>| {
            setup.search.put(o::EXPLORATION, &mut puct.exploration);
        };
        tree::<G, _, _, _, T>(setup, search.adjust(explore))
    };
}
