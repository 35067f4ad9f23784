use std::ops::ControlFlow;

use tesuji_core::{AtRanking, AtSite, KnownGoals, Reversible, Rules};

use crate::board::{Board, Word};
use crate::rank::{BlankPlace, MAX_RANKED_CELLS};
use crate::size::{MAX_CELLS, Size, SizeError};
use crate::tiles::{BoardError, check_tiles};
use crate::unrolled;

/// Marks a neighbour in a list, to distinguish cell 0 from the list's end.
const THERE: u8 = 32;

/// A move: the tile on cell `from` slides to cell `to`, the blank's cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The tile's cell before, the blank's after.
    pub from: u8,
    /// The blank's cell before.
    pub to: u8,
}

/// An error that prevents the construction of a taquin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TaquinError {
    /// A side is too short or too long.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The word type has too few lanes.
    #[error("a {size} board has {} cells; the word has room for {room}", size.cells())]
    WordTooSmall {
        /// The size of the board.
        size: Size,
        /// The number of cells that fit into the word.
        room: usize,
    },
    /// The goal is not an arrangement of the tiles.
    #[error("the goal: {0}")]
    BadGoal(BoardError),
}

/// The rules of a sliding-tile puzzle: its size and its goal.
///
/// `Taquin<u64>` has room for up to 16 cells (4×4, 2×5 and 3×5), `Taquin<u128>` for 25.
///
/// # Example
/// ```
/// use tesuji_core::{Notation, Puzzle, Rules};
/// use tesuji_taquin::{Goal, Taquin};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let board = taquin.parse_state("125374680")?;
/// assert!(!taquin.is_goal(&board));
/// assert_eq!(taquin.moves(&board).len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Taquin<W: Word = u64> {
    pub(crate) width: u8,
    pub(crate) height: u8,
    pub(crate) goal: Board<W>,
    /// The goal cell of each tile and of the blank.
    pub(crate) goal_cells: [u8; MAX_CELLS],
    /// For each cell of the blank and each cell it came from (its own: none), the other
    /// neighbours in the order above, left, right, below: one byte each from the lowest up, the
    /// cell plus [`THERE`].
    neighbours: [[u32; 32]; 32],
    /// What slides from rank to rank depend on; `None` if the board has no ranks.
    pub(crate) blank_places: Option<[BlankPlace; MAX_RANKED_CELLS]>,
}

/// The arrangement to reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The blank first, then the tiles in order: 012345678.
    #[default]
    BlankFirst,
    /// The tiles in order, the blank last: 123456780.
    BlankLast,
    /// Any arrangement, row by row.
    Tiles(Vec<u8>),
}

impl<W: Word> Taquin<W> {
    /// Returns the puzzle of `width` × `height` cells, 2 to 5 each, with this goal.
    ///
    /// # Errors
    /// The size is out of range or too large for the word, or the goal is not an arrangement.
    pub fn new(width: usize, height: usize, goal: Goal) -> Result<Self, TaquinError> {
        let size = Size::new(width, height)?;
        if size.cells() > W::CELLS {
            return Err(TaquinError::WordTooSmall { size, room: W::CELLS });
        }
        #[expect(clippy::cast_possible_truncation, reason = "sides and cells are small")]
        let (width, height, cells) = (width as u8, height as u8, size.cells() as u8);
        let tiles: Vec<u8> = match goal {
            Goal::BlankFirst => (0..cells).collect(),
            Goal::BlankLast => (1..cells).chain([0]).collect(),
            Goal::Tiles(tiles) => {
                check_tiles(&tiles, size).map_err(TaquinError::BadGoal)?;
                tiles
            }
        };
        let mut goal_cells = [0; MAX_CELLS];
        for (cell, &tile) in (0..).zip(&tiles) {
            goal_cells[usize::from(tile)] = cell;
        }
        let mut neighbours = [[0u32; 32]; 32];
        for (blank, came_from) in
            (0..cells).flat_map(|blank| (0..cells).map(move |from| (blank, from)))
        {
            let list = &mut neighbours[usize::from(blank)][usize::from(came_from)];
            let (row, column) = (blank / width, blank % width);
            for (there, cell) in [
                (row + 1 < height, blank + width),
                (column + 1 < width, blank + 1),
                (column > 0, blank.wrapping_sub(1)),
                (row > 0, blank.wrapping_sub(width)),
            ] {
                if there && cell != came_from {
                    *list = *list << 8 | u32::from(cell | THERE);
                }
            }
        }
        let goal = Board::pack(tiles);
        let blank_places = BlankPlace::all(size);
        Ok(Taquin { width, height, goal, goal_cells, neighbours, blank_places })
    }

    /// Cells in a row.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> u8 {
        self.width * self.height
    }

    /// The mean branching factor: the average number of slides of a board, the one back included.
    /// The blank is equally often on each cell, so this is two slides for each pair of neighbours,
    /// divided by the cells.
    ///
    /// # Example
    /// ```
    /// use tesuji_taquin::{Goal, Taquin};
    ///
    /// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
    /// assert_eq!(taquin.mean_moves(), 24.0 / 9.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mean_moves(&self) -> f64 {
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        2.0 * (width * (height - 1.0) + height * (width - 1.0)) / (width * height)
    }

    /// Width and height.
    #[must_use]
    pub fn board_size(&self) -> Size {
        Size::new(self.width.into(), self.height.into()).expect("the size was checked")
    }

    /// The goal board.
    #[must_use]
    pub fn goal(&self) -> Board<W> {
        self.goal
    }

    /// Shows the slides into `blank` except the one from `except`.
    #[inline(always)]
    fn visit_slides<B>(
        &self,
        blank: u8,
        except: u8,
        mut visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut neighbours = self.neighbours[usize::from(blank & 31)][usize::from(except & 31)];
        while neighbours != 0 {
            visit(Slide { from: neighbours as u8 & (THERE - 1), to: blank })?;
            neighbours >>= 8;
        }
        ControlFlow::Continue(())
    }

    /// The tiles of a board, row by row.
    pub fn tiles(&self, board: Board<W>) -> impl Iterator<Item = u8> + use<W> {
        (0..self.cells()).map(move |cell| board.tile(cell))
    }
}

impl<W: Word> Rules for Taquin<W> {
    type State = Board<W>;
    type Move = Slide;
    type Undo = ();

    fn initial(&self) -> Board<W> {
        self.goal
    }

    fn pack(&self, board: &Board<W>, out: &mut Vec<u8>) -> bool {
        for bit in (0..W::BITS as u8).step_by(32) {
            out.extend(board.0.low_bits_from(bit).to_le_bytes());
        }
        true
    }

    fn unpack(&self, bytes: &mut &[u8]) -> Option<Board<W>> {
        let mut word = W::ZERO;
        for bit in (0..W::BITS).step_by(32) {
            let (piece, rest) = bytes.split_first_chunk()?;
            word = word.plus(W::number(u32::from_le_bytes(*piece).into()).shifted(bit));
            *bytes = rest;
        }
        Some(Board(word))
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        board: &Board<W>,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let blank = board.blank();
        self.visit_slides(blank, blank, visit)
    }

    #[inline(always)]
    fn visit_moves_after<B>(
        &self,
        last: Option<Slide>,
        board: &Board<W>,
        visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // A single call site, or the compiler would not inline the visitor.
        let (blank, before) = match last {
            Some(Slide { from, to }) => (from, to),
            None => (board.blank(), board.blank()),
        };
        self.visit_slides(blank, before, visit)
    }

    #[inline]
    fn with_site<T: AtSite<Self>>(&self, board: &Board<W>, then: T) -> T::Output {
        unrolled::with_site(self, board, then)
    }

    fn with_ranking<T: AtRanking<Self>>(&self, board: &Board<W>, then: T) -> Option<T::Output> {
        (self.has_ranks() && self.is_solvable(*board)).then(|| then.at(self))
    }

    #[inline]
    fn play(&self, board: &mut Board<W>, Slide { from, to }: Slide) {
        let tile = board.tile(from);
        board.0 = board.0.flip(from, tile).flip(to, tile);
    }

    #[inline]
    fn undo(&self, board: &mut Board<W>, Slide { from, to }: Slide, (): ()) {
        self.play(board, Slide { from: to, to: from });
    }

    #[inline]
    fn inverse(&self, Slide { from, to }: Slide) -> Option<Slide> {
        Some(Slide { from: to, to: from })
    }
}

impl<W: Word> KnownGoals for Taquin<W> {
    fn goals(&self) -> Vec<Board<W>> {
        vec![self.goal]
    }
}

impl<W: Word> Reversible for Taquin<W> {
    #[inline]
    fn visit_predecessors<B>(
        &self,
        board: &Board<W>,
        mut visit: impl FnMut(Slide, Board<W>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_moves(board, |Slide { from, to }| {
            let back = Slide { from: to, to: from };
            visit(back, self.successor(board, Slide { from, to }))
        })
    }
}
