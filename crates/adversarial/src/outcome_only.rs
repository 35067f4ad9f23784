use std::ops::ControlFlow;

use tesuji_core::{Limit, Score};

use crate::driver::{Question, sealed::Drive};

/// Asks, straight to the end of the game, who wins and nothing else: with null windows at the
/// draw, one question or two. How soon is left open, which spares most of the nodes.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeOnly;

impl Drive for OutcomeOnly {
    const DEEPENS: bool = false;
    const DISTANCES: bool = false;

    fn settle(
        &self,
        _: Option<Score>,
        _: u32,
        ask: &mut Question<'_>,
    ) -> ControlFlow<Limit, Score> {
        let score = ask(0, 1)?;
        // A score below the window is an upper bound: 0 may still be a loss.
        if score == 0 { ask(-1, 0) } else { ControlFlow::Continue(score) }
    }
}
