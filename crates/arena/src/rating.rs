//! Ratings of several players from the results of their matches.

use crate::elo::Z;
use crate::{Elo, Pairing, Pentanomial};

/// The natural logarithm of the odds that a point of Elo stands for.
const SCALE: f64 = std::f64::consts::LN_10 / 400.0;

/// A standard error below this, in Elo, is none but that of the computation.
const ROUNDING: f64 = 1e-3;

/// Ratings are found as closely as this.
const CLOSE: f64 = 1e-9;

/// Returns the Elo of each of `players` players, relative to the mean, by maximum likelihood in the
/// model of Bradley and Terry ("Rank Analysis of Incomplete Block Designs", Biometrika 39, 1952),
/// in which a draw counts as half a win and half a loss: each player's expected points, by the
/// logistic curve, are the points that the player has. The 95 % confidence intervals follow from
/// how much the results of the pairs of games vary (White, "Maximum Likelihood Estimation of
/// Misspecified Models", Econometrica 50, 1982), so that neither draws nor openings that favour one
/// side make them wrong. They are unbounded where the results do not vary at all.
///
/// The maximum is finite for players who each took points, directly or through others, from
/// each of the others (Ford, "Solution of a Ranking Problem from Binary Comparisons", American
/// Mathematical Monthly 64, 1957). The mean is that of the largest set of such players. One who
/// took all points from it, or none, has an infinite rating with one finite bound, that of the
/// Wilson interval if there is one opponent; one without games against it is rated NaN.
///
/// # Panics
/// If a player of a pairing is not below `players`.
///
/// # Complexity
/// Time `O(players³)` for each of some ten steps.
///
/// # Example
/// ```
/// use tesuji_arena::{Elo, Pairing, Pentanomial, ratings};
///
/// let pairing = |players, pairs| Pairing { round: 1, players, pairs: Pentanomial(pairs) };
/// let even = [10, 20, 40, 20, 10];
/// let pairings = [pairing([0, 1], even), pairing([1, 2], [10, 10, 40, 20, 20])];
/// let elo = ratings(3, &pairings);
/// let difference = Elo::of(&pairings[1].pairs).difference;
/// assert!((elo[0].difference - elo[1].difference).abs() < 1e-6);
/// assert!((elo[1].difference - elo[2].difference - difference).abs() < 1e-6);
/// ```
#[must_use]
pub fn ratings(players: usize, pairings: &[Pairing]) -> Vec<Elo> {
    let unknown = Elo { difference: f64::NAN, low: f64::NEG_INFINITY, high: f64::INFINITY };
    let mut elo = vec![unknown; players];
    let scored = reach(players, pairings);
    let Some(base) = largest_base(players, pairings, &scored) else { return elo };
    let bouts = bouts(&base, pairings);
    let ratings = maximum(base.len(), &bouts);
    let errors = standard_errors(&ratings, &bouts);
    for ((&player, &rating), error) in base.iter().zip(&ratings).zip(errors) {
        let rating = if rating.abs() < CLOSE { 0.0 } else { rating };
        // Without any spread nothing is known of the error.
        let reach = if error < ROUNDING { f64::INFINITY } else { Z * error };
        elo[player] = Elo { difference: rating, low: rating - reach, high: rating + reach };
    }
    for player in (0..players).filter(|player| !base.contains(player)) {
        let (above, below) = (scored[player][base[0]], scored[base[0]][player]);
        if above == below {
            continue;
        }
        let bound = bound(player, above, pairings, &elo, &base);
        elo[player] = if above {
            Elo { difference: f64::INFINITY, low: bound, high: f64::INFINITY }
        } else {
            Elo { difference: f64::NEG_INFINITY, low: f64::NEG_INFINITY, high: bound }
        };
    }
    elo
}

/// Whether a player took points from another, directly or through others (Warshall, "A Theorem on
/// Boolean Matrices", Journal of the ACM 9, 1962).
fn reach(players: usize, pairings: &[Pairing]) -> Vec<Vec<bool>> {
    let mut reach = vec![vec![false; players]; players];
    for Pairing { players: [first, second], pairs, .. } in pairings {
        let any = |counts: &[u64]| counts.iter().any(|&count| count > 0);
        reach[*first][*second] |= any(&pairs.0[1..]);
        reach[*second][*first] |= any(&pairs.0[..4]);
    }
    for through in 0..players {
        let onward = reach[through].clone();
        for row in &mut reach {
            if row[through] {
                row.iter_mut().zip(&onward).for_each(|(one, &other)| *one |= other);
            }
        }
    }
    reach
}

/// The largest set of players who all took points from each other; the one with the most pairs of
/// games if there are several. `None` if no games were played.
fn largest_base(players: usize, pairings: &[Pairing], scored: &[Vec<bool>]) -> Option<Vec<usize>> {
    let pairs = |player: usize| {
        let own = pairings.iter().filter(|pairing| pairing.players.contains(&player));
        own.map(|pairing| pairing.pairs.pairs()).sum::<u64>()
    };
    let mut best: Option<(usize, u64, Vec<usize>)> = None;
    for player in (0..players).filter(|&player| pairs(player) > 0) {
        let is_peer =
            |&other: &usize| other == player || scored[player][other] && scored[other][player];
        let peers: Vec<_> = (0..players).filter(is_peer).collect();
        let (size, played) = (peers.len(), peers.iter().map(|&one| pairs(one)).sum());
        if best.as_ref().is_none_or(|(most, all, _)| (size, played) > (*most, *all)) {
            best = Some((size, played, peers));
        }
    }
    best.map(|(_, _, peers)| peers)
}

/// The results of two players of the base, by their places in it.
struct Bout {
    players: [usize; 2],
    pairs: Pentanomial,
}

impl Bout {
    fn games(&self) -> f64 {
        2.0 * self.pairs.pairs() as f64
    }

    /// How much higher the first player is rated.
    fn difference(&self, ratings: &[f64]) -> f64 {
        let [first, second] = self.players.map(|player| ratings[player]);
        first - second
    }

    /// The share of the points that the first player is expected to take.
    fn share(&self, ratings: &[f64]) -> f64 {
        Elo::score(self.difference(ratings))
    }

    /// How much the expected points rise with the difference of the ratings.
    fn slope(&self, ratings: &[f64]) -> f64 {
        let difference = self.difference(ratings);
        self.games() * Elo::score(difference) * Elo::score(-difference) * SCALE
    }
}

fn bouts(base: &[usize], pairings: &[Pairing]) -> Vec<Bout> {
    let place = |player: usize| base.iter().position(|&one| one == player);
    let bouts = pairings.iter().filter_map(|pairing| {
        let [first, second] = pairing.players;
        let players = [place(first)?, place(second)?];
        Some(Bout { players, pairs: pairing.pairs })
    });
    bouts.filter(|bout| bout.pairs.pairs() > 0).collect()
}

/// The logarithm of the likelihood of the results.
fn likelihood(ratings: &[f64], bouts: &[Bout]) -> f64 {
    let one = |bout: &Bout| {
        let (odds, points) = (SCALE * bout.difference(ratings), bout.pairs.points());
        -points * softplus(-odds) - (bout.games() - points) * softplus(odds)
    };
    bouts.iter().map(one).sum()
}

/// The logarithm of `1 + exp(x)`, also where `exp(x)` is no number.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// The ratings of the maximum likelihood, whose sum is 0, by Newton's method.
fn maximum(players: usize, bouts: &[Bout]) -> Vec<f64> {
    const STEPS: u32 = 200;
    const MAX_STEP: f64 = 400.0;
    let mut ratings = vec![0.0; players];
    let mut value = likelihood(&ratings, bouts);
    for _ in 0..STEPS {
        let mut lacking = vec![0.0; players];
        for bout in bouts {
            let points = bout.pairs.points() - bout.games() * bout.share(&ratings);
            lacking[bout.players[0]] += points;
            lacking[bout.players[1]] -= points;
        }
        let Some(inverse) = inverse(slopes(&ratings, bouts)) else { break };
        let step: Vec<f64> = inverse.iter().map(|row| product(row, &lacking)).collect();
        let length = step.iter().fold(0.0, |max: f64, part| max.max(part.abs()));
        // A whole step may lead too far.
        let mut factor = (MAX_STEP / length).min(1.0);
        loop {
            let next: Vec<_> = ratings.iter().zip(&step).map(|(at, by)| at + factor * by).collect();
            let better = likelihood(&next, bouts);
            if better >= value || factor * length < CLOSE {
                (ratings, value) = (next, better.max(value));
                break;
            }
            factor /= 2.0;
        }
        if factor * length < CLOSE {
            break;
        }
    }
    ratings
}

/// How each player's expected points rise with each player's rating; plus a constant, so that there
/// is an inverse, which does not change differences.
fn slopes(ratings: &[f64], bouts: &[Bout]) -> Vec<Vec<f64>> {
    let players = ratings.len();
    let constant = bouts.iter().map(|bout| bout.slope(ratings)).sum::<f64>() / players as f64;
    let constant = if constant > 0.0 { constant } else { 1.0 };
    let mut slopes = vec![vec![constant; players]; players];
    for bout in bouts {
        let ([first, second], slope) = (bout.players, bout.slope(ratings));
        slopes[first][first] += slope;
        slopes[second][second] += slope;
        slopes[first][second] -= slope;
        slopes[second][first] -= slope;
    }
    slopes
}

/// The standard error of each rating.
fn standard_errors(ratings: &[f64], bouts: &[Bout]) -> Vec<f64> {
    let Some(inverse) = inverse(slopes(ratings, bouts)) else {
        return vec![f64::INFINITY; ratings.len()];
    };
    let error = |row: &Vec<f64>| {
        let part = |bout: &Bout| {
            let expected = 2.0 * bout.share(ratings);
            let square = |half: u8| (f64::from(half) / 2.0 - expected).powi(2);
            let results = (0..).zip(bout.pairs.0);
            let spread: f64 = results.map(|(half, count)| count as f64 * square(half)).sum();
            let [first, second] = bout.players;
            (row[first] - row[second]).powi(2) * spread
        };
        bouts.iter().map(part).sum::<f64>().sqrt()
    };
    inverse.iter().map(error).collect()
}

/// The rating at which a player who took all points from the base, or none, would have taken as
/// many as the bound of Wilson's interval.
fn bound(player: usize, above: bool, pairings: &[Pairing], elo: &[Elo], base: &[usize]) -> f64 {
    let met = pairings.iter().filter_map(|pairing| {
        let [first, second] = pairing.players;
        let other = if first == player { second } else { first };
        let is_met = (first == player || second == player) && base.contains(&other);
        is_met.then(|| (elo[other].difference, pairing.pairs.pairs() as f64))
    });
    let met: Vec<_> = met.collect();
    let pairs: f64 = met.iter().map(|(_, pairs)| pairs).sum();
    if pairs == 0.0 {
        return if above { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    let lower = pairs / (pairs + Z * Z);
    let wanted = pairs * if above { lower } else { 1.0 - lower };
    let expected = |rating: f64| {
        met.iter().map(|(other, pairs)| pairs * Elo::score(rating - other)).sum::<f64>()
    };
    let (mut low, mut high) = (-1e5, 1e5);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if expected(middle) < wanted { low = middle } else { high = middle }
    }
    low
}

fn product(row: &[f64], column: &[f64]) -> f64 {
    row.iter().zip(column).map(|(one, other)| one * other).sum()
}

/// The inverse of a symmetric positive definite matrix by the method of Gauss and Jordan; none if
/// rounding leaves it without one. A library for linear algebra would take longer to compile than
/// the rest of this crate.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let unit = |row: usize| (0..size).map(|column| f64::from(u8::from(row == column))).collect();
    let mut inverse: Vec<Vec<f64>> = (0..size).map(unit).collect();
    for pivot in 0..size {
        let divisor = matrix[pivot][pivot];
        if divisor.partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater) {
            return None;
        }
        for part in matrix[pivot].iter_mut().chain(&mut inverse[pivot]) {
            *part /= divisor;
        }
        let (row, image) = (matrix[pivot].clone(), inverse[pivot].clone());
        for other in (0..size).filter(|&other| other != pivot) {
            let factor = matrix[other][pivot];
            matrix[other].iter_mut().zip(&row).for_each(|(part, by)| *part -= factor * by);
            inverse[other].iter_mut().zip(&image).for_each(|(part, by)| *part -= factor * by);
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use rand_pcg::Pcg64;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;

    fn pairing(first: usize, second: usize, pairs: [u64; 5]) -> Pairing {
        Pairing { round: 1, players: [first, second], pairs: Pentanomial(pairs) }
    }

    /// Ratings by the iteration of Zermelo ("Die Berechnung der Turnier-Ergebnisse als ein
    /// Maximumproblem der Wahrscheinlichkeitsrechnung", Mathematische Zeitschrift 29, 1929).
    fn by_iteration(players: usize, pairings: &[Pairing]) -> Vec<f64> {
        let mut strengths = vec![1.0; players];
        for _ in 0..20_000 {
            strengths = (0..players)
                .map(|player| {
                    let (mut points, mut games) = (0.0, 0.0);
                    for Pairing { players: [first, second], pairs, .. } in pairings {
                        let all = 2.0 * pairs.pairs() as f64;
                        let own = pairs.points();
                        let (own, other) = match player {
                            _ if player == *first => (own, *second),
                            _ if player == *second => (all - own, *first),
                            _ => continue,
                        };
                        points += own;
                        games += all / (strengths[player] + strengths[other]);
                    }
                    points / games
                })
                .collect();
        }
        let elo: Vec<f64> = strengths.iter().map(|one: &f64| 400.0 * one.log10()).collect();
        let mean = elo.iter().sum::<f64>() / players as f64;
        elo.iter().map(|one| one - mean).collect()
    }

    /// Results of a pair of games between players with these ratings.
    fn played(ratings: [f64; 2], draws: f64, pairs: u64, random: &mut Pcg64) -> [u64; 5] {
        let share = Elo::score(ratings[0] - ratings[1]);
        let draws = draws * share.min(1.0 - share) * 2.0;
        let mut results = [0; 5];
        for _ in 0..pairs {
            let mut game = || {
                let drawn = random.random_range(0.0..1.0);
                if drawn < share - draws / 2.0 {
                    2
                } else {
                    usize::from(drawn < share + draws / 2.0)
                }
            };
            results[game() + game()] += 1;
        }
        results
    }

    #[test]
    fn players_who_are_all_as_strong_have_the_mean_exactly() {
        for players in 2..8 {
            let all = (0..players).flat_map(|one| (0..one).map(move |other| (one, other)));
            let even = |(one, other)| pairing(one, other, [3, 0, 7, 0, 3]);
            let elo = ratings(players, &all.map(even).collect::<Vec<_>>());
            assert!(elo.iter().all(|elo| elo.difference.to_string() == "0"), "{elo:?}");
        }
    }

    #[test]
    fn two_players_have_the_difference_and_the_error_of_the_formula_for_pairs() {
        for pairs in [[900, 1200, 3800, 1700, 2400], [10, 0, 0, 0, 90], [0, 500, 900, 800, 0]] {
            let elo = ratings(2, &[pairing(0, 1, pairs)]);
            let expected = Elo::of(&Pentanomial(pairs));
            let difference = elo[0].difference - elo[1].difference;
            assert!((difference - expected.difference).abs() < 1e-6, "{difference} {expected}");
            assert!((elo[0].difference + elo[1].difference).abs() < 1e-6);
            let width = 2.0 * (elo[0].high - elo[0].low);
            let ratio = width / (expected.high - expected.low);
            assert!((ratio - 1.0).abs() < 0.06, "{pairs:?}: {ratio}");
        }
    }

    #[test]
    fn several_players_have_the_ratings_that_another_method_finds() {
        let mut random = Pcg64::seed_from_u64(3);
        for draws in [0.0, 0.5] {
            let truth = [150.0, 60.0, 0.0, -10.0, -200.0];
            let mut pairings = Vec::new();
            for first in 0..5 {
                for second in (first + 1)..5 {
                    let both = [truth[first], truth[second]];
                    let pairs = played(both, draws, 20 + 10 * second as u64, &mut random);
                    pairings.push(pairing(first, second, pairs));
                }
            }
            let elo = ratings(5, &pairings);
            for (one, other) in elo.iter().zip(by_iteration(5, &pairings)) {
                assert!((one.difference - other).abs() < 1e-4, "{one} {other}");
            }
        }
    }

    #[test]
    fn players_thousands_apart_have_the_points_that_the_ratings_expect() {
        // Each beats all below in all games, but for half a point of the last against the first.
        for (players, pairs) in [(4, 50), (10, 50), (20, 1000), (40, 1)] {
            let mut pairings = Vec::new();
            for first in 0..players {
                for second in (first + 1)..players {
                    let upset = u64::from((first, second) == (0, players - 1));
                    pairings.push(pairing(first, second, [0, 0, 0, upset, pairs - upset]));
                }
            }
            let elo = ratings(players, &pairings);
            for player in 0..players {
                let (mut taken, mut expected) = (0.0, 0.0);
                for Pairing { players: [first, second], pairs, .. } in &pairings {
                    let games = 2.0 * pairs.pairs() as f64;
                    let (own, other, points) = match player {
                        _ if player == *first => (first, second, pairs.points()),
                        _ if player == *second => (second, first, games - pairs.points()),
                        _ => continue,
                    };
                    taken += points;
                    expected += games * Elo::score(elo[*own].difference - elo[*other].difference);
                }
                assert!((taken - expected).abs() < 1e-3, "{players} {player}: {taken} {expected}");
            }
        }
    }

    #[test]
    fn the_intervals_hold_the_truth_as_often_as_they_say() {
        let mut random = Pcg64::seed_from_u64(5);
        // A gauntlet: the last two players meet the first alone.
        let truth = [80.0, 30.0, -110.0];
        for draws in [0.0, 0.6] {
            let (mut held, mut all) = (0, 0);
            for _ in 0..400 {
                let pairs = [1, 2].map(|other| {
                    let pairs = played([truth[0], truth[other]], draws, 60, &mut random);
                    pairing(0, other, pairs)
                });
                for (elo, truth) in ratings(3, &pairs).iter().zip(truth) {
                    held += u32::from(elo.low <= truth && truth <= elo.high);
                    all += 1;
                }
            }
            let share = f64::from(held) / f64::from(all);
            assert!((0.93..0.97).contains(&share), "{share}");
        }
    }

    #[test]
    fn one_who_takes_all_points_or_none_has_one_bound() {
        // The first beats everyone, the last loses to everyone, the others are even.
        let pairings = [
            pairing(0, 1, [0, 0, 0, 0, 10]),
            pairing(0, 2, [0, 0, 0, 0, 10]),
            pairing(1, 2, [1, 2, 4, 2, 1]),
            pairing(3, 1, [10, 0, 0, 0, 0]),
            pairing(2, 3, [0, 0, 0, 0, 10]),
        ];
        let elo = ratings(5, &pairings);
        assert_eq!((elo[0].difference, elo[0].high), (f64::INFINITY, f64::INFINITY));
        assert_eq!((elo[3].difference, elo[3].low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!(elo[1].difference.abs() < 1e-9 && elo[2].difference.abs() < 1e-9);
        // Twenty pairs against players at 0.
        let bound = Elo::at_score(20.0 / (20.0 + Z * Z));
        assert!((elo[0].low - bound).abs() < 1e-6 && (elo[3].high + bound).abs() < 1e-6);
        assert!(elo[4].difference.is_nan());
        let alone = ratings(2, &pairings[..1]);
        let formula = Elo::of(&pairings[0].pairs);
        assert_eq!(alone[0].difference, 0.0);
        assert!((alone[1].high + formula.low).abs() < 1e-6);
        assert!(!alone[0].is_bounded(), "there is no other player to compare with");
        for pairs in [[0, 1, 0, 0, 0], [0, 0, 50, 0, 0]] {
            assert!(ratings(2, &[pairing(0, 1, pairs)]).iter().all(|elo| !elo.is_bounded()));
        }
        assert!(ratings(2, &[]).iter().all(|elo| elo.difference.is_nan()));
    }
}
