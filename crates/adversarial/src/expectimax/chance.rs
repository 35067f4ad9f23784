use tesuji_core::Game;

/// What is left to chance in a game: dice, cards, a coin.
///
/// A game with chance shows the outcomes as moves of the states where chance decides; whose
/// turn it is there does not matter. A game may implement this for itself.
pub trait Chance<G: Game> {
    /// Whether chance decides what happens in `state`, which is not finished.
    fn decides(&self, game: &G, state: &G::State) -> bool;

    /// How likely the outcome `mv` is, where chance decides: above 0, in any unit.
    fn weight(&self, game: &G, state: &G::State, mv: G::Move) -> f64;
}

/// Nothing is left to chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoChance;

impl<G: Game> Chance<G> for NoChance {
    #[inline(always)]
    fn decides(&self, _: &G, _: &G::State) -> bool {
        false
    }

    fn weight(&self, _: &G, _: &G::State, _: G::Move) -> f64 {
        1.0
    }
}
