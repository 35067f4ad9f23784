use tesuji_core::{Game, GameResult, Hints};

/// Decides games before they are over: *adjudication*, as in a match of engines.
pub trait Adjudicator<G: Game> {
    /// The result with best play from `state`, if it is known without a search. A finished game
    /// must have one.
    fn adjudicate(&self, game: &G, state: &G::State) -> Option<GameResult>;
}

/// No adjudication: a game ends by its rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct AtTheEnd;

impl<G: Game> Adjudicator<G> for AtTheEnd {
    #[inline]
    fn adjudicate(&self, game: &G, state: &G::State) -> Option<GameResult> {
        game.result(state)
    }
}

/// Adjudication by the static bounds of [`Hints`].
#[derive(Clone, Copy, Debug)]
pub struct Hinted<H>(pub H);

impl<G: Game, H: Hints<G>> Adjudicator<G> for Hinted<H> {
    #[inline]
    fn adjudicate(&self, game: &G, state: &G::State) -> Option<GameResult> {
        let (static_bounds, _) = self.0.study(game, state);
        static_bounds.wdl().map(|wdl| wdl.result(game.to_move(state)))
    }
}
