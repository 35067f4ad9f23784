//! Static analysis of races: forced wins that no defence can stop.
//!
//! After the race patterns of Saffidine, Jouandeau & Cazenave ("Solving Breakthrough with Race
//! Patterns and Job-Level Proof Number Search", ACG 2011), here for all pawns at once, on sets of
//! cells.

use tesuji_core::Wdl;

use crate::geometry::{FIRST, Geometry, ahead, shifted};

/// The result of a race against any defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Race {
    /// The player to move wins within this number of plies.
    Won(u32),
    /// The player to move loses within this number of plies.
    Lost(u32),
}

impl Race {
    /// The outcome for the player to move.
    #[must_use]
    pub fn wdl(self) -> Wdl {
        match self {
            Race::Won(_) => Wdl::Win,
            Race::Lost(_) => Wdl::Loss,
        }
    }
}

/// The cells before the goal where a storm wins, by the number of pawns required.
#[derive(Clone, Copy)]
struct Storms {
    by_one: u64,
    by_two: u64,
    by_three: u64,
}

impl Storms {
    /// The number of plies within which the slowest storm at these cells wins.
    #[inline]
    fn plies(self, cells: u64) -> u32 {
        if self.by_one & cells != 0 {
            3
        } else if self.by_two & cells != 0 {
            5
        } else {
            7
        }
    }

    /// The number of plies within which the fastest storm wins, if there is one.
    #[inline]
    fn shortest(self) -> Option<u32> {
        let any = self.by_one | self.by_two | self.by_three != 0;
        any.then(|| self.plies(u64::MAX))
    }
}

impl Geometry {
    /// [`Breakthrough::race`](crate::Breakthrough::race) with `MOVER` to move.
    #[inline(always)]
    pub(crate) fn race<const MOVER: usize, const OTHER: usize>(
        &self,
        stride: u8,
        mine: u64,
        theirs: u64,
    ) -> Option<Race> {
        let steps_to_go = self.steps_to_go::<MOVER>(stride, mine);
        let others_steps = self.steps_to_go::<OTHER>(stride, theirs);
        if steps_to_go <= others_steps {
            let run = self.free_run::<MOVER, OTHER>(stride, mine, mine, theirs, others_steps);
            if let Some(steps) = run {
                return Some(Race::Won(2 * steps - 1));
            }
        } else {
            // The mover's first move precedes the run: by any pawn, capturing a runner or not.
            let safe = theirs & !self.hits::<MOVER>(stride, mine);
            let stoppers = mine | self.ahead::<MOVER>(stride, mine);
            let run =
                self.free_run::<OTHER, MOVER>(stride, safe, theirs, stoppers, steps_to_go - 1);
            if let Some(steps) = run {
                return Some(Race::Lost(2 * steps));
            }
        }
        // A pawn one step from the goal has no reason to capture instead.
        if others_steps > 1
            && let Some(plies) = self.storms::<MOVER, OTHER>(stride, mine, theirs).shortest()
        {
            return Some(Race::Won(plies));
        }
        // The opponent's storm waits for a move that cannot threaten to win.
        if steps_to_go > 2 && others_steps > 1 {
            return self.hopeless::<MOVER, OTHER>(stride, mine, theirs).map(Race::Lost);
        }
        None
    }

    /// The number of steps in which the first of `runners` arrives, if one of them can run freely
    /// in at most `limit` steps; `own` are all pawns of its side, `stoppers` the cells where the
    /// opponent's pawns can be before the first step.
    #[inline(always)]
    fn free_run<const RUNNER: usize, const STOPPER: usize>(
        &self,
        stride: u8,
        runners: u64,
        own: u64,
        mut stoppers: u64,
        limit: u32,
    ) -> Option<u32> {
        let mut runners = runners;
        for step in 1..=limit {
            let straight = self.straight::<RUNNER>(stride, runners) & !stoppers;
            let next = (straight | self.hits::<RUNNER>(stride, runners)) & !own;
            if next & self.goal[RUNNER] != 0 {
                return Some(step);
            }
            runners = next & !self.hits::<STOPPER>(stride, stoppers);
            if runners == 0 {
                return None;
            }
            stoppers |= self.ahead::<STOPPER>(stride, stoppers);
        }
        None
    }

    /// The storms that `ATTACKER` can start. No pawn is one step from its goal.
    #[inline(always)]
    fn storms<const ATTACKER: usize, const OTHER: usize>(
        &self,
        stride: u8,
        own: u64,
        others: u64,
    ) -> Storms {
        let home = others & self.goal[ATTACKER];
        let by_left = shifted(home, ahead::<OTHER>(stride)[1]) & self.landing[1];
        let by_right = shifted(home, ahead::<OTHER>(stride)[2]) & self.landing[2];
        let [straight, left, right] = self.targets::<ATTACKER>(stride, own, others);
        let before = self.before_goal[ATTACKER];
        // One attacker more than defenders: 1 against 0, 2 against 1, 3 against 2.
        Storms {
            by_one: (straight | left | right) & before & !(by_left | by_right),
            by_two: (straight & (left | right) | left & right) & before & !(by_left & by_right),
            by_three: straight & left & right & before,
        }
    }

    /// The number of plies within which the mover loses because the opponent threatens more storms
    /// than one move can prevent, if so. The mover cannot come within one step of the goal.
    ///
    /// Pawns that can capture on such a cell stand at home and cannot become more numerous. So a
    /// storm is prevented by capturing one of its pawns, or by moving to the cell.
    #[inline(always)]
    fn hopeless<const MOVER: usize, const OTHER: usize>(
        &self,
        stride: u8,
        mine: u64,
        theirs: u64,
    ) -> Option<u32> {
        let storms = self.storms::<OTHER, MOVER>(stride, theirs, mine);
        let mut cells = storms.by_one | storms.by_two | storms.by_three;
        let mut answers = self.ahead::<MOVER>(stride, mine) & !mine;
        let mut longest = 0;
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            let from = self.ahead::<MOVER>(stride, cell);
            answers &= cell | from & theirs;
            longest = longest.max(storms.plies(cell));
            if answers == 0 {
                // At least one of the storms remains after any defence.
                return Some(1 + longest);
            }
        }
        None
    }

    /// The number of steps of the most advanced of `pawns`, which are not on their goal.
    #[inline]
    fn steps_to_go<const PLAYER: usize>(&self, stride: u8, pawns: u64) -> u32 {
        match PLAYER {
            FIRST => u32::from(self.height) - 1 - (63 - pawns.leading_zeros()) / u32::from(stride),
            _ => pawns.trailing_zeros() / u32::from(stride),
        }
    }

    /// The cells one step ahead of `pawns`.
    #[inline]
    fn ahead<const PLAYER: usize>(&self, stride: u8, pawns: u64) -> u64 {
        self.straight::<PLAYER>(stride, pawns) | self.hits::<PLAYER>(stride, pawns)
    }
}
