use std::time::Duration;

use rand::RngExt;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{Budget, Game, GameAnswer, GameSolver, Judgement, Progress, Stats};

/// Somebody who plays one game, move by move, and may remember what it likes between its moves.
pub trait Engine<G: Game> {
    /// Chooses a move in `state`, whose game is not over: the best one of the judgement.
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        progress: &mut dyn Progress,
    ) -> GameAnswer<G::Move>;
}

/// An engine that plays what a search finds best. A search that keeps its tables from one call to
/// the next keeps them over the game.
pub struct Searcher<G: Game> {
    solver: Box<dyn GameSolver<G>>,
    budget: Budget,
}

impl<G: Game> Searcher<G> {
    /// Searches for each move within `budget`.
    #[must_use]
    pub fn new(solver: Box<dyn GameSolver<G>>, budget: Budget) -> Self {
        Searcher { solver, budget }
    }
}

impl<G: Game> Engine<G> for Searcher<G> {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        progress: &mut dyn Progress,
    ) -> GameAnswer<G::Move> {
        self.solver.solve_within(game, state, &self.budget, progress)
    }
}

/// An engine that plays any legal move, each with equal chance.
#[derive(Clone, Debug)]
pub struct RandomMover(Pcg64);

impl RandomMover {
    /// Plays the same moves with the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        RandomMover(Pcg64::seed_from_u64(seed))
    }
}

impl<G: Game> Engine<G> for RandomMover {
    fn choose(&mut self, game: &G, state: &G::State, _: &mut dyn Progress) -> GameAnswer<G::Move> {
        let moves = game.moves(state);
        let best = (!moves.is_empty()).then(|| moves[self.0.random_range(0..moves.len())]);
        let judgement = Judgement::of_move(best);
        GameAnswer { judgement, stats: Stats::default(), elapsed: Duration::ZERO }
    }
}
