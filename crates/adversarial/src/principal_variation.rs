//! Principal variation search (Marsland and Campbell, "Parallel Search of Strongly Ordered
//! Game Trees", ACM Computing Surveys 14, 1982; as NegaScout: Reinefeld, ICCA Journal 6,
//! 1983), with aspiration windows (Slate and Atkin, "CHESS 4.5", 1977).

use std::ops::ControlFlow;

use tesuji_core::{Limit, Score};

use crate::driver::Question;
use crate::score::{INFINITE, is_loss, is_win};

/// PVS: searches the first move with the full window and the others with null windows, again only
/// if one is better. Each iteration starts with an aspiration window around the last value and
/// widens it if the value lies outside.
pub(crate) fn settle(
    aspiration: Score,
    guess: Option<Score>,
    ask: &mut Question<'_>,
) -> ControlFlow<Limit, Score> {
    let Some(guess) = guess.filter(|&guess| !is_win(guess) && !is_loss(guess)) else {
        return ask(-INFINITE, INFINITE);
    };
    let mut below = aspiration.max(1);
    let mut above = below;
    loop {
        let alpha = guess.saturating_sub(below).max(-INFINITE);
        let beta = guess.saturating_add(above).min(INFINITE);
        let score = ask(alpha, beta)?;
        if score <= alpha && alpha > -INFINITE {
            below = widened(below);
        } else if score >= beta && beta < INFINITE {
            above = widened(above);
        } else {
            return ControlFlow::Continue(score);
        }
    }
}

/// Eight times as wide; the full range if that failed before.
fn widened(width: Score) -> Score {
    if width > 1 << 16 { 2 * INFINITE } else { width.saturating_mul(8) }
}
