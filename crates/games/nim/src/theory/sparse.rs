//! Nim-values of games that split heaps, through a sparse space.
//!
//! In most of these games a [`Mask`] makes all but a few heaps common (Berlekamp, Conway & Guy,
//! Winning Ways, 1982, chapter 4; Gangolli & Plambeck, "A note on periodicity in some octal games",
//! International Journal of Game Theory 18, 1989). A common value among the options of a heap comes
//! from one rare and one common part. So a pass over the few rare parts finds the least common
//! value that is not an option, and this is the nim-value, unless a smaller rare value is not an
//! option either. For each smaller rare value a witness, a split of the heap that reaches it, is
//! usually found quickly; only a new rare heap requires trying all splits.
//!
//! Heaps are processed in blocks of [`LANES`]. Beside a part of size a, the other parts of a block
//! of heaps are a contiguous block: one vector operation works on all of them. Parts that recently
//! reached many rare values are remembered and tried on whole blocks; rare values that these
//! witnesses miss are searched for one heap at a time.

use std::{iter, mem};

use tesuji_core::{Limit, Meter};

use super::NimValueError;
use super::dense::{MoveLists, nim_values_by_definition};
use super::mask::Mask;
use super::rows::{LANES, Others, Part, RARE, Row, UNKNOWN, bits};
use super::shared::{Chunk, near_rare};
use super::wide::{Task, Width};
use super::witnesses::Witnesses;
use crate::rule::HeapRule;

/// The first unsupported value: no sum of a supported one and [`RARE`] or [`UNKNOWN`] looks
/// supported.
const TOO_LARGE: u16 = 1 << 14;

/// Rows for the supported values of one class.
pub(super) const MAX_ROWS: usize = TOO_LARGE as usize / 2 / 16;

/// Heaps between two checks of the limits.
pub(super) const STEP: usize = 8 * LANES;

/// The number of pairs of parts that a search compares at a time.
const CHUNK: usize = 64;

/// The values computed so far of a game that splits heaps.
#[derive(Clone, Debug)]
pub(crate) struct SparseSpace {
    pub(super) moves: MoveLists,
    pub(super) mask: Mask,
    /// The value of each heap, with [`RARE`], after [`Self::pad`] unknown ones. Heap 0 counts as
    /// unknown, because no part is empty.
    pub(super) codes: Vec<u16>,
    pub(super) pad: usize,
    pub(super) rare: Vec<Part>,
    /// For each move, the possible other parts of the current block's heaps.
    near: Vec<Near>,
    /// Whether no heap is an option, or a part of one, of the heap with one token more.
    pub(super) is_second_free: bool,
    pub(super) witnesses: Witnesses,
    /// The options of the current block: common values, rare values.
    reached: [Vec<Row>; 2],
    /// The number of their rows.
    pub(super) rows: usize,
    /// How many more than usual a chunk has for values that are larger than any before.
    pub(super) spare_rows: usize,
    pub(super) largest: u16,
    /// The number of heaps and of rare heaps at the choice of the mask, and the largest value.
    pub(super) chosen_at: (usize, usize, u16),
    pub(super) width: Width,
}

impl SparseSpace {
    pub(crate) fn new<R: HeapRule>(rule: &R, moves: MoveLists) -> Result<Self, NimValueError> {
        let start = (2 * (LANES + moves.max_taken)).next_multiple_of(LANES).max(8 * LANES);
        let values = nim_values_by_definition(rule, start)?;
        if let Some(heap) = values.iter().position(|&value| value >= TOO_LARGE) {
            return Err(NimValueError::ValueTooLarge { heap });
        }
        let pad = moves.max_taken;
        let mut codes = vec![UNKNOWN; pad];
        codes.extend(&values);
        let mut space = SparseSpace {
            mask: Mask::with_fewest_rare(values.iter().copied(), None),
            codes,
            pad,
            rare: Vec::new(),
            near: Vec::new(),
            is_second_free: false,
            witnesses: Witnesses::default(),
            reached: [Vec::new(), Vec::new()],
            rows: 0,
            spare_rows: 0,
            largest: values.iter().copied().max().unwrap_or(0),
            chosen_at: (0, 0, 0),
            width: Width::detect(),
            moves,
        };
        space.classify();
        space.choose_mask();
        Ok(space)
    }

    /// Takes over values that were computed before, at least as many as there are.
    pub(crate) fn set_values(&mut self, values: &[u16]) {
        if values.len() < self.len() {
            return;
        }
        self.codes.truncate(self.pad);
        self.codes.extend(values);
        self.largest = values.iter().copied().max().unwrap_or(0);
        self.classify();
        self.choose_mask();
    }

    pub(crate) fn len(&self) -> usize {
        self.codes.len() - self.pad
    }

    #[inline]
    pub(crate) fn value(&self, heap: usize) -> u16 {
        if heap == 0 { 0 } else { self.code(heap) & !RARE }
    }

    pub(crate) fn rare_heaps(&self) -> impl Iterator<Item = usize> + '_ {
        let empty = self.mask.is_rare(0, 0).then_some(0);
        empty.into_iter().chain(self.rare.iter().map(|part| part.size as usize))
    }

    /// More heaps have sizes that a part has no room for.
    pub(super) const MAX_HEAPS: usize = u32::MAX as usize - 2 * LANES;

    /// The bits of a code that are the value.
    pub(crate) const VALUE_BITS: u16 = !RARE;

    /// The codes of the heaps from 1 on.
    pub(crate) fn codes(&self) -> &[u16] {
        &self.codes[self.pad + 1..]
    }

    #[inline(always)]
    fn code(&self, heap: usize) -> u16 {
        self.codes[self.pad + heap]
    }

    /// Reserves the memory of `more` values.
    pub(crate) fn make_room_for(&mut self, more: usize, meter: &mut Meter) -> Result<(), Limit> {
        // The last block may exceed the count. Every heap may be rare.
        meter.make_room_for(&mut self.codes, more + LANES)?;
        meter.make_room_for(&mut self.rare, more + LANES)
    }

    /// Computes values until there are at least `count`.
    pub(crate) fn extend_to(&mut self, count: usize) -> Result<(), NimValueError> {
        if count > Self::MAX_HEAPS {
            return Err(NimValueError::OutOfMemory { values: count });
        }
        self.codes
            .try_reserve((count + LANES).saturating_sub(self.len()))
            .map_err(|_| NimValueError::OutOfMemory { values: count })?;
        while self.len() < count {
            if self.is_mask_stale() {
                self.choose_mask();
            }
            let blocks_until = count.min(2 * self.len());
            self.width.run(Sequential(self, blocks_until, None))?;
        }
        Ok(())
    }

    /// Whether to look for a better mask: after twice as many heaps, a quarter more rare ones, or a
    /// value with a bit that did not exist at the choice.
    pub(super) fn is_mask_stale(&self) -> bool {
        let (heaps, rare, largest) = self.chosen_at;
        self.len() >= 2 * heaps
            || self.rare.len() > rare + rare / 4 + LANES
            || self.largest.leading_zeros() < largest.leading_zeros()
    }

    /// Finds out which heaps are rare by the mask.
    fn classify(&mut self) {
        self.rare.clear();
        for heap in 1..self.len() {
            let value = self.value(heap);
            let rare = self.mask.is_rare(heap, value);
            self.codes[self.pad + heap] = if rare { value | RARE } else { value };
            if rare {
                self.rare.push(Part::new(heap, value));
            }
        }
        self.codes[self.pad] = UNKNOWN;
    }

    /// Chooses a mask; if it is a new one, classifies all heaps by it.
    #[cold]
    pub(super) fn choose_mask(&mut self) {
        let parity = self.moves.two[0].0 & 1;
        let shared = self.moves.two.iter().all(|(take, _)| take & 1 == parity);
        let values = self.codes().iter().map(|code| code & Self::VALUE_BITS);
        let values = iter::once(0).chain(values);
        let mask = Mask::with_fewest_rare(values, shared.then_some(parity));
        if mask != self.mask {
            self.mask = mask;
            self.classify();
        }
        self.spare_rows = 0;
        self.chosen_at = (self.len(), self.rare.len(), self.largest);
        self.near = (0..=self.moves.max_taken).filter_map(|take| self.near(take)).collect();
        let MoveLists { one, two, .. } = &self.moves;
        self.is_second_free = !one.contains(&1) && two.iter().all(|&(take, _)| take > 0);
        self.forget_rare_witnesses();
    }

    /// Forgets the witnesses that are rare by the current mask.
    pub(super) fn forget_rare_witnesses(&mut self) {
        let Self { codes, pad, witnesses, .. } = self;
        witnesses.parts.retain(|witness| codes[*pad + witness.size as usize] & RARE == 0);
    }

    fn near(&self, take: usize) -> Option<Near> {
        let one = self.moves.one.contains(&take);
        let two = self.moves.two.iter().any(|&(breaking, _)| breaking == take);
        if !one && !two {
            return None;
        }
        let mut codes = [UNKNOWN; Near::BEFORE + 2 * LANES];
        let (none, some) = codes[Near::BEFORE + LANES..].split_first_mut().expect("some lanes");
        if one {
            *none = self.mask.flip(take) ^ RARE;
        }
        if two {
            some.copy_from_slice(&self.codes()[..LANES - 1]);
        }
        Some(Near { take, codes })
    }

    /// Processes blocks until there are at least `until` values or the mask is stale. Through a
    /// `chunk` with options that were collected before, also until a value needs more rows, or rare
    /// heaps need more room.
    #[inline(always)]
    fn run(&mut self, until: usize, mut chunk: Option<&mut Chunk>) -> Result<(), NimValueError> {
        while self.len() < until && !self.is_mask_stale() {
            if chunk.is_some() && !self.has_room_for_rare() {
                return Ok(());
            }
            self.rows = chunk.as_ref().map_or_else(|| self.rows_wanted(), |chunk| chunk.rows);
            while !self.block(chunk.as_deref_mut()) {
                if chunk.is_some() {
                    self.spare_rows += self.rows / 16 + self.row_step();
                    return Ok(());
                }
                self.rows += self.rows.div_ceil(4);
                if self.rows > MAX_ROWS {
                    return Err(NimValueError::ValueTooLarge { heap: self.len() });
                }
            }
            self.witnesses.adapt(self.moves.two.len());
        }
        Ok(())
    }

    /// Whether all heaps of a step may be rare, in the memory that is reserved.
    pub(super) fn has_room_for_rare(&self) -> bool {
        self.rare.capacity() - self.rare.len() >= STEP + LANES
    }

    /// Rows with room for values slightly larger than any before.
    pub(super) fn rows_wanted(&self) -> usize {
        let index = self.mask.index(self.largest);
        usize::from(self.mask.largest_index_below(index) + 8) / 16 + 1
    }

    /// By how many rows the next larger value may need more than another.
    pub(super) fn row_step(&self) -> usize {
        usize::from(self.mask.largest_index_below(0)) / 16 + 1
    }

    /// Computes the values of one block of heaps; returns `false` if a value needs more rows.
    #[inline(always)]
    fn block(&mut self, chunk: Option<&mut Chunk>) -> bool {
        let first = self.len();
        let (rare, largest) = (self.rare.len(), self.largest);
        self.codes.resize(self.pad + first + LANES, UNKNOWN);
        self.reach(chunk);
        let enough = if self.is_second_free { self.values::<2>() } else { self.values::<1>() };
        if !enough {
            self.codes.truncate(self.pad + first);
            self.rare.truncate(rare);
            self.largest = largest;
            self.forget_later_witnesses();
        }
        enough
    }

    /// Forgets the witnesses that later heaps have left: the next heap has options with parts of a
    /// smaller sum.
    pub(super) fn forget_later_witnesses(&mut self) {
        let usable = (self.len() - 1 - self.moves.max_taken) / 2;
        self.witnesses.parts.retain(|part| part.size as usize <= usable);
    }

    /// Computes the values of the block, so many heaps at a time; returns `false` if a value needs
    /// more rows.
    #[inline(always)]
    fn values<const HEAPS: usize>(&mut self) -> bool {
        let first = self.len() - LANES;
        let mut reached = mem::take(&mut self.reached);
        let mut witnesses = mem::take(&mut self.witnesses);
        let mut enough = true;
        for lane in (0..LANES).step_by(HEAPS) {
            let Some(mut codes) = self.min_common::<HEAPS>(&reached[0], first + lane, lane) else {
                enough = false;
                break;
            };
            for (lane, code) in (lane..).zip(&mut codes) {
                let heap = first + lane;
                let rare = self.min_rare_below(*code, &reached[1], heap, lane, &mut witnesses);
                let value = rare.unwrap_or(*code);
                self.largest = self.largest.max(value);
                if value != *code {
                    self.rare.push(Part::new(heap, value));
                    *code = value | RARE;
                }
                self.codes[self.pad + heap] = *code;
            }
            self.announce(codes, lane, &mut reached[0]);
        }
        (self.reached, self.witnesses) = (reached, witnesses);
        enough
    }

    /// Fills [`Self::reached`] from the rare parts and the witnesses, as far as the other parts
    /// have values and the chunk does not have these options yet, and from heaps that are not
    /// split.
    #[inline(always)]
    fn reach(&mut self, chunk: Option<&mut Chunk>) {
        let block = self.codes.len() - LANES;
        let (mut near, mut new) = (&self.rare[..], &self.rare[..0]);
        for rows in &mut self.reached {
            rows.clear();
            rows.resize(self.rows, [0; LANES]);
        }
        let [common, rare] = &mut self.reached;
        if let Some(chunk) = chunk {
            let first = block - self.pad;
            let (of_common, of_rare) = chunk.block(first).split_at(self.rows);
            common.copy_from_slice(of_common);
            rare.copy_from_slice(of_rare);
            new = &near[chunk.rare..];
            near = &near[..near_rare(near, first, chunk.known)];
        }
        let others = |take| Others { codes: &self.codes, end: block - take, mask: self.mask };
        for &(take, _) in &self.moves.two {
            for parts in [near, new] {
                if !parts.is_empty() {
                    others(take).combine(parts, common);
                }
            }
            others(take).combine(&self.witnesses.parts, rare);
        }
        for &take in &self.moves.one {
            others(take).combine(&[Part { size: 0, value: self.mask.flip(take) }], common);
        }
    }

    /// The least common value that is not an option, for this heap and those after it; `None` if
    /// there are not enough rows for all values below one of them.
    #[inline(always)]
    pub(super) fn min_common<const HEAPS: usize>(
        &self,
        reached: &[Row],
        heap: usize,
        lane: usize,
    ) -> Option<[u16; HEAPS]> {
        let mut values = [0; HEAPS];
        // Without a closure, which would be compiled for narrow vectors.
        for (more, value) in values.iter_mut().enumerate() {
            let mut number = 0;
            while reached.get(number)?[lane + more] == u16::MAX {
                number += 1;
            }
            let free = reached[number][lane + more].trailing_ones();
            let index = (16 * number) as u16 + free as u16;
            if usize::from(self.mask.largest_index_below(index)) >= 16 * reached.len() {
                return None;
            }
            *value = self.mask.value(index, heap + more, false);
        }
        Some(values)
    }

    /// The least rare value that is not an option, if it is below `bound`.
    #[inline(always)]
    pub(super) fn min_rare_below(
        &self,
        bound: u16,
        reached: &[Row],
        heap: usize,
        lane: usize,
        witnesses: &mut Witnesses,
    ) -> Option<u16> {
        for (number, row) in (0..).zip(reached) {
            let mut missing = !row[lane];
            while missing != 0 {
                let index = 16 * number + missing.trailing_zeros() as u16;
                let value = self.mask.value(index, heap, true);
                if value > bound {
                    return None;
                }
                if !self.is_option(value, heap, witnesses) {
                    return Some(value);
                }
                missing &= missing - 1;
            }
        }
        None
    }

    /// Whether this rare value is an option of the heap.
    #[inline(always)]
    fn is_option(&self, value: u16, heap: usize, witnesses: &mut Witnesses) -> bool {
        if self.moves.one.iter().any(|take| self.code(heap - take) & !RARE == value) {
            return true;
        }
        let mut from = 1;
        while from <= heap / 2 {
            for &(take, unequal) in &self.moves.two {
                let rest = heap - take;
                let end = (from + CHUNK).min((rest - usize::from(unequal)) / 2 + 1);
                if from >= end {
                    continue;
                }
                witnesses.compared += 1;
                let small = &self.codes[self.pad + from..self.pad + end];
                let large = &self.codes[self.pad + rest - end + 1..self.pad + rest - from + 1];
                let pairs = || small.iter().zip(large.iter().rev());
                let hit = pairs().fold(false, |hit, (a, b)| hit | (a ^ b == value));
                if hit {
                    let size = from + pairs().take_while(|&(a, b)| a ^ b != value).count();
                    let code = self.code(size);
                    let usable = 2 * size + self.moves.max_taken <= heap;
                    if code & RARE == 0 && usable {
                        witnesses.remember(Part::new(size, code));
                    }
                    return true;
                }
            }
            from += CHUNK;
        }
        false
    }

    /// Records the common values that the later heaps of the block reach with the heaps from `lane`
    /// on, whose codes have just been computed, and at most one part smaller than the block.
    #[inline(always)]
    pub(super) fn announce<const HEAPS: usize>(
        &self,
        codes: [u16; HEAPS],
        lane: usize,
        reached: &mut [Row],
    ) {
        for near in &self.near {
            let Some(start) = LANES.checked_sub(lane + near.take) else { break };
            let mut options = [([0; LANES], [0; LANES]); HEAPS];
            for (later, option) in options.iter_mut().enumerate() {
                let others = near.codes[start + Near::BEFORE - later..][..LANES].try_into();
                let others = others.expect("as many as lanes");
                *option = bits(others, codes[later] ^ RARE, |value| self.mask.index(value));
            }
            for (row, wanted) in reached.iter_mut().zip(0..) {
                for (number, bit) in &options {
                    for lane in 0..LANES {
                        row[lane] |= if number[lane] == wanted { bit[lane] } else { 0 };
                    }
                }
            }
        }
    }
}

/// The computation of values by one thread, up to a number of them or through a chunk.
pub(super) struct Sequential<'a>(
    pub(super) &'a mut SparseSpace,
    pub(super) usize,
    pub(super) Option<&'a mut Chunk>,
);

impl Task for Sequential<'_> {
    type Output = Result<(), NimValueError>;
    #[inline(always)]
    fn run(self) -> Self::Output {
        self.0.run(self.1, self.2)
    }
}

/// The possible other parts of the current block's heaps after a move that takes a given number.
#[derive(Clone, Debug)]
struct Near {
    take: usize,
    /// The codes of parts from size -[`LANES`] - [`Self::BEFORE`] up; that of size 0 means no other
    /// heap, and is chosen such that the class is correct.
    codes: [u16; Self::BEFORE + 2 * LANES],
}

impl Near {
    /// One part less than none, for the second of two heaps.
    const BEFORE: usize = 1;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grundy, OctalCode};

    fn same_at_every_width<R: HeapRule>(rule: &R, count: usize) {
        let space = SparseSpace::new(rule, MoveLists::new(rule, usize::MAX)).unwrap();
        let mut baseline = SparseSpace { width: Width::Baseline, ..space.clone() };
        baseline.extend_to(count).unwrap();
        let mut widths = vec![Width::detect()];
        widths.extend(Width::avx2());
        for width in widths {
            let mut wide = SparseSpace { width, ..space.clone() };
            wide.extend_to(count).unwrap();
            assert!(wide.codes == baseline.codes, "{rule:?} {width:?}");
        }
    }

    #[test]
    fn wide_and_narrow_vectors_give_the_same() {
        same_at_every_width(&Grundy, 20_000);
        for code in ["0.77", "0.007", "0.6", "4.7", "0.051", "0.16", "0.0000007"] {
            same_at_every_width(&code.parse::<OctalCode>().unwrap(), 5_000);
        }
    }

    #[test]
    fn a_sparse_space_is_found_where_the_literature_has_one() {
        for (code, max_rare) in
            [("0.376", 600), ("0.354", 150), ("0.56", 60), ("0.16", 60), ("0.051", 10)]
        {
            let code: OctalCode = code.parse().unwrap();
            let mut space = SparseSpace::new(&code, MoveLists::new(&code, usize::MAX)).unwrap();
            space.extend_to(100_000).unwrap();
            assert!(space.rare.len() <= max_rare, "{code} has {} rare heaps", space.rare.len());
        }
    }
}
