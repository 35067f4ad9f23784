//! Checkpoints: the state of a long computation, saved from time to time so that the same
//! computation can go on after an interruption.

use crate::Instant;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::Meter;

/// Where checkpoints are kept.
///
/// A store belongs to one command. The computations of the command are distinguished by *sections*:
/// a text that names the algorithm, its parameters and the position.
pub trait CheckpointStore: Send + Sync {
    /// Shows the content of the newest intact checkpoint of a section to `read`, and returns
    /// whether there is one. If `read` refuses one, an older one is shown.
    fn load(&self, section: &str, read: &mut dyn FnMut(&mut dyn Read) -> io::Result<()>) -> bool;

    /// Saves what `write` writes as the newest checkpoint of a section. The one before stays until
    /// the new one is complete.
    ///
    /// # Errors
    /// The checkpoint could not be written; those before are as they were.
    fn save(
        &self,
        section: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()>;

    /// Receives a message that the user should see although the computation continues.
    fn warn(&self, message: &str);
}

/// A [`CheckpointStore`] in memory: for tests, and to interrupt a computation within a process.
/// Clones share it.
#[derive(Clone, Debug, Default)]
pub struct InMemory(Arc<Mutex<BTreeMap<String, Vec<u8>>>>);

impl InMemory {
    /// The sections that have a checkpoint.
    #[must_use]
    pub fn sections(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }
}

impl CheckpointStore for InMemory {
    fn load(&self, section: &str, read: &mut dyn FnMut(&mut dyn Read) -> io::Result<()>) -> bool {
        let saved = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        saved.get(section).is_some_and(|bytes| read(&mut &bytes[..]).is_ok())
    }

    fn save(
        &self,
        section: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(section.to_owned(), bytes);
        Ok(())
    }

    fn warn(&self, _: &str) {}
}

/// The checkpoints of a command: a [store](CheckpointStore), and how often something is saved in
/// it. Clones share both.
///
/// A [`Budget`](crate::Budget) carries them to the searches, which offer their state at safe points
/// through [`Meter::save`]. Searches without safe points ignore them.
///
/// # Example
/// ```
/// use tesuji_core::Checkpoints;
/// use tesuji_core::checkpoint::InMemory;
///
/// let checkpoints = Checkpoints::new(InMemory::default());
/// checkpoints.save("sum up to 10", &mut |out| out.number(45));
/// let sum = checkpoints.load("sum up to 10", |input| input.number());
/// assert_eq!(sum, Some(45));
/// ```
#[derive(Clone)]
pub struct Checkpoints(Arc<Shared>);

struct Shared {
    store: Box<dyn CheckpointStore>,
    /// The interval, if it was set.
    every: Option<Duration>,
    since: Instant,
    /// By section: one that is saved quickly does not wait for one that takes long.
    clocks: Mutex<BTreeMap<String, Clock>>,
    /// Whether the user knows that saving fails.
    is_failing: AtomicBool,
    /// The warnings that were shown.
    shown: Mutex<BTreeSet<String>>,
    results: Mutex<Option<Results>>,
}

/// The results of parts of the command, by key.
#[derive(Default)]
struct Results {
    known: BTreeMap<String, Vec<u8>>,
    /// Whether some are in no checkpoint.
    is_new: bool,
}

/// When the last checkpoint of a section was saved.
#[derive(Clone, Copy)]
struct Clock {
    last: Instant,
    /// How long that took.
    took: Duration,
}

impl Checkpoints {
    /// The interval between two checkpoints, if none is [set](Self::every).
    pub const INTERVAL: Duration = Duration::from_secs(60);

    /// Saving takes at most one part in `SHARE` of the time, if no interval is [set](Self::every).
    pub const SHARE: u32 = 50;

    /// Checkpoints in `store`: of each section one in [`INTERVAL`](Self::INTERVAL), or less often
    /// if saving it takes more than one part in [`SHARE`](Self::SHARE) of the time.
    pub fn new(store: impl CheckpointStore + 'static) -> Self {
        Self::with(Box::new(store), None)
    }

    /// Checkpoints in `store` at this interval, or less often if saving takes more than half of the
    /// time; with an interval of zero, at each safe point.
    pub fn every(store: impl CheckpointStore + 'static, interval: Duration) -> Self {
        Self::with(Box::new(store), Some(interval))
    }

    fn with(store: Box<dyn CheckpointStore>, every: Option<Duration>) -> Self {
        Checkpoints(Arc::new(Shared {
            store,
            every,
            since: Instant::now(),
            clocks: Mutex::default(),
            is_failing: AtomicBool::new(false),
            shown: Mutex::default(),
            results: Mutex::default(),
        }))
    }

    /// Whether the interval since the last checkpoint of a section is over.
    #[must_use]
    pub fn is_due(&self, section: &str) -> bool {
        self.is_due_in(section, 1)
    }

    /// Whether a tenth of it is over: at the end of a computation that is followed by another,
    /// whose result is then saved.
    pub(crate) fn is_worthwhile(&self, section: &str) -> bool {
        self.is_due_in(section, 10)
    }

    fn is_due_in(&self, section: &str, parts: u32) -> bool {
        let never = Clock { last: self.0.since, took: Duration::ZERO };
        let clock = self.clocks().get(section).copied().unwrap_or(never);
        clock.last.elapsed() >= Self::interval(self.0.every, clock.took) / parts
    }

    /// The time from a checkpoint that it took so long to save to the next one, if this interval or
    /// none was [set](Self::every).
    #[must_use]
    pub fn interval(every: Option<Duration>, took: Duration) -> Duration {
        match every {
            None => Self::INTERVAL.max(took.saturating_mul(Self::SHARE)),
            Some(Duration::ZERO) => Duration::ZERO,
            Some(every) => every.max(took),
        }
    }

    fn clocks(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Clock>> {
        self.0.clocks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    const RESULTS: &str = "results";

    fn with_results<T>(&self, act: impl FnOnce(&mut Results) -> T) -> T {
        let mut results = self.0.results.lock().unwrap_or_else(PoisonError::into_inner);
        act(results.get_or_insert_with(|| {
            let known = self.load(Self::RESULTS, |input| {
                let mut known = BTreeMap::new();
                for _ in 0..input.number()? {
                    let (mut key, mut result) = (Vec::new(), Vec::new());
                    input.bytes(&mut key)?;
                    input.bytes(&mut result)?;
                    known.insert(String::from_utf8(key).map_err(|_| unfit("a key"))?, result);
                }
                Ok(known)
            });
            Results { known: known.unwrap_or_default(), is_new: false }
        }))
    }

    /// The result of a part of the command, one of many such as the games of a match, if it was
    /// [added](Self::add_result) now or before an interruption.
    #[must_use]
    pub fn result(&self, key: &str) -> Option<Vec<u8>> {
        self.with_results(|results| results.known.get(key).cloned())
    }

    /// Adds the result of a part, and saves all results if that is due. They stay in memory.
    pub fn add_result(&self, key: &str, result: Vec<u8>) {
        self.with_results(|results| {
            results.known.insert(key.to_owned(), result);
            results.is_new = true;
        });
        if self.is_due(Self::RESULTS) {
            self.save_results();
        }
    }

    /// Saves all results, if there are new ones: at the end of a command that was interrupted.
    pub fn save_results(&self) {
        self.with_results(|results| {
            if !std::mem::take(&mut results.is_new) {
                return;
            }
            let known = &results.known;
            results.is_new = !self.save_section(Self::RESULTS, &mut |out| {
                out.number(known.len() as u64)?;
                known.iter().try_for_each(|(key, result)| {
                    out.bytes(key.as_bytes())?;
                    out.bytes(result)
                })
            });
        });
    }

    /// Saves a checkpoint of a section, and the results that are in none. If that fails, the user
    /// is warned once, and the next interval begins: the computation continues, and what was saved
    /// before remains.
    pub fn save(&self, section: &str, write: &mut dyn FnMut(&mut StateWriter) -> io::Result<()>) {
        self.save_section(section, write);
        let has_results = self.0.results.lock().is_ok_and(|results| results.is_some());
        if has_results {
            self.save_results();
        }
    }

    /// Saves a checkpoint; whether that succeeds.
    fn save_section(
        &self,
        section: &str,
        write: &mut dyn FnMut(&mut StateWriter) -> io::Result<()>,
    ) -> bool {
        let started = Instant::now();
        let saved = self.0.store.save(section, &mut |out| write(&mut StateWriter(out)));
        let last = Instant::now();
        let clock = Clock { last, took: last - started };
        self.clocks().insert(section.to_owned(), clock);
        let was_failing = self.0.is_failing.swap(saved.is_err(), Ordering::Relaxed);
        if let (Err(error), false) = (&saved, was_failing) {
            self.0.store.warn(&format!("cannot save a checkpoint: {error}; continuing without"));
        }
        saved.is_ok()
    }

    /// What `read` makes of the newest checkpoint of a section that it accepts; `None` if there is
    /// none.
    pub fn load<T>(
        &self,
        section: &str,
        mut read: impl FnMut(&mut StateReader) -> io::Result<T>,
    ) -> Option<T> {
        let mut found = None;
        let is_found = self.0.store.load(section, &mut |input| {
            found = Some(read(&mut StateReader(input))?);
            Ok(())
        });
        found.filter(|_| is_found)
    }

    /// Shows a warning to the user, each text once: several parts of a command may have the same.
    pub fn warn(&self, message: &str) {
        let mut shown = self.0.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.insert(message.to_owned()) {
            self.0.store.warn(message);
        }
    }
}

impl fmt::Debug for Checkpoints {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("Checkpoints").field("every", &self.0.every).finish_non_exhaustive()
    }
}

/// An unsigned integer as [`StateWriter`] and [`StateReader`] take it: little-endian.
pub trait Word: Copy + Default {
    /// Appends the bytes.
    fn put(self, out: &mut Vec<u8>);

    /// Takes the bytes, as many as the type has.
    fn take(bytes: &[u8]) -> Self;
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Word for $word {
            #[inline]
            fn put(self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }

            #[inline]
            fn take(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<$word>()];
                own.copy_from_slice(bytes);
                <$word>::from_le_bytes(own)
            }
        }
    )*};
}
words!(u8, u16, u32, u64, u128);

/// How many bytes are converted at a time.
const CHUNK: usize = 1 << 14;

/// Writes the state of a computation to its checkpoint.
pub struct StateWriter<'w>(&'w mut dyn Write);

impl<'w> StateWriter<'w> {
    /// Writes to `out`.
    pub fn new(out: &'w mut dyn Write) -> Self {
        StateWriter(out)
    }

    /// Writes a number.
    ///
    /// # Errors
    /// Those of the output.
    pub fn number(&mut self, number: u64) -> io::Result<()> {
        self.0.write_all(&number.to_le_bytes())
    }

    /// Writes bytes with their length.
    ///
    /// # Errors
    /// Those of the output.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.number(bytes.len() as u64)?;
        self.0.write_all(bytes)
    }

    /// Writes words without their number.
    ///
    /// # Errors
    /// Those of the output.
    pub fn words<T: Word>(&mut self, words: &[T]) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(CHUNK);
        for words in words.chunks(CHUNK / size_of::<T>()) {
            bytes.clear();
            words.iter().for_each(|word| word.put(&mut bytes));
            self.0.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Writes a vector with its length and its capacity.
    ///
    /// # Errors
    /// Those of the output.
    pub fn list<T: Word>(&mut self, list: &Vec<T>) -> io::Result<()> {
        self.number(list.len() as u64)?;
        self.number(list.capacity() as u64)?;
        self.words(list)
    }

    /// Writes records of any length, each as `put` appends it to a buffer.
    ///
    /// # Errors
    /// Those of the output.
    pub fn records<T>(
        &mut self,
        records: impl IntoIterator<Item = T>,
        mut put: impl FnMut(T, &mut Vec<u8>),
    ) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(2 * CHUNK);
        for record in records {
            put(record, &mut bytes);
            if bytes.len() >= CHUNK {
                self.bytes(&bytes)?;
                bytes.clear();
            }
        }
        if !bytes.is_empty() {
            self.bytes(&bytes)?;
        }
        self.number(0)
    }
}

/// Reads the state of a computation from its checkpoint.
///
/// Each method fails if the input does, or ends too early.
pub struct StateReader<'r>(&'r mut dyn Read);

/// The error of a checkpoint that does not fit the computation.
fn unfit(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("it does not fit the computation: {why}"))
}

impl<'r> StateReader<'r> {
    /// Reads from `input`.
    pub fn new(input: &'r mut dyn Read) -> Self {
        StateReader(input)
    }

    /// Reads a number.
    ///
    /// # Errors
    /// See [`StateReader`].
    pub fn number(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.0.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// Reads a number that is at most `max`.
    ///
    /// # Errors
    /// See [`StateReader`]; the number is larger.
    pub fn number_up_to(&mut self, max: usize) -> io::Result<usize> {
        let number = usize::try_from(self.number()?).ok().filter(|&number| number <= max);
        number.ok_or_else(|| unfit("a number is too large"))
    }

    /// Reads a number of the type `T`.
    ///
    /// # Errors
    /// See [`StateReader`]; the number does not fit the type.
    pub fn small<T: TryFrom<u64>>(&mut self) -> io::Result<T> {
        T::try_from(self.number()?).map_err(|_| unfit("a number is too large"))
    }

    /// Fails unless the next number is `expected`.
    ///
    /// # Errors
    /// See [`StateReader`]; it is another number.
    pub fn expect(&mut self, expected: u64) -> io::Result<()> {
        if self.number()? == expected { Ok(()) } else { Err(unfit("another size")) }
    }

    /// Reads bytes with their length into `bytes`.
    ///
    /// # Errors
    /// See [`StateReader`].
    pub fn bytes(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        let length = self.number()?;
        bytes.clear();
        let read = (&mut *self.0).take(length).read_to_end(bytes)?;
        if read as u64 == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    /// Fills `words`.
    ///
    /// # Errors
    /// See [`StateReader`].
    pub fn words<T: Word>(&mut self, words: &mut [T]) -> io::Result<()> {
        let mut bytes = [0; CHUNK];
        for words in words.chunks_mut(CHUNK / size_of::<T>()) {
            let bytes = &mut bytes[..size_of_val(words)];
            self.0.read_exact(bytes)?;
            for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(size_of::<T>())) {
                *word = T::take(bytes);
            }
        }
        Ok(())
    }

    /// Reads a vector that [`StateWriter::list`] wrote, with the capacity it had, and claims its
    /// memory.
    ///
    /// # Errors
    /// See [`StateReader`]; [`io::ErrorKind::OutOfMemory`] if the budget or the machine has less
    /// memory.
    pub fn list<T: Word>(&mut self, meter: &mut Meter) -> io::Result<Vec<T>> {
        let (length, capacity) = (self.small::<usize>()?, self.small::<usize>()?);
        if length > capacity {
            return Err(unfit("a list is longer than its memory"));
        }
        let mut list = reserved(capacity, meter)?;
        self.append(&mut list, length)?;
        Ok(list)
    }

    /// Reads a vector that [`StateWriter::list`] wrote and that is not claimed, because it is
    /// small.
    ///
    /// # Errors
    /// See [`StateReader`].
    pub fn small_list<T: Word>(&mut self) -> io::Result<Vec<T>> {
        let (length, _) = (self.small::<usize>()?, self.number()?);
        let mut list = Vec::new();
        self.append(&mut list, length)?;
        Ok(list)
    }

    /// Reads `length` words to the end of `list`. A length that is not true fills no memory.
    fn append<T: Word>(&mut self, list: &mut Vec<T>, mut length: usize) -> io::Result<()> {
        while length > 0 {
            let (start, piece) = (list.len(), length.min(CHUNK));
            list.try_reserve(piece).map_err(|_| io::ErrorKind::OutOfMemory)?;
            list.resize(start + piece, T::default());
            self.words(&mut list[start..])?;
            length -= piece;
        }
        Ok(())
    }

    /// Reads the capacity of a vector, and returns an empty one with that capacity, whose memory is
    /// claimed.
    ///
    /// # Errors
    /// See [`StateReader`]; [`io::ErrorKind::OutOfMemory`] if the budget or the machine has less
    /// memory.
    pub fn reserved<T>(&mut self, meter: &mut Meter) -> io::Result<Vec<T>> {
        reserved(self.small()?, meter)
    }

    /// Reads records that [`StateWriter::records`] wrote: `take` reads one or more from the front
    /// of the bytes, of which it must leave none of a record behind.
    ///
    /// # Errors
    /// See [`StateReader`]; `take` fails.
    pub fn records(
        &mut self,
        mut take: impl FnMut(&mut &[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut bytes = Vec::new();
        loop {
            self.bytes(&mut bytes)?;
            if bytes.is_empty() {
                return Ok(());
            }
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                let before = rest.len();
                take(&mut rest)?;
                if rest.len() >= before {
                    return Err(unfit("an empty record"));
                }
            }
        }
    }
}

/// An empty vector of this capacity, whose memory is claimed.
pub(crate) fn reserved<T>(capacity: usize, meter: &mut Meter) -> io::Result<Vec<T>> {
    let mut list = Vec::new();
    let full = || io::Error::from(io::ErrorKind::OutOfMemory);
    let bytes = capacity.checked_mul(size_of::<T>()).ok_or_else(full)?;
    meter.claim(bytes).map_err(|_| full())?;
    list.try_reserve_exact(capacity).map_err(|_| full())?;
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_is_longer_than_the_checkpoint_takes_no_memory_for_its_length() {
        let mut bytes = Vec::new();
        let list: Vec<u16> = (0..40_000).collect();
        StateWriter::new(&mut bytes).list(&list).unwrap();
        assert_eq!(StateReader::new(&mut &bytes[..]).small_list().ok(), Some(list));

        bytes[..8].copy_from_slice(&u64::to_le_bytes(isize::MAX as u64));
        let read = StateReader::new(&mut &bytes[..]).small_list::<u16>();
        assert_eq!(read.map_err(|error| error.kind()), Err(io::ErrorKind::UnexpectedEof));
    }

    #[test]
    fn a_section_that_is_saved_quickly_does_not_wait_for_one_that_takes_long() {
        let checkpoints = Checkpoints::new(InMemory::default());
        let minutes = |number: u64| Duration::from_secs(60 * number);
        let Some(last) = Instant::now().checked_sub(minutes(2)) else { return };
        for (section, took) in [("quick", Duration::ZERO), ("slow", minutes(1))] {
            checkpoints.clocks().insert(section.to_owned(), Clock { last, took });
        }
        assert!(checkpoints.is_due("quick"));
        assert!(!checkpoints.is_due("slow") && !checkpoints.is_due("never"));
    }

    #[test]
    fn saving_takes_at_most_half_of_the_time_at_any_interval_but_zero() {
        let minutes = |number: u64| Duration::from_secs(60 * number);
        let Some(last) = Instant::now().checked_sub(minutes(2)) else { return };
        for (every, is_due) in [(Duration::ZERO, true), (Duration::from_millis(1), false)] {
            let checkpoints = Checkpoints::every(InMemory::default(), every);
            for (section, took) in [("quick", minutes(1)), ("slow", minutes(60))] {
                checkpoints.clocks().insert(section.to_owned(), Clock { last, took });
            }
            assert!(checkpoints.is_due("quick"));
            assert_eq!(checkpoints.is_due("slow"), is_due);
        }
    }
}
