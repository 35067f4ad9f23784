use std::cell::Cell;
use std::iter::Sum;
use std::ops::AddAssign;

/// Counts of a table's probes, hits and stores. Counters of several threads can be added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Lookups.
    pub probes: u64,
    /// Lookups that found an entry.
    pub hits: u64,
    /// Entries written.
    pub stores: u64,
    /// Live entries of another position that a store replaced.
    pub evictions: u64,
    /// Entries whose key agreed and whose state did not. Only a
    /// [`VerifiedTable`](crate::VerifiedTable) detects them; every other table would have
    /// returned a wrong answer.
    pub collisions: u64,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.probes += other.probes;
        self.hits += other.hits;
        self.stores += other.stores;
        self.evictions += other.evictions;
        self.collisions += other.collisions;
    }
}

impl Sum for Counters {
    fn sum<I: Iterator<Item = Counters>>(all: I) -> Counters {
        all.fold(Counters::default(), |mut sum, counters| {
            sum += counters;
            sum
        })
    }
}

/// Counters that count through a shared reference, in one thread.
#[derive(Debug, Default)]
pub(crate) struct Tallies {
    probes: Cell<u64>,
    hits: Cell<u64>,
    stores: Cell<u64>,
    evictions: Cell<u64>,
    collisions: Cell<u64>,
}

impl Tallies {
    #[inline]
    pub(crate) fn probe(&self, hit: bool) {
        self.probes.set(self.probes.get() + 1);
        self.hits.set(self.hits.get() + u64::from(hit));
    }

    #[inline]
    pub(crate) fn store(&self, evicted: bool) {
        self.stores.set(self.stores.get() + 1);
        self.evictions.set(self.evictions.get() + u64::from(evicted));
    }

    #[cold]
    pub(crate) fn collision(&self) {
        self.collisions.set(self.collisions.get() + 1);
    }

    pub(crate) fn counters(&self) -> Counters {
        Counters {
            probes: self.probes.get(),
            hits: self.hits.get(),
            stores: self.stores.get(),
            evictions: self.evictions.get(),
            collisions: self.collisions.get(),
        }
    }
}
