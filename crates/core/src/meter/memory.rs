//! The memory that a meter counts.

use super::Meter;
use crate::Limit;

impl Meter<'_> {
    /// Counts `bytes` that the search is about to allocate for its tables.
    ///
    /// # Errors
    /// [`Limit::Memory`] if the budget has less left; nothing is counted then.
    pub fn claim(&mut self, bytes: usize) -> Result<(), Limit> {
        if bytes > self.bytes_left() {
            return Err(Limit::Memory);
        }
        self.bytes += bytes;
        self.peak_bytes = self.peak_bytes.max(self.bytes);
        Ok(())
    }

    /// Counts `bytes` that the search has freed.
    pub fn release(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Reserves `bytes` of the budget for a table that grows without a meter during `search`, which
    /// returns the number of bytes taken; these are counted at the end.
    pub fn set_aside<T>(
        &mut self,
        bytes: usize,
        search: impl FnOnce(&mut Meter) -> (T, usize),
    ) -> T {
        let bytes = bytes.min(self.bytes_left());
        self.aside += bytes;
        let (found, taken) = search(self);
        self.aside -= bytes;
        let claimed = self.claim(taken);
        debug_assert_eq!(claimed, Ok(()), "it takes no more than was set aside");
        found
    }

    /// Makes room for one more element and claims the memory by which the vector grows: it doubles
    /// while the budget allows, then takes what is left.
    ///
    /// # Errors
    /// [`Limit::Memory`] if there is not enough memory for one element.
    #[inline(always)]
    pub fn make_room<T>(&mut self, vec: &mut Vec<T>) -> Result<(), Limit> {
        self.make_room_for(vec, 1)
    }

    /// [`make_room`](Self::make_room) for `more` elements.
    ///
    /// # Errors
    /// [`Limit::Memory`] if there is not enough memory.
    #[inline]
    pub fn make_room_for<T>(&mut self, vec: &mut Vec<T>, more: usize) -> Result<(), Limit> {
        if more <= vec.capacity() - vec.len() { Ok(()) } else { self.grow(vec, more) }
    }

    #[cold]
    #[inline(never)]
    fn grow<T>(&mut self, vec: &mut Vec<T>, more: usize) -> Result<(), Limit> {
        let size = size_of::<T>().max(1);
        let lacking = more - (vec.capacity() - vec.len());
        let extra = vec.capacity().max(64).max(lacking).min(self.bytes_left() / size);
        if extra < lacking {
            return Err(Limit::Memory);
        }
        // A budget larger than the machine's memory fails here instead of aborting.
        let unused = vec.capacity() - vec.len();
        vec.try_reserve_exact(unused + extra).map_err(|_| Limit::Memory)?;
        self.claim(extra * size)
    }

    /// A vector of `length` copies of `value`, with its memory claimed. A large one takes a while,
    /// in which the clock and the stop flag are looked at.
    ///
    /// # Errors
    /// The limit that was reached, such as [`Limit::Memory`] if the budget or the machine has less
    /// memory; nothing is counted then.
    pub fn claimed_vec<T: Clone>(&mut self, value: T, length: usize) -> Result<Vec<T>, Limit> {
        const BYTES_AT_A_TIME: usize = 4 << 20;
        let bytes = length.checked_mul(size_of::<T>()).ok_or(Limit::Memory)?;
        let mut vec = Vec::new();
        if bytes > self.bytes_left() || vec.try_reserve_exact(length).is_err() {
            return Err(Limit::Memory);
        }
        let at_a_time = BYTES_AT_A_TIME / size_of::<T>().max(1);
        while vec.len() + at_a_time < length {
            vec.resize(vec.len() + at_a_time, value.clone());
            self.look()?;
        }
        vec.resize(length, value);
        self.claim(bytes)?;
        Ok(vec)
    }

    /// The bytes of the budget that are neither claimed nor reserved.
    #[must_use]
    pub fn bytes_left(&self) -> usize {
        self.budget.memory.unwrap_or(usize::MAX) - self.bytes - self.aside
    }
}

#[cfg(test)]
mod tests {
    use crate::{Budget, Limit, Meter, Silent, StopFlag};

    #[test]
    fn a_large_vector_is_not_filled_to_its_end_after_an_interrupt() {
        let stop = StopFlag::new();
        stop.raise();
        let budget = Budget::unlimited().memory(1 << 26).stop(stop);
        let mut silent = Silent;
        let meter = &mut Meter::new(&budget, &mut silent);
        assert_eq!(meter.claimed_vec(1u8, 1 << 25), Err(Limit::Interrupted));
        assert_eq!(meter.bytes_left(), 1 << 26, "nothing is counted");
        assert_eq!(meter.claimed_vec(1u8, 1 << 27), Err(Limit::Memory));
        assert_eq!(meter.claimed_vec(1u8, 100).map(|all| all.len()), Ok(100));
        assert_eq!(meter.bytes_left(), (1 << 26) - 100);
    }
}
