use std::sync::atomic::{AtomicU64, Ordering};

use tesuji_zobrist::{Payload, UctStatistics};

/// How often something was tried and how that ended, in one word that threads may share: visits in
/// the low half, the sum of results in the high half.
///
/// Accesses are relaxed: a count that another thread sees a little late does no harm. Adding
/// is exact for both halves as long as there are fewer than 2³² visits.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

/// What is added to a [`Counter`]: so many visits with this sum of results.
#[inline(always)]
pub(crate) const fn change(visits: u32, total: i32) -> u64 {
    ((total.cast_unsigned() as u64) << 32).wrapping_add(visits as u64)
}

/// The sum of results of a move that was [retired](Counter::retire): all others look better.
const RETIRED: i32 = i32::MIN / 2;

impl Counter {
    #[inline(always)]
    pub(crate) fn get(&self) -> UctStatistics {
        UctStatistics::unpack([self.0.load(Ordering::Relaxed)])
    }

    /// Visits and sum of results as selection rules calculate with them.
    #[inline(always)]
    pub(crate) fn floats(&self) -> (f32, f32) {
        let UctStatistics { visits, total } = self.get();
        // Conversions of signed numbers are single instructions.
        (visits.cast_signed() as f32, total as f32)
    }

    /// Adds a [`change`]. With one thread (`SHARED` is false) it costs no more than a plain sum.
    #[inline(always)]
    pub(crate) fn add<const SHARED: bool>(&self, change: u64) {
        if SHARED {
            self.0.fetch_add(change, Ordering::Relaxed);
        } else {
            let sum = self.0.load(Ordering::Relaxed).wrapping_add(change);
            self.0.store(sum, Ordering::Relaxed);
        }
    }

    /// Makes the results so bad that the move is not chosen again. Keeps the visits.
    pub(crate) fn retire(&self) {
        let visits = self.get().visits.max(1);
        self.0.store(change(visits, RETIRED), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        let counter = Counter::default();
        for result in [1, -1, -1, 0, -1] {
            counter.add::<true>(change(1, result));
            counter.add::<false>(change(2, -1));
            counter.add::<true>(change(0, 1));
        }
        assert_eq!(counter.get(), UctStatistics { visits: 15, total: -2 });
        counter.retire();
        assert_eq!(counter.get(), UctStatistics { visits: 15, total: RETIRED });
    }
}
