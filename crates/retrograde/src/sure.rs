//! Where a player reaches the goal with probability 1 against a random opponent (de Alfaro, "Formal
//! Verification of Probabilistic Systems", 1997).

use tesuji_core::{Limit, Meter, Player};

use crate::graph::{Edges, release};

/// What is known of each position before any number is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prospect {
    /// The goal is reached with probability 1.
    Sure,
    /// It can be reached, but no way of playing makes it sure.
    Uncertain,
    /// No line of play reaches it.
    Never,
}

/// A game as a graph: the player's positions, chance's positions, and the goals.
pub(crate) struct Arena<'a> {
    pub(crate) player: Player,
    pub(crate) movers: &'a [Player],
    pub(crate) goals: &'a [bool],
    pub(crate) successors: &'a Edges,
    pub(crate) predecessors: &'a Edges,
}

impl Arena<'_> {
    /// The prospect of every position, and those that are sure in the order of their distance
    /// from the goals.
    ///
    /// Again and again, what cannot reach the goal any more is taken out, then chance's
    /// positions that may lose what is left, and the player's that can only move out of it.
    pub(crate) fn prospects(&self, meter: &mut Meter) -> Result<(Vec<Prospect>, Vec<u32>), Limit> {
        let size = self.successors.len();
        let mut prospects = meter.claimed_vec(Prospect::Uncertain, size)?;
        let mut alive = meter.claimed_vec(true, size)?;
        let reached = self.reach(&alive, meter)?;
        let mut out = Vec::new();
        let mut ways = meter.claimed_vec(0u32, size)?;
        for index in 0..size {
            if !reached.seen[index] {
                prospects[index] = Prospect::Never;
            }
            let degree = self.successors.list(index).len();
            ways[index] = u32::try_from(degree).map_err(|_| Limit::Memory)?;
            if !reached.seen[index] {
                self.take_out(index, &mut alive, &mut out, meter)?;
            }
        }
        reached.release(meter);
        loop {
            while let Some(index) = out.pop() {
                let sources = self.predecessors.list(index as usize);
                for &from in sources {
                    let from = from as usize;
                    ways[from] -= 1;
                    if self.movers[from] != self.player || ways[from] == 0 {
                        self.take_out(from, &mut alive, &mut out, meter)?;
                    }
                }
                meter.charge(u32::try_from(sources.len()).unwrap_or(u32::MAX))?;
            }
            let reached = self.reach(&alive, meter)?;
            for index in 0..size {
                if !reached.seen[index] {
                    self.take_out(index, &mut alive, &mut out, meter)?;
                }
            }
            if out.is_empty() {
                for &index in &reached.order {
                    prospects[index as usize] = Prospect::Sure;
                }
                release(&reached.seen, meter);
                release(&alive, meter);
                release(&ways, meter);
                release(&out, meter);
                return Ok((prospects, reached.order));
            }
            reached.release(meter);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "indices are u32")]
    fn take_out(
        &self,
        index: usize,
        alive: &mut [bool],
        out: &mut Vec<u32>,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        if alive[index] && !self.goals[index] {
            alive[index] = false;
            meter.make_room(out)?;
            out.push(index as u32);
        }
        Ok(())
    }

    /// What is alive and has a way to a goal through what is alive.
    #[expect(clippy::cast_possible_truncation, reason = "indices are u32")]
    fn reach(&self, alive: &[bool], meter: &mut Meter) -> Result<Reached, Limit> {
        let mut seen = meter.claimed_vec(false, alive.len())?;
        let mut order = Vec::new();
        for (index, &goal) in self.goals.iter().enumerate() {
            if goal {
                seen[index] = true;
                meter.make_room(&mut order)?;
                order.push(index as u32);
            }
        }
        let mut next = 0;
        while let Some(&index) = order.get(next) {
            next += 1;
            let sources = self.predecessors.list(index as usize);
            for &from in sources {
                if alive[from as usize] && !std::mem::replace(&mut seen[from as usize], true) {
                    meter.make_room(&mut order)?;
                    order.push(from);
                }
            }
            meter.charge(u32::try_from(sources.len()).unwrap_or(u32::MAX))?;
        }
        Ok(Reached { seen, order })
    }
}

struct Reached {
    seen: Vec<bool>,
    /// Breadth-first from the goals.
    order: Vec<u32>,
}

impl Reached {
    fn release(self, meter: &mut Meter) {
        release(&self.seen, meter);
        release(&self.order, meter);
    }
}
