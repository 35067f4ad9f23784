use std::ops::Range;

use crate::patterns::orders::MAX_TILES;

/// The number of low bits of a set that are looked up together.
const LOW_BITS: u32 = 13;

/// All sets of `count` cells of a board, numbered, with the regions that they leave to the
/// blank. A set is a word with a bit for each cell.
#[derive(Clone, Debug)]
pub(crate) struct CellSets {
    width: u8,
    cells: u8,
    sets: Vec<u32>,
    members: Vec<[u8; MAX_TILES]>,
    /// For the low bits of a set, its number among those with the same count; for the high bits,
    /// the number of the first set that has them.
    low: Vec<u16>,
    high: Vec<u32>,
    /// For each set, the number of regions of all sets before it.
    first_region: Vec<u32>,
    /// For each set and free cell, the region of the cell, counted from 0 in each set.
    regions: Vec<u8>,
}

impl CellSets {
    /// The sets of `count` cells on a board of `width` × `height`.
    pub(crate) fn new(width: u8, height: u8, count: u8) -> Self {
        let cells = width * height;
        let mut low = vec![0; 1 << LOW_BITS];
        let mut of_size = [0; LOW_BITS as usize + 1];
        for (set, number) in (0u32..).zip(&mut low) {
            let next = &mut of_size[set.count_ones() as usize];
            (*number, *next) = (*next, *next + 1);
        }
        let mut high = Vec::new();
        let mut sets = Vec::new();
        for bits in 0..1u32 << u32::from(cells).saturating_sub(LOW_BITS) {
            high.push(u32::try_from(sets.len()).expect("few sets"));
            let all = (0..1u32 << LOW_BITS.min(cells.into())).map(|low| bits << LOW_BITS | low);
            sets.extend(all.filter(|set| set.count_ones() == u32::from(count)));
        }
        let mut it = CellSets {
            width,
            cells,
            first_region: vec![0],
            regions: vec![0; sets.len() * usize::from(cells)],
            members: sets.iter().map(|&set| in_order(set)).collect(),
            sets,
            low,
            high,
        };
        for number in 0..it.sets.len() {
            let mut free = it.all() & !it.sets[number];
            let mut region = 0;
            while free != 0 {
                let reached = it.flood(free & free.wrapping_neg(), free);
                free &= !reached;
                for cell in (0..cells).filter(|cell| reached >> cell & 1 == 1) {
                    it.regions[number * usize::from(cells) + usize::from(cell)] = region;
                }
                region += 1;
            }
            it.first_region.push(it.first_region[number] + u32::from(region));
        }
        it
    }

    /// The number of sets.
    pub(crate) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The set with this number.
    pub(crate) fn set(&self, number: usize) -> u32 {
        self.sets[number]
    }

    /// The cells of a set in order; 0 beyond their number.
    #[inline]
    pub(crate) fn cells(&self, number: usize) -> &[u8; MAX_TILES] {
        &self.members[number]
    }

    /// The number of a set.
    pub(crate) fn number(&self, set: u32) -> usize {
        let (low, high) = (set & ((1 << LOW_BITS) - 1), set >> LOW_BITS);
        self.high[high as usize] as usize + usize::from(self.low[low as usize])
    }

    /// The regions of a set, counted through all the sets.
    pub(crate) fn regions(&self, number: usize) -> Range<usize> {
        self.first_region[number] as usize..self.first_region[number + 1] as usize
    }

    /// The region of a free cell, counted through all the sets.
    pub(crate) fn region(&self, number: usize, cell: u8) -> usize {
        self.first_region[number] as usize + self.region_within(number, cell)
    }

    /// The maximum number of regions of a set.
    pub(crate) fn max_regions(&self) -> usize {
        (0..self.len()).map(|number| self.regions(number).len()).max().unwrap_or(1)
    }

    /// The region of a free cell, counted in its set.
    #[inline]
    pub(crate) fn region_within(&self, number: usize, cell: u8) -> usize {
        self.regions[number * usize::from(self.cells) + usize::from(cell)].into()
    }

    /// The neighbours of a cell, as a set.
    pub(crate) fn beside(&self, cell: u8) -> u32 {
        self.spread(1 << cell) & !(1 << cell)
    }

    fn all(&self) -> u32 {
        (1 << self.cells) - 1
    }

    /// All cells of `free` that are connected with those of `reached`.
    fn flood(&self, mut reached: u32, free: u32) -> u32 {
        loop {
            let further = self.spread(reached) & free;
            if further == reached {
                return reached;
            }
            reached = further;
        }
    }

    /// A set with all neighbours of its cells.
    fn spread(&self, set: u32) -> u32 {
        let first_column = (0..self.cells)
            .step_by(self.width.into())
            .fold(0, |column: u32, cell| column | 1 << cell);
        let last_column = first_column << (self.width - 1);
        let sideways = (set & !last_column) << 1 | (set & !first_column) >> 1;
        (set | sideways | set << self.width | set >> self.width) & self.all()
    }
}

/// The numbers of the bits of a set.
fn in_order(set: u32) -> [u8; MAX_TILES] {
    let mut cells = [0; MAX_TILES];
    for (place, cell) in cells.iter_mut().zip((0..32).filter(|cell| set >> cell & 1 == 1)) {
        *place = cell;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_in_order() {
        for (width, height, count) in [(4, 4, 8), (5, 5, 3), (3, 2, 0), (3, 3, 8), (5, 3, 7)] {
            let sets = CellSets::new(width, height, count);
            for number in 0..sets.len() {
                assert_eq!(sets.number(sets.set(number)), number);
            }
        }
        assert_eq!(CellSets::new(4, 4, 8).len(), 12_870);
    }

    #[test]
    fn a_wall_of_tiles_parts_two_regions() {
        let sets = CellSets::new(3, 3, 3);
        let number = sets.number(0b000_111_000);
        assert_eq!(sets.regions(number).len(), 2);
        assert_eq!(sets.region(number, 0), sets.region(number, 2));
        assert_ne!(sets.region(number, 0), sets.region(number, 8));
        assert_eq!(sets.regions(sets.number(0b111)).len(), 1);
    }
}
