/// The results of pairs of games, by the points that the first contestant took of the two: 0, ½, 1,
/// 1½ or 2.
///
/// The two games of a pair begin alike, so their results hang together; pairs do not. Errors that
/// are worked out from pairs are right where those from single games are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// What each result counts, as a share of the two points.
    pub const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Counts a pair in which the first contestant took so many half points.
    ///
    /// # Panics
    /// If there are more than four.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points)] += 1;
    }

    /// How many pairs there are.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The first contestant's share of all points; a half if there are none.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        self.mean(|share| share)
    }

    /// The variance of the share of a pair.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.0;
        }
        let score = self.score();
        self.mean(|share| (share - score).powi(2))
    }

    fn mean(&self, of: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 =
            self.0.iter().zip(Self::SHARES).map(|(&count, share)| count as f64 * of(share)).sum();
        sum / self.pairs() as f64
    }
}
