//! What Connect Four tells a search.

use std::ops::ControlFlow;

use tesuji_adversarial::{Hints, Outlook};
use tesuji_connect_four::{Cell, ConnectFour, FollowUp, Position};
use tesuji_core::Game;

/// What the searches in [`adversarial`](crate::adversarial) are told about Connect Four.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFourHints;

/// With more stones than this, few positions are met together with their mirror image.
const MIRRORED: u32 = 14;

/// What was worked out for a position.
#[derive(Clone, Copy, Debug)]
pub struct Notes {
    /// The moves that do not lose at once.
    safe: u64,
    /// The cells where the opponent would win, now or later.
    losing: u64,
}

impl Notes {
    /// Of a position whose outlook is settled.
    const NONE: Notes = Notes { safe: 0, losing: 0 };
}

impl ConnectFourHints {
    /// What can be told of an unfinished position where the cells that win for the player to move,
    /// now or later, are known.
    #[inline(always)]
    fn judge(game: &ConnectFour, position: &Position, winning: u64) -> (Outlook, Notes) {
        if winning & game.landings(position) != 0 {
            return (Outlook::win_in(1), Notes::NONE);
        }
        let losing = game.losing_cells(position);
        let safe = game.moves_against(position, losing);
        if safe == 0 {
            return (Outlook::loss_in(2), Notes::NONE);
        }
        (Self::outlook(game, position), Notes { safe, losing })
    }

    /// The same where nobody can win or lose at once.
    #[inline(always)]
    fn outlook(game: &ConnectFour, position: &Position) -> Outlook {
        let empty = game.board() ^ position.taken();
        let left = empty.count_ones();
        if left <= 2 {
            return Outlook::DRAW;
        }
        let mut outlook = Outlook::UNKNOWN.no_win_before(3).no_loss_before(4);
        // Without a line that is open to a player, that player cannot win.
        if !game.has_four(position.own() | empty) {
            outlook = outlook.no_win();
        }
        if !game.has_four(position.opponent() | empty) {
            outlook = outlook.no_loss();
        }
        match game.follow_up(position) {
            None => outlook,
            Some((by, FollowUp::Holds)) if by == game.to_move(position) => outlook.no_loss(),
            Some((by, FollowUp::Wins)) if by == game.to_move(position) => outlook.win_within(left),
            Some((_, FollowUp::Holds)) => outlook.no_win(),
            Some((_, FollowUp::Wins)) => outlook.loss_within(left),
        }
    }
}

impl Hints<ConnectFour> for ConnectFourHints {
    type Notes = Notes;

    const TAKE_TURNS: bool = true;

    /// Threats and the centre first, always in the same way: whatever changes that order makes the
    /// search meet fewer positions again.
    const MOST_LEARNED: i32 = 0;

    #[inline(always)]
    fn study(&self, game: &ConnectFour, position: &Position) -> (Outlook, Notes) {
        if let Some(result) = game.result(position) {
            return (Outlook::finished(result, game.to_move(position)), Notes::NONE);
        }
        Self::judge(game, position, game.winning_cells(position))
    }

    /// No move won, so the game goes on; and what wins now is what would have been lost before.
    #[inline(always)]
    fn study_after(
        &self,
        game: &ConnectFour,
        notes: &Notes,
        cell: Cell,
        child: &Position,
    ) -> (Outlook, Notes) {
        Self::judge(game, child, notes.losing & !cell.bit())
    }

    /// What counts is how many cells would win, but for those above a cell where the other wins:
    /// before anybody gets there the game is over. Those count double that come up next.
    #[inline(always)]
    fn visit_candidates<B>(
        &self,
        game: &ConnectFour,
        position: &Position,
        &Notes { safe, losing }: &Notes,
        mut visit: impl FnMut(Cell, i32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let landings = game.landings(position);
        for &column in game.columns_from_centre() {
            let landing = safe & game.column(column);
            if landing != 0 {
                let cell = Cell(landing.trailing_zeros() as u8);
                let out_of_reach = (losing & !landing) << 1;
                let threats = game.threats_after(position, cell) & !out_of_reach;
                let next = threats & ((landings + landing) << 1);
                visit(cell, (threats.count_ones() + next.count_ones()).cast_signed() << 8)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn forced_move(&self, _: &ConnectFour, _: &Position, notes: &Notes) -> Option<Cell> {
        let safe = notes.safe;
        (safe & safe.wrapping_sub(1) == 0 && safe != 0).then(|| Cell(safe.trailing_zeros() as u8))
    }

    /// Positions that differ in stones which no longer matter have one key.
    #[inline(always)]
    fn key(&self, game: &ConnectFour, position: &Position) -> u64 {
        let key = game.essential_key(position);
        if position.stones() > MIRRORED {
            key
        } else {
            key.min(game.essential_key(&game.mirrored(position)))
        }
    }

    fn most_plies(&self, game: &ConnectFour, position: &Position) -> Option<u32> {
        Some((game.board() ^ position.taken()).count_ones())
    }
}
