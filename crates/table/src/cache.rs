/// What was read of some blocks of a file last, within a bound on its memory.
///
/// A block that was used since the hand passed it stays (the clock algorithm of Corbató, 1968).
pub(crate) struct Cache<T> {
    /// The slot of each block, or [`NONE`]; empty before the first insertion.
    slots: Vec<u32>,
    blocks: usize,
    resident: Vec<Resident<T>>,
    hand: usize,
    bytes: usize,
    /// The bound on the memory; one block is kept in any case.
    pub(crate) max_bytes: usize,
}

struct Resident<T> {
    block: usize,
    item: T,
    bytes: usize,
    was_used: bool,
}

const NONE: u32 = u32::MAX;

impl<T> Cache<T> {
    pub(crate) fn new(blocks: usize) -> Self {
        let (slots, resident) = (Vec::new(), Vec::new());
        Cache { slots, blocks, resident, hand: 0, bytes: 0, max_bytes: 0 }
    }

    /// The slot of a block, if it is here.
    #[inline]
    pub(crate) fn get(&mut self, block: usize) -> Option<usize> {
        let slot = self.slots.get(block).copied().unwrap_or(NONE);
        if slot == NONE {
            return None;
        }
        let slot = slot as usize;
        self.resident[slot].was_used = true;
        Some(slot)
    }

    #[inline]
    pub(crate) fn item(&self, slot: usize) -> &T {
        &self.resident[slot].item
    }

    /// Removes blocks until there is room for `needed` more bytes, and returns one of those removed.
    pub(crate) fn make_room(&mut self, needed: usize) -> Option<T> {
        let mut free = None;
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
            free = Some(gone.item);
            if let Some(moved) = self.resident.get(self.hand) {
                self.slots[moved.block] = slot_of(self.hand);
            }
        }
        free
    }

    /// Adds a block, and returns its slot.
    pub(crate) fn insert(&mut self, block: usize, item: T, bytes: usize) -> usize {
        self.slots.resize(self.blocks, NONE);
        let slot = self.resident.len();
        self.slots[block] = slot_of(slot);
        self.bytes += bytes;
        self.resident.push(Resident { block, item, bytes, was_used: true });
        slot
    }
}

/// Slots are fewer than blocks, of which a file's index never has 2³².
fn slot_of(slot: usize) -> u32 {
    u32::try_from(slot).unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    #[test]
    fn the_cache_stays_within_its_bound_and_gives_what_was_put_in() {
        let mut cache = Cache::<usize>::new(100);
        cache.max_bytes = 4000;
        let mut rng = Pcg64::seed_from_u64(1);
        let mut hits = 0;
        for _ in 0..10_000 {
            // Most often one of a few.
            let blocks = if rng.random_ratio(1, 4) { 100 } else { 10 };
            let block = rng.random_range(0..blocks);
            match cache.get(block) {
                Some(slot) => {
                    hits += 1;
                    assert_eq!(*cache.item(slot), block);
                }
                None => {
                    cache.make_room(300);
                    let slot = cache.insert(block, block, 300);
                    assert_eq!(*cache.item(slot), block);
                }
            }
            assert!(cache.bytes <= 4000, "{}", cache.bytes);
            assert_eq!(cache.resident.iter().map(|one| one.bytes).sum::<usize>(), cache.bytes);
        }
        assert!(hits > 6_000, "{hits} hits");
    }

    #[test]
    fn one_block_fits_however_small_the_bound() {
        let mut cache = Cache::<usize>::new(3);
        for block in [0, 1, 2, 1] {
            assert!(cache.get(block).is_none());
            cache.make_room(50);
            cache.insert(block, block, 40);
            assert_eq!(cache.resident.len(), 1);
            assert!(cache.get(block).is_some());
        }
    }
}
