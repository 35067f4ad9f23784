//! Analysis of a position for exact searches: which moves win or lose at once, and which look best,
//! in a few shifts and without playing a move.
//!
//! # Sources
//! The bit layout is John Tromp's. Pascal Pons describes moves that do not lose at once and the
//! count of threats ("Solving Connect 4: how to build a perfect AI", 2016).

use std::ops::ControlFlow;

use crate::lines;
use crate::position::{Cell, Position};
use crate::rules::ConnectFour;
use crate::word::Word;

impl<W: Word> ConnectFour<W> {
    /// The cells to which a stone can fall: one in each column that is not full, also in a finished
    /// game.
    #[inline]
    #[must_use]
    pub fn landings(&self, position: &Position<W>) -> W {
        (position.taken() + self.bottom()) & self.board()
    }

    /// The empty cells where a stone of the player to move would complete four in a row, now or
    /// later: they need not be playable.
    #[inline]
    #[must_use]
    pub fn winning_cells(&self, position: &Position<W>) -> W {
        self.threats(position.own(), position.taken())
    }

    /// The empty cells where a stone of the opponent would complete four in a row, now or later.
    #[inline]
    #[must_use]
    pub fn losing_cells(&self, position: &Position<W>) -> W {
        self.threats(position.opponent(), position.taken())
    }

    #[inline(always)]
    fn threats(&self, stones: W, taken: W) -> W {
        let empty = self.board() ^ taken;
        let completions = self.with_height(
            #[inline(always)]
            move |height| lines::completions(stones, height),
        );
        completions & empty
    }

    /// The moves that win at once.
    #[inline]
    #[must_use]
    pub fn winning_moves(&self, position: &Position<W>) -> W {
        self.winning_cells(position) & self.landings(position)
    }

    /// The moves after which the opponent cannot win at once, given the opponent's
    /// [winning cells](Self::losing_cells); empty if every move loses. The player to move must have
    /// no move that wins at once.
    #[inline(always)]
    #[must_use]
    pub fn non_losing_moves(&self, position: &Position<W>, losing: W) -> W {
        let landings = self.landings(position);
        let forced = landings & losing;
        let moves = if forced == W::ZERO {
            landings
        } else if forced.without_first() == W::ZERO {
            forced
        } else {
            // Two winning moves cannot both be blocked.
            return W::ZERO;
        };
        // A stone directly below a winning cell of the opponent loses, too.
        moves & !(losing >> 1)
    }

    /// The winning cells of the player to move after playing `cell`, now or later.
    #[inline(always)]
    #[must_use]
    pub fn threats_after(&self, position: &Position<W>, cell: Cell) -> W {
        self.threats(position.own() | cell.bit(), position.taken() | cell.bit())
    }

    /// Calls `visit` with each of the moves `safe`, from the centre outwards, with a move-ordering
    /// score and the winning cells after it, given the opponent's winning cells.
    ///
    /// The score counts the mover's winning cells, except those above a cell where the opponent
    /// wins: the game is over before they are playable. The next playable ones count double.
    #[inline(always)]
    pub(crate) fn visit_by_threats<B>(
        &self,
        position: &Position<W>,
        safe: W,
        losing: W,
        mut visit: impl FnMut(Cell, i32, W) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let landings = self.landings(position);
        for &column in self.column_sets_from_centre() {
            let landing = safe & column;
            if landing != W::ZERO {
                let cell = Cell(landing.trailing_zeros() as u8);
                let out_of_reach = (losing & !landing) << 1;
                let threats = self.threats_after(position, cell);
                let lasting = threats & !out_of_reach;
                let next = lasting & ((landings + landing) << 1);
                let score = (lasting.count_ones() + next.count_ones()).cast_signed() << 8;
                visit(cell, score, threats)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The score of a win with the next stone, for the player to move: the number of stones that
    /// this player has left then, plus one. A loss is the winner's score, negated; a draw is zero.
    #[inline]
    #[must_use]
    pub fn win_score(&self, position: &Position<W>) -> i32 {
        let cells = u32::from(self.width()) * u32::from(self.height());
        (cells + 1 - position.stones()).cast_signed() / 2
    }
}
