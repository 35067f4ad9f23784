//! What a search for exact results asks of a position: which moves win or lose at once, and
//! which look best. All in a few shifts, without playing a move.
//!
//! # Sources
//! The bit layout is John Tromp's. Moves that do not lose at once and the count of threats are
//! ideas that Pascal Pons describes ("Solving Connect 4: how to build a perfect AI", 2016).

use crate::lines;
use crate::position::{Cell, Position};
use crate::rules::ConnectFour;
use crate::word::Word;

impl<W: Word> ConnectFour<W> {
    /// The cells where a stone can come to rest: one in each column that is not full. In a
    /// finished game, too.
    #[inline(always)]
    #[must_use]
    pub fn landings(&self, position: &Position<W>) -> W {
        (position.taken() + self.bottom()) & self.board()
    }

    /// The empty cells where a stone would give the player to move four in a row, now or
    /// later: they need not be within reach.
    #[inline(always)]
    #[must_use]
    pub fn winning_cells(&self, position: &Position<W>) -> W {
        self.threats(position.own(), position.taken())
    }

    /// The empty cells where a stone would give the opponent four in a row, now or later.
    #[inline(always)]
    #[must_use]
    pub fn losing_cells(&self, position: &Position<W>) -> W {
        self.threats(position.opponent(), position.taken())
    }

    #[inline(always)]
    fn threats(&self, stones: W, taken: W) -> W {
        let empty = self.board() ^ taken;
        self.with_height(move |height| lines::completions(stones, height)) & empty
    }

    /// The moves that win at once.
    #[inline(always)]
    #[must_use]
    pub fn winning_moves(&self, position: &Position<W>) -> W {
        self.winning_cells(position) & self.landings(position)
    }

    /// The moves after which the opponent cannot win at once; none, if every move loses.
    /// Where the player to move can win at once it says nothing about that.
    #[inline(always)]
    #[must_use]
    pub fn non_losing_moves(&self, position: &Position<W>) -> W {
        self.moves_against(position, self.losing_cells(position))
    }

    /// [`non_losing_moves`](Self::non_losing_moves) for those who have the
    /// [`losing_cells`](Self::losing_cells) at hand.
    #[inline(always)]
    #[must_use]
    pub fn moves_against(&self, position: &Position<W>, losing: W) -> W {
        let landings = self.landings(position);
        let forced = landings & losing;
        let moves = if forced == W::ZERO {
            landings
        } else if forced.without_first() == W::ZERO {
            forced
        } else {
            // Two wins cannot both be stopped.
            return W::ZERO;
        };
        // Nor is it safe to put a stone right below a cell that wins for the opponent.
        moves & !(losing >> 1)
    }

    /// The cells that would win for the player to move after playing `cell`, now or later.
    #[inline(always)]
    #[must_use]
    pub fn threats_after(&self, position: &Position<W>, cell: Cell) -> W {
        self.threats(position.own() | cell.bit(), position.taken() | cell.bit())
    }

    /// How many cells would win for the player to move after playing `cell`: the more, the
    /// likelier the move is good.
    #[inline(always)]
    #[must_use]
    pub fn move_score(&self, position: &Position<W>, cell: Cell) -> u32 {
        self.threats_after(position, cell).count_ones()
    }

    /// The score of a win with the next stone, for the player to move: the number of stones
    /// that this player has left then, plus one. A loss counts as the winner's score below
    /// zero, a draw zero.
    #[inline(always)]
    #[must_use]
    pub fn win_score(&self, position: &Position<W>) -> i32 {
        let cells = u32::from(self.width()) * u32::from(self.height());
        (cells + 1 - position.stones()).cast_signed() / 2
    }
}
