use std::time::Duration;
use tesuji_core::Instant;

use rand::RngExt;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use tesuji_core::{Budget, Game, GameAnswer, GameSolver, Judgement, Progress, Stats, quoted};

use crate::Clocks;

/// A player of one game, move by move, which may keep data between its moves.
pub trait Engine<G: Game> {
    /// Chooses a move in a position of a game in progress: the judgement's best move.
    ///
    /// # Errors
    /// The engine has no answer, and loses the game.
    fn choose(
        &mut self,
        game: &G,
        turn: &Turn<G>,
        progress: &mut dyn Progress,
    ) -> Result<GameAnswer<G::Move>, Forfeit>;
}

/// A position in which an engine is to move, and what came before.
pub struct Turn<'a, G: Game> {
    /// The position that the game started from.
    pub start: &'a G::State,
    /// The moves since.
    pub moves: &'a [G::Move],
    /// The position now.
    pub state: &'a G::State,
    /// The limits of this move in place of the engine's own, of which that on memory holds too.
    pub limits: Option<&'a Budget>,
    /// The clocks, if the game has some.
    pub clocks: Option<Clocks>,
}

impl<'a, G: Game> Turn<'a, G> {
    /// A turn of which only the position is known.
    #[must_use]
    pub fn at(state: &'a G::State) -> Self {
        Turn { start: state, moves: &[], state, limits: None, clocks: None }
    }

    /// The limits of a search for this move, by an engine with limits of its own.
    #[must_use]
    pub fn budget(&self, game: &G, own: &Budget) -> Budget {
        let mut budget = self.limits.unwrap_or(own).clone();
        let memory = [own, &budget].into_iter().filter_map(Budget::memory_limit).min();
        if let Some(bytes) = memory {
            budget = budget.memory(bytes);
        }
        let time = self.clocks.map(|clocks| clocks.allotment(game.to_move(self.state)));
        // A time that no clock can show is no limit.
        match time.and_then(|time| Instant::now().checked_add(time)) {
            Some(deadline) => budget.deadline(deadline),
            None => budget,
        }
    }
}

/// Why an engine loses a game that is not over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Forfeit {
    /// Its move is not legal.
    #[error("{} is not a legal move", quoted(.0))]
    IllegalMove(String),
    /// It took too long.
    #[error("the time is up")]
    Time,
    /// It ended, or does not keep to the protocol.
    #[error("{0}")]
    Failure(String),
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
        turn: &Turn<G>,
        progress: &mut dyn Progress,
    ) -> Result<GameAnswer<G::Move>, Forfeit> {
        let budget = turn.budget(game, &self.budget);
        Ok(self.solver.solve_within(game, turn.state, &budget, progress))
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
    fn choose(
        &mut self,
        game: &G,
        turn: &Turn<G>,
        _: &mut dyn Progress,
    ) -> Result<GameAnswer<G::Move>, Forfeit> {
        let moves = game.moves(turn.state);
        let best = (!moves.is_empty()).then(|| moves[self.0.random_range(0..moves.len())]);
        let judgement = Judgement::of_move(best);
        Ok(GameAnswer { judgement, stats: Stats::default(), elapsed: Duration::ZERO })
    }
}
