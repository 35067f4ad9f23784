use std::ops::ControlFlow;

use tesuji_core::{Limit, Score};

use crate::driver::{Question, sealed::Drive};

/// Determines only the outcome, to the end of the game, with one or two null windows around the
/// draw. It leaves distances unknown, which saves most of the nodes.
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
