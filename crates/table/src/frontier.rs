use tesuji_core::{Limit, Meter};

use crate::sort::sort_within;

/// This number of keys is sorted in some hundredths of a second.
const PIECE: usize = 1 << 20;

/// The keys of the layers that moves from one layer lead to, gathered in memory: lists, which are
/// sorted and rid of repetitions whenever they are full, and only grow if that does not help.
pub(crate) struct Frontier {
    lists: Vec<Vec<u64>>,
}

impl Frontier {
    /// The capacity of a list at first.
    const MIN_KEYS: usize = 1 << 12;

    /// Empty lists for `layers` layers.
    pub(crate) fn new(layers: u32, meter: &mut Meter) -> Result<Self, Limit> {
        let mut lists = Vec::new();
        for _ in 0..layers {
            let mut list = meter.claimed_vec(0, Self::MIN_KEYS)?;
            list.clear();
            lists.push(list);
        }
        Ok(Frontier { lists })
    }

    /// Adds a key to the layer with this index; returns whether there is no memory for the next one.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline]
    pub(crate) fn push(
        &mut self,
        index: usize,
        key: u64,
        meter: &mut Meter,
    ) -> Result<bool, Limit> {
        let list = &mut self.lists[index];
        list.push(key);
        Ok(list.len() == list.capacity() && !make_room(list, meter)?)
    }

    /// Shows the keys of the layer with this index, in ascending order.
    ///
    /// # Errors
    /// The first error of `visit`, or the limit that was reached.
    pub(crate) fn visit_sorted<E: From<Limit>>(
        &mut self,
        index: usize,
        meter: &mut Meter,
        mut visit: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let list = &mut self.lists[index];
        compact(list, meter)?;
        for keys in list.chunks(PIECE) {
            keys.iter().try_for_each(|&key| visit(key))?;
            meter.look()?;
        }
        Ok(())
    }

    /// Forgets the keys of the layer with this index.
    pub(crate) fn clear(&mut self, index: usize) {
        self.lists[index].clear();
    }

    pub(crate) fn is_empty(&self, index: usize) -> bool {
        self.lists[index].is_empty()
    }

    /// The number of keys of the layer with this index, with repetitions.
    pub(crate) fn len(&self, index: usize) -> usize {
        self.lists[index].len()
    }

    /// The index of the first layer that has keys.
    pub(crate) fn first(&self) -> Option<usize> {
        (0..self.lists.len()).find(|&index| !self.is_empty(index))
    }

    pub(crate) fn layers(&self) -> usize {
        self.lists.len()
    }

    /// Frees all the memory.
    pub(crate) fn release(self, meter: &mut Meter) {
        for list in self.lists {
            meter.release(list.capacity() * size_of::<u64>());
        }
    }
}

fn compact(batch: &mut Vec<u64>, meter: &mut Meter) -> Result<(), Limit> {
    sort_within(batch, PIECE, u64::cmp, meter)?;
    batch.dedup();
    Ok(())
}

/// Whether there is room for at least a quarter more keys than there are.
#[cold]
#[inline(never)]
fn make_room(batch: &mut Vec<u64>, meter: &mut Meter) -> Result<bool, Limit> {
    compact(batch, meter)?;
    if batch.len() <= batch.capacity() / 3 * 2 {
        return Ok(true);
    }
    let more = batch.capacity().min(meter.bytes_left() / size_of::<u64>());
    let room = batch.capacity() - batch.len() + more;
    Ok(more >= batch.capacity() / 4
        && batch.try_reserve_exact(room).is_ok()
        && meter.claim(more * size_of::<u64>()).is_ok())
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;
    use tesuji_core::{Budget, Silent};

    use super::*;

    #[test]
    fn a_frontier_never_outgrows_its_budget() {
        for memory in [40_000, 100_000, 1 << 20] {
            let (budget, mut silent) = (Budget::unlimited().memory(memory), Silent);
            let mut meter = Meter::new(&budget, &mut silent);
            let mut frontier = Frontier::new(1, &mut meter).unwrap();
            let mut rng = Pcg64::seed_from_u64(1);
            let mut pushed = std::collections::BTreeSet::new();
            loop {
                let key = rng.random_range(0..1 << 24);
                pushed.insert(key);
                if frontier.push(0, key, &mut meter).unwrap() {
                    break;
                }
            }
            let mut sorted = Vec::new();
            let shown = frontier.visit_sorted(0, &mut meter, |key| {
                sorted.push(key);
                Ok::<(), Limit>(())
            });
            assert!(shown.is_ok() && pushed.iter().eq(&sorted));
            assert!(meter.stats().peak_bytes <= memory);
            assert!(pushed.len() * 8 * 4 > memory, "{} in {memory}", pushed.len());
            frontier.release(&mut meter);
            assert_eq!(meter.bytes_left(), memory);
        }
        let (budget, mut silent) = (Budget::unlimited().memory(100), Silent);
        assert!(Frontier::new(1, &mut Meter::new(&budget, &mut silent)).is_err());
    }
}
