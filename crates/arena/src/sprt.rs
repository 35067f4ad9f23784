use crate::{Elo, Pentanomial};

/// A sequential probability ratio test (Wald, "Sequential Tests of Statistical Hypotheses",
/// Annals of Mathematical Statistics 16, 1945): continues until one of two Elo differences is
/// sufficiently more likely than the other.
///
/// The likelihoods are those of the five results of a pair, each maximised under the hypothesis
/// (the generalized test of Van den Bergh, as used for engine testing).
///
/// # Example
/// ```
/// use tesuji_arena::{Pentanomial, Sprt, SprtVerdict};
///
/// let test = Sprt::new(0.0, 50.0);
/// let report = test.judge(&Pentanomial([2, 0, 40, 0, 48]));
/// assert_eq!(report.verdict, SprtVerdict::Stronger);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis: no gain.
    pub elo0: f64,
    /// The Elo difference of the alternative hypothesis: a gain.
    pub elo1: f64,
    /// The probability of accepting the alternative although the null hypothesis is true.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis although the alternative is true.
    pub beta: f64,
}

/// The status of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SprtReport {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative hypothesis.
    pub elo1: f64,
    /// The logarithm of the ratio of the likelihoods, alternative to null hypothesis.
    pub log_likelihood_ratio: f64,
    /// The test accepts the null hypothesis at or below this ratio.
    pub lower: f64,
    /// The test accepts the alternative at or above this ratio.
    pub upper: f64,
    /// The verdict.
    pub verdict: SprtVerdict,
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SprtVerdict {
    /// More games are needed.
    Undecided,
    /// The null hypothesis is accepted: no gain.
    NotStronger,
    /// The alternative hypothesis is accepted: a gain.
    Stronger,
}

impl Sprt {
    /// The largest difference that games can measure.
    pub const MAX_ELO: f64 = 4000.0;

    /// Returns a test of `elo1` against `elo0` with both error probabilities 5 %.
    ///
    /// # Panics
    /// If `elo0` is not less than `elo1`, or the absolute value of one exceeds
    /// [`MAX_ELO`](Self::MAX_ELO).
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Self {
        assert!(elo0 < elo1, "elo0 is {elo0}, not below elo1, {elo1}");
        assert!(
            elo0.abs().max(elo1.abs()) <= Self::MAX_ELO,
            "{elo0} or {elo1} exceeds {}",
            Self::MAX_ELO
        );
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Returns the status of the test after these results.
    #[must_use]
    pub fn judge(&self, results: &Pentanomial) -> SprtReport {
        let ratio = self.log_likelihood_ratio(results);
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let verdict = if ratio <= lower {
            SprtVerdict::NotStronger
        } else if ratio >= upper {
            SprtVerdict::Stronger
        } else {
            SprtVerdict::Undecided
        };
        let Sprt { elo0, elo1, .. } = *self;
        SprtReport { elo0, elo1, log_likelihood_ratio: ratio, lower, upper, verdict }
    }

    fn log_likelihood_ratio(&self, results: &Pentanomial) -> f64 {
        if results.pairs() == 0 {
            return 0.0;
        }
        // A result not yet observed is unlikely, not impossible.
        const UNSEEN: f64 = 1e-3;
        let counts = results.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [under0, under1] =
            [self.elo0, self.elo1].map(|elo| maximum_likelihood(&seen, Elo::score(elo)));
        let terms = (0..5).map(|index| seen[index] * (under1[index] / under0[index]).ln());
        total * terms.sum::<f64>()
    }
}

/// The maximum-likelihood probabilities of the five results among those with this mean, given the
/// observed frequencies.
///
/// By Lagrange's multipliers they are `seen / (1 + x (share − mean))`, for the one `x` that
/// satisfies the mean.
fn maximum_likelihood(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let chances = |x: f64| {
        let mut chances = *seen;
        for (chance, share) in chances.iter_mut().zip(Pentanomial::SHARES) {
            *chance /= 1.0 + x * (share - mean);
        }
        chances
    };
    // It decreases in x, from infinity to minus infinity between these ends.
    let excess = |x: f64| -> f64 {
        let shares = chances(x).into_iter().zip(Pentanomial::SHARES);
        shares.map(|(chance, share)| chance * (share - mean)).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    chances(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use rand_pcg::Pcg64;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn the_bounds_are_those_of_wald() {
        let report = Sprt::new(0.0, 10.0).judge(&Pentanomial::default());
        assert!((report.upper - 19f64.ln()).abs() < 1e-12 && report.upper == -report.lower);
        assert_eq!(report.verdict, SprtVerdict::Undecided);
    }

    #[test]
    fn maximum_likelihood_chances_have_the_mean_and_add_up() {
        for seen in [[0.1, 0.2, 0.4, 0.2, 0.1], [0.001, 0.001, 0.001, 0.001, 0.996]] {
            for mean in [0.05, 0.5, 0.57, 0.9] {
                let chances = maximum_likelihood(&seen, mean);
                let sum: f64 = chances.iter().sum();
                let found: f64 =
                    chances.iter().zip(Pentanomial::SHARES).map(|(p, share)| p * share).sum();
                assert!((sum - 1.0).abs() < 1e-6 && (found - mean).abs() < 1e-6, "{chances:?}");
            }
        }
    }

    #[test]
    fn of_two_results_the_ratio_is_that_of_the_binomial() {
        // Pairs won or lost as a whole are Bernoulli trials.
        let (won, lost) = (70, 30);
        let ratio = Sprt::new(0.0, 50.0).judge(&Pentanomial([lost, 0, 0, 0, won]));
        let (p0, p1) = (0.5f64, Elo::score(50.0));
        let binomial = won as f64 * (p1 / p0).ln() + lost as f64 * ((1.0 - p1) / (1.0 - p0)).ln();
        // Results not observed have a small probability.
        assert!((ratio.log_likelihood_ratio - binomial).abs() < 0.02);
    }

    /// Runs the test on games without draws at this true difference: the number of tests that
    /// accept the alternative, and the mean number of games.
    fn simulate(elo: f64, tests: u32) -> (u32, f64) {
        let mut random = Pcg64::seed_from_u64(7);
        let test = Sprt::new(0.0, 50.0);
        let (mut stronger, mut games) = (0, 0u64);
        for _ in 0..tests {
            let mut results = Pentanomial::default();
            let verdict = loop {
                let wins = (0..2).filter(|_| random.random_bool(Elo::score(elo))).count();
                results.add(2 * u8::try_from(wins).unwrap());
                match test.judge(&results).verdict {
                    SprtVerdict::Undecided => {}
                    verdict => break verdict,
                }
            };
            games += 2 * results.pairs();
            stronger += u32::from(verdict == SprtVerdict::Stronger);
        }
        (stronger, games as f64 / f64::from(tests))
    }

    #[test]
    fn it_errs_one_time_in_twenty_and_needs_some_255_games() {
        let (wrong, games) = simulate(0.0, 500);
        assert!(wrong <= 35, "{wrong} of 500 took even players for unequal ones");
        assert!((230.0..305.0).contains(&games), "{games}");
        let (right, games) = simulate(50.0, 500);
        assert!(right >= 465, "{right} of 500 found the stronger one");
        assert!((230.0..305.0).contains(&games), "{games}");
    }
}
