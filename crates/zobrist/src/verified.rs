use std::{fmt, mem};

use crate::buckets::{Buckets, InsteadOf};
use crate::counters::Tallies;
use crate::line::{LINE_BYTES, OwnWord};
use crate::shape::KEPT_BITS;
use crate::{Counters, FIRST_BYTES, Payload, Shape, TableError, next_bytes};

/// A [`TranspositionTable`](crate::TranspositionTable) that stores the whole state with each entry
/// and compares it: a key collision can cost an entry, and never changes an answer. Meant for
/// proofs.
///
/// It begins small, and moves to a larger one when as many entries were added as it holds.
///
/// Even a poor key gives correct answers; [`Counters::collisions`] counts its failures.
/// Two positions with the same key can both be in the table. A miss rarely compares states, so
/// the cost is the memory, one more cache miss for each hit, and one more for each store.
///
/// # Example
/// ```
/// use tesuji_zobrist::{UctStatistics, VerifiedTable};
///
/// let mut table = VerifiedTable::new(1 << 20, "")?;
/// let once = UctStatistics { visits: 1, total: 1 };
/// table.store(99, &"a position", once);
/// assert_eq!(table.probe(99, &"a position"), Some(once));
/// assert_eq!(table.probe(99, &"another with the same key"), None);
/// assert_eq!(table.counters().collisions, 1);
/// # Ok::<(), tesuji_zobrist::TableError>(())
/// ```
pub struct VerifiedTable<S, P> {
    buckets: Buckets<OwnWord, P>,
    /// The state of each slot; meaningless where the slot holds no entry.
    states: Vec<S>,
    /// How many entries can be added until it grows.
    left: usize,
    /// What it may take, with the one that it grew from.
    max_bytes: usize,
    peak_bytes: usize,
    tallies: Tallies,
}

impl<S: Clone + Eq, P: Payload> VerifiedTable<S, P> {
    /// The bytes of the states beside a line.
    const BYTES_BESIDE: usize = Buckets::<OwnWord, P>::WAYS.saturating_mul(size_of::<S>());

    /// Returns an empty table that takes at most `bytes`, also while it grows. Any state serves as
    /// `filler`; it occupies unused slots.
    ///
    /// Memory that states own elsewhere (for example a `Vec`) is not counted.
    ///
    /// # Errors
    /// If `bytes` does not suffice for one line and its states, or the allocation fails.
    pub fn new(bytes: usize, filler: S) -> Result<Self, TableError> {
        // An entry can only move with its whole key.
        let line = Self::BYTES_BESIDE.saturating_add(LINE_BYTES);
        let first = FIRST_BYTES.max(line.saturating_mul(1 << (u64::BITS - KEPT_BITS)));
        let (buckets, states) = Self::allocate(bytes.min(first), filler)?;
        let tallies = Tallies::default();
        let mut table =
            VerifiedTable { buckets, states, left: 0, max_bytes: bytes, peak_bytes: 0, tallies };
        (table.left, table.peak_bytes) = (table.shape().entries(), table.bytes());
        Ok(table)
    }

    fn allocate(bytes: usize, filler: S) -> Result<(Buckets<OwnWord, P>, Vec<S>), TableError> {
        let buckets = Buckets::new(bytes, Self::BYTES_BESIDE, None)?;
        let slots = buckets.shape().entries();
        let mut states = Vec::new();
        states.try_reserve_exact(slots).map_err(|_| TableError::OutOfMemory { bytes })?;
        states.resize(slots, filler);
        Ok((buckets, states))
    }

    /// Moves to a larger table, if there is memory for it.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.left = usize::MAX;
        let bytes = self.bytes();
        let larger = next_bytes(bytes, self.max_bytes)
            .and_then(|next| Self::allocate(next, self.states[0].clone()).ok());
        let Some((buckets, states)) = larger else { return };
        let old = mem::replace(&mut self.buckets, buckets);
        let mut old_states = mem::replace(&mut self.states, states);
        for (slot, key, payload) in old.slots() {
            // No two entries are of the same state.
            let placed = self.buckets.insert(key, payload, |_| false);
            mem::swap(&mut self.states[placed.slot], &mut old_states[slot]);
        }
        self.left = self.shape().entries();
        self.peak_bytes = bytes + self.bytes();
    }

    /// Returns the entry of `state`, which has this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64, state: &S) -> Option<P> {
        let found = self.buckets.find(key, |slot| self.is_at(slot, state));
        self.tallies.probe(found.is_some());
        found
    }

    /// Stores `payload` for `state`, which has this key, in place of its entry.
    #[inline]
    pub fn store(&mut self, key: u64, state: &S, payload: P) {
        if self.left == 0 {
            self.grow();
        }
        let placed = self.buckets.insert(key, payload, |slot| self.is_at(slot, state));
        if placed.instead_of != InsteadOf::Same {
            self.states[placed.slot].clone_from(state);
            self.left -= 1;
        }
        self.tallies.store(placed.instead_of == InsteadOf::Other);
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

    /// Removes all entries. Memory that states own is freed as other states replace them.
    ///
    /// # Complexity
    /// Constant; one in 254 calls writes the whole table.
    pub fn clear(&mut self) {
        self.buckets.clear();
        self.left = self.shape().entries();
    }

    /// The counters since the table was created.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.tallies.counters()
    }

    /// The table's lines and entries.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.buckets.shape()
    }

    /// The memory of the entries and the states, without what states own elsewhere.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shape().bytes() + size_of_val(self.states.as_slice())
    }

    /// The most [`bytes`](Self::bytes) that it has taken: while it grew, with the smaller one.
    #[must_use]
    pub fn peak_bytes(&self) -> usize {
        self.peak_bytes
    }

    /// Whether the entry in slot `slot`, whose key agrees, belongs to `state`.
    #[inline]
    fn is_at(&self, slot: usize, state: &S) -> bool {
        let same = self.states[slot] == *state;
        if !same {
            self.tallies.collision();
        }
        same
    }
}

impl<S: Clone + Eq, P: Payload> fmt::Debug for VerifiedTable<S, P> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("VerifiedTable")
            .field("shape", &self.shape())
            .field("counters", &self.counters())
            .finish_non_exhaustive()
    }
}
