//! The table, which begins small and grows.

use std::io;
use std::sync::{Mutex, TryLockError};

use tesuji_core::{Instant, Meter, StateReader, StateWriter};
use tesuji_zobrist::{
    Counters, EitherTable, FIRST_BYTES, TableError, TranspositionTable, Transpositions, in_time,
    next_bytes, read_entries,
};

use crate::entry::Entry;

/// The table of a search with one thread.
pub(crate) type OwnTable<'t, S> = EitherTable<&'t mut Memory, S, Entry>;

/// A table that begins small enough for the processor's own memory, and moves to a larger one when
/// as many positions were added as it holds. Stores that replace an older entry of the same
/// position, which are most, do not count: a table that is not used is not cleared either.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// None if there is no memory for it.
    table: Option<TranspositionTable<Entry>>,
    /// How many positions can be added until it grows.
    left: u64,
    /// What it may take, and the one it grew from with it.
    bytes: usize,
    /// When the search is to end, if its time is limited and its table is not saved at the end.
    deadline: Option<Instant>,
    peak: usize,
    /// Whether a disproof in the table may rest on draws; `None` if the table is to be cleared
    /// before it is used again.
    drawn: Option<bool>,
}

/// Counts the memory of a table, which was made within the budget.
pub(crate) fn claim(bytes: usize, meter: &mut Meter) {
    let claimed = meter.claim(bytes);
    debug_assert_eq!(claimed, Ok(()), "the table stays within the budget");
}

impl Memory {
    /// An empty one that may take `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut memory = Memory { bytes, ..Memory::default() };
        memory.begin();
        memory
    }

    fn begin(&mut self) {
        self.set(TranspositionTable::new(self.bytes.min(FIRST_BYTES)).ok());
    }

    fn set(&mut self, table: Option<TranspositionTable<Entry>>) {
        self.left = table.as_ref().map_or(u64::MAX, |table| table.shape().entries() as u64);
        self.table = table;
        self.peak = self.peak.max(self.table.as_ref().map_or(0, TranspositionTable::bytes));
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.left = u64::MAX;
        let Some(old) = self.table.take() else { return };
        let Some(bytes) = next_bytes(old.bytes(), self.bytes) else {
            self.table = Some(old);
            return;
        };
        match TranspositionTable::new_in_time(bytes, self.deadline) {
            // A later search may have time.
            Err(TableError::NoTime { .. }) => self.set(Some(old)),
            Err(_) => self.table = Some(old),
            Ok(mut wider) => {
                for (key, entry) in in_time(old.entries(), self.deadline) {
                    wider.store(key, entry);
                }
                self.peak = self.peak.max(old.bytes() + wider.bytes());
                self.set(Some(wider));
            }
        }
    }

    #[inline(always)]
    fn insert(&mut self, key: u64, entry: Entry) {
        if self.left == 0 {
            self.grow();
        }
        if let Some(table) = &mut self.table {
            self.left -= u64::from(table.insert(key, entry));
        }
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (u64, Entry)> {
        self.table.iter().flat_map(TranspositionTable::entries)
    }

    /// The most that it took.
    pub(crate) fn peak_bytes(&self) -> usize {
        self.peak
    }
}

impl<S> Transpositions<S, Entry> for Memory {
    #[inline]
    fn probe(&self, key: u64, _: &S) -> Option<Entry> {
        self.table.as_ref()?.probe(key)
    }

    #[inline]
    fn store(&mut self, key: u64, _: &S, entry: Entry) {
        self.insert(key, entry);
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        if let Some(table) = &self.table {
            table.prefetch(key);
        }
    }

    fn counters(&self) -> Counters {
        self.table.as_ref().map(TranspositionTable::counters).unwrap_or_default()
    }

    fn is_savable(&self) -> bool {
        self.table.is_some()
    }

    fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        self.table.as_ref().map_or(Ok(()), |table| Transpositions::<S, _>::save(table, out))
    }

    fn load(&mut self, input: &mut StateReader) -> io::Result<()> {
        input.number()?;
        read_entries(input, |key, entry| self.insert(key, entry))
    }
}

/// The memory that a search's settings keep from one search to the next, for its small tables: a
/// search of a few nodes does not pay for making one. A clone starts with none.
#[derive(Debug, Default)]
pub(crate) struct Kept(Mutex<Memory>);

impl Kept {
    /// Runs `search` on a memory of at most `bytes` bytes: an empty one, or with `remember` the one
    /// that the last search has left and whether a disproof there may rest on draws, which `search`
    /// returns with its result. Moving to a larger table ends at the `deadline`.
    pub(crate) fn lend<T>(
        &self,
        bytes: usize,
        remember: bool,
        deadline: Option<Instant>,
        search: impl FnOnce(&mut Memory, Option<bool>) -> (T, bool),
    ) -> T {
        match self.0.try_lock() {
            Ok(mut memory) => {
                let known = memory.drawn.take().filter(|_| remember && memory.bytes == bytes);
                if known.is_none() {
                    memory.ready(bytes);
                }
                memory.deadline = deadline;
                let (found, drawn) = search(&mut memory, known);
                memory.drawn = remember.then_some(drawn);
                found
            }
            Err(TryLockError::Poisoned(_) | TryLockError::WouldBlock) => {
                search(&mut Memory { deadline, ..Memory::new(bytes) }, None).0
            }
        }
    }
}

impl Memory {
    fn ready(&mut self, bytes: usize) {
        let fits = |table: &TranspositionTable<Entry>| table.bytes() <= bytes.min(FIRST_BYTES);
        match self.table.take() {
            Some(mut table) if fits(&table) && self.bytes == bytes => {
                table.clear();
                self.peak = 0;
                self.set(Some(table));
            }
            _ => *self = Memory::new(bytes),
        }
    }
}

impl Clone for Kept {
    fn clone(&self) -> Self {
        Kept::default()
    }
}

#[cfg(test)]
mod tests {
    use tesuji_zobrist::exact_key;

    use super::*;

    /// To clear a larger table may take longer than the search has. A later one may have more.
    #[test]
    fn no_table_grows_after_the_deadline() {
        let kept = Kept::default();
        for (deadline, is_late) in [(Some(Instant::now()), true), (None, false)] {
            kept.lend(8 << 20, true, deadline, |memory, known| {
                assert_eq!(known.is_none(), is_late);
                let room = memory.left;
                let entry = Entry { numbers: [1, 1], parent: 0, work: 1 };
                let first = if is_late { 0 } else { 1 << 32 };
                (first..=first + room).for_each(|key| memory.insert(exact_key(key), entry));
                assert_eq!(memory.peak == FIRST_BYTES, is_late);
                assert!(memory.entries().count() as u64 > room / 2);
                ((), false)
            });
        }
    }
}
