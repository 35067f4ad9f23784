use tesuji_core::Game;

/// The chance events of a game: dice, cards, a coin.
///
/// A game with chance has the outcomes as the moves of its chance states; `to_move` is not used
/// there. A game may implement this trait itself.
pub trait Chance<G: Game> {
    /// Whether `state`, which is not finished, is a chance state.
    fn decides(&self, game: &G, state: &G::State) -> bool;

    /// The weight of the outcome `mv` in a chance state: above 0, proportional to its probability.
    fn weight(&self, game: &G, state: &G::State, mv: G::Move) -> f64;
}

/// A game without chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoChance;

impl<G: Game> Chance<G> for NoChance {
    #[inline]
    fn decides(&self, _: &G, _: &G::State) -> bool {
        false
    }

    fn weight(&self, _: &G, _: &G::State, _: G::Move) -> f64 {
        1.0
    }
}
