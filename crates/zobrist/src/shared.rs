use std::fmt;

use crate::buckets::{Buckets, InsteadOf};
use crate::counters::Tallies;
use crate::line::SharedWord;
use crate::{Counters, Payload, Shape, TableError};

/// A [`Table`](crate::Table) that threads read and write at the same time, without locks.
///
/// Every word of an entry is an atomic of its own, read and written with relaxed ordering:
/// plain moves, no fence. What protects an entry is its first word: the key, exclusive or a
/// mix of the payload (after Hyatt and Mann, "A Lock-Less Transposition-Table Implementation
/// for Parallel Search", ICGA Journal 25, 2002). A reader who meets words of two different
/// writers computes a key from them that is nobody's, and misses; that it is the reader's own
/// by chance has odds of 1 in 2⁵⁶.
///
/// Each thread takes a [`handle`](Self::handle), which counts for it: shared counters would
/// cost more than the table. [`new_search`](Self::new_search) and [`clear`](Self::clear) need
/// the table for themselves, between searches.
///
/// # Example
/// ```
/// use tesuji_zobrist::{Counters, SharedTable, UctStatistics, exact_key};
///
/// let table = SharedTable::new(1 << 20)?;
/// let counters: Counters = std::thread::scope(|scope| {
///     let search = || {
///         let mut handle = table.handle();
///         for position in 0..1_000 {
///             let key = exact_key(position);
///             let mut statistics = handle.probe(key).unwrap_or_default();
///             UctStatistics::record(&mut statistics, 1);
///             handle.store(key, statistics);
///         }
///         handle.counters()
///     };
///     let threads = [scope.spawn(search), scope.spawn(search)];
///     threads.into_iter().map(|thread| thread.join().unwrap()).sum()
/// });
/// assert_eq!(counters.stores, 2_000);
/// assert!((1..=2).contains(&table.probe(exact_key(5)).unwrap().visits));
/// # Ok::<(), tesuji_zobrist::TableError>(())
/// ```
pub struct SharedTable<P> {
    buckets: Buckets<SharedWord, P>,
}

impl<P: Payload> SharedTable<P> {
    /// The largest table that takes no more than `bytes`, empty.
    ///
    /// # Errors
    /// If `bytes` are less than 64, or more than the machine gives.
    pub fn new(bytes: usize) -> Result<Self, TableError> {
        Ok(SharedTable { buckets: Buckets::new(bytes, 0)? })
    }

    /// A thread's own way to the table, with counters at 0.
    #[must_use]
    pub fn handle(&self) -> Handle<'_, P> {
        Handle { table: self, tallies: Tallies::default() }
    }

    /// What is known of the position with this key. Counts nothing.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<P> {
        self.buckets.find(key, |_| true)
    }

    /// Remembers `payload` for the position with this key, in place of what was there. When
    /// two threads write to one place at the same time, both entries may be lost. Counts nothing.
    #[inline]
    pub fn store(&self, key: u64, payload: P) {
        self.insert(key, payload);
    }

    /// Everything it remembers, in no order that means anything. Keys are whole if a hit compares
    /// [all their bits](Shape::key_bits); in a smaller table some of the upper bits may be wrong.
    pub fn entries(&self) -> impl Iterator<Item = (u64, P)> {
        self.buckets.entries()
    }

    /// Asks for the memory where this key's entry is, without waiting for it.
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

    #[inline(always)]
    fn insert(&self, key: u64, payload: P) -> InsteadOf {
        self.buckets.insert(key, payload, |_| true).instead_of
    }
}

impl<P: Payload> fmt::Debug for SharedTable<P> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("SharedTable").field("shape", &self.shape()).finish_non_exhaustive()
    }
}

/// One thread's way to a [`SharedTable`], with the thread's own counters.
pub struct Handle<'a, P> {
    table: &'a SharedTable<P>,
    tallies: Tallies,
}

impl<P: Payload> Handle<'_, P> {
    /// What is known of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<P> {
        let found = self.table.probe(key);
        self.tallies.probe(found.is_some());
        found
    }

    /// Remembers `payload` for the position with this key, in place of what was there.
    #[inline]
    pub fn store(&mut self, key: u64, payload: P) {
        let instead_of = self.table.insert(key, payload);
        self.tallies.store(instead_of == InsteadOf::Other);
    }

    /// Asks for the memory where this key's entry is, without waiting for it.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.table.prefetch(key);
    }

    /// What was asked through this handle.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.tallies.counters()
    }
}

impl<P: Payload> fmt::Debug for Handle<'_, P> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("Handle")
            .field("table", self.table)
            .field("counters", &self.counters())
            .finish()
    }
}
