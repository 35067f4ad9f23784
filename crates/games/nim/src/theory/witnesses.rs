//! Parts that are likely to reach rare values again.

use super::rows::Part;

/// Common parts that recently reached a rare value, as many as pay off.
#[derive(Clone, Debug, Default)]
pub(super) struct Witnesses {
    pub(super) parts: Vec<Part>,
    /// The oldest of them once their number has reached the target.
    oldest: usize,
    wanted: usize,
    /// The work of searches since the last adaptation, in chunks.
    pub(super) compared: usize,
    blocks: usize,
}

impl Witnesses {
    const FEWEST: usize = 16;
    /// Blocks between adaptations.
    const PERIOD: usize = 16;

    /// Adds a witness, in place of the oldest if their number has reached the target.
    #[inline(always)]
    pub(super) fn remember(&mut self, part: Part) {
        if self.parts.len() < self.wanted {
            self.parts.push(part);
        } else if let Some(oldest) = self.parts.get_mut(self.oldest) {
            *oldest = part;
            self.oldest = (self.oldest + 1) % self.parts.len();
        }
    }

    /// Called after each block: increases the target while the searches for missed values cost more
    /// than the witnesses, and decreases it when they cost much less.
    #[inline(always)]
    pub(super) fn adapt(&mut self, breaking_moves: usize) {
        self.blocks += 1;
        if self.blocks < Self::PERIOD {
            return;
        }
        let tried = self.parts.len() * breaking_moves * self.blocks;
        if self.compared > tried && self.parts.len() >= self.wanted {
            self.wanted += self.wanted / 4 + Self::FEWEST;
        } else if self.compared < tried / 4 {
            self.wanted = (self.wanted - self.wanted / 8).max(Self::FEWEST);
            self.parts.truncate(self.wanted);
            self.oldest = 0;
        }
        self.compared = 0;
        self.blocks = 0;
    }
}
