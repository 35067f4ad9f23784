//! The least expected cost against a random opponent.
//!
//! # The error bound
//!
//! Value iteration (Bellman 1957) in place, nearest to the goal first. Let `l(s)` be what it
//! arrives at, with the opponent's positions the exact means of their successors, and let δ bound
//! by how much any of the player's positions differs from the best of its moves. Each move of the
//! player costs at least 1, so a way of playing with expected cost `V` makes at most `V` moves on
//! the average.
//!
//! * Playing what is best by `l` costs `V ≤ l + δV`: the least cost is at most `l / (1 − δ)`.
//! * Playing best costs `V ≥ l − δV`: the least cost is at least `l / (1 + δ)`.
//!
//! Hence no value is off by more than `l δ / (1 − δ)`. δ includes what rounding can do.

use std::borrow::Cow;

use tesuji_core::{GameResult, Limit, Meter, Player, Rules};

use crate::clock::{Clock, constant_ticks};
use crate::expected::{CheckExpectedError, ExpectedError};
use crate::graph::{Edges, release};
use crate::space::{Lists, Space};
use crate::sure::{Arena, Prospect};

/// Stands for a cost where the win is not certain.
pub(crate) const UNCERTAIN: f64 = -1.0;
/// Stands for a cost where there is no win.
pub(crate) const NEVER: f64 = -2.0;

/// How far a value can be from the truth.
pub(crate) fn error_bound(value: f64, defect: f64) -> f64 {
    if defect < 1.0 { value * defect / (1.0 - defect) } else { f64::INFINITY }
}

/// A space as value iteration sees it.
pub(crate) struct Problem<'a, S> {
    space: &'a S,
    player: Player,
    movers: Vec<Player>,
    goals: Vec<bool>,
    pub(crate) prospects: Vec<Prospect>,
    successors: Cow<'a, Edges>,
    ticks: Ticks,
    /// The positions where the win is certain, nearest to the goal first.
    order: Vec<u32>,
    /// Those of them where it is the opponent's turn, each after those that it leads to.
    chances: Vec<u32>,
    /// A bound on how much rounding changes the value of a player's position, as a part of the
    /// largest value.
    rounding: f64,
}

/// What moves count.
enum Ticks {
    /// All those of a player alike.
    Alike([u32; 2]),
    /// Each of its own, in the order of the lists of successors.
    Each(Vec<u32>),
}

impl<'a, S: Space> Problem<'a, S> {
    pub(crate) fn new<K: Clock<S::Game>>(
        space: &'a S,
        clock: &K,
        player: Player,
        meter: &mut Meter,
    ) -> Result<Self, ExpectedError> {
        let game = space.game();
        let size = space.len();
        u32::try_from(size).map_err(|_| Limit::Memory)?;
        let (mut movers, mut goals) =
            (meter.claimed_vec(player, size)?, meter.claimed_vec(false, size)?);
        let lists = space.lists();
        let mut successors = Edges::new(meter)?;
        let alike = constant_ticks(clock);
        let mut ticks = Vec::new();
        let mut max_moves = 0;
        for index in 0..size {
            let node = space.node(index);
            movers[index] = space.mover(&node);
            goals[index] = space.end(&node) == Some(GameResult::Win(player));
            let mut moves = 0;
            if let Some(Lists { successors, .. }) = lists {
                moves = u32::try_from(successors.list(index).len()).map_err(|_| Limit::Memory)?;
            } else {
                let mut found = Ok(());
                space.visit_successors(&node, |to| {
                    moves += 1;
                    if found.is_ok() {
                        found = u32::try_from(to)
                            .map_err(|_| Limit::Memory)
                            .and_then(|to| successors.push(to, meter));
                    }
                });
                found?;
                successors.close_list(meter)?;
            }
            if alike.is_none() {
                let state = space.state(&node);
                for mv in game.moves(&state) {
                    meter.make_room(&mut ticks)?;
                    ticks.push(clock.ticks(game, &state, mv));
                }
            }
            max_moves = max_moves.max(moves);
            meter.charge(1 + moves)?;
        }
        let (successors, predecessors) = match lists {
            Some(Lists { successors, predecessors }) => {
                (Cow::Borrowed(successors), Cow::Borrowed(predecessors))
            }
            None => {
                let predecessors = successors.reversed(meter)?;
                (Cow::Owned(successors), Cow::Owned(predecessors))
            }
        };
        let ticks = alike.map_or(Ticks::Each(ticks), Ticks::Alike);
        let arena = Arena {
            player,
            movers: &movers,
            goals: &goals,
            successors: &successors,
            predecessors: &predecessors,
        };
        let (prospects, order) = arena.prospects(meter)?;
        let mut problem = Problem {
            space,
            player,
            movers,
            goals,
            prospects,
            successors,
            ticks,
            order,
            chances: Vec::new(),
            rounding: 0.0,
        };
        let longest = problem.order_chances(&predecessors, meter)?;
        release_owned(predecessors, meter);
        problem.rounding = f64::EPSILON * f64::from(max_moves + 4) * f64::from(longest + 1);
        problem.find_free_move()?;
        Ok(problem)
    }

    pub(crate) fn release(self, meter: &mut Meter) {
        release(&self.movers, meter);
        release(&self.goals, meter);
        release(&self.prospects, meter);
        release_owned(self.successors, meter);
        if let Ticks::Each(ticks) = &self.ticks {
            release(ticks, meter);
        }
        release(&self.order, meter);
        release(&self.chances, meter);
    }

    fn describe(&self, index: usize) -> String {
        format!("{:?}", self.space.state(&self.space.node(index)))
    }

    /// Whether a cost is to be found for the opponent's position.
    fn is_chance(&self, index: usize) -> bool {
        self.prospects[index] == Prospect::Sure
            && !self.goals[index]
            && self.movers[index] != self.player
    }

    /// Fills `chances`; returns how many can follow each other.
    fn order_chances(
        &mut self,
        predecessors: &Edges,
        meter: &mut Meter,
    ) -> Result<u32, ExpectedError> {
        let mut open = meter.claimed_vec(0u32, self.movers.len())?;
        let mut ready = Vec::new();
        let mut left = 0;
        for &index in &self.order {
            if self.is_chance(index as usize) {
                left += 1;
                let targets = self.successors.list(index as usize);
                let count = targets.iter().filter(|&&to| self.is_chance(to as usize)).count();
                open[index as usize] = u32::try_from(count).map_err(|_| Limit::Memory)?;
                if count == 0 {
                    meter.make_room(&mut ready)?;
                    ready.push(index);
                }
            }
        }
        let mut longest = 0;
        while !ready.is_empty() {
            longest += 1;
            for index in std::mem::take(&mut ready) {
                left -= 1;
                meter.make_room(&mut self.chances)?;
                self.chances.push(index);
                for &from in predecessors.list(index as usize) {
                    if self.is_chance(from as usize) {
                        open[from as usize] -= 1;
                        if open[from as usize] == 0 {
                            ready.push(from);
                        }
                    }
                }
            }
        }
        if left > 0 {
            let stuck = self.order.iter().find(|&&index| open[index as usize] > 0);
            let state = self.describe(*stuck.expect("one of those left") as usize);
            return Err(ExpectedError::OpponentCycle { state });
        }
        release(&open, meter);
        Ok(longest)
    }

    fn find_free_move(&self) -> Result<(), ExpectedError> {
        for &index in &self.order {
            let index = index as usize;
            if self.movers[index] == self.player {
                let is_sure = |to: &u32| self.prospects[*to as usize] == Prospect::Sure;
                let targets = self.successors.list(index);
                let is_free = match &self.ticks {
                    Ticks::Alike(ticks) => {
                        ticks[self.player as usize] == 0 && targets.iter().any(is_sure)
                    }
                    Ticks::Each(ticks) => {
                        let ticks = &ticks[self.successors.range(index)];
                        targets.iter().zip(ticks).any(|(to, ticks)| *ticks == 0 && is_sure(to))
                    }
                };
                if is_free {
                    return Err(ExpectedError::FreeMove { state: self.describe(index) });
                }
            }
        }
        Ok(())
    }

    /// What follows for a position from the values of its successors.
    #[inline(always)]
    fn back_up(&self, index: usize, values: &[f64]) -> f64 {
        if self.goals[index] {
            return 0.0;
        }
        match &self.ticks {
            Ticks::Alike(ticks) => {
                let alike = f64::from(ticks[self.movers[index] as usize]);
                self.total(index, values, std::iter::repeat(alike))
            }
            Ticks::Each(ticks) => {
                let each = ticks[self.successors.range(index)].iter().copied();
                self.total(index, values, each.map(f64::from))
            }
        }
    }

    /// The least of the successors' values with what the moves count, or their mean.
    #[inline(always)]
    #[expect(clippy::cast_precision_loss, reason = "a number of moves")]
    fn total(&self, index: usize, values: &[f64], ticks: impl Iterator<Item = f64>) -> f64 {
        let targets = self.successors.list(index);
        let totals = targets.iter().map(|&to| values[to as usize]).zip(ticks);
        if self.movers[index] == self.player {
            // Moves to where the win is not certain are out of the question.
            totals
                .filter(|&(value, _)| value >= 0.0)
                .map(|(value, ticks)| value + ticks)
                .fold(f64::INFINITY, f64::min)
        } else {
            totals.map(|(value, ticks)| value + ticks).sum::<f64>() / targets.len() as f64
        }
    }

    /// Iterates until the error bound is below `tolerance`; returns δ.
    pub(crate) fn iterate(
        &self,
        values: &mut [f64],
        tolerance: f64,
        meter: &mut Meter,
    ) -> Result<f64, ExpectedError> {
        loop {
            let (mut change, mut largest): (f64, f64) = (0.0, 0.0);
            for &index in &self.order {
                let index = index as usize;
                meter.charge(1)?;
                let value = self.back_up(index, values);
                change = change.max((value - values[index]).abs());
                largest = largest.max(value);
                values[index] = value;
            }
            let at_rest = change <= self.rounding * largest;
            if at_rest || error_bound(largest, change) <= tolerance {
                let defect = self.defect(values) + self.rounding * largest;
                let reached = error_bound(largest, defect);
                if reached <= tolerance {
                    return Ok(defect);
                }
                if at_rest {
                    return Err(ExpectedError::TooFine { wanted: tolerance, reached });
                }
            }
        }
    }

    /// Makes the opponent's positions the means of their successors, and returns the
    /// largest difference between a position of the player and its best move.
    fn defect(&self, values: &mut [f64]) -> f64 {
        for &index in &self.chances {
            values[index as usize] = self.back_up(index as usize, values);
        }
        let mut defect: f64 = 0.0;
        for &index in &self.order {
            let index = index as usize;
            if self.movers[index] == self.player {
                defect = defect.max((self.back_up(index, values) - values[index]).abs());
            }
        }
        defect
    }

    pub(crate) fn check(&self, values: &[f64], defect: f64) -> Result<(), CheckExpectedError> {
        let largest = values.iter().copied().fold(0.0, f64::max);
        for (index, (&claimed, prospect)) in values.iter().zip(&self.prospects).enumerate() {
            let (actual, slack) = match prospect {
                Prospect::Sure if self.goals[index] => (0.0, 0.0),
                // Rounding makes up the rest of the defect.
                Prospect::Sure if self.movers[index] == self.player => {
                    (self.back_up(index, values), defect - self.rounding * largest / 2.0)
                }
                // The same sum in the same order is the same to the last bit.
                Prospect::Sure => (self.back_up(index, values), 0.0),
                Prospect::Uncertain => (UNCERTAIN, 0.0),
                Prospect::Never => (NEVER, 0.0),
            };
            let sound = claimed.is_finite() && (claimed >= 0.0) == (*prospect == Prospect::Sure);
            if !sound || (claimed - actual).abs() > slack {
                let state = self.describe(index);
                return Err(CheckExpectedError::Contradiction { index, state, claimed, actual });
            }
        }
        Ok(())
    }
}

/// Gives lists back that were not only lent.
fn release_owned(edges: Cow<Edges>, meter: &mut Meter) {
    if let Cow::Owned(edges) = edges {
        edges.release(meter);
    }
}
