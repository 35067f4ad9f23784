use std::collections::BTreeMap;

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
    /// The stacks of the other keys.
    far: BTreeMap<u64, Vec<u32>>,
}

/// The least key that is kept in a tree.
const NEAR: u64 = 1 << 14;

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
            self.far.entry(key).or_default()
        };
        meter.make_room(bucket)?;
        bucket.push(index);
        Ok(())
    }

    /// Removes and returns the least key with the newest of its indices.
    #[inline]
    pub fn pop(&mut self) -> Option<(u64, u32)> {
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
            entry.remove();
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
        assert_eq!(queue.pop(), Some((3, 5)));
        queue.push(1, 9, &mut meter).unwrap();
        let rest: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        let large = [(20_000, 4), (1_000_000, 6), (1_000_000, 1)];
        assert_eq!(rest[..4], [(1, 9), (3, 2), (7, 3), (7, 0)]);
        assert_eq!(rest[4..], large);
    }
}
