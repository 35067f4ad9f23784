//! Monte-Carlo searches, their types hidden.

use tesuji_arena::{Engine, Grower, Searcher};
use tesuji_core::{Budget, Game, GameResult, GameSolver, Hints, Meter};
use tesuji_montecarlo::{
    Adjudicator, Analyse, Findings, FlatMonteCarlo, Hinted, MonteCarlo, Policy, Recognition,
    RootParallel, TreeParallel,
};

use super::games::{Purpose, SearchedGame, Setup};
use crate::Search;
use crate::options::{self as o, Parallel};

/// A search by random playouts for some game.
pub(crate) trait Simulations<G: Game>: GameSolver<G> {
    /// What it finds out about every move.
    fn analyse(
        &self,
        game: &G,
        state: &G::State,
        search: &Search,
        meter: &mut Meter,
    ) -> Findings<G::Move>;

    /// An engine with this number of threads that keeps what it knows over a game, if it grows a
    /// tree.
    fn engine(self: Box<Self>, threads: usize, budget: Budget) -> Box<dyn Engine<G>>;
}

impl<G, P, S> Simulations<G> for MonteCarlo<P, S>
where
    G: SearchedGame,
    P: Policy<G> + Clone + Sync + 'static,
    S: Adjudicator<G> + Clone + Sync + 'static,
{
    fn analyse(
        &self,
        game: &G,
        state: &G::State,
        search: &Search,
        meter: &mut Meter,
    ) -> Findings<G::Move> {
        match (search.threads(), search.get(o::PARALLEL).unwrap_or_default()) {
            (0 | 1, _) => self.analyse_within(game, state, meter),
            (threads, Parallel::Tree) => {
                TreeParallel::new(self.clone(), threads).analyse_within(game, state, meter)
            }
            (threads, Parallel::Root) => {
                RootParallel::new(self.clone(), threads).analyse_within(game, state, meter)
            }
        }
    }

    fn engine(self: Box<Self>, threads: usize, budget: Budget) -> Box<dyn Engine<G>> {
        Box::new(Grower::new(*self, budget).threads(threads))
    }
}

impl<G: SearchedGame> Simulations<G> for FlatMonteCarlo {
    fn analyse(
        &self,
        game: &G,
        state: &G::State,
        _: &Search,
        meter: &mut Meter,
    ) -> Findings<G::Move> {
        self.analyse_within(game, state, meter)
    }

    fn engine(self: Box<Self>, _: usize, budget: Budget) -> Box<dyn Engine<G>> {
        Box::new(Searcher::new(self, budget))
    }
}

/// The hints of a game, used to adjudicate playouts or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adjudicated<H> {
    hints: Hinted<H>,
    is_on: bool,
}

impl<G: Game, H: Hints<G>> Adjudicator<G> for Adjudicated<H> {
    #[inline]
    fn adjudicate(&self, game: &G, state: &G::State) -> Option<GameResult> {
        if self.is_on { self.hints.adjudicate(game, state) } else { game.result(state) }
    }
}

fn playouts<H, E>(setup: &Setup<H, E>) -> u64 {
    let by_budget = if setup.budget.limits_work() { u64::MAX } else { Search::PLAYOUTS };
    setup.search.get(o::PLAYOUTS).unwrap_or(by_budget)
}

fn seed<H, E>(setup: &Setup<H, E>) -> u64 {
    setup.search.get(o::SEED).unwrap_or(0)
}

/// As many playouts for each move, without a tree.
pub(super) fn flat<H, E>(setup: &Setup<H, E>) -> FlatMonteCarlo {
    FlatMonteCarlo::new().playouts(playouts(setup)).seed(seed(setup))
}

/// A search that grows a tree by this policy, with the options of the setup.
pub(super) fn tree<G, H, E, P, T>(setup: &Setup<H, E>, tree: MonteCarlo<P>) -> T::Built
where
    G: SearchedGame,
    H: Hints<G> + Clone + Sync + 'static,
    P: Policy<G> + Clone + Sync + 'static,
    T: Purpose<G>,
{
    let search = &setup.search;
    let is_on = search.get(o::ADJUDICATE).unwrap_or(true);
    let recognition = match (search.has_table(), search.is_on(o::VERIFIED_TABLE)) {
        (false, _) => Recognition::ByPath,
        (true, false) => Recognition::ByKey,
        (true, true) => Recognition::ByState,
    };
    let tree = tree.adjudicator(Adjudicated { hints: Hinted(setup.hints.clone()), is_on });
    let tree = tree.playouts(playouts(setup)).seed(seed(setup));
    T::playouts(tree.recognition(recognition).memory(search.tree()))
}
