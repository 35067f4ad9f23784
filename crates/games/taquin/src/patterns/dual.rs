use std::marker::PhantomData;

use tesuji_core::Duality;

use crate::board::{Board, Word};
use crate::patterns::lookup::{LookupError, Upright, View, check_view};
use crate::rules::{Goal, MAX_CELLS, Taquin};

/// The [`Duality`] of tiles and cells: in the dual of a board, the cell where a tile belongs has
/// the number of the cell where it stands, both as a [`View`] shows them.
///
/// What the blank does there is done by the number of the cell it stands on. Its home is that
/// cell: there is a puzzle, with another goal, for each cell of the blank.
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
    /// The duality of a taquin.
    ///
    /// # Errors
    /// There is no such view of the board.
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

/// The number that stands for a cell while the blank is on `blank`: the numbers of tiles go
/// without a gap.
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
