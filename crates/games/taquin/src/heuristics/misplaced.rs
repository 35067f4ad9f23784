use tesuji_core::{Cost, Heuristic};

use crate::board::{Board, Word};
use crate::rules::{Slide, Taquin};

/// The number of tiles that are not on their goal cells, the blank not counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Misplaced;

impl<W: Word> Heuristic<Taquin<W>> for Misplaced {
    type Memo = Cost;

    const IS_ZERO_AT_GOALS: bool = true;

    fn start(&self, taquin: &Taquin<W>, board: &Board<W>) -> Cost {
        (0..taquin.cells())
            .map(|cell| (cell, board.tile(cell)))
            .filter(|&(cell, tile)| tile != 0 && taquin.goal_cells[usize::from(tile)] != cell)
            .map(|_| 1)
            .sum()
    }

    #[inline]
    fn advance(
        &self,
        taquin: &Taquin<W>,
        memo: Cost,
        parent: &Board<W>,
        Slide { from, to }: Slide,
        _: &Board<W>,
    ) -> Cost {
        let home = taquin.goal_cells[usize::from(parent.tile(from))];
        memo + Cost::from(home == from) - Cost::from(home == to)
    }

    #[inline]
    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}
