use std::convert::Infallible;
use std::ops::ControlFlow;

use rand_core::Rng;

use crate::Rules;
use crate::hash::mix;

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
///
/// # Example
/// Two players take one or two tokens from a heap, and who takes the last one wins. The state says
/// how many are left and who is to take; a move, how many he takes.
/// ```
/// use tesuji_core::{Game, GameResult, Player, Rules, laws};
///
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); }
/// # use toy::Take;
/// impl Game for Take {
///     const NEVER_REPEATS: bool = true;
///     fn to_move(&self, &(_, player): &(u8, Player)) -> Player { player }
///     fn result(&self, &(left, player): &(u8, Player)) -> Option<GameResult> {
///         (left == 0).then_some(GameResult::Win(player.other()))
///     }
/// }
/// let end = Take.successor(&(2, Player::First), 2);
/// assert_eq!(Take.result(&end), Some(GameResult::Win(Player::First)));
/// laws::game(&Take, 100);
/// ```
pub trait Game: Rules {
    /// Whether a position never comes back, whatever is played: every move spends something. The
    /// default, `false`, is safe and costs a search that looks out for circles some time and
    /// memory. [`laws::never_repeats`](crate::laws::never_repeats) checks it.
    const NEVER_REPEATS: bool = false;

    /// Whose turn it is. In a finished game: whose turn it would have been.
    fn to_move(&self, state: &Self::State) -> Player;

    /// How the game ended, or `None` while it goes on.
    fn result(&self, state: &Self::State) -> Option<GameResult>;

    /// A lower bound on the moves that `player` must make before winning; `None` if that player
    /// cannot win any more, whatever happens. The default is 0, which is always true.
    fn min_moves_to_win(&self, state: &Self::State, player: Player) -> Option<u32> {
        let _ = (state, player);
        Some(0)
    }

    /// A random playout is stopped after this many plies and counts as a draw. The default is no
    /// limit where no position comes back, and 1000 where play might go on for ever.
    const MAX_PLAYOUT_PLIES: u32 = if Self::NEVER_REPEATS { u32::MAX } else { 1000 };

    /// Plays uniformly random legal moves from `state` to the end of the game and shows `watch`
    /// each of them, with the player who makes it. The same state of the generator gives the
    /// same game. Override it where the game has a faster way.
    fn watched_playout(
        &self,
        state: &Self::State,
        rng: &mut impl Rng,
        mut watch: impl FnMut(Player, Self::Move),
    ) -> GameResult {
        let mut state = state.clone();
        let mut moves = Vec::new();
        for _ in 0..Self::MAX_PLAYOUT_PLIES {
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
            let mv = moves[usize::try_from(index).expect("below the length")];
            watch(self.to_move(&state), mv);
            self.play(&mut state, mv);
        }
        self.result(&state).unwrap_or(GameResult::Draw)
    }

    /// The result of a [`watched_playout`](Self::watched_playout), without its moves.
    fn playout(&self, state: &Self::State, rng: &mut impl Rng) -> GameResult {
        self.watched_playout(state, rng, |_, _| ())
    }

    /// How many [move codes](Self::move_code) there are: as few as possible, because a search may
    /// keep a table of them with each position.
    fn move_codes(&self) -> usize {
        2 * HASHED_CODES
    }

    /// A small number for a move that `player` makes, below [`move_codes`](Self::move_codes): what a
    /// search learns about a move in one position it applies to moves with the same code in others
    /// (history heuristic, RAVE). Moves of different players must have different codes, because what
    /// is good for one is bad for the other. Different moves of one player may share a code, which
    /// makes what is learned about them less specific; by default each player has 256 codes, and a
    /// move's code is a hash of it. [`laws::move_codes`](crate::laws::move_codes) checks it.
    #[inline(always)]
    fn move_code(&self, player: Player, mv: Self::Move) -> usize {
        player as usize * HASHED_CODES + (mix(&mv) >> 56) as usize
    }
}

/// How many codes the moves of one player have where a game gives them none: a byte of a hash.
const HASHED_CODES: usize = 256;

/// A heuristic value of a position; larger is better for the player it is seen from.
pub type Score = i32;

/// A guess at the value of an unfinished position.
///
/// # Example
/// Where one or two tokens are taken in turn and the last one wins, multiples of three are bad. A
/// function is enough to say so.
/// ```
/// use tesuji_core::{Evaluator, Game, GameResult, Player, Rules, Score};
///
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); }
/// # use toy::Take;
/// # impl Game for Take {
/// #     fn to_move(&self, &(_, player): &(u8, Player)) -> Player { player }
/// #     fn result(&self, &(left, player): &(u8, Player)) -> Option<GameResult> {
/// #         (left == 0).then_some(GameResult::Win(player.other()))
/// #     }
/// # }
/// let threes = |_: &Take, &(left, _): &(u8, Player)| if left % 3 == 0 { -1 } else { 1 };
/// assert_eq!(threes.score(&Take, &(7, Player::First)), 1);
/// assert_eq!(threes.score(&Take, &(6, Player::Second)), -1);
/// ```
pub trait Evaluator<G: Game> {
    /// The value of `state` as seen by the player to move.
    fn score(&self, game: &G, state: &G::State) -> Score;

    /// How many plies [`range`](Self::range) looks ahead at most; 0 if it tells nothing.
    const LOOKAHEAD: u32 = 0;

    /// Between which scores, both included, minimax of `plies` plies finds the unfinished `state`
    /// to be, as far as that can be told without a search; `plies` is from 1 to
    /// [`LOOKAHEAD`](Self::LOOKAHEAD). Where the player to move might win within them, the upper
    /// end is [`Score::MAX`]; where the other might, the lower end is [`Score::MIN`]; a draw counts
    /// 0.
    ///
    /// A search to a depth need not enter a position so near to its end where this is outside of
    /// its window, or one score (futility pruning, but exact: Heinz, "Extended Futility Pruning",
    /// ICCA Journal 21, 1998). [`laws::evaluator`](crate::laws::evaluator) checks it.
    #[inline(always)]
    fn range(&self, game: &G, state: &G::State, plies: u32) -> (Score, Score) {
        let _ = (game, state, plies);
        (Score::MIN, Score::MAX)
    }
}

impl<G: Game, F: Fn(&G, &G::State) -> Score> Evaluator<G> for F {
    fn score(&self, game: &G, state: &G::State) -> Score {
        self(game, state)
    }
}
