use crate::{Payload, worth_of_work};

/// UCT's statistics of a position: its visits and the sum of their results. Its worth follows the
/// visits.
///
/// In a table that threads share, two threads that update the same position at the same time lose
/// one of the two results.
///
/// # Example
/// ```
/// use tesuji_zobrist::UctStatistics;
///
/// let mut statistics = UctStatistics::default();
/// for result in [1, 1, 0, -1] {
///     statistics.record(result);
/// }
/// assert_eq!(statistics.visits, 4);
/// assert_eq!(statistics.mean(), Some(0.25));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UctStatistics {
    /// The number of games through the position.
    pub visits: u32,
    /// The sum of their results; by convention a win is 1, a draw 0 and a loss −1.
    pub total: i32,
}

impl UctStatistics {
    /// Adds one game. Both numbers saturate.
    #[inline]
    pub fn record(&mut self, result: i32) {
        self.visits = self.visits.saturating_add(1);
        self.total = self.total.saturating_add(result);
    }

    /// The mean result, or `None` before the first visit.
    #[inline]
    #[must_use]
    pub fn mean(self) -> Option<f64> {
        (self.visits > 0).then(|| f64::from(self.total) / f64::from(self.visits))
    }
}

/// The visits in the low half, the total in the high half.
impl Payload for UctStatistics {
    type Words = [u64; 1];

    #[inline]
    fn pack(self) -> [u64; 1] {
        [u64::from(self.total.cast_unsigned()) << 32 | u64::from(self.visits)]
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of the word")]
    fn unpack([word]: [u64; 1]) -> Self {
        UctStatistics { visits: word as u32, total: ((word >> 32) as u32).cast_signed() }
    }

    #[inline]
    fn worth([word]: [u64; 1]) -> u8 {
        worth_of_work(word & u64::from(u32::MAX))
    }
}
