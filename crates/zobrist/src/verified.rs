use std::fmt;

use crate::buckets::{Buckets, InsteadOf};
use crate::counters::Tallies;
use crate::line::OwnWord;
use crate::{Counters, Payload, Shape, TableError};

/// A [`Table`](crate::Table) that keeps the whole state with each entry and compares it: a
/// collision of keys can cost an entry, and never changes an answer. For proofs.
///
/// The key need not even be good; [`Counters::collisions`] says how often it was not enough.
/// Two positions with the same key can both be in the table. A miss rarely looks at a state, so
/// the price is the memory, one more cache miss for each hit, and one more for each store.
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
    /// The state at each place; meaningless where the place holds no entry.
    states: Vec<S>,
    tallies: Tallies,
}

impl<S: Clone + Eq, P: Payload> VerifiedTable<S, P> {
    /// The largest table that takes no more than `bytes`, empty. Any state will do as
    /// `filler`; it stands where no other has been stored yet.
    ///
    /// What states own elsewhere (a `Vec` in them, say) is not counted.
    ///
    /// # Errors
    /// If `bytes` do not pay for one line and its states, or are more than the machine gives.
    pub fn new(bytes: usize, filler: S) -> Result<Self, TableError> {
        let bytes_beside = Buckets::<OwnWord, P>::WAYS.saturating_mul(size_of::<S>());
        let buckets = Buckets::new(bytes, bytes_beside)?;
        let places = buckets.shape().entries();
        let mut states = Vec::new();
        states.try_reserve_exact(places).map_err(|_| TableError::OutOfMemory { bytes })?;
        states.resize(places, filler);
        Ok(VerifiedTable { buckets, states, tallies: Tallies::default() })
    }

    /// What is known of `state`, which has this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64, state: &S) -> Option<P> {
        let found = self.buckets.find(key, |place| self.is_at(place, state));
        self.tallies.probe(found.is_some());
        found
    }

    /// Remembers `payload` for `state`, which has this key, in place of what was there.
    #[inline]
    pub fn store(&mut self, key: u64, state: &S, payload: P) {
        let placed = self.buckets.insert(key, payload, |place| self.is_at(place, state));
        if placed.instead_of != InsteadOf::Same {
            self.states[placed.place].clone_from(state);
        }
        self.tallies.store(placed.instead_of == InsteadOf::Other);
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

    /// Forgets everything. Memory that states own is given back as other states replace them.
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

    /// How many lines and entries it has.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.buckets.shape()
    }

    /// The memory that the entries and the states take, without what states own elsewhere.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shape().bytes() + size_of_val(self.states.as_slice())
    }

    /// The share of places that are taken, from 0 to 1, in the first thousand lines.
    #[must_use]
    pub fn occupancy(&self) -> f64 {
        self.buckets.occupancy()
    }

    /// Whether the entry at `place`, whose key agrees, is about `state`.
    #[inline(always)]
    fn is_at(&self, place: usize, state: &S) -> bool {
        let same = self.states[place] == *state;
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
