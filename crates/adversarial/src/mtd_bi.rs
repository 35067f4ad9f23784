//! MTD(bi), bisection of the value by null windows (Plaat, Schaeffer, Pijls and de Bruin,
//! "Best-First Fixed-Depth Minimax Algorithms", Artificial Intelligence 87, 1996), earlier known as
//! C* (Coplan, 1982).

use std::ops::ControlFlow;

use tesuji_core::{Limit, Score};

use crate::driver::Question;
use crate::score::{LARGEST_ESTIMATE, is_loss, is_win, loss_in, win_in};

/// MTD(bi): null windows that halve the range of values, to the end of the game. The first ask
/// whether the game ends soon, which is cheap, the next who wins, the last how soon.
pub(crate) fn settle(longest: u32, ask: &mut Question<'_>) -> ControlFlow<Limit, Score> {
    let (mut lower, mut upper) = (loss_in(0), win_in(0));
    let scale = Scale { longest };
    while lower < upper {
        // The question is whether the score exceeds `middle`.
        let middle = scale.between(lower, upper);
        let score = ask(middle, middle + 1)?;
        if score > middle {
            lower = score;
        } else {
            upper = score;
        }
        // Nothing lies between the latest end of the game and the estimates.
        if is_loss(lower) && lower > loss_in(longest) {
            lower = -LARGEST_ESTIMATE;
        }
        if is_win(upper) && upper < win_in(longest) {
            upper = LARGEST_ESTIMATE;
        }
    }
    ControlFlow::Continue(lower)
}

/// Scores on a scale without gaps: a draw is 0, a win within `longest` plies lies between 1 and
/// `longest`, a sooner one higher.
struct Scale {
    longest: u32,
}

impl Scale {
    /// Whether the game ends within these numbers of plies is asked before who wins, if it may last
    /// twice as long.
    const SOON: [i64; 2] = [7, 14];

    fn between(&self, lower: Score, upper: Score) -> Score {
        let (low, high) = (self.step(lower), self.step(upper));
        let middle = if low < 0 && high > 0 {
            self.ends_soon(low, high).unwrap_or(0)
        } else if high > 0 {
            ((low + high) / 2).max(self.not_much_later(high))
        } else {
            // Most positions that are not won are draws.
            let middle = if low < 0 && high == 0 { -1 } else { (low + high) / 2 };
            middle.min(-self.not_much_later(low))
        };
        if middle == 0 && (lower > 0 || upper < 0) {
            // Among the estimates there are no steps.
            return lower + (upper.min(LARGEST_ESTIMATE) - lower) / 2;
        }
        self.score(middle).clamp(lower, upper - 1)
    }

    /// The next question whether the game ends soon; `None` if all are answered.
    fn ends_soon(&self, low: i64, high: i64) -> Option<i64> {
        let longest = i64::from(self.longest) + 1;
        Self::SOON.into_iter().take_while(|soon| 2 * soon < longest).find_map(|soon| {
            let step = longest - soon;
            if low < -step {
                Some(-step)
            } else if step < high {
                Some(step - 1)
            } else {
                None
            }
        })
    }

    /// The step of a win not much later than the soonest one that is possible: a game that may last
    /// for ever hardly takes half of that.
    fn not_much_later(&self, soonest: i64) -> i64 {
        let longest = i64::from(self.longest) + 1;
        longest - 4 * (longest - soonest.abs()).max(Self::SOON[1])
    }

    fn step(&self, score: Score) -> i64 {
        let longest = i64::from(self.longest) + 1;
        if is_win(score) {
            (longest - i64::from(win_in(0) - score)).max(1)
        } else if is_loss(score) {
            (i64::from(score - loss_in(0)) - longest).min(-1)
        } else {
            0
        }
    }

    fn score(&self, step: i64) -> Score {
        let longest = i64::from(self.longest) + 1;
        let plies = |n: i64| u32::try_from(n).expect("between 0 and the longest game");
        match step {
            0 => 0,
            1.. => win_in(plies(longest - step)),
            _ => loss_in(plies(longest + step)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::plies_to;

    #[test]
    fn every_value_is_found_with_few_questions() {
        // Where a game may last for ever, seven questions lead to half of that.
        for (longest, most) in [(1, 50), (2, 50), (7, 50), (42, 50), (1 << 20, 57)] {
            for plies in (0..=longest).take(50).chain([longest]) {
                let estimates = [0, 5, -123_456, LARGEST_ESTIMATE, -LARGEST_ESTIMATE];
                for value in [win_in(plies), loss_in(plies)].into_iter().chain(estimates) {
                    let mut questions = 0;
                    let found = settle(longest, &mut |alpha, beta| {
                        questions += 1;
                        assert_eq!(beta - alpha, 1);
                        // Also where a game may last for ever, nobody asks for half of that.
                        let is_decided = (is_win(value) || is_loss(value)) && plies < 50;
                        let is_distance = is_win(alpha) || is_loss(alpha);
                        assert!(!(is_decided && is_distance) || plies_to(alpha) <= 60, "{alpha}");
                        // The least that fail-soft may say.
                        ControlFlow::Continue(if value > alpha { beta } else { alpha })
                    });
                    assert_eq!(found, ControlFlow::Continue(value), "longest {longest}");
                    assert!(questions <= most, "{questions} questions");
                }
            }
        }
    }
}
