//! Blocks of ranks with their values, in pages, of which one is read to look a rank up.
//!
//! A block begins with two widths in bits, a byte each. Its directory has two numbers of these
//! widths for each page: the difference of its first rank from that of the page before, 0 for the
//! first page; and the length of the page in bytes. The pages follow. A page has the differences of
//! its other ranks, each from the one before and less 1, from its first byte on; and the codes of its
//! values, from its last byte backwards.

use tesuji_retrograde::PlyValue;

use crate::code::{BitWriter, Bits, Model, Sequence};

/// The number of entries of a page but the last one of a block.
pub(crate) const PAGE: usize = 1 << 6;

/// The models of the blocks of some layers.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Models {
    /// The first of the layers.
    first: u32,
    ranks: Model,
    values: Model,
}

impl Models {
    /// The memory of two models.
    pub(crate) const BYTES: usize = 2 * Model::BYTES;

    /// The models for entries like these: the numbers of each page.
    fn train(first: u32, pages: &[Numbers]) -> Self {
        let ranks = pages.iter().map(|page| Sequence { key: page.first, numbers: &page.ranks });
        let values = pages.iter().map(|page| Sequence { key: 0, numbers: &page.values });
        Models { first, ranks: Model::train(ranks, &[0, 3]), values: Model::train(values, &[2]) }
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.first.to_le_bytes());
        self.ranks.write(out);
        self.values.write(out);
    }

    /// Reads the models of all layers; `None` if they make no sense.
    pub(crate) fn read_all(mut bytes: &[u8]) -> Option<Vec<Self>> {
        let mut all = Vec::new();
        while !bytes.is_empty() {
            let (first, rest) = bytes.split_first_chunk()?;
            bytes = rest;
            let first = u32::from_le_bytes(*first);
            let is_after = all.last().is_none_or(|before: &Self| before.first < first);
            if !is_after || all.len() as u64 > Trainer::MAX_MODELS {
                return None;
            }
            let (ranks, values) = (Model::read(&mut bytes)?, Model::read(&mut bytes)?);
            all.push(Models { first, ranks, values });
        }
        Some(all)
    }

    /// Those of a layer, among those of all layers; `None` before the first one's layers, which is
    /// where no layer of a table is.
    pub(crate) fn of(all: &[Self], layer: u32) -> Option<&Self> {
        all.get(all.partition_point(|models| models.first <= layer).checked_sub(1)?)
    }

    /// Writes the block of these entries into `out`.
    pub(crate) fn encode(&self, ranks: &[u64], values: &[PlyValue], out: &mut Vec<u8>) {
        let (mut places, mut pages) = (Vec::new(), Vec::new());
        let (mut page, mut backward) = (Numbers::default(), Vec::new());
        let mut before = ranks[0];
        for (ranks, values) in ranks.chunks(PAGE).zip(values.chunks(PAGE)) {
            page.fill(ranks, values);
            let start = pages.len();
            self.ranks.encode(Sequence { key: page.first, numbers: &page.ranks }, &mut pages);
            backward.clear();
            self.values.encode(Sequence { key: 0, numbers: &page.values }, &mut backward);
            pages.extend(backward.iter().rev());
            places.push((page.first - before, (pages.len() - start) as u64));
            before = page.first;
        }
        let bits = |largest: Option<u64>| u64::BITS - largest.unwrap_or(0).leading_zeros();
        let ranks = bits(places.iter().map(|place| place.0).max());
        let lengths = bits(places.iter().map(|place| place.1).max());
        out.clear();
        out.extend([ranks as u8, lengths as u8]);
        let mut directory = BitWriter::new(out);
        for (difference, length) in places {
            directory.put(ranks, difference);
            directory.put(lengths, length);
        }
        directory.finish();
        out.append(&mut pages);
    }

    /// The value of a rank in a block of `count` entries, `None` if it is not there; the outer `None`
    /// if the block makes no sense.
    pub(crate) fn find(
        &self,
        block: &[u8],
        first: u64,
        count: usize,
        wanted: u64,
    ) -> Option<Option<PlyValue>> {
        let mut directory = Directory::read(block, first, count)?;
        let mut page = directory.next()?;
        let mut number = 0;
        for next in 1..count.div_ceil(PAGE) {
            let place = directory.next()?;
            if place.first > wanted {
                break;
            }
            (page, number) = (place, next);
        }
        let last = PAGE.min(count - number * PAGE) - 1;
        let (mut rank, mut index) = (page.first, 0);
        if rank < wanted && last > 0 {
            self.ranks.decode(rank, directory.forward(&page)?, |difference| {
                rank = rank.saturating_add(difference).saturating_add(1);
                index += 1;
                rank < wanted && index < last
            })?;
        }
        if rank != wanted {
            return Some(None);
        }
        let mut value = 0;
        self.values.decode(0, directory.backward(&page)?, |code| {
            value = code;
            index = index.wrapping_sub(1);
            index != usize::MAX
        })?;
        PlyValue::of_code(value.try_into().ok()?).map(Some)
    }

    /// Reads the `count` entries of a block; `None` if it makes no sense.
    pub(crate) fn read(
        &self,
        block: &[u8],
        first: u64,
        count: usize,
        mut add_rank: impl FnMut(u64),
        values: &mut Vec<PlyValue>,
    ) -> Option<()> {
        let mut directory = Directory::read(block, first, count)?;
        let mut before = None;
        for number in 0..count.div_ceil(PAGE) {
            let page = directory.next()?;
            let (mut rank, mut left) = (page.first, PAGE.min(count - number * PAGE));
            if before.is_some_and(|before| rank <= before) {
                return None;
            }
            add_rank(rank);
            let end = values.len() + left;
            let mut is_right = true;
            if left > 1 {
                self.ranks.decode(rank, directory.forward(&page)?, |difference| {
                    let next = rank.checked_add(difference).and_then(|rank| rank.checked_add(1));
                    is_right &= next.is_some();
                    rank = next.unwrap_or(rank);
                    add_rank(rank);
                    left -= 1;
                    left > 1
                })?;
            }
            before = Some(rank);
            self.values.decode(0, directory.backward(&page)?, |code| {
                let value = u16::try_from(code).ok().and_then(PlyValue::of_code);
                is_right &= value.is_some();
                values.push(value.unwrap_or(PlyValue::DRAW));
                values.len() < end
            })?;
            if !is_right {
                return None;
            }
        }
        (directory.end == directory.pages.len()).then_some(())
    }
}

/// Where a page is, and its first rank.
struct Place {
    first: u64,
    start: usize,
    end: usize,
}

/// The pages of a block, one after the other.
struct Directory<'a> {
    bits: Bits<'a>,
    /// The bits of a difference and of a length.
    widths: (u32, u32),
    pages: &'a [u8],
    /// The first rank of the page before, or of the block.
    first: u64,
    /// The end of the page before.
    end: usize,
}

impl<'a> Directory<'a> {
    /// The directory of a block of `count` entries with this first rank.
    fn read(block: &'a [u8], first: u64, count: usize) -> Option<Self> {
        let (&[ranks, lengths], rest) = block.split_first_chunk()?;
        let width = usize::from(ranks) + usize::from(lengths);
        let (bytes, pages) = rest.split_at_checked((count.div_ceil(PAGE) * width).div_ceil(8))?;
        let widths = (u32::from(ranks), u32::from(lengths));
        let is_known = widths.0 <= u64::BITS && widths.1 <= u32::BITS;
        is_known.then_some(Directory { bits: Bits::forward(bytes), widths, pages, first, end: 0 })
    }

    #[inline(always)]
    fn next(&mut self) -> Option<Place> {
        let (ranks, lengths) = self.widths;
        let (difference, length) = if ranks + lengths <= 56 {
            let both = self.bits.take(ranks + lengths);
            (both & ((1 << ranks) - 1), both >> ranks)
        } else {
            let low = self.bits.take(ranks.min(32));
            let high = self.bits.take(ranks.saturating_sub(32));
            (high << 32 | low, self.bits.take(lengths))
        };
        self.first = self.first.checked_add(difference)?;
        let start = self.end;
        self.end = self.end.checked_add(usize::try_from(length).ok()?)?;
        Some(Place { first: self.first, start, end: self.end })
    }

    /// The ranks of a page.
    #[inline(always)]
    fn forward(&self, page: &Place) -> Option<Bits<'a>> {
        Some(Bits::forward(self.pages.get(page.start..)?))
    }

    /// Its values.
    #[inline(always)]
    fn backward(&self, page: &Place) -> Option<Bits<'a>> {
        Some(Bits::backward(self.pages.get(..page.end)?))
    }
}

/// A page as numbers.
#[derive(Default)]
struct Numbers {
    first: u64,
    ranks: Vec<u64>,
    values: Vec<u16>,
}

impl Numbers {
    fn fill(&mut self, ranks: &[u64], values: &[PlyValue]) {
        self.first = ranks[0];
        self.ranks.clear();
        self.ranks.extend(ranks.windows(2).map(|pair| pair[1] - pair[0] - 1));
        self.values.clear();
        self.values.extend(values.iter().map(|value| value.code()));
    }
}

/// Finds the models of a table from samples of its blocks.
pub(crate) struct Trainer {
    /// Layers with fewer entries have their models together with later ones.
    min_entries: u64,
    /// The maximum number of entries in the samples of a large layer, and in those of the layers before
    /// it that have the same models, but for a block each.
    max_sampled: u64,
    /// The first of the layers that have no models yet, and the number of their entries.
    layers: Option<(u32, u64)>,
    pages: Vec<Numbers>,
    /// Of the blocks, each whose number is a multiple of this one is a sample.
    every: u64,
    /// The number of blocks so far of the layers that have no models yet.
    blocks: u64,
    models: Vec<Models>,
}

impl Trainer {
    /// For smaller tables [`OWN_BYTES`](crate::file::OWN_BYTES) suffice.
    pub(crate) const MIN_CLAIMED: u64 = 1 << 20;

    /// The memory for the samples of larger ones, for training and for the models.
    pub(crate) const BYTES: usize = 16 << 20;

    /// The maximum number of models of a table, but for those of its last layers.
    const MAX_MODELS: u64 = 1 << 6;

    /// For a table of `positions` entries.
    pub(crate) fn new(positions: u64) -> Self {
        let max_sampled = if positions < Self::MIN_CLAIMED { 3 << 16 } else { 1 << 19 };
        let min_entries = max_sampled.min(1 << 18).max(positions / Self::MAX_MODELS);
        let (pages, models) = (Vec::new(), Vec::new());
        Trainer { min_entries, max_sampled, layers: None, pages, every: 1, blocks: 0, models }
    }

    /// Divides layers, with the numbers of their entries, into those that have models together.
    pub(crate) fn groups(self, layers: &[(u32, u64)]) -> impl Iterator<Item = &[(u32, u64)]> {
        let mut entries = 0;
        layers.chunk_by(move |&(_, positions), _| {
            entries += positions;
            let is_together = entries < self.min_entries;
            entries *= u64::from(is_together);
            is_together
        })
    }

    /// Begins a layer of `positions` entries.
    pub(crate) fn begin(&mut self, layer: u32, positions: u64) {
        if self.layers.is_some_and(|(_, entries)| entries >= self.min_entries) {
            self.end();
        }
        if self.layers.is_none() {
            self.blocks = 0;
        }
        self.layers.get_or_insert((layer, 0)).1 += positions;
        self.every = positions.max(self.min_entries).div_ceil(self.max_sampled);
    }

    /// Whether the next block is a sample.
    pub(crate) fn wants(&self) -> bool {
        self.blocks.is_multiple_of(self.every)
    }

    /// Skips the next block, which is not a sample.
    pub(crate) fn skip_block(&mut self) {
        self.blocks += 1;
    }

    /// Adds the next block.
    pub(crate) fn add(&mut self, ranks: &[u64], values: &[PlyValue]) {
        if self.wants() {
            for (ranks, values) in ranks.chunks(PAGE).zip(values.chunks(PAGE)) {
                let mut page = Numbers::default();
                page.fill(ranks, values);
                self.pages.push(page);
            }
        }
        self.blocks += 1;
    }

    fn end(&mut self) {
        if let Some((first, _)) = self.layers.take() {
            self.models.push(Models::train(first, &self.pages));
            self.pages.clear();
        }
    }

    /// The models of all layers, as they are and as they are in the file.
    pub(crate) fn finish(mut self) -> (Vec<Models>, Vec<u8>) {
        self.end();
        let mut bytes = Vec::new();
        self.models.iter().for_each(|models| models.write(&mut bytes));
        (self.models, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::OWN_BYTES;

    #[test]
    fn blocks_are_read_as_written_and_changed_ones_without_a_panic() {
        let value = |index: u64| PlyValue::of_code((index * index % 23 * (index % 5)) as u16);
        let max = u64::MAX;
        for (first, length, step) in
            [(0, 1, 1), (0, 64, 3), (5, 65, 1 << 50), (0, 1000, 900), (max - 199, 100, 2)]
        {
            let mut trainer = Trainer::new(length);
            let mut ranks: Vec<u64> =
                (0..length).map(|index| first + index * step + index % 2).collect();
            if let Some(last) = ranks.last_mut().filter(|_| first > max / 2) {
                *last = max;
            }
            let values: Vec<_> = (0..length).filter_map(value).collect();
            trainer.begin(7, length);
            trainer.add(&ranks, &values);
            let (models, bytes) = trainer.finish();
            assert_eq!(Models::read_all(&bytes).as_ref(), Some(&models));
            assert_eq!(
                Models::read_all(&[&bytes[..], &bytes].concat()),
                None,
                "not of later layers"
            );
            let many = |layers: u32| {
                let models = (0..layers).map(|layer| [&layer.to_le_bytes(), &bytes[4..]].concat());
                Models::read_all(&models.collect::<Vec<_>>().concat()).map(|all| all.len())
            };
            assert_eq!((many(65), many(66)), (Some(65), None));
            assert!(Models::of(&models, 6).is_none());
            let models = Models::of(&models, 7).unwrap();
            let mut block = Vec::new();
            models.encode(&ranks, &values, &mut block);
            let count = ranks.len();
            let read = |block: &[u8]| {
                let (mut ranks, mut values) = (Vec::new(), Vec::new());
                models.read(block, first, count, |rank| ranks.push(rank), &mut values)?;
                Some((ranks, values))
            };
            assert_eq!(read(&block), Some((ranks.clone(), values.clone())));
            for (&rank, &value) in ranks.iter().zip(&values) {
                assert_eq!(models.find(&block, first, count, rank), Some(Some(value)));
                let next = rank.checked_add(1).filter(|next| ranks.binary_search(next).is_err());
                if let Some(absent) = next {
                    assert_eq!(models.find(&block, first, count, absent), Some(None));
                }
            }
            for byte in 0..block.len() {
                let mut changed = block.clone();
                changed[byte] ^= 1 << (byte % 8);
                for block in [&changed[..], &block[..byte]] {
                    if let Some((ranks, values)) = read(block) {
                        assert!(ranks.is_sorted_by(|one, other| one < other));
                        assert_eq!((ranks.len(), values.len()), (count, count));
                        for (&rank, &value) in ranks.iter().zip(&values) {
                            assert_eq!(models.find(block, first, count, rank), Some(Some(value)));
                        }
                    }
                    let _ = models.find(block, first, count, ranks[count / 2]);
                }
            }
        }
    }

    #[test]
    fn layers_are_divided_as_when_they_begin_one_after_the_other() {
        let sizes = [1, 5, 1 << 17, 1 << 17, 1 << 18, (1 << 18) - 1, 1, 7, 1 << 20, 3, 1 << 19, 2];
        for first in 0..sizes.len() {
            let layers: Vec<_> = (0..).zip(sizes[first..].iter().copied()).collect();
            let positions = sizes[first..].iter().sum();
            let mut trainer = Trainer::new(positions);
            layers.iter().for_each(|&(layer, entries)| trainer.begin(layer, entries));
            let firsts: Vec<_> = trainer.finish().0.iter().map(|models| models.first).collect();
            let groups: Vec<_> = Trainer::new(positions).groups(&layers).collect();
            assert_eq!(groups.concat(), layers);
            assert_eq!(groups.iter().map(|group| group[0].0).collect::<Vec<_>>(), firsts);
        }
    }

    #[test]
    fn samples_take_no_more_memory_than_is_claimed() {
        // Many layers that together have almost enough entries for models, then a large one.
        for (positions, claimed) in [((1 << 20) - 1, OWN_BYTES), (1 << 26, Trainer::BYTES)] {
            let mut trainer = Trainer::new(positions);
            let before = trainer.min_entries / 100;
            let large = positions.min(trainer.max_sampled * 4) - trainer.min_entries;
            for (layer, entries) in (0..).zip([&[before; 99][..], &[large]].concat()) {
                trainer.begin(layer, entries);
                let ranks: Vec<u64> = (0..entries).collect();
                let values = vec![PlyValue::DRAW; ranks.len()];
                for (ranks, values) in ranks.chunks(4608).zip(values.chunks(4608)) {
                    trainer.add(ranks, values);
                }
            }
            let page = |page: &Numbers| 8 * page.ranks.capacity() + 2 * page.values.capacity();
            let samples = trainer.pages.iter().map(page).sum::<usize>();
            let pages = trainer.pages.capacity() * (size_of::<Numbers>() + 32);
            let entries = samples / 10;
            assert!(entries > trainer.max_sampled as usize * 5 / 4, "{entries} entries");
            let models = Trainer::MAX_MODELS.min(positions / trainer.min_entries) as usize;
            let all = samples + pages + Model::TRAINING_BYTES + models * Models::BYTES;
            assert!(all <= claimed, "{all} of {claimed} bytes");
        }
    }
}
