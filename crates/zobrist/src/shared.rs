use std::{fmt, io};

use tesuji_core::{Instant, StateReader, StateWriter};

use crate::buckets::{Buckets, InsteadOf};
use crate::counters::Tallies;
use crate::line::SharedWord;
use crate::{Counters, Payload, Shape, TableError, read_entries};

/// A [`TranspositionTable`](crate::TranspositionTable) that threads read and write at the same
/// time, without locks.
///
/// Every word of an entry is a separate atomic, read and written with relaxed ordering:
/// plain moves, no fence. The entry's first word protects it: the key, combined by exclusive or
/// with a mix of the payload (after Hyatt and Mann, "A Lock-Less Transposition-Table
/// Implementation for Parallel Search", ICGA Journal 25, 2002). A reader of words from two
/// writers computes a wrong key and misses; it computes the key it looks for with probability
/// 2⁻⁵⁶.
///
/// Each thread takes a [`handle`](Self::handle), which has its own counters: shared counters would
/// cost more than the table. [`new_search`](Self::new_search) and [`clear`](Self::clear) need
/// exclusive access, between searches.
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
        Ok(SharedTable { buckets: Buckets::new(bytes, 0, deadline)? })
    }

    /// Returns a thread's access to the table, with counters at 0.
    #[must_use]
    pub fn handle(&self) -> Handle<'_, P> {
        Handle { table: self, tallies: Tallies::default() }
    }

    /// Returns the entry of the position with this key. Counts nothing.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<P> {
        self.buckets.find(key, |_| true)
    }

    /// Stores `payload` for the position with this key, in place of its entry. When two threads
    /// write to one slot at the same time, both entries may be lost. Counts nothing.
    #[inline]
    pub fn store(&self, key: u64, payload: P) {
        self.insert(key, payload);
    }

    /// All entries, in an unspecified order. Keys are complete if a hit compares
    /// [all their bits](Shape::key_bits); in a smaller table some of the upper bits may be wrong. An
    /// entry that a thread writes at the same time may come with a random key.
    pub fn entries(&self) -> impl Iterator<Item = (u64, P)> {
        self.buckets.entries()
    }

    /// Prefetches the memory of this key's entry.
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

    /// Stores the entries that [`Transpositions::save`](crate::Transpositions::save) wrote, after
    /// the number of entries that there was room for.
    ///
    /// # Errors
    /// Those of [`read_entries`].
    pub fn load(&self, input: &mut StateReader) -> io::Result<()> {
        read_entries(input, |key, payload| self.store(key, payload))
    }

    pub(crate) fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        self.buckets.save(out)
    }

    #[inline]
    fn insert(&self, key: u64, payload: P) -> InsteadOf {
        self.buckets.insert(key, payload, |_| true).instead_of
    }
}

impl<P: Payload> fmt::Debug for SharedTable<P> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("SharedTable").field("shape", &self.shape()).finish_non_exhaustive()
    }
}

/// One thread's access to a [`SharedTable`], with the thread's own counters.
pub struct Handle<'a, P> {
    table: &'a SharedTable<P>,
    tallies: Tallies,
}

impl<P: Payload> Handle<'_, P> {
    /// Returns the entry of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<P> {
        let found = self.table.probe(key);
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
        let instead_of = self.table.insert(key, payload);
        self.tallies.store(instead_of == InsteadOf::Other);
        instead_of != InsteadOf::Same
    }

    /// Prefetches the memory of this key's entry.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.table.prefetch(key);
    }

    pub(crate) fn load(&mut self, input: &mut StateReader) -> io::Result<()> {
        input.number()?;
        self.table.load(input)
    }

    pub(crate) fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        self.table.save(out)
    }

    /// The counters of this handle.
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
