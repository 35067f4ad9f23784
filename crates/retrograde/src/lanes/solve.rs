//! Retrograde analysis in waves, one for each move of the first player: wave *n* has the positions
//! that are won, or lost, in *n* of these moves. Sets of lanes are words.

use tesuji_core::{Limit, Meter, Player};

use super::{LaneTable, Lanes};
use crate::exact::Exact;
use crate::graph::release;

/// What one player can force.
pub(super) struct Solution<'t, 'r, 'm, L> {
    table: &'t mut LaneTable<L>,
    meter: &'r mut Meter<'m>,
    /// The lanes of each node that this player wins, by whose turn it is.
    forced: [Vec<u64>; 2],
    /// The lanes of each node to be looked at in the next wave.
    waiting: Vec<u64>,
    /// The nodes with such lanes.
    listed: Vec<u32>,
}

impl<'t, 'r, 'm, L: Lanes> Solution<'t, 'r, 'm, L> {
    pub(super) fn new(
        table: &'t mut LaneTable<L>,
        meter: &'r mut Meter<'m>,
    ) -> Result<Self, Limit> {
        let size = table.game.len();
        u32::try_from(size).map_err(|_| Limit::Memory)?;
        let mut masks = || meter.claimed_vec(0, size);
        let (forced, waiting) = ([masks()?, masks()?], masks()?);
        Ok(Solution { table, meter, forced, waiting, listed: Vec::new() })
    }

    /// Finds out what the first player wins.
    pub(super) fn first_wins(mut self) -> Result<(), Limit> {
        for node in 0..self.table.game.len() {
            self.wait(node, self.table.game.winning(node))?;
        }
        let all = |_: &Self, _| u64::MAX;
        self.run(1, all, |run, node, lanes, cost| {
            let game = &run.table.game;
            run.forced[0][node] |= lanes;
            let won = run.forced[0][node];
            // The second player, to move, loses where every choice does.
            let lost = select(game.lanes(node) & !run.forced[1][node], |lane| {
                game.choices(node, lane) & !won == 0
            });
            run.forced[1][node] |= lost;
            run.table.settle(node, lanes, Player::First, code(Exact::Win(cost))?);
            run.table.settle(node, lost, Player::Second, code(Exact::Loss(cost))?);
            run.look_back(node, lost)
        })
    }

    /// Finds out what the second player wins.
    pub(super) fn second_wins(mut self) -> Result<(), Limit> {
        for node in 0..self.table.game.len() {
            let stuck = self.stuck(node);
            self.wait(node, stuck)?;
        }
        // One move of several has been found to lose, or all of them.
        self.run(0, Self::stuck, |run, node, lanes, cost| {
            let game = &run.table.game;
            run.forced[0][node] |= lanes;
            let won = select(game.lanes(node) & !run.forced[1][node], |lane| {
                game.choices(node, lane) & lanes != 0
            });
            run.forced[1][node] |= won;
            run.table.settle(node, lanes, Player::First, code(Exact::Loss(cost))?);
            run.table.settle(node, won, Player::Second, code(Exact::Win(cost))?);
            run.look_back(node, won)
        })
    }

    /// The lanes in which no move of the first player saves him.
    fn stuck(&self, node: usize) -> u64 {
        let game = &self.table.game;
        let mut stuck = game.lanes(node) & !game.winning(node);
        game.visit_neighbours(node, |to| {
            stuck &= self.forced[1][to] | !game.lanes(to);
        });
        stuck
    }

    /// Takes up what waits, wave by wave, `cost` for the first one. `take` gets a node and the
    /// lanes that have waited and are decided, as `decided` finds them before anything in the wave
    /// is taken.
    fn run(
        &mut self,
        mut cost: u32,
        decided: impl Fn(&Self, usize) -> u64,
        mut take: impl FnMut(&mut Self, usize, u64, u32) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let mut wave: Vec<(u32, u64)> = Vec::new();
        while !self.listed.is_empty() {
            wave.clear();
            for index in 0..self.listed.len() {
                let node = self.listed[index];
                let waited = std::mem::take(&mut self.waiting[node as usize]);
                let lanes = waited & !self.forced[0][node as usize] & decided(self, node as usize);
                self.meter.make_room(&mut wave)?;
                wave.push((node, lanes));
            }
            self.listed.clear();
            for &(node, lanes) in &wave {
                self.meter.tally.expanded += 1;
                if lanes != 0 {
                    take(self, node as usize, lanes, cost)?;
                }
            }
            cost += 1;
        }
        release(&wave, self.meter);
        release(&self.listed, self.meter);
        release(&self.waiting, self.meter);
        for masks in &self.forced {
            release(masks, self.meter);
        }
        Ok(())
    }

    /// Has the first player's positions looked at from which a move leads here.
    #[inline(always)]
    fn look_back(&mut self, node: usize, lanes: u64) -> Result<(), Limit> {
        if lanes == 0 {
            return Ok(());
        }
        let Solution { table, meter, forced, waiting, listed } = self;
        let mut seen = Ok(());
        table.game.visit_neighbours(node, |from| {
            let lanes = lanes & table.game.lanes(from) & !forced[0][from];
            if seen.is_ok() {
                seen = meter.charge(1).and_then(|()| wait(waiting, listed, meter, from, lanes));
            }
        });
        seen
    }

    fn wait(&mut self, node: usize, lanes: u64) -> Result<(), Limit> {
        wait(&mut self.waiting, &mut self.listed, self.meter, node, lanes)
    }
}

/// Adds lanes of a node to those that wait.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 nodes")]
fn wait(
    waiting: &mut [u64],
    listed: &mut Vec<u32>,
    meter: &mut Meter,
    node: usize,
    lanes: u64,
) -> Result<(), Limit> {
    if lanes != 0 {
        if waiting[node] == 0 {
            meter.make_room(listed)?;
            listed.push(node as u32);
        }
        waiting[node] |= lanes;
    }
    Ok(())
}

/// Those of the lanes that are such.
#[inline(always)]
fn select(lanes: u64, such: impl Fn(u32) -> bool) -> u64 {
    let (mut left, mut selected) = (lanes, 0);
    while left != 0 {
        let lane = left.trailing_zeros();
        selected |= u64::from(such(lane)) << lane;
        left &= left - 1;
    }
    selected
}

/// The code of a value in a cell of 16 bits.
fn code(value: Exact) -> Result<u16, Limit> {
    u16::try_from(value.code()).map_err(|_| Limit::Depth)
}
