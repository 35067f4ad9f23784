//! Parts that are likely to reach rare values again.

use tesuji_core::hash::StateMap;

use super::rows::Part;

/// Common parts that recently reached a rare value, as many as pay off.
#[derive(Clone, Debug, Default)]
pub(super) struct Witnesses {
    pub(super) parts: Vec<Part>,
    /// The oldest of them once their number has reached the target.
    oldest: usize,
    wanted: usize,
    /// The number of witnesses that are [tried elsewhere](Self::take).
    elsewhere: usize,
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
        if self.parts.len() < self.wanted_here() {
            self.parts.push(part);
        } else if let Some(oldest) = self.parts.get_mut(self.oldest) {
            *oldest = part;
            self.oldest = (self.oldest + 1) % self.parts.len();
        }
    }

    /// How many there are to be without those that are tried elsewhere.
    #[inline(always)]
    fn wanted_here(&self) -> usize {
        self.wanted.saturating_sub(self.elsewhere).max(Self::FEWEST.min(self.elsewhere))
    }

    /// Those of at least `size` tokens.
    pub(super) fn large(&self, size: usize) -> Vec<Part> {
        self.parts.iter().filter(|part| part.size as usize >= size).copied().collect()
    }

    /// Takes those that are tried elsewhere out, oldest first.
    pub(super) fn take(&mut self, elsewhere: &[Part]) -> Vec<Part> {
        let oldest = self.oldest.min(self.parts.len());
        self.parts.rotate_left(oldest);
        self.oldest = 0;
        let sizes: StateMap<_, ()> = elsewhere.iter().map(|part| (part.size, ())).collect();
        let taken: Vec<_> =
            self.parts.extract_if(.., |part| sizes.contains_key(&part.size)).collect();
        self.elsewhere = taken.len();
        taken
    }

    /// Puts them back, but for the oldest of too many.
    pub(super) fn put_back(&mut self, mut large: Vec<Part>) {
        self.elsewhere = 0;
        let too_many = (large.len() + self.parts.len()).saturating_sub(self.wanted);
        large.drain(..too_many.min(large.len()));
        large.append(&mut self.parts);
        (self.parts, self.oldest) = (large, 0);
    }

    /// Called after each block: increases the target while the searches for missed values cost more
    /// than the witnesses, and decreases it when they cost much less.
    #[inline(always)]
    pub(super) fn adapt(&mut self, breaking_moves: usize) {
        self.blocks += 1;
        if self.blocks < Self::PERIOD {
            return;
        }
        let parts = self.parts.len() + self.elsewhere;
        let tried = parts * breaking_moves * self.blocks;
        if self.compared > tried && parts >= self.wanted {
            self.wanted += self.wanted / 4 + Self::FEWEST;
        } else if self.compared < tried / 4 {
            self.wanted = (self.wanted - self.wanted / 8).max(Self::FEWEST);
            self.parts.truncate(self.wanted_here());
            self.oldest = 0;
        }
        self.compared = 0;
        self.blocks = 0;
    }
}
