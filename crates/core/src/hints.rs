use std::ops::ControlFlow;

use crate::score::{at_ply, loss_in, of_result, win_in};
use crate::{Game, GameResult, Player, Score};

/// What can be told about a position at sight: it is worth at least one thing and at most another
/// to the player to move.
///
/// # Example
/// A position where nobody can win with the next two moves, and that ends within 30 plies:
/// ```
/// use tesuji_core::StaticBounds;
///
/// let static_bounds = StaticBounds::UNKNOWN.no_win_before(3).no_loss_before(4);
/// assert!(!static_bounds.is_settled());
/// assert!(StaticBounds::win_in(1).is_settled());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticBounds {
    /// Scores that count from the position.
    worst: Score,
    best: Score,
}

impl StaticBounds {
    /// The game is not over, and that is all.
    pub const UNKNOWN: StaticBounds = StaticBounds { worst: loss_in(1), best: win_in(1) };

    /// Neither player can win any more.
    pub const DRAW: StaticBounds = StaticBounds { worst: 0, best: 0 };

    /// The player to move wins, the soonest possible way in so many plies.
    #[inline(always)]
    #[must_use]
    pub const fn win_in(plies: u32) -> StaticBounds {
        StaticBounds { worst: win_in(plies), best: win_in(plies) }
    }

    /// The player to move loses, the latest possible way in so many plies.
    #[inline(always)]
    #[must_use]
    pub const fn loss_in(plies: u32) -> StaticBounds {
        StaticBounds { worst: loss_in(plies), best: loss_in(plies) }
    }

    /// The game is over.
    #[inline(always)]
    #[must_use]
    pub fn finished(result: GameResult, to_move: Player) -> StaticBounds {
        let score = of_result(result, to_move);
        StaticBounds { worst: score, best: score }
    }

    /// The player to move cannot win in fewer plies.
    #[inline(always)]
    #[must_use]
    pub fn no_win_before(mut self, plies: u32) -> StaticBounds {
        self.best = self.best.min(win_in(plies));
        self
    }

    /// The player to move cannot lose in fewer plies.
    #[inline(always)]
    #[must_use]
    pub fn no_loss_before(mut self, plies: u32) -> StaticBounds {
        self.worst = self.worst.max(loss_in(plies));
        self
    }

    /// The player to move cannot win any more.
    #[inline(always)]
    #[must_use]
    pub fn no_win(mut self) -> StaticBounds {
        self.best = self.best.min(0);
        self
    }

    /// The player to move cannot lose any more.
    #[inline(always)]
    #[must_use]
    pub fn no_loss(mut self) -> StaticBounds {
        self.worst = self.worst.max(0);
        self
    }

    /// The player to move wins within so many plies, perhaps sooner.
    #[inline(always)]
    #[must_use]
    pub fn win_within(mut self, plies: u32) -> StaticBounds {
        self.worst = self.worst.max(win_in(plies));
        self
    }

    /// The player to move loses within so many plies, perhaps sooner.
    #[inline(always)]
    #[must_use]
    pub fn loss_within(mut self, plies: u32) -> StaticBounds {
        self.best = self.best.min(loss_in(plies));
        self
    }

    /// Whether it says all.
    #[inline(always)]
    #[must_use]
    pub fn is_settled(self) -> bool {
        self.worst == self.best
    }

    /// Whether the player to move wins.
    #[inline(always)]
    #[must_use]
    pub fn is_won(self) -> bool {
        self.worst > 0
    }

    /// Whether the player to move loses.
    #[inline(always)]
    #[must_use]
    pub fn is_lost(self) -> bool {
        self.best < 0
    }

    /// Whether the player to move may win, as far as this tells.
    #[inline(always)]
    #[must_use]
    pub fn may_win(self) -> bool {
        self.best > 0
    }

    /// Whether the player to move may lose, as far as this tells.
    #[inline(always)]
    #[must_use]
    pub fn may_lose(self) -> bool {
        self.worst < 0
    }

    /// The two [scores](crate::score), the least and the most, counted from `ply` plies before the
    /// position.
    #[inline(always)]
    #[must_use]
    pub fn at_ply(self, ply: u32) -> (Score, Score) {
        (at_ply(self.worst, ply), at_ply(self.best, ply))
    }
}

/// What a game tells a search about its positions beyond the rules: it makes a search
/// faster and never changes a value.
///
/// A search calls [`study`](Self::study) or [`study_after`](Self::study_after) once for each node,
/// and [`visit_candidates`](Self::visit_candidates) only where that settled nothing. [`NoHints`]
/// knows nothing; all other methods have defaults that do.
///
/// # Contract
/// Everything is true: an [`StaticBounds`] that says too much makes a proof wrong, and so does a
/// candidate left out that is better than all the others.
///
/// # Example
/// Where one or two tokens are taken in turn and the last one wins, who can take all wins at once,
/// and with three left whatever he takes is too little.
/// ```
/// use std::ops::ControlFlow;
/// use tesuji_core::{Game, GameResult, Hints, StaticBounds, Player, Rules};
///
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/take.rs")); }
/// # use toy::Take;
/// # impl Game for Take {
/// #     fn to_move(&self, &(_, player): &(u8, Player)) -> Player { player }
/// #     fn result(&self, &(left, player): &(u8, Player)) -> Option<GameResult> {
/// #         (left == 0).then_some(GameResult::Win(player.other()))
/// #     }
/// # }
/// struct Sight;
/// impl Hints<Take> for Sight {
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
///         // What leaves a multiple of three is tried first.
///         game.visit_moves(state, |taken| visit(taken, i32::from(taken == state.0 % 3), ()))
///     }
/// }
/// assert!(Sight.study(&Take, &(3, Player::First)).0.is_lost());
/// assert!(!Sight.study(&Take, &(4, Player::First)).0.is_settled());
/// ```
pub trait Hints<G: Game> {
    /// What `study` worked out and `visit_candidates` needs again.
    type Notes;

    /// What `visit_candidates` worked out of a move and `study_after` needs again; `()` if nothing.
    type Draft: Copy;

    /// Whether the players always take turns. `true` saves asking whose turn it is.
    const TAKE_TURNS: bool = false;

    /// What can be told at sight. Must settle a finished game.
    fn study(&self, game: &G, state: &G::State) -> (StaticBounds, Self::Notes);

    /// [`study`](Self::study) of the position `child` that `mv` leads to, for games where what was
    /// worked out for the position before, and for the move when it was shown, saves some of it.
    /// That position's static_bounds was not settled.
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

    /// Shows the moves worth trying, each with its merit and draft, until `visit` breaks: those of
    /// more merit are tried earlier. What was learned in the search is added to it: at most
    /// [`MAX_LEARNED`](Self::MAX_LEARNED) either way. Where its depth is nearly used up, a search
    /// tries them as they are shown, so it pays to begin with good ones.
    ///
    /// May leave out a legal move if one that it shows is as good, and all of them if none is
    /// better than the worst that `study` told of.
    fn visit_candidates<B>(
        &self,
        game: &G,
        state: &G::State,
        notes: &Self::Notes,
        visit: impl FnMut(G::Move, i32, Self::Draft) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// The only candidate, where it is known that there is just one: the position is worth what the
    /// next one is, and a search may pass over it.
    #[inline(always)]
    fn forced_move(
        &self,
        game: &G,
        state: &G::State,
        notes: &Self::Notes,
    ) -> Option<(G::Move, Self::Draft)> {
        let _ = (game, state, notes);
        None
    }

    /// The most that the search's own experience adds to a move's merit, or takes from it.
    const MAX_LEARNED: i32 = 1 << 14;

    /// The key under which a position is remembered. States with equal keys must have equal
    /// values: the key of the [canonical form](crate::Rules::canonical) will do.
    #[inline(always)]
    fn key(&self, game: &G, state: &G::State) -> u64 {
        game.key(state)
    }

    /// [`key`](Self::key) of a position that has been studied and was not settled, for games where
    /// what was worked out saves some of it.
    #[inline(always)]
    fn key_by(&self, game: &G, state: &G::State, notes: &Self::Notes) -> u64 {
        let _ = notes;
        self.key(game, state)
    }

    /// How many different [slots](Self::history_index) there are; 0 turns the history heuristic off.
    fn history_size(&self, game: &G) -> usize {
        let _ = game;
        0
    }

    /// Moves of the same slot share what is learned about them in other positions
    /// (Schaeffer, "The History Heuristic", ICCA Journal 6, 1983). Below [`slots`](Self::history_size).
    #[inline(always)]
    fn history_index(&self, game: &G, state: &G::State, mv: G::Move) -> usize {
        let _ = (game, state, mv);
        0
    }

    /// The game lasts at most so many plies more, where there is such a number.
    fn max_plies(&self, game: &G, state: &G::State) -> Option<u32> {
        let _ = (game, state);
        None
    }
}

/// Knows the rules and nothing else: all legal moves, in their order.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHints;

impl<G: Game> Hints<G> for NoHints {
    type Notes = ();
    type Draft = ();

    #[inline(always)]
    fn study(&self, game: &G, state: &G::State) -> (StaticBounds, ()) {
        let static_bounds = match game.result(state) {
            Some(result) => StaticBounds::finished(result, game.to_move(state)),
            None => StaticBounds::UNKNOWN,
        };
        (static_bounds, ())
    }

    #[inline(always)]
    fn visit_candidates<B>(
        &self,
        game: &G,
        state: &G::State,
        (): &(),
        mut visit: impl FnMut(G::Move, i32, ()) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        game.visit_moves(state, |mv| visit(mv, 0, ()))
    }
}

/// Knows the rules, and the moves by their [codes](Game::move_code): what a search learns of a move in
/// one position it makes use of wherever the move comes again (the history heuristic).
#[derive(Clone, Copy, Debug, Default)]
pub struct CodedMoves;

impl<G: Game> Hints<G> for CodedMoves {
    type Notes = ();
    type Draft = ();

    #[inline(always)]
    fn study(&self, game: &G, state: &G::State) -> (StaticBounds, ()) {
        NoHints.study(game, state)
    }

    #[inline(always)]
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

    #[inline(always)]
    fn history_index(&self, game: &G, state: &G::State, mv: G::Move) -> usize {
        game.move_code(game.to_move(state), mv)
    }
}
