use std::time::Duration;

use rand::RngExt;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{Budget, Game, GameAnswer, GameSolver, Judgement, Progress, Stats};

/// A player of one game, move by move, which may keep data between its moves.
pub trait Engine<G: Game> {
    /// Chooses a move in `state`, a position of a game in progress: the judgement's best move.
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        progress: &mut dyn Progress,
    ) -> GameAnswer<G::Move>;
}

/// An engine that plays a search's best move. A search that keeps its tables between calls keeps
/// them during the game.
pub struct Searcher<G: Game> {
    solver: Box<dyn GameSolver<G>>,
    budget: Budget,
}

impl<G: Game> Searcher<G> {
    /// Returns an engine that searches for each move within `budget`.
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

/// An engine that plays a random legal move, all equally likely.
#[derive(Clone, Debug)]
pub struct RandomMover(Pcg64);

impl RandomMover {
    /// Returns an engine whose moves depend only on the seed.
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
