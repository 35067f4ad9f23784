use crate::board::{Board, Word};
use crate::lehmer::LehmerCode;
use crate::rules::Taquin;

impl<W: Word> Taquin<W> {
    /// Whether the goal can be reached from `board`.
    ///
    /// Number the tiles in the goal's order and read the board row by row, without the blank.
    /// A slide along a row keeps that order; a slide along a column moves one tile past
    /// `width - 1` others. So with an odd width the number of inversions stays even; with an even
    /// width it is odd exactly when the blank is an odd number of rows from its goal row. Every
    /// board that satisfies this is reachable.
    ///
    /// # Sources
    /// W. W. Johnson and W. E. Story, "Notes on the '15' puzzle", American Journal of
    /// Mathematics 2, 1879.
    #[must_use]
    pub fn is_solvable(&self, board: Board<W>) -> bool {
        (self.lehmer_code(board).inversions() % 2 == 1) == self.odd_order(board.blank())
    }

    /// The number of pairs of cells with the larger number first, the blank counted as a tile
    /// numbered 0: a measure of a board's disorder. It does not depend on the goal, and does not
    /// determine whether the board is [solvable](Self::is_solvable).
    #[must_use]
    pub fn level_of_chaos(&self, board: Board<W>) -> u32 {
        LehmerCode::of(self.cells(), self.tiles(board)).inversions()
    }

    /// Whether solvable boards with the blank on this cell have an odd number of inversions.
    pub(crate) fn odd_order(&self, blank: u8) -> bool {
        let rows = (blank / self.width).abs_diff(self.goal.blank() / self.width);
        self.width.is_multiple_of(2) && !rows.is_multiple_of(2)
    }

    /// The code of the permutation of the goal's tiles in `board`, without the blank.
    pub(crate) fn lehmer_code(&self, board: Board<W>) -> LehmerCode {
        let goal_blank = self.goal.blank();
        let order = self.tiles(board).filter(|&tile| tile != 0).map(|tile| {
            let goal_cell = self.goal_cells[usize::from(tile)];
            goal_cell - u8::from(goal_cell > goal_blank)
        });
        LehmerCode::of(self.cells() - 1, order)
    }
}
