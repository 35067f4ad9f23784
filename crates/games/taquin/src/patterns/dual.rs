use std::marker::PhantomData;

use tesuji_core::Duality;

use crate::board::{Board, Word};
use crate::patterns::lookup::{LookupError, Upright, View, check_view};
use crate::rules::{Goal, Taquin};
use crate::size::MAX_CELLS;

/// The [`Duality`] of tiles and cells: in the dual of a board, a tile's goal cell holds the number
/// of the cell where the tile stands, both as a [`View`] shows them.
///
/// The number of the blank's cell takes the part of the blank. Its goal is that cell, so there is
/// a puzzle, with its own goal, for each cell of the blank.
///
/// # Example
/// ```
/// use tesuji_core::{Duality, Notation};
/// use tesuji_taquin::{Goal, Taquin, TileDuality};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let duality = TileDuality::<u64>::new(&taquin)?;
/// let (index, dual) = duality.dual(&taquin.parse_state("631752048")?);
/// let puzzle = &duality.puzzles()[index];
/// assert_eq!(puzzle.state_text(&puzzle.goal()), "123456078");
/// assert_eq!(puzzle.state_text(&dual), "036275148");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TileDuality<W: Word, V = Upright> {
    puzzles: Vec<Taquin<W>>,
    goal_cells: [u8; MAX_CELLS],
    view: PhantomData<V>,
}

impl<W: Word, V: View> TileDuality<W, V> {
    /// Returns the duality of a taquin.
    ///
    /// # Errors
    /// The board has no such view.
    pub fn new(taquin: &Taquin<W>) -> Result<Self, LookupError> {
        check_view::<W, V>(taquin)?;
        let (width, height, cells) = (taquin.width.into(), taquin.height.into(), taquin.cells());
        let goal = |blank| Goal::Tiles((0..cells).map(|cell| number(cell, blank)).collect());
        let puzzle =
            |blank| Taquin::new(width, height, goal(blank)).expect("the size is a taquin's");
        let puzzles = (0..cells).map(puzzle).collect();
        Ok(TileDuality { puzzles, goal_cells: taquin.goal_cells, view: PhantomData })
    }
}

/// The number of a cell while the blank is on `blank`: the numbers of tiles have no gap.
#[inline]
fn number(cell: u8, blank: u8) -> u8 {
    if cell == blank { 0 } else { cell + u8::from(cell < blank) }
}

impl<W: Word, V: View> Duality<Taquin<W>> for TileDuality<W, V> {
    fn puzzles(&self) -> &[Taquin<W>] {
        &self.puzzles
    }

    #[inline]
    fn dual(&self, board: &Board<W>) -> (usize, Board<W>) {
        let cells = self.puzzles.len();
        let blank = V::see(board.blank());
        let mut tiles = [0; MAX_CELLS];
        for cell in 0..cells as u8 {
            let home = self.goal_cells[usize::from(board.tile(cell))];
            tiles[usize::from(V::see(home))] = number(V::see(cell), blank);
        }
        (blank.into(), Board::pack(tiles[..cells].iter().copied()))
    }
}
