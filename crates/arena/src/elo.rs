use std::fmt;

use crate::Pentanomial;

/// A difference in strength on the Elo scale (Elo, "The Rating of Chessplayers, Past and
/// Present", 1978), with its 95 % confidence interval.
///
/// The interval is unbounded where the results do not show how much they may vary, as those of one
/// pair of games.
///
/// A difference of `d` means a share of `1 / (1 + 10^(-d/400))` of the points: 100 are 64 %. It is
/// infinite for a contestant with all points or none.
///
/// # Example
/// ```
/// use tesuji_arena::{Elo, Pentanomial};
///
/// // Of 100 pairs 40 ended 2 to 0, 40 one to one, 20 the other way round.
/// let elo = Elo::of(&Pentanomial([20, 0, 40, 0, 40]));
/// assert_eq!(elo.to_string(), "+70.4 (95%: +17.6 to +123.3)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Elo {
    /// The estimate.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub difference: f64,
    /// The lower end of the interval.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub low: f64,
    /// The upper end of the interval.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub high: f64,
}

/// The half-width of a 95 % interval in standard errors.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// A variance of the pairs below this is none but that of the computation.
const ROUNDING: f64 = 1e-12;

impl Elo {
    /// The difference by which the first contestant is stronger.
    ///
    /// The interval is Wilson's ("Probable Inference, the Law of Succession, and Statistical
    /// Inference", Journal of the American Statistical Association 22, 1927), for the number of
    /// independent games that would have the observed variance of the pairs.
    #[must_use]
    pub fn of(results: &Pentanomial) -> Self {
        let (pairs, score) = (results.pairs() as f64, results.score());
        if pairs == 0.0 {
            return Elo { difference: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let difference = Self::at_score(score);
        let variance = results.variance();
        let spread = score * (1.0 - score);
        // Pairs that all went alike say nothing about how much they may vary.
        if spread > 0.0 && variance < ROUNDING {
            return Elo { difference, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        // The number of independent wins and losses with the same precision; one per pair if all
        // pairs were won or all lost.
        let games = if spread == 0.0 { pairs } else { pairs * spread / variance };
        let centre = (score + Z * Z / (2.0 * games)) / (1.0 + Z * Z / games);
        let reach =
            Z / (1.0 + Z * Z / games) * (spread / games + (Z / (2.0 * games)).powi(2)).sqrt();
        // At the extremes the formula gives 0 and 1 up to rounding.
        let low = if score == 0.0 { 0.0 } else { centre - reach };
        let high = if score == 1.0 { 1.0 } else { centre + reach };
        Elo { difference, low: Self::at_score(low), high: Self::at_score(high) }
    }

    /// The difference at which the first contestant takes this share of the points.
    #[must_use]
    pub(crate) fn at_score(share: f64) -> f64 {
        400.0 * (share / (1.0 - share)).log10()
    }

    /// Whether the interval has a bound on one side at least.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.low > f64::NEG_INFINITY || self.high < f64::INFINITY
    }

    /// A number of Elo as people read it, with its sign.
    ///
    /// ```
    /// use tesuji_arena::Elo;
    ///
    /// let texts = [f64::INFINITY, -12.34, 0.04, f64::NAN].map(Elo::text);
    /// assert_eq!(texts, ["+∞", "−12.3", "0.0", "unknown"]);
    /// ```
    #[must_use]
    pub fn text(elo: f64) -> String {
        match elo {
            elo if elo.is_nan() => "unknown".to_owned(),
            f64::INFINITY => "+∞".to_owned(),
            f64::NEG_INFINITY => "−∞".to_owned(),
            // A difference that rounds to zero has no sign.
            elo if elo.abs() < 0.05 => "0.0".to_owned(),
            elo if elo < 0.0 => format!("−{:.1}", -elo),
            elo => format!("+{elo:.1}"),
        }
    }

    /// The expected share of the points at this difference.
    #[must_use]
    pub fn score(difference: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf(-difference / 400.0))
    }
}

/// The difference, and the interval unless it is unbounded.
impl fmt::Display for Elo {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        if !self.is_bounded() {
            return out.write_str(&Self::text(self.difference));
        }
        let [difference, low, high] = [self.difference, self.low, self.high].map(Self::text);
        write!(out, "{difference} (95%: {low} to {high})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_differences_are_those_of_the_logistic_curve() {
        assert_eq!(Elo::at_score(0.5), 0.0);
        for (difference, score) in [(70.437, 0.6), (190.849, 0.75), (400.0, 10.0 / 11.0)] {
            assert!((Elo::at_score(score) - difference).abs() < 1e-3);
            assert!((Elo::score(difference) - score).abs() < 1e-5);
        }
    }

    #[test]
    fn even_games_without_draws_have_an_error_of_681_over_the_root_of_their_number() {
        // Two independent games: 2-0 and 0-2 in a quarter of the pairs each.
        let elo = Elo::of(&Pentanomial([2500, 0, 5000, 0, 2500]));
        let expected = 681.0 / 20_000f64.sqrt();
        assert!((elo.high - expected).abs() < 0.01 * expected, "{elo}");
        assert!((elo.low + expected).abs() < 0.01 * expected, "{elo}");
    }

    #[test]
    fn pairs_that_hang_together_are_told_apart_from_pairs_that_do_not() {
        // The opening decides: every pair is one to one, and no chance is left.
        let lopsided = Elo::of(&Pentanomial([0, 0, 100, 0, 0]));
        assert!(lopsided.difference == 0.0 && !lopsided.is_bounded());
        assert_eq!(lopsided.to_string(), "0.0");
        assert!(!Elo::of(&Pentanomial([0, 3, 0, 0, 0])).is_bounded());
        // Each pair is won as a whole: half the information of single games.
        let (whole, single) =
            (Elo::of(&Pentanomial([50, 0, 0, 0, 50])), Elo::of(&Pentanomial([25, 0, 50, 0, 25])));
        assert!(whole.high > 1.3 * single.high);
    }

    #[test]
    fn one_who_wins_everything_has_a_lower_bound_alone() {
        let elo = Elo::of(&Pentanomial([0, 0, 0, 0, 10]));
        assert_eq!((elo.difference, elo.high), (f64::INFINITY, f64::INFINITY));
        // Wilson: 10 / (10 + 1.96²) of the points.
        assert!((elo.low - Elo::at_score(10.0 / 13.8415)).abs() < 0.01, "{elo}");
        assert_eq!(elo.to_string(), "+∞ (95%: +166.2 to +∞)");
        let none = Elo::of(&Pentanomial([10, 0, 0, 0, 0]));
        assert_eq!(none.low, f64::NEG_INFINITY);
        assert!((none.high + elo.low).abs() < 1e-9);
    }
}
