use tesuji_core::{Budget, Game, GameSolver, Meter, Silent};

use crate::Findings;

/// A Monte-Carlo search, which has results for every move. Its answer as a [`GameSolver`] is the
/// [judgement](Findings::judgement) of its findings.
pub trait Analyse<G: Game>: GameSolver<G> {
    /// Searches, charging each generated state to `meter`.
    fn analyse_within(&self, game: &G, state: &G::State, meter: &mut Meter) -> Findings<G::Move>;

    /// Searches with no limit but the number of simulations.
    fn analyse(&self, game: &G, state: &G::State) -> Findings<G::Move> {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        self.analyse_within(game, state, &mut Meter::new(&budget, &mut silent))
    }
}
