//! Evaluators for Rush Hour against rocks.

use std::ops::ControlFlow;

use tesuji_core::score::LARGEST_ESTIMATE;
use tesuji_core::{DEAD_END, Evaluator, Player, Rules, Score};

use crate::{RocksState, RushHourRocks, course_position};

/// How many moves the driver needs at least, were there no more rocks; and in his turn how many he
/// has, because to have none is to have lost.
///
/// A move that is needed counts 10, one that is there 1, and more than 9 of them no more than 9. It
/// is seen at once that a board cannot be won where a car in the way can never leave: that is the
/// worst for the driver, short of being blocked.
///
/// # Example
/// ```
/// use tesuji_core::{Evaluator, Rules};
/// use tesuji_rush_hour::{MovesToExit, RushHourRocks};
///
/// let game = RushHourRocks::new("....B.....BC.AA.BC.D.....D.....DEEE.".parse()?);
/// // Nine moves are forced, and there are six to begin with.
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

/// The evaluators that there are, to be chosen at run time.
#[derive(Clone, Copy, Debug)]
pub enum RocksEvaluator {
    /// [`MovesToExit`].
    MovesToExit,
    /// [`course_position`](crate::course_position()): that of the course, which looks at
    /// rocks.
    Course,
}

impl Evaluator<RushHourRocks> for RocksEvaluator {
    fn score(&self, game: &RushHourRocks, state: &RocksState) -> Score {
        match self {
            RocksEvaluator::MovesToExit => MovesToExit.score(game, state),
            RocksEvaluator::Course => course_position.score(game, state),
        }
    }
}

fn moves_up_to(most: Score, game: &RushHourRocks, state: &RocksState) -> Score {
    let mut count = 0;
    let _ = game.visit_moves(state, |_| {
        count += 1;
        if count < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    count
}
