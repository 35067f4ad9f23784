use std::ops::Range;

use tesuji_core::{Limit, Meter};

use crate::code::Code;

/// The bits of a word.
const BITS: u64 = 64;

/// Some of the ranks of a layer, a bit for each rank that is possible.
pub(crate) struct RankSet {
    first: u64,
    words: Vec<u64>,
    is_empty: bool,
}

impl RankSet {
    /// The memory for sets of these ranks.
    pub(crate) fn bytes(ranks: &Range<u64>) -> usize {
        let words = (ranks.end - ranks.start).div_ceil(BITS);
        usize::try_from(words).map_or(usize::MAX, |words| words.saturating_mul(size_of::<u64>()))
    }

    /// The empty set of ranks of this range, whose memory is claimed.
    pub(crate) fn new(ranks: &Range<u64>, meter: &mut Meter) -> Result<Self, Limit> {
        let words = meter.claimed_vec(0, Self::bytes(ranks) / size_of::<u64>())?;
        Ok(RankSet { first: ranks.start, words, is_empty: true })
    }

    /// The place of a rank of the range: a word, and a bit of it.
    #[inline]
    fn place(&self, rank: u64) -> (usize, u64) {
        let index = rank - self.first;
        ((index / BITS) as usize, 1 << (index % BITS))
    }

    #[inline]
    pub(crate) fn insert(&mut self, rank: u64) {
        let (word, bit) = self.place(rank);
        self.words[word] |= bit;
        self.is_empty = false;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty
    }

    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
        self.is_empty = true;
    }

    /// The members in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        (0..).step_by(BITS as usize).zip(&self.words).flat_map(move |(from, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.checked_sub(1)?;
                Some(self.first + from + u64::from(bit))
            })
        })
    }

    pub(crate) fn release(self, meter: &mut Meter) {
        meter.release(self.words.capacity() * size_of::<u64>());
    }
}

/// The values of a layer in memory, by rank.
pub(crate) struct RankedValues {
    ranks: RankSet,
    /// How many ranks are in the words before each word.
    before: Vec<u32>,
    codes: Vec<Code>,
}

impl RankedValues {
    /// The memory for so many values of ranks of this range.
    pub(crate) fn bytes(ranks: &Range<u64>, positions: u64) -> usize {
        let codes = usize::try_from(positions).unwrap_or(usize::MAX);
        let codes = codes.saturating_mul(size_of::<Code>());
        RankSet::bytes(ranks).saturating_add(RankSet::bytes(ranks) / 2).saturating_add(codes)
    }

    /// No values yet.
    pub(crate) fn new(
        ranks: &Range<u64>,
        positions: usize,
        meter: &mut Meter,
    ) -> Result<Self, Limit> {
        let ranks = RankSet::new(ranks, meter)?;
        let before = meter.claimed_vec(0, ranks.words.len())?;
        let mut codes = meter.claimed_vec(Code(0), positions)?;
        codes.clear();
        Ok(RankedValues { ranks, before, codes })
    }

    /// Adds a rank that is greater than those before.
    #[inline]
    pub(crate) fn push(&mut self, rank: u64, code: Code) {
        self.ranks.insert(rank);
        self.codes.push(code);
    }

    /// Prepares for [`find`](Self::find).
    pub(crate) fn complete(&mut self) {
        let mut sum = 0;
        for (before, word) in self.before.iter_mut().zip(&self.ranks.words) {
            *before = sum;
            sum += word.count_ones();
        }
    }

    #[inline]
    pub(crate) fn find(&self, rank: u64) -> Option<Code> {
        let (word, bit) = self.ranks.place(rank);
        let ranks = *self.ranks.words.get(word)?;
        let before = self.before[word] + (ranks & (bit - 1)).count_ones();
        (ranks & bit != 0).then(|| self.codes[before as usize])
    }

    pub(crate) fn release(self, meter: &mut Meter) {
        meter.release(self.before.capacity() * size_of::<u32>());
        meter.release(self.codes.capacity() * size_of::<Code>());
        self.ranks.release(meter);
    }
}
