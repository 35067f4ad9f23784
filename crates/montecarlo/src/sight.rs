use tesuji_core::{Game, GameResult, Hints};

/// How a search tells that a game is decided.
pub trait Sight<G: Game> {
    /// How the game ends from `state` with best play, if that can be told at sight. Must tell
    /// it of a finished game.
    fn see(&self, game: &G, state: &G::State) -> Option<GameResult>;
}

/// By the rules: when it is over.
#[derive(Clone, Copy, Debug, Default)]
pub struct AtTheEnd;

impl<G: Game> Sight<G> for AtTheEnd {
    #[inline(always)]
    fn see(&self, game: &G, state: &G::State) -> Option<GameResult> {
        game.result(state)
    }
}

/// As soon as the game's [`Hints`] tell.
#[derive(Clone, Copy, Debug)]
pub struct Hinted<H>(pub H);

impl<G: Game, H: Hints<G>> Sight<G> for Hinted<H> {
    #[inline(always)]
    fn see(&self, game: &G, state: &G::State) -> Option<GameResult> {
        let (static_bounds, _) = self.0.study(game, state);
        static_bounds.wdl().map(|wdl| wdl.result(game.to_move(state)))
    }
}
