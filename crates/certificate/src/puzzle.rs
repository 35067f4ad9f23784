//! Solutions, and that there is none shorter, or none at all.

use std::collections::HashSet;

use crate::Rejection;
use crate::subject::Riddle;

/// States around a first few, all that can be reached by so many moves or fewer.
struct Ball<P: Riddle> {
    inside: HashSet<P::State>,
    /// Those that need all the moves.
    rim: Vec<P::State>,
    radius: u32,
}

impl<P: Riddle> Ball<P> {
    fn around(centres: Vec<P::State>) -> Self {
        Ball { inside: centres.iter().cloned().collect(), rim: centres, radius: 0 }
    }

    /// Goes one move further; shows `visit` every state that is new.
    fn grow(
        &mut self,
        puzzle: &P,
        limit: u64,
        mut visit: impl FnMut(&P::State) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        let mut rim = Vec::new();
        for state in &self.rim {
            puzzle.try_visit_moves(state, |mv| {
                let next = puzzle.successor(state, mv);
                if self.inside.insert(next.clone()) {
                    if self.inside.len() as u64 > limit {
                        return Err(Rejection::Limit { limit });
                    }
                    visit(&next)?;
                    rim.push(next);
                }
                Ok(())
            })?;
        }
        (self.rim, self.radius) = (rim, self.radius + 1);
        Ok(())
    }
}

/// Proves that no goal is reached in fewer than `length` moves; none at all, without a length.
/// Returns how many states it took.
pub(crate) fn no_goal_before<P: Riddle>(
    puzzle: &P,
    start: &P::State,
    length: Option<u32>,
    limit: u64,
) -> Result<u64, Rejection> {
    let mut ball = Ball::<P>::around(vec![start.clone()]);
    let goal = |state: &P::State, moves| {
        if puzzle.is_goal(state) && length != Some(0) {
            return Err(Rejection::Solvable { position: puzzle.state_text(state), moves });
        }
        Ok(())
    };
    goal(start, 0)?;
    while !ball.rim.is_empty() && length.is_none_or(|length| ball.radius + 1 < length) {
        let moves = ball.radius + 1;
        ball.grow(puzzle, limit, |state| goal(state, moves))?;
    }
    Ok(ball.inside.len() as u64)
}

/// Proves the same by two balls that do not meet, where every move can be taken back by one. A
/// solution of fewer than `length` moves would lead through both. Returns how many states it took.
pub(crate) fn balls_apart<P: Riddle>(
    puzzle: &P,
    start: &P::State,
    goals: Vec<P::State>,
    length: u32,
    limit: u64,
) -> Result<u64, Rejection> {
    let mut near = Ball::<P>::around(vec![start.clone()]);
    let mut far = Ball::<P>::around(goals);
    let Some(moves) = length.checked_sub(1) else { return Ok(0) };
    let met =
        |state: &P::State, moves| Rejection::Solvable { position: puzzle.state_text(state), moves };
    if far.inside.contains(start) {
        return Err(met(start, 0));
    }
    while near.radius + far.radius < moves {
        let (ball, other) =
            if near.rim.len() <= far.rim.len() { (&mut near, &far) } else { (&mut far, &near) };
        let moves = ball.radius + other.radius + 1;
        ball.grow(puzzle, limit, |state| {
            if other.inside.contains(state) { Err(met(state, moves)) } else { Ok(()) }
        })?;
        if ball.rim.is_empty() {
            break;
        }
    }
    Ok((near.inside.len() + far.inside.len()) as u64)
}
