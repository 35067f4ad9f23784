//! Evaluators for Rush Hour against rocks.

use std::ops::ControlFlow;

use tesuji_core::score::LARGEST_ESTIMATE;
use tesuji_core::{DEAD_END, Evaluator, Player, Rules, Score};

use crate::{RocksState, RushHourRocks, lab_position_evaluation};

/// A lower bound on the driver's remaining moves without further rocks, and in his turn his number
/// of moves, because a driver without a move has lost.
///
/// A remaining move counts 10, an available one 1, up to 9 of them. A board on which a car in the
/// way can never leave has the worst score for the driver, short of being blocked.
///
/// # Example
/// ```
/// use tesuji_core::{Evaluator, Rules};
/// use tesuji_rush_hour::{MovesToExit, RushHourRocks};
///
/// let game = RushHourRocks::new("....B.....BC.AA.BC.D.....D.....DEEE.".parse()?);
/// // Nine moves are forced, and six are available.
/// assert_eq!(MovesToExit.score(&game, &game.initial()), -84);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MovesToExit;

impl Evaluator<RushHourRocks> for MovesToExit {
    fn score(&self, game: &RushHourRocks, state: &RocksState) -> Score {
        let needed = match game.forced_moves(state.board()) {
            DEAD_END => LARGEST_ESTIMATE,
            moves => 10 * moves.cast_signed(),
        };
        match state.turn() {
            Player::First => moves_up_to(9, game, state) - needed,
            Player::Second => needed,
        }
    }
}

/// The evaluators of the game, to be chosen at run time.
#[derive(Clone, Copy, Debug)]
pub enum RocksEvaluator {
    /// [`MovesToExit`].
    MovesToExit,
    /// [`lab_position_evaluation`](crate::lab_position_evaluation()), which considers rocks.
    Lab,
}

impl Evaluator<RushHourRocks> for RocksEvaluator {
    fn score(&self, game: &RushHourRocks, state: &RocksState) -> Score {
        match self {
            RocksEvaluator::MovesToExit => MovesToExit.score(game, state),
            RocksEvaluator::Lab => lab_position_evaluation.score(game, state),
        }
    }
}

fn moves_up_to(limit: Score, game: &RushHourRocks, state: &RocksState) -> Score {
    let mut count = 0;
    let _ = game.visit_moves(state, |_| {
        count += 1;
        if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    count
}
