use tesuji_core::{Budget, Game, GameSolver, Judgement, Silent};
use tesuji_retrograde::{Clock, Space, Table};

/// Somebody who can judge every position that a strategy leads to: all that it takes to make a
/// certificate.
///
/// Nobody has to believe an oracle. With a wrong one there is no certificate.
pub trait Oracle<G: Game> {
    /// What `state`, which is not over, is worth, with a move that keeps it or all such moves. None if
    /// that is not known.
    fn judge(&mut self, game: &G, state: &G::State) -> Option<Judgement<G::Move>>;
}

/// A table of exact values knows all moves that win soonest and hold out longest, and what to do
/// where play can go on for ever.
impl<S: Space, K: Clock<S::Game>> Oracle<S::Game> for &Table<S, K> {
    fn judge(
        &mut self,
        _: &S::Game,
        state: &<S::Game as tesuji_core::Rules>::State,
    ) -> Option<Judgement<<S::Game as tesuji_core::Rules>::Move>> {
        Table::judge(self, state)
    }
}

/// A search that is asked anew about every position. It had better remember what it found, and leave
/// the line alone.
#[derive(Clone, Debug)]
pub struct Asking<S> {
    solver: S,
    budget: Budget,
}

impl<S> Asking<S> {
    /// Asks this search, each time within this budget.
    pub fn new(solver: S, budget: Budget) -> Self {
        Asking { solver, budget }
    }
}

impl<G: Game, S: GameSolver<G>> Oracle<G> for Asking<S> {
    fn judge(&mut self, game: &G, state: &G::State) -> Option<Judgement<G::Move>> {
        let answer = self.solver.solve_within(game, state, &self.budget, &mut Silent);
        Some(answer.judgement).filter(|judgement| judgement.value.is_proved())
    }
}
