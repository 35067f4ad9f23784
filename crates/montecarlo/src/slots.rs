use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A list that threads append to while others read: what is in it never moves.
///
/// Places come in blocks, each twice as large as the one before, made when first needed.
#[derive(Debug)]
pub(crate) struct Slots<T> {
    blocks: [OnceLock<Box<[OnceLock<T>]>>; BLOCKS],
    next: AtomicU32,
}

/// The first block has 2⁶ places; all together have room for 2³².
const SMALLEST: u32 = 6;
const BLOCKS: usize = (u32::BITS - SMALLEST) as usize;

/// The block and the place in it.
#[inline(always)]
fn place(index: u32) -> (usize, usize) {
    let shifted = index + (1 << SMALLEST);
    let block = shifted.ilog2();
    ((block - SMALLEST) as usize, (shifted - (1 << block)) as usize)
}

impl<T> Slots<T> {
    pub(crate) fn new() -> Self {
        Slots { blocks: std::array::from_fn(|_| OnceLock::new()), next: AtomicU32::new(0) }
    }

    /// What is at `index`, which [`push`](Self::push) has returned.
    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> &T {
        let (block, place) = place(index);
        let slot = self.blocks[block].get().and_then(|slots| slots[place].get());
        slot.expect("a place that was filled")
    }

    pub(crate) fn len(&self) -> u32 {
        self.next.load(Ordering::Relaxed)
    }

    /// The bytes of places that the next push makes.
    pub(crate) fn bytes_ahead(&self) -> usize {
        let (block, place) = place(self.len());
        if place == 0 { (size_of::<OnceLock<T>>() << SMALLEST) << block } else { 0 }
    }

    /// Appends `value` and returns where.
    pub(crate) fn push(&self, value: T) -> u32 {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        let (block, place) = place(index);
        let slots = self.blocks[block]
            .get_or_init(|| (0..1usize << SMALLEST << block).map(|_| OnceLock::new()).collect());
        let fresh = slots[place].set(value).is_ok();
        assert!(fresh, "each index is given out once");
        index
    }

    /// Takes what is at `index`, if it is still there.
    pub(crate) fn take(&mut self, index: u32) -> Option<T> {
        let (block, place) = place(index);
        self.blocks[block].get_mut()?[place].take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_go_through_all_places_in_order() {
        let mut expected = (0, 0);
        for index in 0..10_000 {
            assert_eq!(place(index), expected);
            expected.1 += 1;
            if expected.1 == 64 << expected.0 {
                expected = (expected.0 + 1, 0);
            }
        }
    }

    #[test]
    fn threads_fill_places_that_all_can_read() {
        let slots = Slots::new();
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let slots = &slots;
                scope.spawn(move || {
                    for number in 0..1_000 {
                        let value = thread << 32 | number;
                        assert_eq!(*slots.get(slots.push(value)), value);
                    }
                });
            }
        });
        let mut all: Vec<u64> = (0..slots.len()).map(|index| *slots.get(index)).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 4_000);
    }
}
