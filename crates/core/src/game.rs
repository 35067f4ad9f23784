use std::convert::Infallible;
use std::fmt::Debug;
use std::ops::ControlFlow;

use rand_core::Rng;

use crate::hash::mix;
use crate::score::MAX_PLIES;
use crate::{Limit, NimValuesError, Rules};

/// One of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player who moves first in the initial position.
    First,
    /// The opponent of the first player.
    Second,
}

impl Player {
    /// The opponent.
    #[inline]
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This player has won.
    Win(Player),
    /// A draw.
    Draw,
}

/// A two-player zero-sum game with perfect information.
///
/// # Contract
/// [`result`](Self::result) is `Some` if and only if [`visit_moves`](Rules::visit_moves) shows no
/// move: a finished game has no moves, and a position without a move is finished.
///
/// # Example
/// Two players take one or two tokens from a heap; the player who takes the last one wins. A state
/// is the number of tokens left and the player to move, a move the number of tokens taken.
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
    /// Whether the state graph is acyclic: no position can repeat. The default, `false`, is safe,
    /// but searches then spend time and memory on the detection of cycles.
    /// [`laws::never_repeats`](crate::laws::never_repeats) checks it.
    const NEVER_REPEATS: bool = false;

    /// [`NEVER_REPEATS`](Self::NEVER_REPEATS), as searches ask for it. Override it if one type has
    /// rules of both kinds.
    #[inline]
    fn never_repeats(&self) -> bool {
        Self::NEVER_REPEATS
    }

    /// The player to move; in a finished game, the player whose turn it would be.
    fn to_move(&self, state: &Self::State) -> Player;

    /// The result, or `None` if the game is not finished.
    fn result(&self, state: &Self::State) -> Option<GameResult>;

    /// A lower bound on the number of moves that `player` must make to win; `None` if that player
    /// can no longer win. The default is 0, which is always true.
    ///
    /// # Contract
    /// A game in which a bound is more than 0 lets the players alternate everywhere: the checker of
    /// certificates compares the bound with the moves that `player` has in the plies that are left.
    /// [`laws::min_moves_to_win`](crate::laws::min_moves_to_win) checks both.
    fn min_moves_to_win(&self, state: &Self::State, player: Player) -> Option<u32> {
        let _ = (state, player);
        Some(0)
    }

    /// Looks two plies ahead in the unfinished `state`, if the game has a faster way to do so than
    /// to play the moves. Returns whether the player to move can win with the next move. If not, it
    /// calls `visit` with each move after which the opponent cannot win with the move that follows,
    /// and with a score if the game has one: searches try moves with higher scores earlier, which
    /// changes no value. A score is at most a million either way.
    ///
    /// Returns `None` without a visit, the default, where that is not known, where a move that does
    /// not win ends the game, and where the same player is to move after a move. Moves are shown in
    /// any order.
    ///
    /// # Contract
    /// In a game that says something of any state, no player loses by an own move: the checker of
    /// certificates looks two plies ahead, and takes it that the third does not lose.
    /// [`laws::safe_moves`](crate::laws::safe_moves) checks all this.
    fn visit_safe_moves(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move, Option<i32>),
    ) -> Option<bool> {
        let _ = (state, visit);
        None
    }

    /// A player who can force a win from the unfinished `state`, with a number of plies within
    /// which, if the game sees that without playing moves. `None`, the default, says nothing.
    ///
    /// # Contract
    /// The player wins within this number of plies against every defence: the checker of
    /// certificates trusts this. [`laws::forced_win`](crate::laws::forced_win) compares it with the
    /// exact values of solved positions, such as all those of small boards.
    fn forced_win(&self, state: &Self::State) -> Option<(Player, u32)> {
        let _ = state;
        None
    }

    /// Whether the game is impartial under the normal convention: in every position, both players
    /// have the same moves, with the same positions after them but for the player to move, and a
    /// player who cannot move has lost. Positions then have nim-values (Sprague 1935, Grundy 1939).
    /// The default, `false`, is safe.
    fn is_impartial(&self) -> bool {
        false
    }

    /// The nim-values of the heaps of an impartial game whose positions are sums of heaps, computed
    /// as [`HeapGame::nim_values`](crate::HeapGame::nim_values) does, with the same `mask` and
    /// `charge`; `None`, the default, if they are not.
    fn heap_nim_values(
        &self,
        state: &Self::State,
        mask: u16,
        charge: &mut dyn FnMut(u32) -> Result<(), Limit>,
    ) -> Option<Result<Vec<u16>, NimValuesError>> {
        let _ = (state, mask, charge);
        None
    }

    /// The maximum length of a random playout in plies; a longer one counts as a draw. The default
    /// is 1000, or [`MAX_PLIES`](crate::score::MAX_PLIES) if positions cannot repeat.
    #[inline]
    fn max_playout_plies(&self) -> u32 {
        if self.never_repeats() { MAX_PLIES } else { 1000 }
    }

    /// The result of uniformly random play from `state` to the end of the game. `watch` is called
    /// with each move and the player who makes it. The same state of the generator gives the same
    /// playout. Override it if the game has a faster implementation.
    fn watched_playout(
        &self,
        state: &Self::State,
        rng: &mut impl Rng,
        mut watch: impl FnMut(Player, Self::Move),
    ) -> GameResult {
        let mut state = state.clone();
        let mut moves = Vec::new();
        for _ in 0..self.max_playout_plies() {
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
            let index = usize::try_from(index).expect("below the length");
            let Some(&mv) = moves.get(index) else { no_moves(&state) };
            watch(self.to_move(&state), mv);
            self.play(&mut state, mv);
        }
        self.result(&state).unwrap_or(GameResult::Draw)
    }

    /// The result of a [`watched_playout`](Self::watched_playout) that nothing watches.
    fn playout(&self, state: &Self::State, rng: &mut impl Rng) -> GameResult {
        self.watched_playout(state, rng, |_, _| ())
    }

    /// The number of [move codes](Self::move_code). Keep it small: a search may keep a table of
    /// them for each position.
    fn move_codes(&self) -> usize {
        2 * HASHED_CODES
    }

    /// A code for a move of `player`, below [`move_codes`](Self::move_codes).
    ///
    /// A search applies what it learns about a move to moves with the same code in other positions
    /// (history heuristic, RAVE). Moves of different players must have different codes. Different
    /// moves of one player may share a code, at the price of less specific statistics. By default
    /// each player has 256 codes, and a move's code is a hash of the move.
    /// [`laws::move_codes`](crate::laws::move_codes) checks it.
    #[inline]
    fn move_code(&self, player: Player, mv: Self::Move) -> usize {
        player as usize * HASHED_CODES + (mix(&mv) >> 56) as usize
    }
}

/// Ends a search that has met a position without moves whose game is not over: of such rules nothing
/// can be said. [`laws::game`](crate::laws::game) finds it out beforehand.
///
/// # Panics
/// Always, with the position.
#[cold]
#[inline(never)]
#[track_caller]
pub fn no_moves(state: &impl Debug) -> ! {
    panic!("{state:?} has no moves, but no result: the rules break a law (laws::game)")
}

/// The number of codes per player by default: a byte of a hash.
const HASHED_CODES: usize = 256;

/// A value of a position: larger is better for the player from whose point of view it is.
pub type Score = i32;

/// A static evaluation of unfinished positions.
///
/// # Example
/// Two players take one or two tokens in turn; the player who takes the last one wins. Multiples of
/// three are bad for the player to move. A function is an evaluator.
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
    /// The evaluation of `state` for the player to move.
    fn score(&self, game: &G, state: &G::State) -> Score;

    /// The maximum number of plies that [`range`](Self::range) looks ahead; 0 if it knows nothing.
    #[inline]
    fn lookahead(&self, game: &G) -> u32 {
        let _ = game;
        0
    }

    /// Bounds, both inclusive, on the value of a minimax search of the unfinished `state` to depth
    /// `plies`, without searching; `plies` is from 1 to [`lookahead`](Self::lookahead).
    ///
    /// If the player to move may win within these plies, the upper bound is [`Score::MAX`]; if the
    /// opponent may, the lower bound is [`Score::MIN`]. A draw counts 0.
    ///
    /// A depth-limited search prunes a position near its horizon if the bounds lie outside its
    /// window or are equal (exact futility pruning; compare Heinz, "Extended Futility Pruning",
    /// ICCA Journal 21, 1998). [`laws::evaluator`](crate::laws::evaluator) checks the bounds.
    #[inline]
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
