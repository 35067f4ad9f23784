use tesuji_core::{Cost, EntryChange, Form, Patterns};

use crate::board::{Board, Word};
use crate::patterns::cell_sets::CellSets;
use crate::patterns::group;
use crate::patterns::lookup::{LookupError, TilePatterns, Upright, View};
use crate::patterns::partition::Partition;
use crate::rules::{Slide, Taquin};

/// The maximum number of groups.
const MAX_GROUPS: usize = 8;

/// The entries of boards in databases with an entry for each region of the blank
/// ([`arrangements_by_region`](crate::TileGroup::arrangements_by_region)): consistent, and at
/// least the estimate of [`TilePatterns`].
#[derive(Clone, Debug)]
pub struct TilePatternsByRegion<W: Word, V = Upright> {
    tiles: TilePatterns<W, V>,
    /// For each group, the sets of cells it can stand on, and the maximum number of their regions.
    sets: Vec<(CellSets, usize)>,
}

/// The memo of [`TilePatternsByRegion`] along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionKeys<W> {
    entries: W,
    /// For each group, the cells it stands on, and the region of the blank.
    sets: [u32; MAX_GROUPS],
    regions: [u8; MAX_GROUPS],
}

impl<W: Word, V: View> TilePatternsByRegion<W, V> {
    /// Returns the patterns of `partition`, which must be one of `taquin`, into at most eight
    /// groups.
    ///
    /// # Errors
    /// The board has no such view, or the entries do not fit into a word.
    pub fn new(taquin: &Taquin<W>, partition: &Partition) -> Result<Self, LookupError> {
        let groups = partition.groups();
        if groups.len() > MAX_GROUPS {
            return Err(LookupError::TooManyGroups { found: groups.len(), max: MAX_GROUPS });
        }
        let sets = groups.iter().map(|group| {
            let sets = group.cell_sets();
            let max_regions = sets.max_regions();
            (sets, max_regions)
        });
        Ok(TilePatternsByRegion {
            tiles: TilePatterns::new(taquin, partition)?,
            sets: sets.collect(),
        })
    }

    /// The region of the blank on `blank` in this view, with the group on the cells of `set`.
    #[inline]
    fn region(&self, part: usize, set: u32, blank: u8) -> u8 {
        let sets = &self.sets[part].0;
        sets.region_within(sets.number(set), blank) as u8
    }
}

impl<W: Word, V: View> Patterns<Taquin<W>> for TilePatternsByRegion<W, V> {
    type Keys = RegionKeys<W>;

    const FORM: Form = group::FORM;

    fn parts(&self) -> usize {
        self.sets.len()
    }

    fn start(&self, taquin: &Taquin<W>, board: &Board<W>) -> RegionKeys<W> {
        let entries = self.tiles.start(taquin, board);
        let mut keys = RegionKeys { entries, sets: [0; MAX_GROUPS], regions: [0; MAX_GROUPS] };
        for (part, group) in self.tiles.partition().groups().iter().enumerate() {
            let in_group = |tile: u8| {
                let home = V::see(taquin.goal_cells[usize::from(tile)]);
                group.homes().contains(&home)
            };
            let cells = (0..taquin.cells()).filter(|&cell| in_group(board.tile(cell)));
            keys.sets[part] = cells.fold(0, |set, cell| set | 1 << V::see(cell));
            keys.regions[part] = self.region(part, keys.sets[part], V::see(board.blank()));
        }
        keys
    }

    fn entry(&self, keys: RegionKeys<W>, part: usize) -> usize {
        let max_regions = self.sets[part].1;
        self.tiles.entry(keys.entries, part) * max_regions + usize::from(keys.regions[part])
    }

    fn base(&self, taquin: &Taquin<W>, board: &Board<W>) -> Cost {
        self.tiles.base(taquin, board)
    }

    fn advance(
        &self,
        taquin: &Taquin<W>,
        mut keys: RegionKeys<W>,
        parent: &Board<W>,
        slide: Slide,
        child: &Board<W>,
    ) -> EntryChange<RegionKeys<W>> {
        let EntryChange { keys: entries, part, base_change, .. } =
            self.tiles.advance(taquin, keys.entries, parent, slide, child);
        keys.entries = entries;
        let (from, to) = (V::see(slide.from), V::see(slide.to));
        keys.sets[part] ^= 1 << from | 1 << to;
        keys.regions[part] = self.region(part, keys.sets[part], from);
        // For the other groups the blank stays in its region.
        EntryChange { keys, part, entry: self.entry(keys, part), base_change }
    }
}
