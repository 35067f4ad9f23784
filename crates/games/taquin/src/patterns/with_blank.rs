use std::marker::PhantomData;
use std::ops::Range;

use tesuji_core::{Abstraction, ClassMove, EntryChange, Patterns};

use crate::board::{Board, Word};
use crate::patterns::group::{Arrangements, TileGroup};
use crate::patterns::lookup::{LookupError, Upright, View, check_view};
use crate::patterns::orders::MAX_TILES;
use crate::rules::{Slide, Taquin};

/// The arrangements of a [`TileGroup`] and the blank as an [`Abstraction`] in which every slide
/// counts, those of the other tiles included (Culberson & Schaeffer, "Pattern Databases",
/// Computational Intelligence 14, 1998). Its distances are consistent; they are not additive, but
/// the maximum of several is an estimate.
///
/// Each set of cells of the tiles and each free cell for the blank is a block of one class; the
/// orders of the tiles are its members.
#[derive(Clone, Debug)]
pub struct ArrangementsWithBlank<'g> {
    tiles: Arrangements<'g>,
    /// The number of cells that the tiles leave free.
    free: usize,
}

impl TileGroup {
    /// The space of the group's and the blank's arrangements, in which every slide counts.
    #[must_use]
    pub fn arrangements_with_blank(&self) -> ArrangementsWithBlank<'_> {
        ArrangementsWithBlank { tiles: self.arrangements(), free: self.free() }
    }

    /// What a database of the group with the blank depends on, as one line of text.
    #[must_use]
    pub fn identity_with_blank(&self) -> String {
        format!("{}, every slide", self.identity())
    }

    fn free(&self) -> usize {
        usize::from(self.cells()) - self.homes().len()
    }
}

/// The index of a cell among those outside a set.
fn free_index(set: u32, cell: u8) -> usize {
    (!set & ((1 << cell) - 1)).count_ones() as usize
}

impl ArrangementsWithBlank<'_> {
    fn block(&self, set: u32, blank: u8) -> usize {
        self.tiles.sets().number(set) * self.free + free_index(set, blank)
    }

    /// The cells of the tiles in a block, and the blank's cell.
    fn standing(&self, block: usize) -> (u32, u8) {
        let set = self.tiles.sets().set(block / self.free);
        let mut free_cells = (0..32).filter(|cell| set >> cell & 1 == 0);
        let blank = free_cells.nth(block % self.free).expect("a cell of the board");
        (set, blank)
    }
}

impl Abstraction for ArrangementsWithBlank<'_> {
    fn identity(&self) -> String {
        self.tiles.group().identity_with_blank()
    }

    fn entries(&self) -> usize {
        self.tiles.entries() * self.free
    }

    fn blocks(&self) -> usize {
        self.tiles.blocks() * self.free
    }

    fn members(&self) -> usize {
        self.tiles.members()
    }

    fn classes(&self, block: usize) -> Range<usize> {
        block..block + 1
    }

    #[inline]
    fn entry(&self, block: usize, member: usize) -> usize {
        self.tiles.entry(block / self.free, member) * self.free + block % self.free
    }

    /// Each slide takes the blank to a cell of the other colour, as on a chessboard.
    fn is_odd(&self, block: usize) -> Option<bool> {
        let group = self.tiles.group();
        let (_, blank) = self.standing(block);
        Some(group.is_dark(blank) != group.is_dark(group.blank_home()))
    }

    fn visit_goals(&self, mut visit: impl FnMut(usize, usize)) {
        let group = self.tiles.group();
        let set = group.homes().iter().fold(0, |set, home| set | 1 << home);
        visit(self.block(set, group.blank_home()), 0);
    }

    fn visit_class_moves(&self, block: usize, _: usize, mut visit: impl FnMut(ClassMove)) {
        let (set, blank) = self.standing(block);
        let beside = self.tiles.sets().beside(blank);
        for from in (0..32u8).filter(|from| beside >> from & 1 == 1) {
            if set >> from & 1 == 0 {
                visit(ClassMove { to: self.block(set, from), reordering: None });
                continue;
            }
            let reached = set & !(1 << from) | 1 << blank;
            let slot = |set: u32, cell: u8| (set & ((1 << cell) - 1)).count_ones() as usize;
            visit(ClassMove {
                to: self.block(reached, from),
                reordering: self.tiles.orders().reordering(slot(set, from), slot(reached, blank)),
            });
        }
    }

    fn origins(&self, reordering: usize) -> &[u16] {
        self.tiles.origins(reordering)
    }
}

/// The entries of boards in the database of [`ArrangementsWithBlank`], as a [`View`] shows them.
///
/// # Example
/// ```
/// use tesuji_core::{Abstraction, Patterns};
/// use tesuji_taquin::{Goal, Taquin, TileGroup, TilePatternsWithBlank, Upright};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let group = TileGroup::new(&taquin, &[1, 2, 3, 4, 5, 6])?;
/// assert_eq!(group.arrangements_with_blank().entries(), 9 * 8 * 7 * 6 * 5 * 4 * 3);
/// let patterns = TilePatternsWithBlank::<u64, Upright>::new(&taquin, &group)?;
/// // The blank is on the first of the three cells that the tiles leave free.
/// let keys = patterns.start(&taquin, &taquin.goal());
/// assert_eq!(Patterns::<Taquin>::entry(&patterns, keys, 0) % 3, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TilePatternsWithBlank<W: Word, V = Upright> {
    group: TileGroup,
    /// For each tile its index in the group, or the blank's, or one more if it is not
    /// distinguished.
    slots: [u8; 32],
    view: PhantomData<(W, V)>,
}

/// The slot of the blank.
const BLANK: usize = MAX_TILES;

/// The slot of all tiles that are not distinguished; it stays empty.
const OTHER: usize = MAX_TILES + 1;

impl<W: Word, V: View> TilePatternsWithBlank<W, V> {
    /// Returns the patterns of a group, which must be one of `taquin`.
    ///
    /// # Errors
    /// The board has no such view.
    pub fn new(taquin: &Taquin<W>, group: &TileGroup) -> Result<Self, LookupError> {
        check_view::<W, V>(taquin)?;
        let slot = |tile: u8| {
            let home = V::see(taquin.goal_cells[usize::from(tile)]);
            let slot = group.homes().iter().position(|&own| own == home);
            slot.unwrap_or(if tile == 0 { BLANK } else { OTHER }) as u8
        };
        let mut slots = [0; 32];
        for tile in 0..taquin.cells() {
            slots[usize::from(tile)] = slot(tile);
        }
        Ok(TilePatternsWithBlank { group: group.clone(), slots, view: PhantomData })
    }
}

impl<W: Word, V: View> Patterns<Taquin<W>> for TilePatternsWithBlank<W, V> {
    /// The cell in each slot.
    type Keys = [u8; OTHER + 1];

    fn parts(&self) -> usize {
        1
    }

    fn start(&self, taquin: &Taquin<W>, board: &Board<W>) -> Self::Keys {
        let mut cells = [0; OTHER + 1];
        for cell in 0..taquin.cells() {
            cells[usize::from(self.slots[usize::from(board.tile(cell))])] = V::see(cell);
        }
        cells[OTHER] = 0;
        cells
    }

    fn entry(&self, cells: Self::Keys, _: usize) -> usize {
        let tiles = &cells[..self.group.homes().len()];
        let set = tiles.iter().fold(0, |set, cell| set | 1 << cell);
        self.group.entry_of(tiles) as usize * self.group.free() + free_index(set, cells[BLANK])
    }

    #[inline]
    fn advance(
        &self,
        _: &Taquin<W>,
        mut cells: Self::Keys,
        parent: &Board<W>,
        Slide { from, to }: Slide,
        _: &Board<W>,
    ) -> EntryChange<Self::Keys> {
        cells[usize::from(self.slots[usize::from(parent.tile(from))])] = V::see(to);
        cells[BLANK] = V::see(from);
        cells[OTHER] = 0;
        EntryChange { keys: cells, part: 0, entry: self.entry(cells, 0), base_change: 0 }
    }
}
