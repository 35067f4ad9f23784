//! Numbers of positions by their distances.

use std::collections::HashSet;

use tesuji_core::{Notation, Puzzle, Rules};

use crate::Rejection;
use crate::puzzle::Ball;
use crate::space::Space;

/// Receives the number of positions at each distance, from 0 on.
pub(crate) type Count<'c> = dyn FnMut(u64) -> Result<(), Rejection> + 'c;

impl<R: Rules + Notation> Space<'_, R> {
    /// Counts the positions that can be reached, by the fewest moves to them. All of them are kept.
    pub(crate) fn layers(&self, starts: Vec<R::State>, count: &mut Count) -> Result<(), Rejection> {
        let mut ball = Ball::<R>::around(starts);
        while !ball.rim.is_empty() {
            count(ball.rim.len() as u64)?;
            ball.grow(self, 0, |_| Ok(()))?;
        }
        Ok(())
    }

    /// Counts them where every move can be taken back, which is checked. Only the last layers are
    /// kept: a move to an earlier one could not be taken back, because there all moves lead to known
    /// ones.
    pub(crate) fn undirected_layers(
        &self,
        start: &R::State,
        count: &mut Count,
    ) -> Result<(), Rejection> {
        let (mut before, mut layer) = (HashSet::new(), HashSet::from([start.clone()]));
        while !layer.is_empty() {
            count(layer.len() as u64)?;
            let mut next = HashSet::new();
            for state in &layer {
                self.each(state, |after| {
                    if before.contains(&after) || layer.contains(&after) {
                        return Ok(());
                    }
                    // Also of a position that was found before, so that the order does not matter.
                    self.way_back(state, &after)?;
                    next.insert(after);
                    self.limits.keep((before.len() + layer.len() + next.len()) as u64)
                })?;
            }
            (before, layer) = (layer, next);
        }
        Ok(())
    }

    /// Checks that a move leads back.
    fn way_back(&self, from: &R::State, to: &R::State) -> Result<(), Rejection> {
        let mut leads_back = false;
        self.each(to, |after| {
            leads_back |= after == *from;
            Ok(())
        })?;
        match leads_back {
            true => Ok(()),
            false => Err(Rejection::NoWayBack { from: self.shown(from), to: self.shown(to) }),
        }
    }
}

impl<P: Puzzle + Notation> Space<'_, P> {
    /// Counts the states that can be reached by the fewest moves from them to a goal, where every
    /// move can be taken back, which is checked. All of them are kept.
    ///
    /// As moves can be taken back, these are the distances from the goals, and all states can be
    /// reached from there.
    pub(crate) fn distances(&self, start: &P::State, count: &mut Count) -> Result<(), Rejection> {
        let mut ball = Ball::<P>::around(vec![start.clone()]);
        while !ball.rim.is_empty() {
            ball.grow(self, 0, |_| Ok(()))?;
        }
        for state in &ball.inside {
            self.each(state, |after| self.way_back(state, &after))?;
        }
        let states = ball.inside.into_iter();
        let goals: Vec<_> = states.filter(|state| self.rules.is_goal(state)).collect();
        match goals.is_empty() {
            true => Err(format!("no goal can be reached from {}", self.shown(start)).into()),
            false => self.layers(goals, count),
        }
    }
}
