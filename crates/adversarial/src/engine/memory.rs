//! Tables that outlive a search, so that a search of a few nodes does not pay for a table of
//! many megabytes.

use std::io;
use std::sync::{Mutex, TryLockError};

use tesuji_core::{StateReader, StateWriter};
use tesuji_zobrist::{Counters, TranspositionTable, Transpositions, read_entries};

use super::entry::Entry;

/// The transposition table of one search: it begins small enough for the processor's own memory,
/// and moves to a larger one when half as many positions were added as it holds.
#[derive(Debug, Default)]
pub(crate) struct Growing {
    /// One table for each size in use so far, the smallest first.
    tables: Vec<TranspositionTable<Entry>>,
    /// Which of them is in use; none if there is no memory for any.
    current: usize,
    /// How many positions can be added until the next size.
    left: u64,
    /// The same when the table's generation began.
    left_at_first: u64,
    /// What all of them together may take.
    bytes: usize,
}

impl Growing {
    const FIRST_BYTES: usize = 1 << 18;
    const FACTOR: usize = 16;
    /// The entries of earlier searches lose worth once so large a part of the table was written
    /// anew: many small searches, each about a position of the one before, are as good as one.
    const WRITTEN_ANEW: u64 = 16;

    /// Readies it for a new search that may use so many bytes.
    fn begin(&mut self, bytes: usize, remember: bool) {
        if self.bytes != bytes {
            *self = Growing { bytes, ..Growing::default() };
        }
        if self.tables.is_empty() {
            self.add();
            self.current = 0;
        } else if remember {
            let table = &mut self.tables[self.current];
            let written = self.left_at_first - self.left;
            if written >= table.shape().entries() as u64 / Self::WRITTEN_ANEW {
                table.new_search();
                self.left_at_first = self.left;
            }
            return;
        } else {
            self.current = 0;
            self.tables[0].clear();
        }
        self.set_left();
    }

    fn set_left(&mut self) {
        self.left = match self.tables.get(self.current) {
            Some(table) => table.shape().entries() as u64 / 2,
            None => u64::MAX,
        };
        self.left_at_first = self.left;
    }

    /// The bytes of the table with this number, if there is to be one. The last takes what
    /// the smaller ones leave.
    fn size(&self, number: usize) -> Option<usize> {
        let spent: usize = self.tables[..number].iter().map(TranspositionTable::bytes).sum();
        let rest = self.bytes.saturating_sub(spent);
        let wanted = Self::FIRST_BYTES
            .saturating_mul(u32::try_from(number).ok().and_then(|n| Self::FACTOR.checked_pow(n))?);
        if number > 0 && wanted > rest {
            // A last step is worth it if it doubles at least.
            let worth_it = rest >= 2 * self.tables[number - 1].bytes();
            return worth_it.then_some(rest);
        }
        Some(wanted.min(rest))
    }

    /// Makes the next table, if there is to be one.
    fn add(&mut self) -> bool {
        let made =
            self.size(self.tables.len()).and_then(|bytes| TranspositionTable::new(bytes).ok());
        let is_made = made.is_some();
        self.tables.extend(made);
        is_made
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let next = self.current + 1;
        if next < self.tables.len() {
            self.tables[next].clear();
        } else if !self.add() {
            self.left = u64::MAX;
            self.left_at_first = self.left;
            return;
        }
        if let [.., smaller, larger] = &mut self.tables[..=next] {
            for (key, entry) in smaller.entries() {
                larger.store(key, entry);
            }
        }
        self.current = next;
        self.set_left();
    }

    /// What the tables take.
    pub(crate) fn bytes(&self) -> usize {
        self.tables.iter().map(TranspositionTable::bytes).sum()
    }
}

impl<S> Transpositions<S, Entry> for Growing {
    #[inline]
    fn probe(&self, key: u64, _: &S) -> Option<Entry> {
        self.tables.get(self.current)?.probe(key)
    }

    #[inline]
    fn store(&mut self, key: u64, _: &S, entry: Entry) {
        if self.left == 0 {
            self.grow();
        }
        if let Some(table) = self.tables.get_mut(self.current) {
            self.left -= u64::from(table.insert(key, entry));
        }
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        if let Some(table) = self.tables.get(self.current) {
            table.prefetch(key);
        }
    }

    fn counters(&self) -> Counters {
        self.tables.get(self.current).map(TranspositionTable::counters).unwrap_or_default()
    }

    fn is_savable(&self) -> bool {
        !self.tables.is_empty()
    }

    fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        let table = self.tables.get(self.current);
        table.map_or(Ok(()), |table| Transpositions::<S, _>::save(table, out))
    }

    fn load(&mut self, input: &mut StateReader) -> io::Result<()> {
        let entries = input.number()?;
        while self.left < entries {
            self.grow();
        }
        let table = self.tables.get_mut(self.current);
        table.map_or(Ok(()), |table| read_entries(input, |key, entry| table.store(key, entry)))
    }
}

/// The memory that a search's settings keep from one search to the next. A clone starts
/// with none, and of two searches at the same time one gets fresh memory.
#[derive(Debug, Default)]
pub(crate) struct Kept(Mutex<Growing>);

impl Kept {
    /// Runs `search` on a table of at most so many bytes, empty unless it is to `remember`.
    pub(crate) fn lend<T>(
        &self,
        bytes: usize,
        remember: bool,
        search: impl FnOnce(&mut Growing) -> T,
    ) -> T {
        let lend = |table: &mut Growing| {
            table.begin(bytes, remember);
            search(table)
        };
        match self.0.try_lock() {
            Ok(mut table) => lend(&mut table),
            // A search that panicked leaves a table in order: entries are written whole.
            Err(TryLockError::Poisoned(poisoned)) => lend(&mut poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => lend(&mut Growing::default()),
        }
    }
}

impl Clone for Kept {
    fn clone(&self) -> Self {
        Kept::default()
    }
}
