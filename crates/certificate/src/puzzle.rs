//! Solutions, and that there is none shorter, or none at all.

use std::collections::HashSet;

use crate::Rejection;
use crate::subject::Riddle;
use crate::work::Work;

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
        room: Room,
        mut visit: impl FnMut(&P::State) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        let mut rim = Vec::new();
        for state in &self.rim {
            puzzle.try_visit_moves(state, |mv| {
                room.work.charge(1)?;
                let next = puzzle.successor(state, mv);
                if self.inside.insert(next.clone()) {
                    if (self.inside.len() + room.elsewhere) as u64 > room.positions {
                        return Err(Rejection::Limit { limit: room.positions });
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

/// What a proof by states may take.
#[derive(Clone, Copy)]
pub(crate) struct Room<'a> {
    /// The positions it may keep at one time.
    pub(crate) positions: u64,
    /// Those it keeps elsewhere.
    elsewhere: usize,
    /// What it charges its work to.
    pub(crate) work: &'a dyn Work,
}

impl<'a> Room<'a> {
    pub(crate) fn new(positions: u64, work: &'a dyn Work) -> Self {
        Room { positions, elsewhere: 0, work }
    }
}

/// Proves that no goal is reached in fewer than `length` moves; none at all, without a length.
/// Returns how many states it took.
pub(crate) fn no_goal_before<P: Riddle>(
    puzzle: &P,
    start: &P::State,
    length: Option<u32>,
    room: Room,
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
        ball.grow(puzzle, room, |state| goal(state, moves))?;
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
    room: Room,
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
        let room = Room { elsewhere: other.inside.len(), ..room };
        ball.grow(puzzle, room, |state| {
            if other.inside.contains(state) { Err(met(state, moves)) } else { Ok(()) }
        })?;
        if ball.rim.is_empty() {
            break;
        }
    }
    Ok((near.inside.len() + far.inside.len()) as u64)
}
