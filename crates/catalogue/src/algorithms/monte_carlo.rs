//! Monte-Carlo searches, their types hidden.

use tesuji_arena::{Engine, Grower, Searcher};
use tesuji_core::{Budget, Game, GameResult, Hints, Meter};
use tesuji_montecarlo::{
    Adjudicator, Analyse, Findings, FlatMonteCarlo, Hinted, MonteCarlo, Policy, Positions,
    Recognition, RootParallel, TreeParallel,
};

use super::games::Setup;
use crate::options::{self as o, Parallel};
use crate::{CatalogueGame, Search};

/// A search by random playouts for some game.
pub(crate) trait Simulations<G: Game> {
    /// What it finds out about every move.
    fn analyse(
        &self,
        game: &G,
        state: &G::State,
        search: &Search,
        meter: &mut Meter,
    ) -> Findings<G::Move>;

    /// An engine that keeps what it knows over a game, if it grows a tree.
    fn engine(self: Box<Self>, budget: Budget) -> Box<dyn Engine<G>>;
}

impl<G, P, K, S> Simulations<G> for MonteCarlo<P, K, S>
where
    G: CatalogueGame,
    P: Policy<G> + Clone + Sync + 'static,
    K: Positions<G> + Clone + Sync + 'static,
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

    fn engine(self: Box<Self>, budget: Budget) -> Box<dyn Engine<G>> {
        Box::new(Grower::new(*self, budget))
    }
}

impl<G: CatalogueGame> Simulations<G> for FlatMonteCarlo {
    fn analyse(
        &self,
        game: &G,
        state: &G::State,
        _: &Search,
        meter: &mut Meter,
    ) -> Findings<G::Move> {
        self.analyse_within(game, state, meter)
    }

    fn engine(self: Box<Self>, budget: Budget) -> Box<dyn Engine<G>> {
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
    #[inline(always)]
    fn adjudicate(&self, game: &G, state: &G::State) -> Option<GameResult> {
        if self.is_on { self.hints.adjudicate(game, state) } else { game.result(state) }
    }
}

/// The number of simulations, where nothing limits them.
const PLAYOUTS: u64 = 10_000;

fn playouts<H, E>(setup: &Setup<H, E>) -> u64 {
    let by_budget = if setup.budget.limits_work() { u64::MAX } else { PLAYOUTS };
    setup.search.get(o::PLAYOUTS).unwrap_or(by_budget)
}

fn seed<H, E>(setup: &Setup<H, E>) -> u64 {
    setup.search.get(o::SEED).unwrap_or(0)
}

/// As many playouts for each move, without a tree.
pub(super) fn flat<G: CatalogueGame, H, E>(setup: &Setup<H, E>) -> Box<dyn Simulations<G>> {
    Box::new(FlatMonteCarlo::new().playouts(playouts(setup)).seed(seed(setup)))
}

/// A search that grows a tree by this policy, with the options of the setup.
pub(super) fn tree<G, H, E, P>(setup: &Setup<H, E>, tree: MonteCarlo<P>) -> Box<dyn Simulations<G>>
where
    G: CatalogueGame,
    H: Hints<G> + Clone + Sync + 'static,
    P: Policy<G> + Clone + Sync + 'static,
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
    Box::new(tree.recognition(recognition).memory(search.tree()))
}
