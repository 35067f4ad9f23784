use std::{fmt, io};

use tesuji_core::{Instant, StateReader, StateWriter};

use crate::buckets::{Buckets, InsteadOf};
use crate::counters::Tallies;
use crate::line::OwnWord;
use crate::{Counters, Payload, Shape, TableError, read_entries};

/// A transposition table for one thread, indexed by the positions' keys.
///
/// It has a fixed size and replaces entries. A position has the four slots of one cache line (two
/// with a payload of three words); when they are used, the entry of the least
/// [worth](Payload::worth) is replaced, and entries of earlier searches lose worth with age.
/// So the last entry stored is always present, and expensive ones stay longest.
///
/// A hit means that the keys agree, in [all 64 bits](Shape::key_bits) unless the table is
/// tiny. Two positions with the same key are confused;
/// [`Shape::false_hit_chance`] gives the probability, and [`VerifiedTable`](crate::VerifiedTable)
/// excludes it. Keys must be well mixed in all their bits.
///
/// # Example
/// ```
/// use tesuji_zobrist::{TranspositionTable, UctStatistics};
///
/// let mut table = TranspositionTable::new(16 << 20)?;
/// let found = UctStatistics { visits: 7, total: -3 };
/// table.store(0xfeed_beef_0123_4567, found);
/// assert_eq!(table.probe(0xfeed_beef_0123_4567), Some(found));
/// assert_eq!(table.probe(0x0123_4567_feed_beef), None);
/// assert_eq!(table.counters().hits, 1);
///
/// table.new_search();
/// assert!(table.probe(0xfeed_beef_0123_4567).is_some(), "older, and still there");
/// table.clear();
/// assert!(table.probe(0xfeed_beef_0123_4567).is_none());
/// # Ok::<(), tesuji_zobrist::TableError>(())
/// ```
pub struct TranspositionTable<P> {
    buckets: Buckets<OwnWord, P>,
    tallies: Tallies,
}

impl<P: Payload> TranspositionTable<P> {
    /// Returns the largest empty table that takes at most `bytes`.
    ///
    /// # Errors
    /// If `bytes` is less than 64, or the allocation fails.
    pub fn new(bytes: usize) -> Result<Self, TableError> {
        Self::new_in_time(bytes, None)
    }

    /// The same, if it can be cleared before the deadline: the system may take a second to give and
    /// clear a gigabyte.
    ///
    /// # Errors
    /// The time has ended, or those of [`new`](Self::new).
    pub fn new_in_time(bytes: usize, deadline: Option<Instant>) -> Result<Self, TableError> {
        Ok(TranspositionTable {
            buckets: Buckets::new(bytes, 0, deadline)?,
            tallies: Tallies::default(),
        })
    }

    /// Returns the entry of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<P> {
        let found = self.buckets.find(key, |_| true);
        self.tallies.probe(found.is_some());
        found
    }

    /// Stores `payload` for the position with this key, in place of its entry.
    #[inline]
    pub fn store(&mut self, key: u64, payload: P) {
        self.insert(key, payload);
    }

    /// [`store`](Self::store) that returns whether the position had no entry.
    #[inline]
    pub fn insert(&mut self, key: u64, payload: P) -> bool {
        let placed = self.buckets.insert(key, payload, |_| true);
        self.tallies.store(placed.instead_of == InsteadOf::Other);
        placed.instead_of != InsteadOf::Same
    }

    /// All entries, in an unspecified order. Keys are complete if a hit compares
    /// [all their bits](Shape::key_bits); in a smaller table some of the upper bits may be wrong.
    pub fn entries(&self) -> impl Iterator<Item = (u64, P)> {
        self.buckets.entries()
    }

    /// Prefetches the memory of this key's entry. Called as soon as a key is known, some hundred
    /// instructions before the probe, it hides the memory latency of a table larger than the
    /// caches; for a small table it has no effect.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.buckets.prefetch(key);
    }

    /// Starts a new search: present entries stay, and are replaced sooner.
    ///
    /// # Complexity
    /// Constant; one in 128 calls rewrites the whole table.
    pub fn new_search(&mut self) {
        self.buckets.new_search();
    }

    /// Removes all entries.
    ///
    /// # Complexity
    /// Constant; one in 254 calls writes the whole table.
    pub fn clear(&mut self) {
        self.buckets.clear();
    }

    pub(crate) fn load(&mut self, input: &mut StateReader) -> io::Result<()> {
        input.number()?;
        read_entries(input, |key, payload| self.store(key, payload))
    }

    pub(crate) fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        self.buckets.save(out)
    }

    /// The counters since the table was created.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.tallies.counters()
    }

    /// The table's lines and entries, and with them the reliability of a hit.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.buckets.shape()
    }

    /// The memory of the entries.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shape().bytes()
    }
}

impl<P: Payload> fmt::Debug for TranspositionTable<P> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("TranspositionTable")
            .field("shape", &self.shape())
            .field("counters", &self.counters())
            .finish_non_exhaustive()
    }
}
