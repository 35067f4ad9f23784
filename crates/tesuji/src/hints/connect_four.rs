//! What Connect Four tells a search.

use tesuji_adversarial::{Hints, Outlook};
use tesuji_connect_four::{Cell, ConnectFour, Position};
use tesuji_core::{Game, Hashed};

/// What the searches in [`adversarial`](crate::adversarial) are told about Connect Four.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFourHints;

/// With more stones than this, few positions are met together with their mirror image.
const MIRRORED: u32 = 14;

impl Hints<ConnectFour> for ConnectFourHints {
    /// The moves that do not lose at once.
    type Notes = u64;

    const TAKE_TURNS: bool = true;

    /// Threats and the centre first, always in the same way: whatever changes that order makes the
    /// search meet fewer positions again.
    const MOST_LEARNED: i32 = 0;

    #[inline(always)]
    fn study(&self, game: &ConnectFour, position: &Position) -> (Outlook, u64) {
        if let Some(result) = game.result(position) {
            return (Outlook::finished(result, game.to_move(position)), 0);
        }
        if game.winning_moves(position) != 0 {
            return (Outlook::win_in(1), 0);
        }
        let safe = game.non_losing_moves(position);
        if safe == 0 {
            return (Outlook::loss_in(2), 0);
        }
        let empty = game.board() ^ position.taken();
        if empty.count_ones() <= 2 {
            return (Outlook::DRAW, 0);
        }
        let mut outlook = Outlook::UNKNOWN.no_win_before(3).no_loss_before(4);
        // Without a line that is open to a player, that player cannot win.
        if !game.has_four(position.own() | empty) {
            outlook = outlook.no_win();
        }
        if !game.has_four(position.opponent() | empty) {
            outlook = outlook.no_loss();
        }
        (outlook, safe)
    }

    #[inline(always)]
    fn visit_candidates(
        &self,
        game: &ConnectFour,
        position: &Position,
        &safe: &u64,
        mut visit: impl FnMut(Cell, i32),
    ) {
        for &column in game.columns_from_centre() {
            let landing = safe & game.column(column);
            if landing != 0 {
                let cell = Cell(landing.trailing_zeros() as u8);
                visit(cell, game.move_score(position, cell).cast_signed() << 8);
            }
        }
    }

    #[inline(always)]
    fn key(&self, game: &ConnectFour, position: &Position) -> u64 {
        let key = game.key(position);
        if position.stones() > MIRRORED { key } else { key.min(game.key(&game.mirrored(position))) }
    }

    fn most_plies(&self, game: &ConnectFour, position: &Position) -> Option<u32> {
        Some((game.board() ^ position.taken()).count_ones())
    }
}
