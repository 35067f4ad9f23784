use std::convert::Infallible;
use std::ops::ControlFlow;

use rand_core::Rng;

use crate::Rules;

/// One of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Who moves in the initial position.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This player has won, the other has lost.
    Win(Player),
    /// Nobody has won.
    Draw,
}

/// A two-player zero-sum game with perfect information.
///
/// # Contract
/// [`result`](Self::result) is `Some` exactly where
/// [`visit_moves`](Rules::visit_moves) shows no move: a finished game has no moves, and a
/// player who cannot move ends the game in whatever way the rules say.
pub trait Game: Rules {
    /// Whether a position never comes back, whatever is played: every move spends something. The default,
    /// `false`, is safe and costs a search that looks out for circles some time and memory.
    /// [`laws::never_repeats`](crate::laws::never_repeats) checks it.
    const NEVER_REPEATS: bool = false;

    /// Whose turn it is. In a finished game: whose turn it would have been.
    fn to_move(&self, state: &Self::State) -> Player;

    /// How the game ended, or `None` while it goes on.
    fn result(&self, state: &Self::State) -> Option<GameResult>;
}

/// A heuristic value of a position; larger is better for the player it is seen from.
pub type Score = i32;

/// A guess at the value of an unfinished position.
pub trait Evaluator<G: Game> {
    /// The value of `state` as seen by the player to move.
    fn score(&self, game: &G, state: &G::State) -> Score;
}

impl<G: Game, F: Fn(&G, &G::State) -> Score> Evaluator<G> for F {
    fn score(&self, game: &G, state: &G::State) -> Score {
        self(game, state)
    }
}

/// A game that can be played out at random.
pub trait Playout: Game {
    /// Plays uniformly random legal moves from `state` to the end of the game. The same state of
    /// the generator gives the same game. A game with a fast way of its own overrides this.
    fn playout(&self, state: &Self::State, rng: &mut impl Rng) -> GameResult {
        let mut state = state.clone();
        let mut moves = Vec::new();
        loop {
            if let Some(result) = self.result(&state) {
                return result;
            }
            moves.clear();
            let ControlFlow::Continue(()) = self.visit_moves(&state, |mv| {
                moves.push(mv);
                ControlFlow::<Infallible>::Continue(())
            });
            // A 64-bit product picks an index; its bias, below 2^-32, does not matter here.
            let index = (u64::from(rng.next_u32()) * moves.len() as u64) >> 32;
            self.play(&mut state, moves[usize::try_from(index).expect("below the length")]);
        }
    }
}
