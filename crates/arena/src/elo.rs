use std::fmt;

use crate::Pentanomial;

/// A difference in strength on the Elo scale (Elo, "The Rating of Chessplayers, Past and
/// Present", 1978), with an interval that holds the true one 95 times in a hundred.
///
/// A difference of `d` means a share of `1 / (1 + 10^(-d/400))` of the points: 100 are 64 %. It is
/// infinite for somebody who takes all points or none.
///
/// # Example
/// ```
/// use tesuji_arena::{Elo, Pentanomial};
///
/// // Of 100 pairs 40 went 2 to 0, 40 one each, 20 the other way round.
/// let elo = Elo::of(&Pentanomial([20, 0, 40, 0, 40]));
/// assert_eq!(elo.to_string(), "+70.4 (95%: +17.6 to +123.3)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Elo {
    /// What the points say.
    pub difference: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// Within so many standard errors lie 95 in a hundred.
const Z: f64 = 1.959_963_984_540_054;

impl Elo {
    /// By how much the first contestant is stronger.
    ///
    /// The interval is Wilson's ("Probable Inference, the Law of Succession, and Statistical
    /// Inference", Journal of the American Statistical Association 22, 1927), for as many
    /// independent games as would have the variance that the pairs show.
    #[must_use]
    pub fn of(results: &Pentanomial) -> Self {
        let (pairs, score) = (results.pairs() as f64, results.score());
        if pairs == 0.0 {
            return Elo { difference: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let variance = results.variance();
        // How many games of plain wins and losses would be as sure; if all pairs were lost, or all
        // won, one each.
        let spread = score * (1.0 - score);
        let games = if spread == 0.0 { pairs } else { pairs * spread / variance };
        let difference = Self::at_score(score);
        if games.is_infinite() {
            return Elo { difference, low: difference, high: difference };
        }
        let centre = (score + Z * Z / (2.0 * games)) / (1.0 + Z * Z / games);
        let reach =
            Z / (1.0 + Z * Z / games) * (spread / games + (Z / (2.0 * games)).powi(2)).sqrt();
        // At the very ends the formula gives 0 and 1 but for rounding.
        let low = if score == 0.0 { 0.0 } else { centre - reach };
        let high = if score == 1.0 { 1.0 } else { centre + reach };
        Elo { difference, low: Self::at_score(low), high: Self::at_score(high) }
    }

    /// The difference at which one takes this share of the points.
    #[must_use]
    pub fn at_score(share: f64) -> f64 {
        400.0 * (share / (1.0 - share)).log10()
    }

    /// The share of the points that this difference brings.
    #[must_use]
    pub fn score(difference: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf(-difference / 400.0))
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let written = |elo: f64| match elo {
            f64::INFINITY => "+∞".to_owned(),
            f64::NEG_INFINITY => "−∞".to_owned(),
            // What rounds to zero has no sign.
            elo if elo.abs() < 0.05 => "0.0".to_owned(),
            elo if elo < 0.0 => format!("−{:.1}", -elo),
            elo => format!("+{elo:.1}"),
        };
        let Elo { difference, low, high } = *self;
        write!(out, "{} (95%: {} to {})", written(difference), written(low), written(high))
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
        // Two independent games: 2-0 and 0-2 a quarter of the time each.
        let elo = Elo::of(&Pentanomial([2500, 0, 5000, 0, 2500]));
        let expected = 681.0 / 20_000f64.sqrt();
        assert!((elo.high - expected).abs() < 0.01 * expected, "{elo}");
        assert!((elo.low + expected).abs() < 0.01 * expected, "{elo}");
    }

    #[test]
    fn pairs_that_hang_together_are_told_apart_from_pairs_that_do_not() {
        // The opening decides: every pair is one each, and nothing is left to chance.
        let lopsided = Elo::of(&Pentanomial([0, 0, 100, 0, 0]));
        assert_eq!((lopsided.low, lopsided.high), (0.0, 0.0));
        // Each pair goes one way as a whole: half as sure as single games would be.
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
