use tesuji_core::{GameResult, Player};

use crate::counter::change;

/// The moves of one simulation by their codes, each once: all moves as first (AMAF).
#[derive(Clone, Debug, Default)]
pub struct Trace {
    seen: Vec<u64>,
    /// The codes of each player.
    codes: [Vec<u32>; 2],
}

impl Trace {
    /// Forgets all moves; there are `codes` codes.
    #[inline]
    pub(crate) fn clear(&mut self, codes: usize) {
        self.seen.clear();
        self.seen.resize(codes.div_ceil(64), 0);
        self.codes.iter_mut().for_each(Vec::clear);
    }

    /// Adds a move.
    #[inline]
    pub(crate) fn add(&mut self, player: Player, code: usize) {
        let (word, bit) = (&mut self.seen[code / 64], 1 << (code % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.codes[player as usize].push(code as u32);
        }
    }

    #[inline]
    pub(crate) fn contains(&self, code: usize) -> bool {
        self.seen[code / 64] >> (code % 64) & 1 == 1
    }

    /// The codes of a player, and what a simulation with this result adds to their counters.
    #[inline]
    pub(crate) fn of(&self, player: Player, result: GameResult) -> (&[u32], u64) {
        (&self.codes[player as usize], change(1, result.seen_by(player).sign()))
    }
}
