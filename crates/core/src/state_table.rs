use std::hash::Hash;
use std::io;

use crate::checkpoint::reserved;
use crate::hash::mix;
use crate::{Limit, Meter, StateReader, StateWriter};

/// The result of [`StateTable::insert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// The index of a state that was inserted.
    New(u32),
    /// The index of a state that was in the table before.
    Known(u32),
}

/// A hash table of states, numbered in the order of insertion, each with a datum `D`: for closed
/// lists and visited sets.
///
/// It uses open addressing over a vector of states. A slot has four bytes: the low bits hold the
/// index of the state, the others hash bits that avoid most comparisons. Memory is claimed from a
/// [`Meter`], so the table never exceeds the budget. It holds at most
/// 1,342,177,280 states (5/8 of 2³¹ slots); more end with [`Limit::Memory`].
#[derive(Debug)]
pub struct StateTable<S, D = ()> {
    entries: Vec<(S, D)>,
    /// `EMPTY`, or index and hash bits. The length is a power of two.
    slots: Vec<u32>,
    /// The number of bits of a slot that hold the index.
    index_bits: u32,
    /// The number of entries at which the slots must grow.
    full: usize,
}

const EMPTY: u32 = u32::MAX;

impl<S: Eq + Hash, D> StateTable<S, D> {
    const FIRST_BITS: u32 = 9;

    /// With this number of slots, few are in a processor's cache, and it is worth a look at two.
    const LARGE: usize = 1 << 20;

    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        StateTable { entries: Vec::new(), slots: Vec::new(), index_bits: 0, full: 0 }
    }

    /// The number of states.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "indices are u32")]
    pub fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Whether the table is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The state with this index.
    #[inline]
    #[must_use]
    pub fn state(&self, index: u32) -> &S {
        &self.entries[index as usize].0
    }

    /// The datum of the state with this index.
    #[inline]
    #[must_use]
    pub fn datum(&self, index: u32) -> &D {
        &self.entries[index as usize].1
    }

    /// The datum of the state with this index, mutable.
    #[inline]
    pub fn datum_mut(&mut self, index: u32) -> &mut D {
        &mut self.entries[index as usize].1
    }

    /// The index of `state`, if it is in the table.
    #[must_use]
    pub fn find(&self, state: &S) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        self.probe(state, mix(state)).ok()
    }

    /// Inserts `state` with `datum` unless the table has the state; then `datum` is dropped.
    ///
    /// # Errors
    /// [`Limit::Memory`] if the table would exceed the budget.
    #[inline]
    pub fn insert(&mut self, state: S, datum: D, meter: &mut Meter) -> Result<Inserted, Limit> {
        let hash = mix(&state);
        self.insert_hashed(state, hash, datum, meter)
    }

    /// [`insert`](Self::insert) for a caller that has the [`mix`] of `state`.
    ///
    /// # Errors
    /// [`Limit::Memory`] if the table would exceed the budget.
    #[inline(always)]
    pub fn insert_hashed(
        &mut self,
        state: S,
        hash: u64,
        datum: D,
        meter: &mut Meter,
    ) -> Result<Inserted, Limit> {
        if self.entries.len() >= self.full {
            self.grow(meter)?;
        }
        match self.probe(&state, hash) {
            Ok(index) => Ok(Inserted::Known(index)),
            Err(slot) => Ok(Inserted::New(self.add(state, hash, datum, slot, meter)?)),
        }
    }

    /// [`insert`](Self::insert) with a datum that is computed only if the table does not have the
    /// state; the state is not inserted if there is none.
    ///
    /// # Errors
    /// [`Limit::Memory`] if the table would exceed the budget.
    #[inline]
    pub fn insert_with(
        &mut self,
        state: S,
        datum: impl FnOnce(&S) -> Option<D>,
        meter: &mut Meter,
    ) -> Result<Option<Inserted>, Limit> {
        if self.entries.len() >= self.full {
            self.grow(meter)?;
        }
        let hash = mix(&state);
        match self.probe(&state, hash) {
            Ok(index) => Ok(Some(Inserted::Known(index))),
            Err(slot) => match datum(&state) {
                Some(datum) => self
                    .add(state, hash, datum, slot, meter)
                    .map(|index| Some(Inserted::New(index))),
                None => Ok(None),
            },
        }
    }

    /// Adds a state that is not in the table, at its free slot.
    #[inline(always)]
    fn add(
        &mut self,
        state: S,
        hash: u64,
        datum: D,
        slot: usize,
        meter: &mut Meter,
    ) -> Result<u32, Limit> {
        meter.make_room(&mut self.entries)?;
        let index = self.len();
        self.entries.push((state, datum));
        self.slots[slot] = index | self.tag(hash);
        Ok(index)
    }

    /// Sets the bits of those of `items`, 64 to a word, that are not found by a quick look: most of
    /// them are not in the table. `state` returns the state of an item and its [`mix`].
    ///
    /// It is branch-free, so that many memory accesses overlap. [`find`](Self::find) and
    /// [`insert`](Self::insert) instead wait for memory after every branch misprediction.
    #[inline(always)]
    pub fn mark_unknown<T>(
        &self,
        items: &[T],
        state: impl Fn(&T) -> (&S, u64),
        unknown: &mut Vec<u64>,
    ) {
        unknown.clear();
        if self.entries.is_empty() || self.slots.is_empty() {
            unknown.extend(items.chunks(64).map(|some| u64::MAX >> (64 - some.len())));
            return;
        }
        let (last, index_mask, mask) = (self.len() - 1, self.index_mask(), self.slots.len() - 1);
        let has = |slot: u32, hash| slot & !index_mask == self.tag(hash);
        let mut slots = [0; 64];
        for some in items.chunks(64) {
            // A loop in which each turn waits for one access has more of them under way.
            for (slot, item) in slots.iter_mut().zip(some) {
                let hash = state(item).1;
                let home = self.home(hash);
                *slot = self.slots[home];
                if self.slots.len() >= Self::LARGE {
                    let next = self.slots[(home + 1) & mask];
                    *slot = if has(*slot, hash) { *slot } else { next };
                }
            }
            let mut bits = 0;
            for (bit, (&slot, item)) in slots.iter().zip(some).enumerate() {
                let (state, hash) = state(item);
                // Without its hash bits it is not there: the last state is in the processor's
                // cache.
                let index = if has(slot, hash) { slot & index_mask } else { last };
                // An empty slot has the largest index, which `min` clamps.
                bits |= u64::from(*self.state(index.min(last)) != *state) << bit;
            }
            unknown.push(bits);
        }
    }

    /// The index of `state`, whose [`mix`] is `hash`, if it is in its home slot: `None` means
    /// nothing. Branch-free, as [`mark_unknown`](Self::mark_unknown).
    #[inline(always)]
    #[must_use]
    pub fn index_at_home(&self, state: &S, hash: u64) -> Option<u32> {
        if self.entries.is_empty() || self.slots.is_empty() {
            return None;
        }
        // An empty slot has the largest index, which `min` clamps to that of some state.
        let index = (self.slots[self.home(hash)] & self.index_mask()).min(self.len() - 1);
        (*self.state(index) == *state).then_some(index)
    }

    /// The index of the state, or else the free slot for it.
    #[inline(always)]
    fn probe(&self, state: &S, hash: u64) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let tag = self.tag(hash);
        let index_mask = self.index_mask();
        let mut slot = self.home(hash);
        loop {
            let content = self.slots[slot];
            if content == EMPTY {
                return Err(slot);
            }
            let index = content & index_mask;
            if content & !index_mask == tag && *self.state(index) == *state {
                return Ok(index);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The home slot of a state with this hash; there must be slots.
    #[inline(always)]
    fn home(&self, hash: u64) -> usize {
        (hash >> (64 - self.index_bits)) as usize & (self.slots.len() - 1)
    }

    /// The hash bits of a slot: from the low half of the hash, because the high bits select the
    /// slot.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "only 32 bits are needed")]
    fn tag(&self, hash: u64) -> u32 {
        (hash >> 8) as u32 & !self.index_mask()
    }

    /// The mask of a slot's index bits; there must be slots.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 slots")]
    fn index_mask(&self) -> u32 {
        (self.slots.len() - 1) as u32
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, meter: &mut Meter) -> Result<(), Limit> {
        // The slots are rebuilt from the states: the old ones are freed first, so that the peak is
        // the larger of the two, not their sum.
        let old = size_of_val(self.slots.as_slice());
        let room = meter.bytes_left().saturating_add(old);
        // Small tables grow fourfold: less than half the work of doubling.
        let bits = match self.index_bits {
            0 => Self::FIRST_BITS,
            bits @ ..18 if size_of::<u32>() << (bits + 2) <= room => bits + 2,
            bits => bits + 1,
        };
        if bits >= 32 || size_of::<u32>() << bits > room {
            return Err(Limit::Memory);
        }
        self.slots = Vec::new();
        meter.release(old);
        self.set_slots(bits, meter)?;
        let mask = self.slots.len() - 1;
        for index in 0..self.len() {
            let hash = mix(self.state(index));
            let mut slot = (hash >> (64 - bits)) as usize & mask;
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = index | self.tag(hash);
        }
        Ok(())
    }

    /// Makes `2^bits` empty slots.
    fn set_slots(&mut self, bits: u32, meter: &mut Meter) -> Result<(), Limit> {
        let count = 1usize << bits;
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| Limit::Memory)?;
        slots.resize(count, EMPTY);
        meter.claim(count * size_of::<u32>())?;
        self.slots = slots;
        self.index_bits = bits;
        self.full = count / 8 * 5;
        Ok(())
    }
}

impl<S: Eq + Hash> StateTable<S> {
    /// Writes the table to a checkpoint, with the states as `pack` appends them to a buffer.
    ///
    /// # Errors
    /// Those of the output.
    pub fn save(
        &self,
        out: &mut StateWriter,
        mut pack: impl FnMut(&S, &mut Vec<u8>),
    ) -> io::Result<()> {
        out.number(self.entries.len() as u64)?;
        out.number(self.entries.capacity() as u64)?;
        out.number(self.index_bits.into())?;
        out.records(&self.entries, |(state, ()), bytes| pack(state, bytes))
    }

    /// Reads a table that [`save`](Self::save) wrote, with the states as `unpack` takes them from
    /// the front of some bytes, and claims the memory that it had.
    ///
    /// # Errors
    /// Those of the input; [`io::ErrorKind::InvalidData`] if it is no such table, and
    /// [`io::ErrorKind::OutOfMemory`] if the budget or the machine has less memory.
    pub fn load(
        input: &mut StateReader,
        mut unpack: impl FnMut(&mut &[u8]) -> Option<S>,
        meter: &mut Meter,
    ) -> io::Result<Self> {
        let damaged = || io::Error::new(io::ErrorKind::InvalidData, "it is no table of states");
        let (length, capacity) = (input.small::<u32>()?, input.small::<usize>()?);
        let index_bits: u32 = input.small()?;
        if length as usize > capacity || index_bits >= 32 {
            return Err(damaged());
        }
        let mut table = Self::new();
        table.entries = reserved(capacity, meter)?;
        if index_bits > 0 {
            table.set_slots(index_bits, meter).map_err(|_| io::ErrorKind::OutOfMemory)?;
        }
        if length as usize > table.full {
            return Err(damaged());
        }
        input.records(|bytes| {
            let state = unpack(bytes).filter(|_| table.len() < length).ok_or_else(damaged)?;
            let hash = mix(&state);
            let Err(slot) = table.probe(&state, hash) else { return Err(damaged()) };
            table.slots[slot] = table.len() | table.tag(hash);
            table.entries.push((state, ()));
            Ok(())
        })?;
        if table.len() == length { Ok(table) } else { Err(damaged()) }
    }
}

impl<S: Eq + Hash, D> Default for StateTable<S, D> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Silent};

    #[test]
    fn states_keep_their_index_through_growth() {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let mut table = StateTable::new();
        // Multiples of 2^40: the low bits are all equal, as in a packed board.
        for n in 0..20_000u64 {
            assert_eq!(table.insert(n << 40, n, &mut meter), Ok(Inserted::New(n as u32)));
        }
        for n in 0..20_000u64 {
            assert_eq!(table.insert(n << 40, 0, &mut meter), Ok(Inserted::Known(n as u32)));
            assert_eq!((table.state(n as u32), table.datum(n as u32)), (&(n << 40), &n));
        }
        assert_eq!(table.find(&1), None);
        assert_eq!(table.len(), 20_000);
    }

    #[test]
    fn most_known_states_are_found_by_a_quick_look_and_no_others() {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let mut table = StateTable::new();
        let hashed =
            |numbers: std::ops::Range<u64>| numbers.map(|n| (n, mix(&n))).collect::<Vec<_>>();
        let items = hashed(0..5000);
        let unknown = |table: &StateTable<u64>| {
            let mut bits = Vec::new();
            table.mark_unknown(&items, |(state, hash)| (state, *hash), &mut bits);
            assert_eq!(bits.len(), items.len().div_ceil(64));
            let is_set = |&n: &u64| bits[n as usize / 64] >> (n % 64) & 1 == 1;
            assert!(!(5000..bits.len() as u64 * 64).any(|n| is_set(&n)), "there are no more items");
            (0..5000).filter(is_set).collect::<Vec<_>>()
        };
        assert_eq!(unknown(&table).len(), 5000, "an empty table knows nothing");
        let mut known_states = (0..5000).step_by(2).chain(5000..400_000);
        for states in [2500, 1 << 18] {
            known_states.by_ref().take((states - table.len()) as usize).for_each(|n| {
                table.insert(n, (), &mut meter).unwrap();
            });
            let unknown = unknown(&table);
            assert!((2500..3200).contains(&unknown.len()), "{} by {states} states", unknown.len());
            assert!(
                (1..5000).step_by(2).all(|n| unknown.contains(&n)),
                "they are not in the table"
            );
        }
    }

    #[test]
    fn a_table_never_outgrows_its_budget() {
        for memory in [0, 100, 10_000, 1_000_000] {
            let (budget, mut silent) = (Budget::unlimited().memory(memory), Silent);
            let mut meter = Meter::new(&budget, &mut silent);
            let mut table = StateTable::new();
            let limit = (0u64..).find_map(|n| table.insert(n, (), &mut meter).err());
            assert_eq!(limit, Some(Limit::Memory));
            assert!(meter.stats().peak_bytes <= memory);
            assert_eq!(table.find(&0).is_some(), !table.is_empty(), "still usable");
        }
    }
}
