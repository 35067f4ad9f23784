use tesuji_core::Instant;

use tesuji_core::{Budget, Game, GameAnswer, Meter, Progress};
use tesuji_montecarlo::{Adjudicator, MonteCarlo, Policy, SearchTree};

use crate::{Engine, Forfeit, Turn};

/// An engine that plays a Monte-Carlo search's best move, and keeps the part of the tree below the
/// game's next position.
pub struct Grower<G: Game, P: Policy<G>, S> {
    search: MonteCarlo<P, S>,
    threads: usize,
    budget: Budget,
    tree: Option<SearchTree<G, P>>,
}

impl<G: Game, P: Policy<G>, S> Grower<G, P, S> {
    /// Returns an engine that searches for each move within `budget`.
    #[must_use]
    pub fn new(search: MonteCarlo<P, S>, budget: Budget) -> Self {
        Grower { search, threads: 1, budget, tree: None }
    }

    /// The same with this number of threads, which grow one tree.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }
}

impl<G, P, S> Engine<G> for Grower<G, P, S>
where
    G: Game<State: Send + Sync, Move: Send + Sync> + Sync,
    P: Policy<G> + Sync,
    S: Adjudicator<G> + Sync,
{
    fn choose(
        &mut self,
        game: &G,
        turn: &Turn<G>,
        progress: &mut dyn Progress,
    ) -> Result<GameAnswer<G::Move>, Forfeit> {
        let (started, state) = (Instant::now(), turn.state);
        let budget = turn.budget(game, &self.budget);
        let mut meter = Meter::new(&budget, progress);
        let kept = self.tree.take().and_then(|mut tree| tree.follow(game, state).then_some(tree));
        let mut tree = kept.unwrap_or_else(|| self.search.plant(state, meter.bytes_left()));
        match self.threads {
            0 | 1 => self.search.grow(game, &mut tree, &mut meter),
            threads => self.search.grow_by_threads(threads, game, &mut tree, &mut meter),
        }
        let judgement = tree.findings(game).judgement();
        self.tree = Some(tree);
        Ok(GameAnswer { judgement, stats: meter.stats(), elapsed: started.elapsed() })
    }
}
