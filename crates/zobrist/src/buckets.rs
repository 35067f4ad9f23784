//! Cache lines, slots and replacement: the part that all tables share.

use std::io;
use std::marker::PhantomData;

use tesuji_core::checkpoint::Word as _;
use tesuji_core::{Instant, StateReader, StateWriter};

use crate::generations::Generations;
use crate::huge_pages;
use crate::line::{LINE_BYTES, LINE_WORDS, Line, Word};
use crate::prefetch::prefetch;
use crate::shape::{KEPT_BITS, is_late};
use crate::{Payload, Shape, TableError, Words};

/// A table of cache lines, each a bucket of a few entries.
///
/// An entry is its head word (generation, and the key's low 56 bits, most of them sealed with the
/// payload where threads share the line), followed by the words of the payload. The key's high
/// bits select the line, by a multiplication instead of a remainder (Lemire, "Fast Random
/// Integer Generation in an Interval", ACM Transactions on Modeling and Computer Simulation
/// 29, 2019), so any number of lines is allowed. The keys of one of n lines are at most 2⁶⁴/n
/// consecutive numbers: with n ≥ 2⁸ no two of them agree in their 56 low bits.
#[derive(Debug)]
pub(crate) struct Buckets<W, P> {
    lines: Vec<Line<W>>,
    generations: Generations,
    payload: PhantomData<P>,
}

/// The slot that an entry was written to, and what it replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    /// The index of the slot in the whole table.
    pub(crate) slot: usize,
    pub(crate) instead_of: InsteadOf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InsteadOf {
    /// The slot was free, or its entry forgotten.
    Nothing,
    /// An older entry of the same position.
    Same,
    /// An entry of another position.
    Other,
}

impl<W: Word, P: Payload> Buckets<W, P> {
    const ENTRY_WORDS: usize = 1 + P::Words::COUNT;
    pub(crate) const WAYS: usize = LINE_WORDS / Self::ENTRY_WORDS;

    /// As many lines as fit into `bytes`, if the data beside a line takes `bytes_beside` more than
    /// the line. Clearing them ends at the deadline.
    pub(crate) fn new(
        bytes: usize,
        bytes_beside: usize,
        deadline: Option<Instant>,
    ) -> Result<Self, TableError> {
        /// How many lines are cleared from one look at the clock to the next: 2 MiB.
        const BETWEEN_LOOKS: usize = 1 << 15;
        let bytes_per_line = LINE_BYTES.saturating_add(bytes_beside);
        let count = bytes / bytes_per_line;
        if count == 0 {
            return Err(TableError::TooSmall { bytes, min_bytes: bytes_per_line });
        }
        let mut lines: Vec<Line<W>> = Vec::new();
        lines.try_reserve_exact(count).map_err(|_| TableError::OutOfMemory { bytes })?;
        huge_pages::prefer(lines.spare_capacity_mut());
        while lines.len() < count {
            if is_late(deadline) {
                return Err(TableError::NoTime { bytes });
            }
            lines.resize_with(count.min(lines.len() + BETWEEN_LOOKS), Line::zero);
        }
        Ok(Buckets { lines, generations: Generations::FIRST, payload: PhantomData })
    }

    pub(crate) fn shape(&self) -> Shape {
        Shape { lines: self.lines.len(), ways: Self::WAYS }
    }

    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(&self.lines[self.line_of(key)]);
    }

    /// The entry with this key in a slot that `accepted` admits.
    #[inline(always)]
    pub(crate) fn find(&self, key: u64, mut accepted: impl FnMut(usize) -> bool) -> Option<P> {
        let line = self.line_of(key);
        (0..Self::WAYS).find_map(|way| {
            let payload = self.read_if_of(line, way, key)?;
            accepted(line * Self::WAYS + way).then(|| P::unpack(payload))
        })
    }

    /// Writes an entry over one with the same key in a slot that `accepted` admits; else to a
    /// free slot of its line; else over the entry that has the least worth left.
    #[inline(always)]
    pub(crate) fn insert(
        &self,
        key: u64,
        payload: P,
        accepted: impl FnMut(usize) -> bool,
    ) -> Placed {
        let line = self.line_of(key);
        let (way, instead_of) = self.choose(line, key, accepted);
        self.write(line, way, self.generations.head(key), payload.pack());
        Placed { slot: line * Self::WAYS + way, instead_of }
    }

    /// Starts a new generation: the entries written so far lose worth.
    pub(crate) fn new_search(&mut self) {
        self.generations = self.generations.next().unwrap_or_else(|| {
            let old = self.generations;
            self.rewrite(|head, payload| {
                old.renumber(head).map_or((0, P::Words::from_fn(|_| 0)), |head| (head, payload))
            });
            Generations::renumbered()
        });
    }

    /// Forgets all entries.
    pub(crate) fn clear(&mut self) {
        self.generations = self.generations.next_forgetting().unwrap_or_else(|| {
            self.rewrite(|_, _| (0, P::Words::from_fn(|_| 0)));
            Generations::FIRST
        });
    }

    /// All live entries with their full keys, line by line.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u64, P)> {
        self.slots().map(|(_, key, payload)| (key, payload))
    }

    /// The same with their slots.
    pub(crate) fn slots(&self) -> impl Iterator<Item = (usize, u64, P)> {
        let slots =
            (0..self.lines.len()).flat_map(|line| (0..Self::WAYS).map(move |way| (line, way)));
        slots.filter_map(|(line, way)| {
            let (head, payload) = self.read(line, way);
            let live = self.generations.is_live(head);
            let slot = line * Self::WAYS + way;
            live.then(|| (slot, self.whole_key(line, head), P::unpack(payload)))
        })
    }

    /// Writes how many entries there is room for, and all live ones, for [`read_entries`].
    pub(crate) fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        out.number(self.shape().entries() as u64)?;
        out.records(self.entries(), |(key, payload), bytes| {
            key.put(bytes);
            payload.pack().as_ref().iter().for_each(|word| word.put(bytes));
        })
    }

    /// The full key of an entry in this line, of which its head holds the low bits. In a table of
    /// fewer than 2⁸ lines it is one of several candidates.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "below 2⁶⁴, as the line is below the count"
    )]
    fn whole_key(&self, line: usize, head: u64) -> u64 {
        let least = (((line as u128) << u64::BITS).div_ceil(self.lines.len() as u128)) as u64;
        let kept = u64::MAX >> (u64::BITS - KEPT_BITS);
        let key = least & !kept | head & kept;
        if key < least { key.wrapping_add(kept + 1) } else { key }
    }

    /// Replaces each entry by the result of `change`.
    fn rewrite(&mut self, change: impl Fn(u64, P::Words) -> (u64, P::Words)) {
        for line in 0..self.lines.len() {
            for way in 0..Self::WAYS {
                let (head, payload) = self.read(line, way);
                let (head, payload) = change(head, payload);
                self.write(line, way, head, payload);
            }
        }
    }

    /// The slot of the line where an entry with this key belongs, and what it replaces.
    #[inline(always)]
    fn choose(
        &self,
        line: usize,
        key: u64,
        mut accepted: impl FnMut(usize) -> bool,
    ) -> (usize, InsteadOf) {
        const FREE: i32 = i32::MIN;
        let (mut least, mut chosen) = (i32::MAX, 0);
        for way in 0..Self::WAYS {
            if self.read_if_of(line, way, key).is_some() && accepted(line * Self::WAYS + way) {
                return (way, InsteadOf::Same);
            }
            let (head, payload) = self.read(line, way);
            let left = if self.generations.is_live(head) {
                let lost = i32::from(P::AGING) * i32::from(self.generations.age(head));
                i32::from(P::worth(payload)) - lost
            } else {
                FREE
            };
            if left < least {
                (least, chosen) = (left, way);
            }
        }
        (chosen, if least == FREE { InsteadOf::Nothing } else { InsteadOf::Other })
    }

    /// The payload of this slot if its entry is live and has this key. Most have not, as the bits
    /// of the key without a seal tell.
    #[inline(always)]
    fn read_if_of(&self, line: usize, way: usize, key: u64) -> Option<P::Words> {
        let head = self.entry(line, way)[0].get();
        if !same_key(head & !W::SEALED, key & !W::SEALED) {
            return None;
        }
        let (head, payload) = self.read(line, way);
        (same_key(head, key) && self.generations.is_live(head)).then_some(payload)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below the number of lines")]
    fn line_of(&self, key: u64) -> usize {
        ((u128::from(key) * self.lines.len() as u128) >> u64::BITS) as usize
    }

    #[inline]
    fn read(&self, line: usize, way: usize) -> (u64, P::Words) {
        let entry = self.entry(line, way);
        let payload = P::Words::from_fn(|index| entry[1 + index].get());
        (entry[0].get() ^ W::seal(payload.as_ref()), payload)
    }

    #[inline]
    fn write(&self, line: usize, way: usize, head: u64, payload: P::Words) {
        let entry = self.entry(line, way);
        entry[0].set(head ^ W::seal(payload.as_ref()));
        for (target, &word) in entry[1..].iter().zip(payload.as_ref()) {
            target.set(word);
        }
    }

    #[inline]
    fn entry(&self, line: usize, way: usize) -> &[W] {
        &self.lines[line].words()[way * Self::ENTRY_WORDS..][..Self::ENTRY_WORDS]
    }
}

/// Reads what [`Transpositions::save`](crate::Transpositions::save) wrote after the number of
/// entries that the table had room for: shows each entry with its key to `store`.
///
/// # Errors
/// The input fails, or ends within an entry.
pub fn read_entries<P: Payload>(
    input: &mut StateReader,
    mut store: impl FnMut(u64, P),
) -> io::Result<()> {
    input.records(|bytes| {
        let length = (1 + P::Words::COUNT) * size_of::<u64>();
        let (entry, rest) = bytes.split_at_checked(length).ok_or(io::ErrorKind::UnexpectedEof)?;
        *bytes = rest;
        let word = |index: usize| u64::take(&entry[index * size_of::<u64>()..][..size_of::<u64>()]);
        store(word(0), P::unpack(P::Words::from_fn(|index| word(1 + index))));
        Ok(())
    })
}

/// Whether the head holds the low bits of this key.
#[inline]
fn same_key(head: u64, key: u64) -> bool {
    (head ^ key) << (u64::BITS - KEPT_BITS) == 0
}
