/// Counts of the results of pairs of games, by the first contestant's points: 0, ½, 1, 1½ or 2.
///
/// The two games of a pair begin from the same position, so their results are correlated; those of
/// pairs are not. An error estimate must therefore be computed from pairs, not from single games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The value of each result, as a share of the two points.
    pub(crate) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Adds a pair in which the first contestant took `half_points` half points.
    ///
    /// # Panics
    /// If `half_points` is above four.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points)] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The first contestant's points.
    #[must_use]
    pub fn points(&self) -> f64 {
        let halves: u64 = (0..).zip(self.0).map(|(half, count)| half * count).sum();
        halves as f64 / 2.0
    }

    /// The first contestant's share of all points; ½ without pairs.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        self.mean(|share| share)
    }

    /// The variance of a pair's share.
    #[must_use]
    pub(crate) fn variance(&self) -> f64 {
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
