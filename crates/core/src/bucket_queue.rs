use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::{Limit, Meter};

/// A priority queue of state indices with small integer keys; among equal keys, last in, first out.
///
/// It has a stack for each key below 2¹⁴ (Dial, "Algorithm 360", CACM 12, 1969): `push` takes
/// `O(1)`, and `pop` steps over empty stacks, so that *e* operations of a search whose keys do not
/// decrease take `O(e + c)`, where *c* is the largest key. Above, both take time logarithmic in the
/// number of distinct keys.
#[derive(Debug, Default)]
pub struct BucketQueue {
    /// The stacks of the keys below [`NEAR`].
    near: Vec<Vec<u32>>,
    /// All stacks of `near` below this index are empty.
    first: usize,
    /// The stacks of the other keys; none is empty.
    far: BTreeMap<u64, Vec<u32>>,
}

/// The least key that is kept in a tree.
const NEAR: u64 = 1 << 14;

/// About what a stack takes in the tree, whose nodes are at least half full.
const PLACE_BYTES: usize = 2 * size_of::<(u64, Vec<u32>)>();

impl BucketQueue {
    /// An empty queue.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `index` with `key`.
    ///
    /// # Errors
    /// [`Limit::Memory`] if the queue would exceed the budget.
    #[inline]
    pub fn push(&mut self, key: u64, index: u32, meter: &mut Meter) -> Result<(), Limit> {
        let bucket = if key < NEAR {
            #[expect(clippy::cast_possible_truncation, reason = "below NEAR")]
            let position = key as usize;
            if position >= self.near.len() {
                meter.claim((position + 1 - self.near.len()) * size_of::<Vec<u32>>())?;
                self.near.resize_with(position + 1, Vec::new);
            }
            self.first = self.first.min(position);
            &mut self.near[position]
        } else {
            match self.far.entry(key) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => {
                    meter.claim(PLACE_BYTES)?;
                    let mut bucket = Vec::new();
                    let room = meter.make_room(&mut bucket);
                    room.inspect_err(|_| meter.release(PLACE_BYTES))?;
                    bucket.push(index);
                    entry.insert(bucket);
                    return Ok(());
                }
            }
        };
        meter.make_room(bucket)?;
        bucket.push(index);
        Ok(())
    }

    /// Removes and returns the least key with the newest of its indices.
    #[inline]
    pub fn pop(&mut self, meter: &mut Meter) -> Option<(u64, u32)> {
        while let Some(bucket) = self.near.get_mut(self.first) {
            if let Some(index) = bucket.pop() {
                return Some((self.first as u64, index));
            }
            self.first += 1;
        }
        let mut entry = self.far.first_entry()?;
        let key = *entry.key();
        let index = entry.get_mut().pop();
        if entry.get().is_empty() {
            let bucket = entry.remove();
            meter.release(PLACE_BYTES + bucket.capacity() * size_of::<u32>());
        }
        index.map(|index| (key, index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Silent};

    #[test]
    fn the_least_key_comes_first_and_the_newest_among_equals() {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let mut queue = BucketQueue::new();
        for (index, key) in (0..).zip([7, 1_000_000, 3, 7, 20_000, 3, 1_000_000]) {
            queue.push(key, index, &mut meter).unwrap();
        }
        assert_eq!(queue.pop(&mut meter), Some((3, 5)));
        queue.push(1, 9, &mut meter).unwrap();
        let rest: Vec<_> = std::iter::from_fn(|| queue.pop(&mut meter)).collect();
        let large = [(20_000, 4), (1_000_000, 6), (1_000_000, 1)];
        assert_eq!(rest[..4], [(1, 9), (3, 2), (7, 3), (7, 0)]);
        assert_eq!(rest[4..], large);
    }

    #[test]
    fn far_keys_that_come_and_go_take_no_more_memory() {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let mut queue = BucketQueue::new();
        for key in NEAR..NEAR + 1_000 {
            queue.push(key, 0, &mut meter).unwrap();
            queue.push(key + 1, 1, &mut meter).unwrap();
            assert_eq!(queue.pop(&mut meter), Some((key, 0)));
            assert_eq!(queue.pop(&mut meter), Some((key + 1, 1)));
        }
        assert!(meter.stats().peak_bytes < 1_000, "{}", meter.stats().peak_bytes);
    }

    #[test]
    fn a_key_without_memory_hides_no_others() {
        // There is none for a place in the tree, then for a place and no entry.
        for rest in [PLACE_BYTES - 1, PLACE_BYTES] {
            let bytes = 3 * (PLACE_BYTES + 256) + rest;
            let (budget, mut silent) = (Budget::unlimited().memory(bytes), Silent);
            let mut meter = Meter::new(&budget, &mut silent);
            let mut queue = BucketQueue::new();
            for key in [NEAR + 9, NEAR + 8, NEAR + 7] {
                queue.push(key, 7, &mut meter).unwrap();
            }
            assert_eq!(queue.push(NEAR, 7, &mut meter), Err(Limit::Memory));
            let rest: Vec<_> = std::iter::from_fn(|| queue.pop(&mut meter)).collect();
            assert_eq!(rest, [(NEAR + 7, 7), (NEAR + 8, 7), (NEAR + 9, 7)]);
            assert_eq!(meter.bytes_left(), bytes);
        }
    }
}
