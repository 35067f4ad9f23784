use tesuji_core::{Limit, Meter};

use crate::sort::sort_within;

/// So many keys are sorted in some hundredths of a second.
const PIECE: usize = 1 << 20;

/// The keys of the layers that moves from one layer lead to, gathered in memory.
///
/// Each layer has a list, which is sorted and rid of repetitions whenever it is full, and only grows
/// if that does not help.
pub(crate) struct Frontier {
    batches: Vec<Vec<u64>>,
}

impl Frontier {
    /// The capacity of a list at first.
    const MIN_KEYS: usize = 1 << 12;

    /// For so many layers.
    pub(crate) fn new(layers: u32, meter: &mut Meter) -> Result<Self, Limit> {
        let mut batches = Vec::new();
        for _ in 0..layers {
            let mut batch = meter.claimed_vec(0, Self::MIN_KEYS)?;
            batch.clear();
            batches.push(batch);
        }
        Ok(Frontier { batches })
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
        let batch = &mut self.batches[index];
        batch.push(key);
        if batch.len() < batch.capacity() { Ok(false) } else { Ok(!make_room(batch, meter)?) }
    }

    /// The keys of the layer with this index, sorted.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn sorted(&mut self, index: usize, meter: &mut Meter) -> Result<&[u64], Limit> {
        compact(&mut self.batches[index], meter)?;
        Ok(&self.batches[index])
    }

    /// Forgets the keys of the layer with this index.
    pub(crate) fn clear(&mut self, index: usize) {
        self.batches[index].clear();
    }

    /// The index of the first layer that has keys.
    pub(crate) fn first(&self) -> Option<usize> {
        self.batches.iter().position(|batch| !batch.is_empty())
    }

    pub(crate) fn layers(&self) -> usize {
        self.batches.len()
    }

    /// Frees all the memory.
    pub(crate) fn release(self, meter: &mut Meter) {
        for batch in self.batches {
            meter.release(batch.capacity() * size_of::<u64>());
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
    use super::*;
    use tesuji_core::{Budget, Silent};

    #[test]
    fn a_frontier_never_outgrows_its_budget() {
        for memory in [40_000, 100_000, 1 << 20] {
            let (budget, mut silent) = (Budget::unlimited().memory(memory), Silent);
            let mut meter = Meter::new(&budget, &mut silent);
            let mut frontier = Frontier::new(1, &mut meter).unwrap();
            let mut key = 1u64;
            let mut pushed = std::collections::BTreeSet::new();
            loop {
                key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                pushed.insert(key >> 40);
                if frontier.push(0, key >> 40, &mut meter).unwrap() {
                    break;
                }
            }
            assert!(pushed.iter().eq(frontier.sorted(0, &mut meter).unwrap()));
            assert!(meter.stats().peak_bytes <= memory);
            assert!(pushed.len() * 8 * 4 > memory, "{} in {memory}", pushed.len());
            frontier.release(&mut meter);
            assert_eq!(meter.bytes_left(), memory);
        }
        let (budget, mut silent) = (Budget::unlimited().memory(100), Silent);
        assert!(Frontier::new(1, &mut Meter::new(&budget, &mut silent)).is_err());
    }
}
