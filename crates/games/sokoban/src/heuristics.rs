use tesuji_core::{Cost, DEAD_END, Heuristic};

use crate::assignment::assignment;
use crate::rules::{NEVER, Push, Sokoban, Warehouse};

/// The number of boxes that are not on goals: each needs a push.
#[derive(Clone, Copy, Debug)]
pub struct OffGoal;

impl Heuristic<Sokoban> for OffGoal {
    type Memo = Cost;

    fn start(&self, sokoban: &Sokoban, state: &Warehouse) -> Cost {
        state.boxes.without(&sokoban.level().goals()).len() as Cost
    }

    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}

/// The pushes of each box to the goal that is nearest to it, in total; a box on a dead square is a
/// dead end.
#[derive(Clone, Copy, Debug)]
pub struct NearestGoal;

impl Heuristic<Sokoban> for NearestGoal {
    type Memo = Cost;

    fn start(&self, sokoban: &Sokoban, state: &Warehouse) -> Cost {
        let mut total = 0;
        for cell in state.boxes.iter() {
            let to = sokoban.distances.iter().map(|to| to[usize::from(cell)]);
            match to.min() {
                None | Some(NEVER) => return DEAD_END,
                Some(distance) => total += Cost::from(distance),
            }
        }
        total
    }

    fn advance(
        &self,
        sokoban: &Sokoban,
        memo: Cost,
        _: &Warehouse,
        mv: Push,
        child: &Warehouse,
    ) -> Cost {
        if mv.pushes { self.start(sokoban, child) } else { memo }
    }

    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}

/// The least total of pushes that bring each box to a goal of its own, as if it were alone on the
/// board; every state with a [deadlock](Sokoban::deadlock) is a dead end.
///
/// A push changes the distances of one box by one at most, and a deadlock remains one: the estimate
/// is consistent. It bounds the moves as well as the pushes.
///
/// # Sources
/// Junghanns & Schaeffer, "Sokoban: Enhancing general single-agent search methods using domain
/// knowledge", Artificial Intelligence 129, 2001.
#[derive(Clone, Copy, Debug)]
pub struct Matching;

impl Heuristic<Sokoban> for Matching {
    type Memo = Cost;

    fn start(&self, sokoban: &Sokoban, state: &Warehouse) -> Cost {
        let off_goal = state.boxes.without(&sokoban.level().goals());
        if off_goal.is_empty() {
            return 0;
        }
        let stuck = sokoban.on_dead_square(state).is_some()
            || !sokoban.frozen(state).without(&sokoban.level().goals()).is_empty();
        if stuck { DEAD_END } else { assignment(sokoban, state).unwrap_or(DEAD_END) }
    }

    fn advance(
        &self,
        sokoban: &Sokoban,
        memo: Cost,
        _: &Warehouse,
        mv: Push,
        child: &Warehouse,
    ) -> Cost {
        // The boxes are where they were.
        if mv.pushes { self.start(sokoban, child) } else { memo }
    }

    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}
