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

use tesuji_core::{GameResult, Limit, Meter, Player, Rules};

use crate::cells::claimed_vec;
use crate::clock::Clock;
use crate::engine::release;
use crate::expected::{CheckExpectedError, ExpectedError};
use crate::graph::Edges;
use crate::space::Space;
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
    successors: Edges,
    /// What each move counts, in the order of `successors`.
    ticks: Vec<u32>,
    /// The positions where the win is certain, nearest to the goal first.
    order: Vec<u32>,
    /// Those of them where it is the opponent's turn, each after those that it leads to.
    chances: Vec<u32>,
    /// A bound on how much rounding changes the value of a player's position, as a part of the
    /// largest value.
    rounding: f64,
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
            (claimed_vec(player, size, meter)?, claimed_vec(false, size, meter)?);
        let mut successors = Edges::new(meter)?;
        let mut ticks = Vec::new();
        let mut most_moves = 0;
        for index in 0..size {
            let node = space.node(index);
            movers[index] = space.mover(&node);
            goals[index] = space.end(&node) == Some(GameResult::Win(player));
            let state = space.state(&node);
            let mut found = Ok(());
            let mut moves = 0;
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
            for mv in game.moves(&state) {
                meter.make_room(&mut ticks)?;
                ticks.push(clock.ticks(game, &state, mv));
            }
            most_moves = most_moves.max(moves);
            meter.charge(1 + moves)?;
        }
        let predecessors = successors.reversed(meter)?;
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
        predecessors.release(meter);
        problem.rounding = f64::EPSILON * f64::from(most_moves + 4) * f64::from(longest + 1);
        problem.find_free_move()?;
        Ok(problem)
    }

    pub(crate) fn release(self, meter: &mut Meter) {
        release(&self.movers, meter);
        release(&self.goals, meter);
        release(&self.prospects, meter);
        self.successors.release(meter);
        release(&self.ticks, meter);
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
        let mut open = claimed_vec(0u32, self.movers.len(), meter)?;
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
            return Err(ExpectedError::OpponentCircle { state });
        }
        release(&open, meter);
        Ok(longest)
    }

    fn find_free_move(&self) -> Result<(), ExpectedError> {
        for &index in &self.order {
            let index = index as usize;
            if self.movers[index] == self.player {
                let targets = self.successors.list(index).iter();
                let is_free = |(&to, &ticks): (&u32, &u32)| {
                    ticks == 0 && self.prospects[to as usize] == Prospect::Sure
                };
                if targets.zip(self.ticks_of(index)).any(is_free) {
                    return Err(ExpectedError::FreeMove { state: self.describe(index) });
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn ticks_of(&self, index: usize) -> &[u32] {
        &self.ticks[self.successors.range(index)]
    }

    /// What follows for a position from the values of its successors.
    #[inline(always)]
    #[expect(clippy::cast_precision_loss, reason = "a number of moves")]
    fn back_up(&self, index: usize, values: &[f64]) -> f64 {
        if self.goals[index] {
            return 0.0;
        }
        let targets = self.successors.list(index);
        let totals = targets
            .iter()
            .zip(self.ticks_of(index))
            .map(|(&to, &ticks)| (values[to as usize], f64::from(ticks)));
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

    /// Makes the opponent's positions the means of their successors, and tells by how much
    /// one of the player's positions differs from its best move.
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
