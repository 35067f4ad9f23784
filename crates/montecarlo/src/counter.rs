use std::sync::atomic::{AtomicU64, Ordering};

use tesuji_zobrist::{Payload, UctStatistics};

/// How often something was tried and how that ended, in one word that threads may share: visits in
/// the low half, the sum of results in the high half.
///
/// Accesses are relaxed: a count that another thread sees a little late does no harm. Adding
/// is exact for both halves as long as there are fewer than 2³² visits.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

/// What is added to a [`Counter`]: `visits` visits, whose results have the sum `total`.
#[inline]
pub(crate) const fn change(visits: u32, total: i32) -> u64 {
    ((total.cast_unsigned() as u64) << 32).wrapping_add(visits as u64)
}

/// The sum of results of a move that was [retired](Counter::retire): all others look better.
const RETIRED: i32 = i32::MIN / 2;

impl Counter {
    #[inline]
    pub(crate) fn get(&self) -> UctStatistics {
        UctStatistics::unpack([self.0.load(Ordering::Relaxed)])
    }

    /// Adds a [`change`], at the cost of a plain sum. If another thread adds one at the same time,
    /// one of the two may be lost.
    #[inline]
    pub(crate) fn add(&self, change: u64) {
        let sum = self.0.load(Ordering::Relaxed).wrapping_add(change);
        self.0.store(sum, Ordering::Relaxed);
    }

    /// Adds a [`change`], which is never lost.
    pub(crate) fn add_exactly(&self, change: u64) {
        self.0.fetch_add(change, Ordering::Relaxed);
    }

    /// The same counts in a counter of its own.
    pub(crate) fn replica(&self) -> Self {
        Counter(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }

    /// Adds to `shared` what came in here since the two were the same, and takes over what came
    /// in there. `known` is what they were. Unless it is `EXACT`, what another thread adds at the
    /// same time may be lost.
    #[inline]
    pub(crate) fn exchange<const EXACT: bool>(&self, shared: &Counter, known: &mut u64) {
        let new = self.word().wrapping_sub(*known);
        match new {
            0 => {}
            _ if EXACT => shared.add_exactly(new),
            _ => shared.add(new),
        }
        *known = shared.word();
        self.0.store(*known, Ordering::Relaxed);
    }

    /// Both halves as one number, in which [`exchange`](Self::exchange) calculates.
    pub(crate) fn word(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Makes the results so bad that the move is not chosen again. Keeps the visits.
    pub(crate) fn retire(&self) {
        self.0.update(Ordering::Relaxed, Ordering::Relaxed, |word| {
            change(UctStatistics::unpack([word]).visits.max(1), RETIRED)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        let counter = Counter::default();
        for result in [1, -1, -1, 0, -1] {
            counter.add_exactly(change(1, result));
            counter.add(change(2, -1));
            counter.add_exactly(change(0, 1));
        }
        assert_eq!(counter.get(), UctStatistics { visits: 15, total: -2 });
        counter.retire();
        assert_eq!(counter.get(), UctStatistics { visits: 15, total: RETIRED });
    }

    #[test]
    fn replicas_and_what_they_are_of_lose_nothing_and_count_nothing_twice() {
        let shared = Counter::default();
        shared.add_exactly(change(3, -2));
        let replicas = [shared.replica(), shared.replica()];
        let mut known = [shared.word(); 2];
        for (at, result) in [1, -1, -1, 0, -1, 1, -1].into_iter().enumerate() {
            replicas[at % 2].add(change(1, result));
            shared.add_exactly(change(2, -1));
            if at % 3 == 0 {
                replicas[at % 2].exchange::<true>(&shared, &mut known[at % 2]);
            }
        }
        for (replica, known) in replicas.iter().zip(&mut known) {
            replica.exchange::<true>(&shared, known);
        }
        assert_eq!(shared.get(), UctStatistics { visits: 3 + 7 + 14, total: -2 - 2 - 7 });
        assert_eq!(replicas[1].get(), shared.get());
        replicas[0].exchange::<false>(&shared, &mut known[0]);
        assert_eq!(replicas[0].get(), shared.get());
    }
}
