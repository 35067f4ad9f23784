//! Monte-Carlo searches by name, for a game whose type is known.

use std::time::Instant;

use tesuji_arena::{Engine, Grower, Searcher};
use tesuji_core::{Budget, GameAnswer, GameResult, Hints, Meter, Progress};
use tesuji_montecarlo::{
    Analyse, Findings, FlatMonteCarlo, Hinted, MonteCarlo, Recognition, RootParallel, Sight,
    SoftMaxPriors, TreeParallel,
};

use super::two_players::{self, TwoPlayers};
use super::{Algorithm, Parallel, SearchOptions};

/// Runs `$use` with the search that the options name, each of a type of its own.
macro_rules! with_search {
    ($options:expr, $playouts:expr, $game:ty, |$search:ident| $use:expr) => {{
        let (options, playouts): (&SearchOptions, u64) = ($options, $playouts);
        let evaluator = two_players::evaluator::<$game>(options);
        let sight = Told { hints: Hinted(<$game>::HINTS), asked: options.sight };
        macro_rules! tree {
            ($tree:expr) => {{
                let tree = $tree.sight(sight).playouts(playouts).seed(options.seed);
                let $search = tree.recognition(recognition(options)).memory(options.memory());
                $use
            }};
        }
        match options.algorithm {
            Algorithm::UctTree | Algorithm::Uct => tree!(MonteCarlo::uct()),
            Algorithm::UctBiased => tree!(MonteCarlo::biased(evaluator, <$game>::SCALE)),
            Algorithm::RaveTree | Algorithm::Rave => tree!(MonteCarlo::rave()),
            Algorithm::Grave => tree!(MonteCarlo::grave()),
            Algorithm::PnMcts => tree!(MonteCarlo::pn_mcts()),
            Algorithm::Puct => {
                let priors = SoftMaxPriors { evaluator, scale: <$game>::SCALE };
                tree!(MonteCarlo::puct(priors))
            }
            one => unreachable!("{one} grows no tree"),
        }
    }};
}

/// How a search that grows a tree knows positions again.
fn recognition(options: &SearchOptions) -> Recognition {
    match (options.has_table(), options.verified_table) {
        (false, _) => Recognition::ByPath,
        (true, false) => Recognition::ByKey,
        (true, true) => Recognition::ByState,
    }
}

/// The hints of a game, asked or not.
#[derive(Clone, Copy, Debug)]
struct Told<H> {
    hints: Hinted<H>,
    asked: bool,
}

impl<G: TwoPlayers, H: Hints<G>> Sight<G> for Told<H> {
    #[inline(always)]
    fn see(&self, game: &G, state: &G::State) -> Option<GameResult> {
        if self.asked { self.hints.see(game, state) } else { game.result(state) }
    }
}

/// The number of simulations, where nothing limits them.
const PLAYOUTS: u64 = 10_000;

fn playouts(options: &SearchOptions, budget: &Budget) -> u64 {
    let by_budget = if budget.limits_work() { u64::MAX } else { PLAYOUTS };
    options.playouts.unwrap_or(by_budget)
}

fn flat(options: &SearchOptions, budget: &Budget) -> FlatMonteCarlo {
    FlatMonteCarlo::new().playouts(playouts(options, budget)).seed(options.seed)
}

/// Searches as the options say: what was found out about every move, and the answer that follows.
pub(super) fn analyse<G: TwoPlayers>(
    game: &G,
    state: &G::State,
    options: &SearchOptions,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> (Findings<G::Move>, GameAnswer<G::Move>) {
    let started = Instant::now();
    let mut meter = Meter::new(budget, progress);
    let findings = if options.algorithm == Algorithm::FlatMonteCarlo {
        flat(options, budget).analyse_within(game, state, &mut meter)
    } else {
        let meter = &mut meter;
        with_search!(options, playouts(options, budget), G, |search| {
            match (options.threads, options.parallel) {
                (0 | 1, _) => search.analyse_within(game, state, meter),
                (threads, Parallel::Tree) => {
                    TreeParallel::new(search, threads).analyse_within(game, state, meter)
                }
                (threads, Parallel::Root) => {
                    RootParallel::new(search, threads).analyse_within(game, state, meter)
                }
            }
        })
    };
    let (judgement, stats) = (findings.clone().judgement(), meter.stats());
    (findings, GameAnswer { judgement, stats, elapsed: started.elapsed() })
}

/// The engine that the options name: it keeps its tree over the game, if it grows one.
pub(super) fn engine<G: TwoPlayers>(options: &SearchOptions, budget: Budget) -> Box<dyn Engine<G>> {
    if options.algorithm == Algorithm::FlatMonteCarlo {
        return Box::new(Searcher::new(Box::new(flat(options, &budget)), budget));
    }
    with_search!(options, playouts(options, &budget), G, |search| {
        Box::new(Grower::new(search, budget))
    })
}
