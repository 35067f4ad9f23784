use tesuji_core::Score;
use tesuji_zobrist::{Bound, Payload};

use crate::score::plies_to;

/// What the search remembers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Counts from the position.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// How many plies were searched below the position; [`Entry::UNKNOWN_DEPTH`] if that is more
    /// than a byte says.
    pub(crate) depth: u8,
    /// No estimate went into it: it is true of the game.
    pub(crate) to_the_end: bool,
    /// The best move's number in the list of candidates.
    pub(crate) choice: Option<u16>,
    /// What it cost to find out, as a [`worth`](Payload::worth).
    pub(crate) worth: u8,
}

impl Entry {
    /// This depth, or a larger one.
    const UNKNOWN_DEPTH: u8 = u8::MAX;
    /// The largest depth that entries store exactly.
    pub(crate) const MAX_DEPTH: u32 = Self::UNKNOWN_DEPTH as u32 - 1;
    const NO_CHOICE: u16 = u16::MAX;

    /// A depth as an entry keeps it.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 255")]
    pub(crate) fn depth(plies: u32) -> u8 {
        plies.min(u32::from(Self::UNKNOWN_DEPTH)) as u8
    }

    /// Whether its score bounds what a search of `depth` plies finds.
    #[inline]
    pub(crate) fn answers(self, depth: u32, entries: Entries) -> bool {
        let searched = u32::from(self.depth);
        match entries {
            Entries::Deeper => self.to_the_end || searched >= depth,
            // Where no line reached the end of its depth, more depth changes nothing.
            Entries::SameDepth if self.to_the_end => searched <= depth,
            Entries::SameDepth => searched == depth && self.depth != Self::UNKNOWN_DEPTH,
        }
    }

    /// Whether the win or loss that its score stands for counts in a search of `depth` plies,
    /// however deep the entry's own was.
    #[inline]
    pub(crate) fn decides(self, depth: u32, entries: Entries) -> bool {
        match entries {
            Entries::Deeper => true,
            Entries::SameDepth => plies_to(self.score) <= depth,
        }
    }
}

/// Which entries a search makes use of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entries {
    /// Those of at least the depth that is left, and all that is proved: the value is that of the
    /// depth or better founded.
    Deeper,
    /// Those that say what a search without a table would find, at depths up to
    /// [`Entry::MAX_DEPTH`]: the value is that of minimax of the same depth.
    SameDepth,
}

/// From the lowest bit: 16 of the choice, 8 of the depth, 8 of the worth, 2 of the bound, one that
/// says whether it is true of the game, one that is free, and the score's 28 at the top.
impl Payload for Entry {
    type Words = [u64; 1];

    #[inline]
    fn pack(self) -> [u64; 1] {
        let bound = match self.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        let score = u64::from(self.score.cast_unsigned()) << 36;
        let to_the_end = u64::from(self.to_the_end) << 34;
        let worth = u64::from(self.worth) << 24;
        let depth = u64::from(self.depth) << 16;
        [score
            | to_the_end
            | bound << 32
            | worth
            | depth
            | u64::from(self.choice.unwrap_or(Self::NO_CHOICE))]
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "each field is cut to its width")]
    fn unpack([word]: [u64; 1]) -> Self {
        let choice = word as u16;
        Entry {
            score: (word.cast_signed() >> 36) as Score,
            bound: match word >> 32 & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            depth: (word >> 16) as u8,
            to_the_end: word >> 34 & 1 == 1,
            choice: (choice != Self::NO_CHOICE).then_some(choice),
            worth: (word >> 24) as u8,
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "eight bits of it")]
    fn worth([word]: [u64; 1]) -> u8 {
        (word >> 24) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::INFINITE;

    #[test]
    fn entries_come_back_from_their_word() {
        for score in [0, 1, -1, INFINITE, -INFINITE] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                for choice in [None, Some(0), Some(300), Some(u16::MAX - 1)] {
                    for to_the_end in [false, true] {
                        let entry =
                            Entry { score, bound, depth: 200, to_the_end, choice, worth: 131 };
                        assert_eq!(Entry::unpack(entry.pack()), entry);
                    }
                }
            }
        }
    }
}
