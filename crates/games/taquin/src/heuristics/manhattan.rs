use tesuji_core::{Cost, Heuristic};

use crate::board::{Board, Word};
use crate::rules::{Slide, Taquin};

/// Manhattan distance: the sum of the tiles' distances from their goal cells, in rows and columns.
/// Incrementally, one table look-up per move.
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// For each slide and tile, the change of the tile's distance.
    changes: [[i8; 32]; 32 * 32],
}

/// The row of `changes` for a slide; the masks avoid the bounds check.
#[inline]
fn edge(Slide { from, to }: Slide) -> usize {
    usize::from(from & 31) << 5 | usize::from(to & 31)
}

impl Manhattan {
    /// The heuristic for the size and goal of `taquin`.
    #[must_use]
    pub fn new<W: Word>(taquin: &Taquin<W>) -> Self {
        let mut changes = [[0; 32]; 32 * 32];
        for from in 0..taquin.cells() {
            for to in 0..taquin.cells() {
                let row = &mut changes[edge(Slide { from, to })];
                for tile in 1..taquin.cells() {
                    let (near, far) = (distance(taquin, to, tile), distance(taquin, from, tile));
                    row[usize::from(tile)] = near.wrapping_sub(far).cast_signed();
                }
            }
        }
        Manhattan { changes }
    }

    /// The change of a tile's distance by a slide.
    #[inline]
    pub(crate) fn change(&self, slide: Slide, tile: u8) -> i32 {
        self.changes[edge(slide)][usize::from(tile & 31)].into()
    }
}

/// The distance of `tile` on `cell` from its goal cell.
fn distance<W: Word>(taquin: &Taquin<W>, cell: u8, tile: u8) -> u8 {
    let goal = taquin.goal_cells[usize::from(tile)];
    let width = taquin.width;
    (cell / width).abs_diff(goal / width) + (cell % width).abs_diff(goal % width)
}

impl<W: Word> Heuristic<Taquin<W>> for Manhattan {
    type Memo = Cost;

    const CHANGES_BY_ONE: bool = true;
    const IS_ZERO_AT_GOALS: bool = true;

    fn start(&self, taquin: &Taquin<W>, board: &Board<W>) -> Cost {
        (0..taquin.cells())
            .filter(|&cell| board.tile(cell) != 0)
            .map(|cell| Cost::from(distance(taquin, cell, board.tile(cell))))
            .sum()
    }

    #[inline]
    fn advance(
        &self,
        _: &Taquin<W>,
        memo: Cost,
        parent: &Board<W>,
        slide: Slide,
        _: &Board<W>,
    ) -> Cost {
        memo.wrapping_add_signed(self.change(slide, parent.tile(slide.from)))
    }

    #[inline]
    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}
