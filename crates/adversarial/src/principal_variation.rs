//! Principal variation search (Marsland and Campbell, "Parallel Search of Strongly Ordered
//! Game Trees", ACM Computing Surveys 14, 1982; as NegaScout: Reinefeld, ICCA Journal 6,
//! 1983), with aspiration windows (Slate and Atkin, "CHESS 4.5", 1977).

use std::ops::ControlFlow;

use tesuji_core::{Limit, Score};

use crate::driver::Question;
use crate::score::{INFINITE, is_loss, is_win};

/// PVS: searches the first move with the full window and the others with null windows, again only
/// if one is better. Each iteration starts with an aspiration window around the last value, and is
/// repeated without the bound on the side where the value lies outside.
pub(crate) fn settle(
    aspiration: Score,
    guess: Option<Score>,
    ask: &mut Question<'_>,
) -> ControlFlow<Limit, Score> {
    let (mut alpha, mut beta) = (-INFINITE, INFINITE);
    if let Some(guess) = guess.filter(|&guess| !is_win(guess) && !is_loss(guess)) {
        let half_width = aspiration.clamp(1, INFINITE);
        alpha = (guess - half_width).max(-INFINITE);
        beta = (guess + half_width).min(INFINITE);
    }
    loop {
        let score = ask(alpha, beta)?;
        if score <= alpha && alpha > -INFINITE {
            alpha = -INFINITE;
        } else if score >= beta && beta < INFINITE {
            beta = INFINITE;
        } else {
            return ControlFlow::Continue(score);
        }
    }
}
