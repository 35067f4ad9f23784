use tesuji_core::{Budget, Game, GameSolver, Meter, Silent};

use crate::Findings;

/// A Monte-Carlo search: one that has something to say about every move. What it says as a
/// [`GameSolver`] is the [judgement](Findings::judgement) that follows from this.
pub trait Analyse<G: Game>: GameSolver<G> {
    /// Searches, charging each state that is made to `meter`.
    fn analyse_within(&self, game: &G, state: &G::State, meter: &mut Meter) -> Findings<G::Move>;

    /// Searches without other limits than the number of simulations.
    fn analyse(&self, game: &G, state: &G::State) -> Findings<G::Move> {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        self.analyse_within(game, state, &mut Meter::new(&budget, &mut silent))
    }
}
