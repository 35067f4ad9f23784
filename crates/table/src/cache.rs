use crate::file::Entries;
use crate::key::Key;

/// The blocks of a file that were read last, within a bound on their memory.
///
/// A block that was used since the hand passed it stays (the clock algorithm of Corbató, 1968).
pub(crate) struct Cache<K> {
    /// The slot of each block, or [`NONE`].
    slots: Vec<u32>,
    resident: Vec<Resident<K>>,
    hand: usize,
    bytes: usize,
    /// The bound on the memory; one block is kept in any case.
    pub(crate) max_bytes: usize,
}

struct Resident<K> {
    block: usize,
    entries: Entries<K>,
    bytes: usize,
    was_used: bool,
}

const NONE: u32 = u32::MAX;

impl<K: Key> Cache<K> {
    pub(crate) fn new(blocks: usize) -> Self {
        Cache { slots: vec![NONE; blocks], resident: Vec::new(), hand: 0, bytes: 0, max_bytes: 0 }
    }

    /// The slot of a block, if it is here.
    #[inline]
    pub(crate) fn get(&mut self, block: usize) -> Option<usize> {
        let slot = self.slots[block];
        if slot == NONE {
            return None;
        }
        let slot = slot as usize;
        self.resident[slot].was_used = true;
        Some(slot)
    }

    #[inline]
    pub(crate) fn entries(&self, slot: usize) -> &Entries<K> {
        &self.resident[slot].entries
    }

    /// Removes blocks until there is room for so many entries more, as far as that is known, and
    /// returns the memory of one of them.
    pub(crate) fn make_room(&mut self, count: usize) -> Entries<K> {
        let needed = count * (size_of::<K>() + 2);
        let mut free = Entries::default();
        while !self.resident.is_empty() && self.bytes + needed > self.max_bytes {
            if self.hand >= self.resident.len() {
                self.hand = 0;
            }
            let candidate = &mut self.resident[self.hand];
            if std::mem::take(&mut candidate.was_used) {
                self.hand += 1;
                continue;
            }
            let gone = self.resident.swap_remove(self.hand);
            self.slots[gone.block] = NONE;
            self.bytes -= gone.bytes;
            free = gone.entries;
            if let Some(moved) = self.resident.get(self.hand) {
                self.slots[moved.block] = slot_of(self.hand);
            }
        }
        free
    }

    pub(crate) fn insert(&mut self, block: usize, entries: Entries<K>) -> &Entries<K> {
        let (slot, bytes) = (self.resident.len(), entries.bytes());
        self.slots[block] = slot_of(slot);
        self.bytes += bytes;
        self.resident.push(Resident { block, entries, bytes, was_used: true });
        &self.resident[slot].entries
    }
}

/// Slots are fewer than blocks, of which a file's index never has 2³².
fn slot_of(slot: usize) -> u32 {
    u32::try_from(slot).unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(block: usize, count: usize) -> Entries<u64> {
        Entries { keys: vec![block as u64; count], values: Vec::new() }
    }

    #[test]
    fn the_cache_stays_within_its_bound_and_gives_what_was_put_in() {
        let mut cache = Cache::<u64>::new(100);
        cache.max_bytes = 4000;
        let mut seed = 1u64;
        let mut hits = 0;
        for _ in 0..10_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let block = usize::try_from(seed >> 33).unwrap() % 100;
            // Most often one of a few.
            let block = if seed >> 62 == 0 { block } else { block % 10 };
            match cache.get(block) {
                Some(slot) => {
                    hits += 1;
                    assert_eq!(cache.entries(slot).keys[0], block as u64);
                }
                None => {
                    cache.make_room(30);
                    assert_eq!(cache.insert(block, entries(block, 30)).keys[0], block as u64);
                }
            }
            assert!(cache.bytes <= 4000, "{}", cache.bytes);
            assert_eq!(cache.resident.iter().map(|one| one.bytes).sum::<usize>(), cache.bytes);
        }
        assert!(hits > 6_000, "{hits} hits");
    }

    #[test]
    fn one_block_fits_however_small_the_bound() {
        let mut cache = Cache::<u64>::new(3);
        for block in [0, 1, 2, 1] {
            assert!(cache.get(block).is_none());
            cache.make_room(5);
            cache.insert(block, entries(block, 5));
            assert_eq!(cache.resident.len(), 1);
            assert!(cache.get(block).is_some());
        }
    }
}
