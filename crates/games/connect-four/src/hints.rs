//! Search hints for Connect Four.

use std::ops::ControlFlow;

use tesuji_core::{Game, Hints, StaticBounds};

use crate::space::Chances;
use crate::{Cell, ConnectFour, FollowUp, Position, Word};

/// Search hints for Connect Four, which make a search faster and never change a value.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFourHints;

/// With more stones than this, positions rarely occur together with their mirror image.
const MIRRORED: u32 = 14;

/// The analysis of a position.
#[derive(Clone, Copy, Debug)]
pub struct Notes<W: Word = u64> {
    /// The moves after which the opponent cannot win at once.
    safe: W,
    /// The cells where the opponent would win, now or later.
    losing: W,
    /// The position's key, without its mirror image, unless its move is forced.
    key: u64,
}

impl<W: Word> Notes<W> {
    /// For a position with exact static bounds.
    const NONE: Self = Notes { safe: W::ZERO, losing: W::ZERO, key: 0 };

    /// Whether all moves but one lose at once.
    #[inline]
    fn is_forced(&self) -> bool {
        self.safe.without_first() == W::ZERO
    }
}

impl ConnectFourHints {
    /// The static bounds of a position in which the player to move neither wins nor loses at once.
    #[inline(always)]
    fn unsettled() -> StaticBounds {
        StaticBounds::UNKNOWN.no_win_before(3).no_loss_before(4)
    }

    /// The static bounds and the notes of an unfinished position, given the winning cells of both
    /// players.
    #[inline(always)]
    fn judge<W: Word>(
        game: &ConnectFour<W>,
        position: &Position<W>,
        winning: W,
        losing: W,
    ) -> (StaticBounds, Notes<W>) {
        if winning & game.landings(position) != W::ZERO {
            return (StaticBounds::win_in(1), Notes::NONE);
        }
        let safe = game.non_losing_moves(position, losing);
        if safe == W::ZERO {
            return (StaticBounds::loss_in(2), Notes::NONE);
        }
        let empty = game.board() ^ position.taken();
        if empty.without_first().without_first() == W::ZERO {
            return (StaticBounds::DRAW, Notes::NONE);
        }
        let notes = Notes { safe, losing, key: 0 };
        if notes.is_forced() {
            // The position has the value of the next one, whose bounds are no worse.
            return (Self::unsettled(), notes);
        }
        let chances = game.chances(position);
        let key = game.essential_key_by(position, chances);
        (Self::static_bounds(game, position, chances), Notes { key, ..notes })
    }

    /// The static bounds if neither player can win or must lose at once.
    #[inline(always)]
    fn static_bounds<W: Word>(
        game: &ConnectFour<W>,
        position: &Position<W>,
        chances: Chances<W>,
    ) -> StaticBounds {
        let mut static_bounds = Self::unsettled();
        if chances.own == W::ZERO {
            static_bounds = static_bounds.no_win();
        }
        if chances.opponent == W::ZERO {
            static_bounds = static_bounds.no_loss();
        }
        match game.follow_up(position) {
            None => static_bounds,
            Some((by, FollowUp::Holds)) if by == game.to_move(position) => static_bounds.no_loss(),
            Some((by, FollowUp::Wins(plies))) if by == game.to_move(position) => {
                static_bounds.win_within(plies)
            }
            Some((_, FollowUp::Holds)) => static_bounds.no_win(),
            Some((_, FollowUp::Wins(plies))) => static_bounds.loss_within(plies),
        }
    }
}

impl<W: Word> Hints<ConnectFour<W>> for ConnectFourHints {
    type Notes = Notes<W>;

    /// The mover's winning cells after the move.
    type Draft = W;

    const TAKE_TURNS: bool = true;

    const BITBOARDS: bool = true;

    /// Threats and the centre first, in a fixed order: a learned order makes the search reach fewer
    /// positions again.
    #[inline]
    fn max_learned(&self, _: &ConnectFour<W>) -> i32 {
        0
    }

    #[inline(always)]
    fn study(&self, game: &ConnectFour<W>, position: &Position<W>) -> (StaticBounds, Notes<W>) {
        if let Some(result) = game.result(position) {
            return (StaticBounds::finished(result, game.to_move(position)), Notes::NONE);
        }
        Self::judge(game, position, game.winning_cells(position), game.losing_cells(position))
    }

    /// No move won, so the game continues; a cell that wins now was a losing cell before.
    #[inline(always)]
    fn study_after(
        &self,
        game: &ConnectFour<W>,
        notes: &Notes<W>,
        cell: Cell,
        threats: W,
        child: &Position<W>,
    ) -> (StaticBounds, Notes<W>) {
        Self::judge(game, child, notes.losing & !cell.bit::<W>(), threats)
    }

    #[inline(always)]
    fn visit_candidates<B>(
        &self,
        game: &ConnectFour<W>,
        position: &Position<W>,
        &Notes { safe, losing, .. }: &Notes<W>,
        visit: impl FnMut(Cell, i32, W) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        game.visit_by_threats(position, safe, losing, visit)
    }

    #[inline(always)]
    fn forced_move(
        &self,
        game: &ConnectFour<W>,
        position: &Position<W>,
        notes: &Notes<W>,
    ) -> Option<(Cell, W)> {
        let safe = notes.safe;
        (notes.is_forced() && safe != W::ZERO).then(|| {
            let cell = Cell(safe.trailing_zeros() as u8);
            (cell, game.threats_after(position, cell))
        })
    }

    /// Positions that differ only in stones without influence share a key.
    #[inline(always)]
    fn key(&self, game: &ConnectFour<W>, position: &Position<W>) -> u64 {
        min_of_both(game, position, game.essential_key(position))
    }

    #[inline(always)]
    fn key_by(&self, game: &ConnectFour<W>, position: &Position<W>, notes: &Notes<W>) -> u64 {
        let key = if notes.is_forced() { game.essential_key(position) } else { notes.key };
        min_of_both(game, position, key)
    }

    fn max_plies(&self, game: &ConnectFour<W>, position: &Position<W>) -> Option<u32> {
        Some((game.board() ^ position.taken()).count_ones())
    }
}

/// The common key of a position and its mirror image, where the latter is likely to occur.
#[inline]
fn min_of_both<W: Word>(game: &ConnectFour<W>, position: &Position<W>, key: u64) -> u64 {
    if position.stones() > MIRRORED { key } else { min_with_mirrored(game, *position, key) }
}

#[cold]
#[inline(never)]
fn min_with_mirrored<W: Word>(game: &ConnectFour<W>, position: Position<W>, key: u64) -> u64 {
    key.min(game.essential_key(&game.mirrored(&position)))
}
