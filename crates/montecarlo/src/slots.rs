use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::line::Line;

/// A list that threads append to while others read: what is in it never moves.
///
/// Places come in blocks, each twice as large as the one before, made when first needed.
#[derive(Debug)]
pub(crate) struct Slots<T> {
    blocks: [OnceLock<Box<[Slot<T>]>>; BLOCKS],
    next: Line<AtomicU32>,
    /// Held by the thread that makes a block.
    making: Mutex<()>,
}

/// A place. As threads write to what is in them, no two are in the same line of the cache.
#[derive(Debug)]
#[repr(align(64))]
struct Slot<T>(OnceLock<T>);

/// The first block has 2⁶ places; all together have room for 2³².
const SMALLEST: u32 = 6;
const BLOCKS: usize = (u32::BITS - SMALLEST) as usize + 1;

/// The most places that can be [reserved](Slots::reserve) together: never of two blocks.
pub(crate) const TOGETHER: u32 = 1 << 5;

/// The block and the place in it.
#[inline]
fn place(index: u32) -> (usize, usize) {
    let shifted = u64::from(index) + (1 << SMALLEST);
    let block = shifted.ilog2();
    ((block - SMALLEST) as usize, (shifted - (1 << block)) as usize)
}

impl<T> Slots<T> {
    pub(crate) fn new() -> Self {
        let blocks = std::array::from_fn(|_| OnceLock::new());
        Slots { blocks, next: Line(AtomicU32::new(0)), making: Mutex::new(()) }
    }

    /// What is at `index`, which was [filled](Self::fill).
    #[inline]
    pub(crate) fn get(&self, index: u32) -> &T {
        let (block, place) = place(index);
        let slot = self.blocks[block].get().and_then(|slots| slots[place].0.get());
        slot.expect("a place that was filled")
    }

    /// The places that were reserved.
    pub(crate) fn len(&self) -> u32 {
        self.next.0.load(Ordering::Relaxed)
    }

    /// The bytes of places that come into being when the place `index` is filled, if none after
    /// it has been.
    pub(crate) fn bytes_at(&self, index: u32) -> usize {
        let (block, place) = place(index);
        if place == 0 { (size_of::<Slot<T>>() << SMALLEST) << block } else { 0 }
    }

    /// Reserves the next places: as many as there are to a multiple of `step`, a power of 2 up to
    /// [`TOGETHER`]. `claim` is asked first for the memory that they take, and `release` called if it
    /// is not taken after all. `None` if there is no memory.
    pub(crate) fn reserve(
        &self,
        step: u32,
        claim: impl Fn(usize) -> Option<()>,
        release: impl Fn(usize),
    ) -> Option<Range<u32>> {
        debug_assert!(step.is_power_of_two() && step <= TOGETHER);
        loop {
            let start = self.len();
            let end = (start | (step - 1)).checked_add(1)?;
            let bytes = self.bytes_at(start);
            claim(bytes)?;
            if bytes > 0 && self.make_block(start).is_none() {
                release(bytes);
                return None;
            }
            // A thread that reserves places of the block later finds it made.
            let (success, failure) = (Ordering::AcqRel, Ordering::Relaxed);
            if self.next.0.compare_exchange(start, end, success, failure).is_ok() {
                return Some(start..end);
            }
            release(bytes);
        }
    }

    /// Makes the block of a place, unless there is no memory for it.
    fn make_block(&self, index: u32) -> Option<()> {
        let (block, _) = place(index);
        let _alone = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if self.blocks[block].get().is_none() {
            let (mut slots, count) = (Vec::new(), 1usize << SMALLEST << block);
            slots.try_reserve_exact(count).ok()?;
            slots.extend((0..count).map(|_| Slot(OnceLock::new())));
            let made = self.blocks[block].set(slots.into_boxed_slice());
            debug_assert!(made.is_ok(), "no other thread makes blocks meanwhile");
        }
        Some(())
    }

    /// Puts `value` into a reserved place.
    pub(crate) fn fill(&self, index: u32, value: T) {
        let (block, place) = place(index);
        let slots = self.blocks[block].get().expect("made when its first place was reserved");
        assert!(slots[place].0.set(value).is_ok(), "each place is filled once");
    }

    /// Takes what is at `index`, if it is still there.
    pub(crate) fn take(&mut self, index: u32) -> Option<T> {
        let (block, place) = place(index);
        self.blocks[block].get_mut()?[place].0.take()
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
        let reserve = |step| slots.reserve(step, |_| Some(()), |_| ()).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let (slots, reserve) = (&slots, &reserve);
                scope.spawn(move || {
                    let mut places = 0..0;
                    for number in 0..1_000 {
                        let index = places.next().unwrap_or_else(|| {
                            places = reserve(1 << (number % 6));
                            places.next().unwrap()
                        });
                        let value = thread << 32 | number;
                        slots.fill(index, value);
                        assert_eq!(*slots.get(index), value);
                    }
                    // The rest, so that all places are filled.
                    places.for_each(|index| slots.fill(index, u64::MAX));
                });
            }
        });
        let mut all: Vec<u64> = (0..slots.len()).map(|index| *slots.get(index)).collect();
        all.retain(|&value| value != u64::MAX);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 4_000);
    }

    #[test]
    fn places_that_memory_does_not_allow_are_not_reserved() {
        let slots = Slots::<u64>::new();
        assert_eq!(slots.reserve(4, |_| None, |_| ()), None);
        assert_eq!(slots.len(), 0);
        assert_eq!(slots.reserve(4, |bytes| (bytes == 64 * 64).then_some(()), |_| ()), Some(0..4));
        assert_eq!(slots.reserve(1, |bytes| (bytes == 0).then_some(()), |_| ()), Some(4..5));
        assert_eq!(slots.reserve(32, |bytes| (bytes == 0).then_some(()), |_| ()), Some(5..32));
        assert_eq!(slots.reserve(32, |_| Some(()), |_| ()), Some(32..64));
        assert_eq!(slots.reserve(32, |bytes| (bytes == 0).then_some(()), |_| ()), None);
    }
}
