//! Tables that outlive a search, so that a search of a few nodes does not pay for a table of
//! many megabytes.

use std::cell::Cell;
use std::cmp::Ordering::{Equal, Greater, Less};
use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError, TryLockError};

use tesuji_core::{Instant, Meter, StateReader, StateWriter};
use tesuji_zobrist::{Counters, Handle, SharedTable, TableError, Transpositions, in_time};

use super::entry::Entry;

/// The transposition table of one search and all its threads: it begins small enough for the
/// processor's own memory, and moves to a larger one when as many positions were added as it
/// holds.
#[derive(Debug, Default)]
pub(crate) struct Growing {
    /// One table for each size in use so far, the smallest first.
    levels: [OnceLock<Level>; Self::SIZES],
    /// Which of them is in use.
    current: AtomicUsize,
    /// The largest that a thread has begun to fill: the one in use, or the next.
    begun: AtomicUsize,
    /// What all of them together may take.
    bytes: usize,
    /// When the search is to end, if its time is limited and its table is not saved at the end.
    deadline: Option<Instant>,
}

/// A table of one size.
#[derive(Debug)]
struct Level {
    table: SharedTable<Entry>,
    /// The memory that it was made for.
    bytes: usize,
    /// How many positions were added, or may be by a thread before it looks again.
    added: AtomicU64,
    /// The same when the table's generation began.
    added_at_first: u64,
}

thread_local! {
    /// The first table of the last search of this thread whose settings are gone: many searches of a
    /// few nodes, each with settings of its own, share one.
    static SPARE: Cell<Option<Level>> = const { Cell::new(None) };
}

impl Level {
    fn new(bytes: usize, deadline: Option<Instant>) -> Result<Self, TableError> {
        let table = SharedTable::new_in_time(bytes, deadline)?;
        Ok(Level { table, bytes, added: AtomicU64::new(0), added_at_first: 0 })
    }

    /// The one that an earlier search of this thread has left, if it has this size: emptied.
    fn spare(bytes: usize) -> Option<Self> {
        let mut level = SPARE.take().filter(|level| level.bytes == bytes)?;
        level.clear();
        Some(level)
    }

    /// How many positions are added before the next size is worth it.
    fn limit(&self) -> u64 {
        self.table.shape().entries() as u64
    }

    fn left(&self) -> u64 {
        self.limit().saturating_sub(self.added.load(Ordering::Relaxed))
    }

    fn clear(&mut self) {
        self.table.clear();
        (*self.added.get_mut(), self.added_at_first) = (0, 0);
    }

    /// Lets the entries of earlier searches lose worth, if there are many later ones.
    fn new_search(&mut self) {
        let added = *self.added.get_mut();
        if added - self.added_at_first
            >= self.table.shape().entries() as u64 / Growing::WRITTEN_ANEW
        {
            self.table.new_search();
            self.added_at_first = added;
        }
    }
}

impl Growing {
    const FIRST_BYTES: usize = 1 << 20;
    /// About how many times as large as a table the next one is.
    const FACTOR: f64 = 16.0;
    /// As many as there can be.
    const SIZES: usize = 12;
    /// The entries of earlier searches lose worth once so large a part of the table was written
    /// anew: many small searches, each about a position of the one before, are as good as one.
    const WRITTEN_ANEW: u64 = 16;

    /// Readies it for a new search that may use `bytes` bytes.
    fn begin(&mut self, bytes: usize, remember: bool) {
        if self.bytes != bytes {
            *self = Growing { bytes, ..Growing::default() };
        }
        let (current, begun) = (self.current.get_mut(), self.begun.get_mut());
        if remember {
            self.levels[*current].get_mut().into_iter().for_each(Level::new_search);
        } else {
            self.levels[..=*begun].iter_mut().filter_map(OnceLock::get_mut).for_each(Level::clear);
            *current = 0;
        }
        *begun = *current;
        self.level(0);
    }

    /// The bytes of the table with this number, if there is to be one. Sizes grow by the same factor,
    /// and the last table takes what the others leave, which is most of the memory.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "sizes that need not be exact"
    )]
    fn size(&self, number: usize) -> Option<usize> {
        let times = self.bytes as f64 / Self::FIRST_BYTES as f64;
        let last = times.log(Self::FACTOR).round().max(0.0) as usize;
        let smaller = |number: usize| {
            (Self::FIRST_BYTES as f64 * times.powf(number as f64 / last as f64)) as usize
        };
        match number.cmp(&last) {
            Less => Some(smaller(number)),
            Equal => Some(self.bytes - (0..last).map(smaller).sum::<usize>()),
            Greater => None,
        }
    }

    /// The table with this number, which is made if there is to be one and memory for it.
    fn level(&self, number: usize) -> Option<&Level> {
        let level = self.levels.get(number)?;
        if level.get().is_none() {
            let bytes = self.size(number)?;
            // Without the first there is none at all.
            let (spare, deadline) =
                if number == 0 { (Level::spare(bytes), None) } else { (None, self.deadline) };
            let _ = level.set(spare.or_else(|| Level::new(bytes, deadline).ok())?);
        }
        level.get()
    }

    /// Moves to the table after the one with this number, unless a thread has begun to. The other
    /// threads go on with the smaller one meanwhile; what they add there may be lost.
    #[cold]
    #[inline(never)]
    fn grow(&self, number: usize) {
        let next = number + 1;
        if self.begun.fetch_max(next, Ordering::Relaxed) < next
            && let (Some(smaller), Some(larger)) = (self.level(number), self.level(next))
        {
            copy(&smaller.table, &larger.table, self.deadline);
            self.current.store(next, Ordering::Release);
        }
    }

    /// Whether there is memory for any table.
    pub(crate) fn is_empty(&self) -> bool {
        self.levels[0].get().is_none()
    }

    /// What the tables take.
    pub(crate) fn bytes(&self) -> usize {
        self.levels.iter().filter_map(OnceLock::get).map(|level| level.table.bytes()).sum()
    }

    /// The access of one of `threads` threads.
    pub(crate) fn access(&self, threads: usize) -> Access<'_> {
        let mut access = Access { growing: self, threads, number: 0, table: None, left: 0 };
        access.move_on();
        access
    }
}

/// Copies all entries, or those for which there is time; the memory that each goes to is asked for
/// before the entries ahead of it are written.
fn copy(smaller: &SharedTable<Entry>, larger: &SharedTable<Entry>, deadline: Option<Instant>) {
    const AHEAD: usize = 16;
    let mut ahead = VecDeque::with_capacity(AHEAD);
    for (key, entry) in in_time(smaller.entries(), deadline) {
        larger.prefetch(key);
        if ahead.len() == AHEAD
            && let Some((key, entry)) = ahead.pop_front()
        {
            larger.store(key, entry);
        }
        ahead.push_back((key, entry));
    }
    ahead.into_iter().for_each(|(key, entry)| larger.store(key, entry));
}

/// One thread's access to a [`Growing`] table.
#[derive(Debug)]
pub(crate) struct Access<'t> {
    growing: &'t Growing,
    threads: usize,
    /// The number of the table in use.
    number: usize,
    /// None if there is no memory for any.
    table: Option<Handle<'t, Entry>>,
    /// How many positions this thread adds until it looks whether to grow.
    left: u64,
}

impl<'t> Access<'t> {
    fn level(&self) -> Option<&'t Level> {
        self.growing.levels[self.number].get()
    }

    /// This thread's share of the positions that a table is to take.
    fn share(&self, level: &Level) -> u64 {
        (level.limit() / self.threads as u64).max(1)
    }

    fn take(&mut self, level: &Level, positions: u64) {
        level.added.fetch_add(positions, Ordering::Relaxed);
        self.left += positions;
    }

    fn give_back(&mut self) {
        if let Some(level) = self.level() {
            level.added.fetch_sub(self.left, Ordering::Relaxed);
        }
        self.left = 0;
    }

    /// Turns to the table in use.
    fn move_on(&mut self) {
        self.give_back();
        self.number = self.growing.current.load(Ordering::Acquire);
        let level = self.level();
        self.table = level.map(|level| level.table.handle());
        match level {
            Some(level) => self.take(level, self.share(level).min(level.left())),
            None => self.left = u64::MAX,
        }
    }

    /// Grows the table if it is time, and turns to the one in use.
    #[cold]
    #[inline(never)]
    fn look(&mut self) {
        if self.left == 0 && self.level().is_some_and(|level| level.left() == 0) {
            self.growing.grow(self.number);
        }
        self.move_on();
        // This is the last table, or another thread is filling the next.
        if self.left == 0
            && let Some(level) = self.level()
        {
            self.take(level, self.share(level));
        }
    }
}

impl Drop for Access<'_> {
    fn drop(&mut self) {
        self.give_back();
    }
}

impl<S> Transpositions<S, Entry> for Access<'_> {
    #[inline]
    fn probe(&self, key: u64, _: &S) -> Option<Entry> {
        self.table.as_ref()?.probe(key)
    }

    #[inline]
    fn store(&mut self, key: u64, _: &S, entry: Entry) {
        if self.left == 0 || self.growing.current.load(Ordering::Relaxed) != self.number {
            self.look();
        }
        if let Some(table) = &mut self.table {
            self.left -= u64::from(table.insert(key, entry));
        }
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        if let Some(table) = &self.table {
            table.prefetch(key);
        }
    }

    fn counters(&self) -> Counters {
        self.table.as_ref().map(Handle::counters).unwrap_or_default()
    }

    fn is_savable(&self) -> bool {
        self.table.is_some()
    }

    fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        self.table.as_ref().map_or(Ok(()), |table| Transpositions::<S, _>::save(table, out))
    }

    fn load(&mut self, input: &mut StateReader) -> io::Result<()> {
        let (entries, mut number) = (input.number()?, None);
        while self.left < entries && number != Some(self.number) {
            number = Some(self.number);
            self.growing.grow(self.number);
            self.move_on();
        }
        self.level().map_or(Ok(()), |level| level.table.load(input))
    }
}

/// The memory that a search's settings keep from one search to the next. A clone starts
/// with none, and of two searches at the same time one gets fresh memory.
#[derive(Debug, Default)]
pub(crate) struct Kept(Mutex<Growing>);

impl Kept {
    /// Runs `search` on a table of at most `bytes` bytes, empty unless it is to `remember`. Moving to
    /// a larger one ends with the time of the `meter`, unless its checkpoints are to have all entries.
    pub(crate) fn lend<T>(
        &self,
        bytes: usize,
        remember: bool,
        meter: &mut Meter,
        search: impl FnOnce(&Growing, &mut Meter) -> T,
    ) -> T {
        let lend = |table: &mut Growing| {
            table.begin(bytes, remember);
            table.deadline = meter.deadline();
            search(table, meter)
        };
        match self.0.try_lock() {
            Ok(mut table) => lend(&mut table),
            // A search that panicked leaves a table in order: entries are written whole.
            Err(TryLockError::Poisoned(poisoned)) => lend(&mut poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => lend(&mut Growing::default()),
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let growing = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(first) = growing.levels[0].take() {
            // At the end of a thread there is no next search.
            let _ = SPARE.try_with(|spare| spare.set(Some(first)));
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
    use std::io::{Read, Write};

    use super::*;
    use tesuji_core::{Budget, CheckpointStore, Checkpoints, Silent};
    use tesuji_zobrist::{Bound, exact_key};

    const ENTRY: Entry = Entry {
        score: 0,
        bound: Bound::Exact,
        depth: 1,
        to_the_end: false,
        choice: None,
        worth: 1,
    };

    /// Stores this many positions by each of the threads. Returns how many are there afterwards.
    fn fill(growing: &Growing, threads: usize, positions: u64) -> usize {
        let keys = |thread: usize| (0..positions).map(move |n| exact_key(n << 8 | thread as u64));
        std::thread::scope(|scope| {
            for thread in 0..threads {
                scope.spawn(move || {
                    let mut access = growing.access(threads);
                    keys(thread).for_each(|key| access.store(key, &(), ENTRY));
                });
            }
        });
        let access = growing.access(threads);
        (0..threads).flat_map(keys).filter(|&key| access.probe(key, &()).is_some()).count()
    }

    #[test]
    fn a_larger_table_has_the_entries_of_the_smaller_one() {
        let mut growing = Growing::default();
        for threads in [1, 2, 3] {
            growing.begin(32 << 20, false);
            // More than the first table takes, less than the second.
            let positions = 100_000 / threads;
            let kept = fill(&growing, threads, positions as u64);
            assert_eq!(growing.current.load(Ordering::Relaxed), 1);
            // Some entries are replaced, and some are stored while others are copied.
            let least = if threads == 1 { 75_000 } else { 50_000 };
            assert!(kept > least, "{kept} with {threads} threads");
        }
    }

    struct Nowhere;

    impl CheckpointStore for Nowhere {
        fn load(&self, _: &str, _: &mut dyn FnMut(&mut dyn Read) -> io::Result<()>) -> bool {
            false
        }

        fn save(
            &self,
            _: &str,
            _: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
        ) -> io::Result<()> {
            Ok(())
        }

        fn warn(&self, _: &str) {}
    }

    /// To clear a table, or to move all entries to one, may take longer than the search has; but none
    /// is lost to a checkpoint.
    #[test]
    fn nothing_is_moved_to_a_larger_table_after_the_deadline() {
        let unlimited = Budget::unlimited();
        let late = Budget::unlimited().deadline(Instant::now());
        let saved = late.clone().checkpoints(Checkpoints::new(Nowhere));
        let kept = Kept::default();
        // There is no larger one, then there is one.
        for (budget, number, are_moved) in
            [(&late, 0, true), (&saved, 1, true), (&unlimited, 1, true), (&late, 1, false)]
        {
            let mut silent = Silent;
            let meter = &mut Meter::new(budget, &mut silent);
            kept.lend(32 << 20, false, meter, |growing, _| {
                let known = fill(growing, 1, 100_000);
                assert_eq!(growing.current.load(Ordering::Relaxed), number);
                assert_eq!(known > 50_000, are_moved, "{known}");
            });
        }
    }

    #[test]
    fn the_tables_together_take_what_they_may() {
        for bytes in [1 << 12, 300_000, 1 << 20, 5 << 20, 8 << 20, 13 << 20, 20 << 20] {
            let mut growing = Growing::default();
            growing.begin(bytes, false);
            let mut sizes = Vec::new();
            while let Some(level) = growing.level(sizes.len()) {
                sizes.push(level.table.bytes());
            }
            let sum: usize = sizes.iter().sum();
            assert!(sum <= bytes && sum > bytes - 64 * sizes.len(), "{sizes:?} for {bytes}");
            assert!(sizes.windows(2).all(|two| two[1] >= 2 * two[0]), "{sizes:?}");
        }
    }

    #[test]
    fn what_threads_did_not_add_is_left_for_the_next_search() {
        let mut growing = Growing::default();
        growing.begin(1 << 18, true);
        for _ in 0..3 {
            drop((growing.access(2), growing.access(2), growing.access(2)));
        }
        let level = growing.level(0).unwrap();
        assert_eq!(level.left(), level.limit());
    }

    #[test]
    fn searches_with_settings_of_their_own_share_the_first_table_of_their_thread() {
        let key = exact_key(1);
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let meter = &mut Meter::new(&budget, &mut silent);
        for is_there in [false, true] {
            assert_eq!(SPARE.take().map(|spare| SPARE.set(Some(spare))).is_some(), is_there);
            Kept::default().lend(8 << 20, false, meter, |growing, _| {
                assert!(SPARE.take().is_none(), "it is in use");
                let mut access = growing.access(1);
                assert_eq!(access.probe(key, &()), None, "it is empty");
                access.store(key, &(), ENTRY);
            });
        }
        Kept::default().lend(1 << 20, false, meter, |growing, _| {
            assert_eq!(growing.bytes(), 1 << 20, "one of another size is not taken");
        });
    }
}
