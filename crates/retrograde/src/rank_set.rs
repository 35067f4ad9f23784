use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use tesuji_core::{Limit, Meter};

/// The bits of a word.
const BITS: u64 = 64;

/// The words of a chunk: 8 MiB.
const CHUNK: usize = 1 << 20;

/// Some of the ranks of a range, with a bit for each rank of the range. Several threads can add
/// ranks at the same time.
#[derive(Debug)]
pub struct RankSet {
    first: u64,
    words: Vec<AtomicU64>,
}

impl RankSet {
    /// The memory of a set for these ranks.
    #[must_use]
    pub fn bytes(ranks: &Range<u64>) -> usize {
        let words = (ranks.end - ranks.start).div_ceil(BITS);
        usize::try_from(words).map_or(usize::MAX, |words| words.saturating_mul(size_of::<u64>()))
    }

    /// The empty set, whose memory is claimed.
    ///
    /// # Errors
    /// The limit that was reached, such as [`Limit::Memory`].
    pub fn new(ranks: &Range<u64>, meter: &mut Meter) -> Result<Self, Limit> {
        let words = meter.claimed_vec(0, Self::bytes(ranks) / size_of::<u64>())?;
        // In place.
        let words = words.into_iter().map(AtomicU64::new).collect();
        Ok(RankSet { first: ranks.start, words })
    }

    /// The place of a rank: a word, and a bit of it.
    #[inline(always)]
    fn place(&self, rank: u64) -> (usize, u64) {
        let index = rank - self.first;
        ((index / BITS) as usize, 1 << (index % BITS))
    }

    /// Adds a rank of the range.
    ///
    /// # Panics
    /// May panic if it is not of the range.
    #[inline(always)]
    pub fn insert(&self, rank: u64) {
        let (word, bit) = self.place(rank);
        let word = &self.words[word];
        // Often it is there, and another thread need not wait for the word.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Whether no rank was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| word.load(Ordering::Relaxed) == 0)
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.load(Ordering::Relaxed).count_ones())).sum()
    }

    /// The number of words, each with bits for 64 ranks.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// The members whose bits are in these words, in ascending order.
    ///
    /// # Panics
    /// If there are fewer words.
    #[inline]
    pub fn members(&self, words: Range<usize>) -> impl Iterator<Item = u64> + '_ {
        let first = self.first + words.start as u64 * BITS;
        (first..).step_by(BITS as usize).zip(&self.words[words]).flat_map(|(first, word)| {
            let mut rest = word.load(Ordering::Relaxed);
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.checked_sub(1)?;
                Some(first + u64::from(bit))
            })
        })
    }

    /// The members in ascending order, in chunks of the range: passing over one without members
    /// takes about a millisecond, so that limits are to be looked at after each.
    pub fn chunks(&self) -> impl Iterator<Item = impl Iterator<Item = u64> + '_> + '_ {
        let end = self.words.len();
        (0..end).step_by(CHUNK).map(move |first| self.members(first..end.min(first + CHUNK)))
    }

    /// Frees the memory.
    pub fn release(self, meter: &mut Meter) {
        meter.release(self.words.capacity() * size_of::<u64>());
    }
}

/// A [`RankSet`] whose members are counted: each has an index, which is found by counting the bits
/// before it.
#[derive(Debug)]
pub struct RankIndex {
    ranks: RankSet,
    /// How many members are in the words before each word.
    before: Vec<u32>,
    len: u32,
}

impl RankIndex {
    /// Counts the members of a set.
    ///
    /// # Errors
    /// The limit that was reached; [`Limit::Memory`] also for 2³² members.
    pub fn new(ranks: RankSet, meter: &mut Meter) -> Result<Self, Limit> {
        let mut before = meter.claimed_vec(0, ranks.words.len())?;
        let mut len = 0u32;
        for (before, words) in before.chunks_mut(CHUNK).zip(ranks.words.chunks(CHUNK)) {
            for (before, word) in before.iter_mut().zip(words) {
                *before = len;
                len = len
                    .checked_add(word.load(Ordering::Relaxed).count_ones())
                    .ok_or(Limit::Memory)?;
            }
            meter.look()?;
        }
        Ok(RankIndex { ranks, before, len })
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of members in the words before this one, or in all if there are fewer words.
    pub(crate) fn before(&self, word: usize) -> usize {
        self.before.get(word).map_or(self.len(), |&before| before as usize)
    }

    /// The members.
    #[must_use]
    pub fn ranks(&self) -> &RankSet {
        &self.ranks
    }
}

/// A value for each member of a [`RankSet`].
///
/// # Example
/// ```
/// use tesuji_core::{Budget, Meter, Silent};
/// use tesuji_retrograde::{RankIndex, RankSet, RankedValues};
///
/// let (budget, mut silent) = (Budget::unlimited(), Silent);
/// let mut meter = Meter::new(&budget, &mut silent);
/// let ranks = RankSet::new(&(1000..2000), &mut meter)?;
/// ranks.insert(1700);
/// ranks.insert(1100);
/// let values = RankedValues::new(RankIndex::new(ranks, &mut meter)?, vec![5, 7]);
/// assert_eq!((values.get(1100), values.get(1700), values.get(1500)), (Some(5), Some(7), None));
/// # Ok::<(), tesuji_core::Limit>(())
/// ```
#[derive(Debug)]
pub struct RankedValues<T> {
    index: RankIndex,
    values: Vec<T>,
}

impl<T: Copy> RankedValues<T> {
    /// The memory for `members` members of this range, in bytes.
    #[must_use]
    pub fn bytes(ranks: &Range<u64>, members: u64) -> usize {
        let members = usize::try_from(members).unwrap_or(usize::MAX);
        let bits = RankSet::bytes(ranks);
        bits.saturating_add(bits / 2).saturating_add(members.saturating_mul(size_of::<T>()))
    }

    /// The members with their values, in the same order, whose memory is claimed.
    ///
    /// # Panics
    /// If there are not as many values as members.
    #[must_use]
    pub fn new(index: RankIndex, values: Vec<T>) -> Self {
        assert_eq!(values.len(), index.len(), "a value for each member");
        RankedValues { index, values }
    }

    /// The values, in the order of the members.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The value of a rank, if it is a member.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, rank: u64) -> Option<T> {
        let RankIndex { ranks, before, .. } = &self.index;
        if rank < ranks.first {
            return None;
        }
        let (word, bit) = ranks.place(rank);
        let ranks = ranks.words.get(word)?.load(Ordering::Relaxed);
        let before = before[word] + (ranks & (bit - 1)).count_ones();
        if ranks & bit == 0 { None } else { self.values.get(before as usize).copied() }
    }

    /// Frees the memory.
    pub fn release(self, meter: &mut Meter) {
        meter.release(self.index.before.capacity() * size_of::<u32>());
        meter.release(self.values.capacity() * size_of::<T>());
        self.index.ranks.release(meter);
    }
}
