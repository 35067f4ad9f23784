//! Proofs that a puzzle has no shorter solution, or none at all.

use std::collections::{BTreeMap, HashSet};

use tesuji_core::{Cost, Notation, Puzzle, Rules};

use crate::Rejection;
use crate::search::Measure;
use crate::work::Work;

/// The states within a number of moves of some first ones.
pub(crate) struct Ball<R: Rules> {
    pub(crate) inside: HashSet<R::State>,
    /// Those at exactly that number of moves.
    pub(crate) rim: Vec<R::State>,
    radius: u32,
}

impl<R: Rules> Ball<R> {
    pub(crate) fn around(centres: Vec<R::State>) -> Self {
        Ball { inside: centres.iter().cloned().collect(), rim: centres, radius: 0 }
    }

    /// Adds the states that are one move further, and calls `visit` with each.
    pub(crate) fn grow(
        &mut self,
        rules: &R,
        limits: SpaceLimits,
        mut visit: impl FnMut(&R::State) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        let mut rim = Vec::new();
        for state in &self.rim {
            rules.try_visit_moves(state, |mv| {
                limits.work.charge(1)?;
                let next = rules.successor(state, mv);
                if self.inside.insert(next.clone()) {
                    if (self.inside.len() + limits.kept_elsewhere) as u64 > limits.positions {
                        return Err(Rejection::Limit { limit: limits.positions });
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

/// The limits of a proof by states.
#[derive(Clone, Copy)]
pub(crate) struct SpaceLimits<'a> {
    /// The most positions that are kept at a time.
    pub(crate) positions: u64,
    /// The positions that are kept besides those of the ball that grows.
    kept_elsewhere: usize,
    /// Where work is charged.
    pub(crate) work: &'a dyn Work,
}

impl<'a> SpaceLimits<'a> {
    pub(crate) fn new(positions: u64, work: &'a dyn Work) -> Self {
        SpaceLimits { positions, kept_elsewhere: 0, work }
    }
}

/// Proves that no goal is reached in fewer than `length` moves, or in any number of moves if there
/// is no length. Returns the number of states that were generated.
pub(crate) fn no_goal_before<P: Puzzle + Notation>(
    puzzle: &P,
    start: &P::State,
    length: Option<u32>,
    limits: SpaceLimits,
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
        ball.grow(puzzle, limits, |state| goal(state, moves))?;
    }
    Ok(ball.inside.len() as u64)
}

/// Proves the same by two balls without a common state, one around the start and one around the
/// goals, where every move can be taken back by one move: a solution of fewer than `length` moves
/// would have a state in both. Returns the number of states that were generated.
pub(crate) fn balls_apart<P: Puzzle + Notation>(
    puzzle: &P,
    start: &P::State,
    goals: Vec<P::State>,
    length: u32,
    limits: SpaceLimits,
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
        let limits = SpaceLimits { kept_elsewhere: other.inside.len(), ..limits };
        ball.grow(puzzle, limits, |state| {
            if other.inside.contains(state) { Err(met(state, moves)) } else { Ok(()) }
        })?;
        if ball.rim.is_empty() {
            break;
        }
    }
    Ok((near.inside.len() + far.inside.len()) as u64)
}

/// Proves that no goal is reached at a cost below `bound`, by all states that are, in the order of
/// their costs (Dijkstra 1959). Returns their number.
pub(crate) fn no_goal_below<P: Puzzle + Notation>(
    puzzle: &P,
    start: &P::State,
    (bound, measure): (Cost, Measure),
    limits: SpaceLimits,
) -> Result<u64, Rejection> {
    // By the cost of a path to them.
    let mut waiting = BTreeMap::new();
    let (mut expanded, mut kept) = (HashSet::new(), 0usize);
    if bound > 0 {
        waiting.insert(0, vec![start.clone()]);
        kept = 1;
    }
    while let Some((cost, states)) = waiting.pop_first() {
        for state in states {
            kept -= 1;
            if !expanded.insert(state.clone()) {
                continue;
            }
            if puzzle.is_goal(&state) {
                return Err(Rejection::Cheaper { position: puzzle.state_text(&state), cost });
            }
            puzzle.try_visit_moves(&state, |mv| {
                limits.work.charge(1)?;
                let after = puzzle.successor(&state, mv);
                // A sum that does not fit is not below the bound either.
                let cost = measure.of(puzzle.cost(&state, mv)).checked_add(cost);
                if let Some(cost) = cost.filter(|&cost| cost < bound)
                    && !expanded.contains(&after)
                {
                    waiting.entry(cost).or_default().push(after);
                    kept += 1;
                }
                match (expanded.len() + kept) as u64 > limits.positions {
                    true => Err(Rejection::Limit { limit: limits.positions }),
                    false => Ok(()),
                }
            })?;
        }
    }
    Ok(expanded.len() as u64)
}
