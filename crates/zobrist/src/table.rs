use std::fmt;

use crate::buckets::{Buckets, InsteadOf};
use crate::counters::Tallies;
use crate::line::OwnWord;
use crate::{Counters, Payload, Shape, TableError};

/// A transposition table for one thread: what a search found out about positions, by their key.
///
/// It has a fixed size and forgets. A position has the four places of one cache line (two
/// with a payload of three words); when they are taken, the entry of the least
/// [worth](Payload::worth) goes, and those of earlier searches lose worth with age.
/// So the last thing stored is always there, and the dear ones stay longest.
///
/// A hit means that the keys agree, in [all 64 bits](Shape::key_bits) unless the table is
/// tiny. Two positions with the same key are taken for one;
/// [`Shape::false_hit_chance`] gives the odds, and [`VerifiedTable`](crate::VerifiedTable)
/// excludes it. Keys must be well mixed in all their bits.
///
/// # Example
/// ```
/// use tesuji_zobrist::{Bound, Bounds, Table};
///
/// let mut table = Table::new(16 << 20)?;
/// let found = Bounds { value: -3, depth: 7, bound: Bound::Lower, mv: Some(12) };
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
pub struct Table<P> {
    buckets: Buckets<OwnWord, P>,
    tallies: Tallies,
}

impl<P: Payload> Table<P> {
    /// The largest table that takes no more than `bytes`, empty.
    ///
    /// # Errors
    /// If `bytes` are less than 64, or more than the machine gives.
    pub fn new(bytes: usize) -> Result<Self, TableError> {
        Ok(Table { buckets: Buckets::new(bytes, 0)?, tallies: Tallies::default() })
    }

    /// What is known of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<P> {
        let found = self.buckets.find(key, |_| true);
        self.tallies.probe(found.is_some());
        found
    }

    /// Remembers `payload` for the position with this key, in place of what was there.
    #[inline]
    pub fn store(&mut self, key: u64, payload: P) {
        let placed = self.buckets.insert(key, payload, |_| true);
        self.tallies.store(placed.instead_of == InsteadOf::Other);
    }

    /// Everything it remembers, in no order that means anything. Keys are whole if a hit compares
    /// [all their bits](Shape::key_bits); in a smaller table some of the upper bits may be wrong.
    pub fn entries(&self) -> impl Iterator<Item = (u64, P)> {
        self.buckets.entries()
    }

    /// Asks for the memory where this key's entry is, without waiting for it. Called as soon as
    /// a key is known, some hundred instructions before the probe, it hides the time that a table
    /// larger than the caches takes to answer; in a small table it neither helps nor hurts.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.buckets.prefetch(key);
    }

    /// Says that a new search begins: what is there now stays, and is replaced sooner.
    ///
    /// # Complexity
    /// Constant; but once in 128 calls the whole table is rewritten.
    pub fn new_search(&mut self) {
        self.buckets.new_search();
    }

    /// Forgets everything.
    ///
    /// # Complexity
    /// Constant; but once in 254 calls the whole table is written.
    pub fn clear(&mut self) {
        self.buckets.clear();
    }

    /// What the table was asked since it was made.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.tallies.counters()
    }

    /// Sets all counters to 0.
    pub fn reset_counters(&mut self) {
        self.tallies = Tallies::default();
    }

    /// How many lines and entries it has, and what its hits are worth.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.buckets.shape()
    }

    /// The memory that the entries take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shape().bytes()
    }

    /// The share of places that are taken, from 0 to 1, in the first thousand lines.
    #[must_use]
    pub fn occupancy(&self) -> f64 {
        self.buckets.occupancy()
    }
}

impl<P: Payload> fmt::Debug for Table<P> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("Table")
            .field("shape", &self.shape())
            .field("counters", &self.counters())
            .finish_non_exhaustive()
    }
}
