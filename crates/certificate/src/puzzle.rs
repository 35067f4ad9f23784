//! Proofs that a puzzle has no shorter solution, or none at all.

use std::collections::{BTreeMap, HashMap, HashSet};

use tesuji_core::{Cost, Notation, Puzzle, Rules};

use crate::Rejection;
use crate::space::Space;

/// The states within a number of moves of some first ones.
pub(crate) struct Ball<R: Rules> {
    pub(crate) inside: HashSet<R::State>,
    /// Those at exactly that number of moves.
    pub(crate) rim: Vec<R::State>,
    radius: u32,
}

impl<R: Rules + Notation> Ball<R> {
    pub(crate) fn around(centres: Vec<R::State>) -> Self {
        Ball { inside: centres.iter().cloned().collect(), rim: centres, radius: 0 }
    }

    /// Adds the states that are one move further, and calls `visit` with each. This number of
    /// positions is kept elsewhere.
    pub(crate) fn grow(
        &mut self,
        space: &Space<R>,
        elsewhere: usize,
        mut visit: impl FnMut(&R::State) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        let mut rim = Vec::new();
        for state in &self.rim {
            space.each(state, |next| {
                if self.inside.insert(next.clone()) {
                    space.limits.keep((self.inside.len() + elsewhere) as u64)?;
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

/// What a solution costs at least, for a proof of that.
#[derive(Clone, Copy)]
pub(crate) struct Bound {
    pub(crate) least: Cost,
    /// Whether each move counts 1, whatever it costs.
    pub(crate) moves: bool,
}

impl Bound {
    /// What a move of this cost counts.
    pub(crate) fn of(self, cost: Cost) -> Cost {
        if self.moves { 1 } else { cost }
    }
}

impl<P: Puzzle + Notation> Space<'_, P> {
    /// The rejection where a solution through `state` is better than claimed.
    pub(crate) fn better(&self, state: &P::State, cost: Cost, moves: bool) -> Rejection {
        let position = self.shown(state);
        match moves {
            true => format!("a solution of {cost} moves leads through {position}").into(),
            false => format!("a solution of cost {cost} leads to {position}").into(),
        }
    }

    /// Proves that no goal is reached at a cost below the bound, by all states that are, in the order
    /// of their costs (Dijkstra 1959). Returns their number.
    pub(crate) fn no_goal_below(&self, start: &P::State, bound: Bound) -> Result<u64, Rejection> {
        let Bound { least, moves } = bound;
        // Those to look at, by the cost of a path to them, and the least one known of each.
        let (mut waiting, mut known) = (BTreeMap::new(), HashMap::new());
        // A state waits at each cost that was the least one for a time.
        let mut count = 1_u64;
        if least > 0 {
            waiting.insert(0, vec![start.clone()]);
            known.insert(start.clone(), 0);
        }
        while let Some((cost, states)) = waiting.pop_first() {
            for state in states {
                count -= 1;
                if known.get(&state) != Some(&cost) {
                    continue;
                }
                if self.rules.is_goal(&state) {
                    return Err(self.better(&state, cost, moves));
                }
                if cost + 1 >= least {
                    // A move costs at least 1.
                    continue;
                }
                self.rules.try_visit_moves(&state, |mv| {
                    (self.limits.charge)(1)?;
                    // A sum that does not fit is not below the bound either.
                    let cost = bound.of(self.rules.cost(&state, mv)).checked_add(cost);
                    let Some(cost) = cost.filter(|&cost| cost < least) else { return Ok(()) };
                    let after = self.rules.successor(&state, mv);
                    if known.get(&after).is_none_or(|&known| cost < known) {
                        known.insert(after.clone(), cost);
                        waiting.entry(cost).or_insert_with(Vec::new).push(after);
                        count += 1;
                    }
                    self.limits.keep(known.len() as u64 + count)
                })?;
            }
        }
        Ok(known.len() as u64)
    }

    /// Proves that no goal is reached in fewer than `length` moves, where every move can be taken back
    /// by one move, by two balls without a common state, one around the start and one around the
    /// goals: such a solution would have a state in both. Returns the number of states that were
    /// generated.
    pub(crate) fn balls_apart(
        &self,
        start: &P::State,
        goals: Vec<P::State>,
        length: u32,
    ) -> Result<u64, Rejection> {
        let mut near = Ball::<P>::around(vec![start.clone()]);
        let mut far = Ball::<P>::around(goals);
        let Some(moves) = length.checked_sub(1) else { return Ok(0) };
        if far.inside.contains(start) {
            return Err(self.better(start, 0, true));
        }
        while near.radius + far.radius < moves && !near.rim.is_empty() && !far.rim.is_empty() {
            let (ball, other) =
                if near.rim.len() <= far.rim.len() { (&mut near, &far) } else { (&mut far, &near) };
            let moves = ball.radius + other.radius + 1;
            ball.grow(self, other.inside.len(), |state| match other.inside.contains(state) {
                true => Err(self.better(state, moves, true)),
                false => Ok(()),
            })?;
        }
        Ok((near.inside.len() + far.inside.len()) as u64)
    }
}
