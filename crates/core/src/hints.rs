use std::ops::ControlFlow;

use crate::score::{at_ply, loss_in, of_result, win_in};
use crate::{Game, GameResult, Player, Score, no_moves};

/// Static bounds on a position's value: a lower and an upper [score](crate::score) for the player
/// to move, known without a search.
///
/// # Example
/// A position that neither player can win within two plies, and one that the player to move wins
/// at once:
/// ```
/// use tesuji_core::StaticBounds;
///
/// let static_bounds = StaticBounds::UNKNOWN.no_win_before(3).no_loss_before(4);
/// assert!(!static_bounds.is_settled());
/// assert!(StaticBounds::win_in(1).is_settled());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticBounds {
    /// Scores with plies counted from the position.
    worst: Score,
    best: Score,
}

impl StaticBounds {
    /// The game is not over; nothing else is known.
    pub const UNKNOWN: StaticBounds = StaticBounds { worst: loss_in(1), best: win_in(1) };

    /// Neither player can win any more.
    pub const DRAW: StaticBounds = StaticBounds { worst: 0, best: 0 };

    /// The player to move wins in exactly `plies` plies, with best play on both sides.
    #[inline]
    #[must_use]
    pub const fn win_in(plies: u32) -> StaticBounds {
        StaticBounds { worst: win_in(plies), best: win_in(plies) }
    }

    /// The player to move loses in exactly `plies` plies, with best play on both sides.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: u32) -> StaticBounds {
        StaticBounds { worst: loss_in(plies), best: loss_in(plies) }
    }

    /// The game is over.
    #[inline]
    #[must_use]
    pub fn finished(result: GameResult, to_move: Player) -> StaticBounds {
        let score = of_result(result, to_move);
        StaticBounds { worst: score, best: score }
    }

    /// The player to move cannot win in fewer than `plies` plies.
    #[inline]
    #[must_use]
    pub fn no_win_before(mut self, plies: u32) -> StaticBounds {
        self.best = self.best.min(win_in(plies));
        self
    }

    /// The player to move cannot lose in fewer than `plies` plies.
    #[inline]
    #[must_use]
    pub fn no_loss_before(mut self, plies: u32) -> StaticBounds {
        self.worst = self.worst.max(loss_in(plies));
        self
    }

    /// The player to move can no longer win.
    #[inline]
    #[must_use]
    pub fn no_win(mut self) -> StaticBounds {
        self.best = self.best.min(0);
        self
    }

    /// The player to move can no longer lose.
    #[inline]
    #[must_use]
    pub fn no_loss(mut self) -> StaticBounds {
        self.worst = self.worst.max(0);
        self
    }

    /// The player to move wins in at most `plies` plies.
    #[inline]
    #[must_use]
    pub fn win_within(mut self, plies: u32) -> StaticBounds {
        self.worst = self.worst.max(win_in(plies));
        self
    }

    /// The player to move loses in at most `plies` plies.
    #[inline]
    #[must_use]
    pub fn loss_within(mut self, plies: u32) -> StaticBounds {
        self.best = self.best.min(loss_in(plies));
        self
    }

    /// Whether the two bounds are equal, so that the value is known.
    #[inline]
    #[must_use]
    pub fn is_settled(self) -> bool {
        self.worst == self.best
    }

    /// Whether the bounds prove a win for the player to move.
    #[inline]
    #[must_use]
    pub fn is_won(self) -> bool {
        self.worst > 0
    }

    /// Whether the bounds prove a loss for the player to move.
    #[inline]
    #[must_use]
    pub fn is_lost(self) -> bool {
        self.best < 0
    }

    /// Whether the bounds allow a win for the player to move.
    #[inline]
    #[must_use]
    pub fn may_win(self) -> bool {
        self.best > 0
    }

    /// Whether the bounds allow a loss for the player to move.
    #[inline]
    #[must_use]
    pub fn may_lose(self) -> bool {
        self.worst < 0
    }

    /// The lower and the upper [score](crate::score), counted from `ply` plies before the position.
    #[inline]
    #[must_use]
    pub fn at_ply(self, ply: u32) -> (Score, Score) {
        (at_ply(self.worst, ply), at_ply(self.best, ply))
    }
}

/// A game's knowledge for two-player searches: static bounds, move ordering, pruning of moves. It
/// makes a search faster and never changes a value.
///
/// A search calls [`study`](Self::study) or [`study_after`](Self::study_after) once for each node,
/// and [`visit_candidates`](Self::visit_candidates) only if the bounds do not settle it.
/// [`NoHints`] adds nothing to the rules.
///
/// # Contract
/// The hints are true. [`StaticBounds`] that are too tight make proofs wrong, and so does omitting
/// a candidate that is better than all the others. [`laws::hints`](crate::laws::hints) compares them
/// with the exact values of solved positions.
///
/// # Example
/// Two players take one or two tokens in turn; the player who takes the last one wins. With one or
/// two left the player to move wins at once, with three left that player loses.
/// ```
/// use std::ops::ControlFlow;
/// use tesuji_core::{Game, GameResult, Hints, Player, Rules, StaticBounds, Value, laws};
///
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); }
/// # use toy::Take;
/// # impl Game for Take {
/// #     fn to_move(&self, &(_, player): &(u8, Player)) -> Player { player }
/// #     fn result(&self, &(left, player): &(u8, Player)) -> Option<GameResult> {
/// #         (left == 0).then_some(GameResult::Win(player.other()))
/// #     }
/// # }
/// struct NearTheEnd;
/// impl Hints<Take> for NearTheEnd {
///     type Notes = ();
///     type Draft = ();
///     fn study(&self, game: &Take, state: &(u8, Player)) -> (StaticBounds, ()) {
///         let static_bounds = match (game.result(state), state.0) {
///             (Some(result), _) => StaticBounds::finished(result, state.1),
///             (None, 1 | 2) => StaticBounds::win_in(1),
///             (None, 3) => StaticBounds::loss_in(2),
///             (None, _) => StaticBounds::UNKNOWN,
///         };
///         (static_bounds, ())
///     }
///     fn visit_candidates<B>(
///         &self,
///         game: &Take,
///         state: &(u8, Player),
///         (): &(),
///         mut visit: impl FnMut(u8, i32, ()) -> ControlFlow<B>,
///     ) -> ControlFlow<B> {
///         // A move that leaves a multiple of three is tried first.
///         game.visit_moves(state, |taken| visit(taken, i32::from(taken == state.0 % 3), ()))
///     }
/// }
/// assert!(NearTheEnd.study(&Take, &(3, Player::First)).0.is_lost());
/// assert!(!NearTheEnd.study(&Take, &(4, Player::First)).0.is_settled());
///
/// // Multiples of three lose, in two plies for each three.
/// let exact = |&(left, _): &(u8, Player)| match u32::from(left) {
///     left if left % 3 == 0 => Value::Loss(Some(2 * (left / 3))),
///     left => Value::Win(Some(2 * (left / 3) + 1)),
/// };
/// laws::hints(&Take, &NearTheEnd, &laws::states(&Take, 100), exact);
/// ```
pub trait Hints<G: Game> {
    /// What `study` computes about a position and `visit_candidates` reuses.
    type Notes;

    /// What `visit_candidates` computes about a move and `study_after` reuses; `()` if nothing.
    type Draft: Copy;

    /// Whether the players always alternate. `true` saves calls of [`Game::to_move`].
    const TAKE_TURNS: bool = false;

    /// Whether the work of the hints and the rules is mostly on words of bits, for which newer
    /// processors have instructions: searches are then compiled for them as well, and use them
    /// where they are. That serves only what is inlined: mark these methods, and what they call, as
    /// `#[inline(always)]`.
    const BITBOARDS: bool = false;

    /// The static bounds of `state`, with notes. The bounds must settle a finished game.
    fn study(&self, game: &G, state: &G::State) -> (StaticBounds, Self::Notes);

    /// [`study`](Self::study) of `child`, the position after `mv`, from the notes of the position
    /// before and the draft of the move. The position before was not settled.
    #[inline(always)]
    fn study_after(
        &self,
        game: &G,
        notes: &Self::Notes,
        mv: G::Move,
        draft: Self::Draft,
        child: &G::State,
    ) -> (StaticBounds, Self::Notes) {
        let _ = (notes, mv, draft);
        self.study(game, child)
    }

    /// Shows the moves worth trying, each with its move-ordering score and draft, until `visit`
    /// breaks.
    ///
    /// Moves with higher scores are tried earlier. The search adds what it has learned about a move
    /// to its score: at most [`max_learned`](Self::max_learned) either way. Near its depth limit a
    /// search does not sort: it tries the moves in the order in which they are shown.
    ///
    /// A legal move may be omitted if one that is shown is at least as good, and all moves if none
    /// is better than the lower bound of `study`.
    fn visit_candidates<B>(
        &self,
        game: &G,
        state: &G::State,
        notes: &Self::Notes,
        visit: impl FnMut(G::Move, i32, Self::Draft) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// The only candidate, if it is known to be the only one: the position has the value of the
    /// next one, and a search may skip it.
    #[inline]
    fn forced_move(
        &self,
        game: &G,
        state: &G::State,
        notes: &Self::Notes,
    ) -> Option<(G::Move, Self::Draft)> {
        let _ = (game, state, notes);
        None
    }

    /// The most that learning during the search adds to a move-ordering score, or subtracts.
    #[inline]
    fn max_learned(&self, game: &G) -> i32 {
        let _ = game;
        1 << 14
    }

    /// The transposition key of a position. States with equal keys must have equal values: the key
    /// of the [canonical form](crate::Rules::canonical) qualifies.
    #[inline]
    fn key(&self, game: &G, state: &G::State) -> u64 {
        game.key(state)
    }

    /// [`key`](Self::key) of a position that was studied and not settled, from its notes.
    #[inline]
    fn key_by(&self, game: &G, state: &G::State, notes: &Self::Notes) -> u64 {
        let _ = notes;
        self.key(game, state)
    }

    /// The number of [history indices](Self::history_index); 0 turns the history heuristic off.
    fn history_size(&self, game: &G) -> usize {
        let _ = game;
        0
    }

    /// The index of a move in the history table, below [`history_size`](Self::history_size). Moves
    /// with the same index share what is learned about them (Schaeffer, "The History Heuristic",
    /// ICCA Journal 6, 1983).
    #[inline]
    fn history_index(&self, game: &G, state: &G::State, mv: G::Move) -> usize {
        let _ = (game, state, mv);
        0
    }

    /// An upper bound on the number of plies to the end of the game, if there is one.
    fn max_plies(&self, game: &G, state: &G::State) -> Option<u32> {
        let _ = (game, state);
        None
    }
}

/// The hints of the rules alone: all legal moves, in the order of the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHints;

impl<G: Game> Hints<G> for NoHints {
    type Notes = ();
    type Draft = ();

    #[inline]
    fn study(&self, game: &G, state: &G::State) -> (StaticBounds, ()) {
        let static_bounds = match game.result(state) {
            Some(result) => StaticBounds::finished(result, game.to_move(state)),
            None => StaticBounds::UNKNOWN,
        };
        (static_bounds, ())
    }

    #[inline]
    fn visit_candidates<B>(
        &self,
        game: &G,
        state: &G::State,
        (): &(),
        mut visit: impl FnMut(G::Move, i32, ()) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut is_stuck = true;
        let visited = game.visit_moves(state, |mv| {
            is_stuck = false;
            visit(mv, 0, ())
        });
        if is_stuck {
            no_moves(state);
        }
        visited
    }
}

/// The hints of the rules, with the history heuristic by [move code](Game::move_code): what a
/// search learns about a move in one position orders the moves of others.
#[derive(Clone, Copy, Debug, Default)]
pub struct CodedMoves;

impl<G: Game> Hints<G> for CodedMoves {
    type Notes = ();
    type Draft = ();

    #[inline]
    fn study(&self, game: &G, state: &G::State) -> (StaticBounds, ()) {
        NoHints.study(game, state)
    }

    #[inline]
    fn visit_candidates<B>(
        &self,
        game: &G,
        state: &G::State,
        notes: &(),
        visit: impl FnMut(G::Move, i32, ()) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        NoHints.visit_candidates(game, state, notes, visit)
    }

    fn history_size(&self, game: &G) -> usize {
        game.move_codes()
    }

    #[inline]
    fn history_index(&self, game: &G, state: &G::State, mv: G::Move) -> usize {
        game.move_code(game.to_move(state), mv)
    }
}
