//! Numbers of positions by their distances.

use std::collections::HashSet;

use tesuji_core::{Notation, Puzzle, Rules};

use crate::Rejection;
use crate::puzzle::{Ball, SpaceLimits};

/// Receives the number of positions at each distance, from 0 on.
pub(crate) type Count<'c> = dyn FnMut(u64) -> Result<(), Rejection> + 'c;

/// Counts the positions that can be reached, by the fewest moves to them. All of them are kept.
pub(crate) fn layers<R: Rules>(
    rules: &R,
    start: &R::State,
    limits: SpaceLimits,
    count: &mut Count,
) -> Result<(), Rejection> {
    let mut ball = Ball::<R>::around(vec![start.clone()]);
    while !ball.rim.is_empty() {
        count(ball.rim.len() as u64)?;
        ball.grow(rules, limits, |_| Ok(()))?;
    }
    Ok(())
}

/// Counts them where every move can be taken back, which is checked. Only the last layers are kept:
/// a move to an earlier one could not be taken back, because there all moves lead to known ones.
pub(crate) fn undirected_layers<R: Rules + Notation>(
    rules: &R,
    start: &R::State,
    limits: SpaceLimits,
    count: &mut Count,
) -> Result<(), Rejection> {
    let (mut before, mut layer) = (HashSet::new(), HashSet::from([start.clone()]));
    while !layer.is_empty() {
        count(layer.len() as u64)?;
        let mut next = HashSet::new();
        for state in &layer {
            rules.try_visit_moves(state, |mv| {
                limits.work.charge(1)?;
                let after = rules.successor(state, mv);
                if before.contains(&after) || layer.contains(&after) {
                    return Ok(());
                }
                // Also of a position that was found before, so that the order does not matter.
                way_back(rules, state, &after, limits)?;
                next.insert(after);
                match (before.len() + layer.len() + next.len()) as u64 > limits.positions {
                    true => Err(Rejection::Limit { limit: limits.positions }),
                    false => Ok(()),
                }
            })?;
        }
        (before, layer) = (layer, next);
    }
    Ok(())
}

/// Counts the states that can be reached by the fewest moves from them to a goal, where every move
/// can be taken back, which is checked. All of them are kept.
pub(crate) fn distances<P: Puzzle + Notation>(
    puzzle: &P,
    start: &P::State,
    limits: SpaceLimits,
    count: &mut Count,
) -> Result<(), Rejection> {
    let mut ball = Ball::<P>::around(vec![start.clone()]);
    while !ball.rim.is_empty() {
        ball.grow(puzzle, limits, |_| Ok(()))?;
    }
    let mut left = ball.inside;
    for state in &left {
        puzzle.try_visit_moves(state, |mv| {
            way_back(puzzle, state, &puzzle.successor(state, mv), limits)
        })?;
    }
    let mut layer: Vec<P::State> =
        left.iter().filter(|state| puzzle.is_goal(state)).cloned().collect();
    if layer.is_empty() {
        return Err(Rejection::NoGoal { position: puzzle.state_text(start) });
    }
    layer.iter().for_each(|goal| {
        left.remove(goal);
    });
    while !layer.is_empty() {
        count(layer.len() as u64)?;
        let mut next = Vec::new();
        for state in &layer {
            puzzle.try_visit_moves(state, |mv| {
                limits.work.charge(1)?;
                next.extend(left.take(&puzzle.successor(state, mv)));
                Ok::<(), Rejection>(())
            })?;
        }
        layer = next;
    }
    Ok(())
}

/// Checks that a move leads back.
fn way_back<R: Rules + Notation>(
    rules: &R,
    from: &R::State,
    to: &R::State,
    limits: SpaceLimits,
) -> Result<(), Rejection> {
    let mut leads_back = false;
    rules.try_visit_moves(to, |mv| {
        limits.work.charge(1)?;
        leads_back |= rules.successor(to, mv) == *from;
        Ok::<(), Rejection>(())
    })?;
    match leads_back {
        true => Ok(()),
        false => {
            Err(Rejection::NoWayBack { from: rules.state_text(from), to: rules.state_text(to) })
        }
    }
}
