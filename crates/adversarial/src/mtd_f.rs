//! MTD(f) (Plaat, Schaeffer, Pijls and de Bruin, "Best-First Fixed-Depth Minimax Algorithms",
//! Artificial Intelligence 87, 1996).

use std::ops::ControlFlow;

use tesuji_core::{Limit, Score};

use crate::driver::Question;
use crate::score::INFINITE;

/// MTD(f): null windows only, the first at the last value, each next one at the bound that the
/// search returned, until the bounds meet.
pub(crate) fn settle(guess: Option<Score>, ask: &mut Question<'_>) -> ControlFlow<Limit, Score> {
    let (mut lower, mut upper) = (-INFINITE, INFINITE);
    let mut score = guess.unwrap_or(0);
    while lower < upper {
        let beta = score.max(lower + 1);
        score = ask(beta - 1, beta)?;
        if score < beta { upper = score } else { lower = score }
    }
    ControlFlow::Continue(score)
}
