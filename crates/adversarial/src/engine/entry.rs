use tesuji_core::Score;
use tesuji_zobrist::{Bound, Payload};

/// What the search remembers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Counts from the position.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// How many plies were searched below the position, or [`Entry::TO_THE_END`].
    pub(crate) depth: u8,
    /// The best move's number in the list of candidates.
    pub(crate) choice: Option<u16>,
    /// What it cost to find out, as a [`worth`](Payload::worth).
    pub(crate) worth: u8,
}

impl Entry {
    /// No estimate went into it.
    pub(crate) const TO_THE_END: u8 = u8::MAX;
    const NO_CHOICE: u16 = u16::MAX;

    /// A depth as an entry keeps it.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "below 255")]
    pub(crate) fn depth(plies: u32) -> u8 {
        plies.min(u32::from(Self::TO_THE_END) - 1) as u8
    }
}

/// From the lowest bit: 16 of the choice, 8 of the depth, 8 of the worth, 2 of the bound, and the
/// score's 30 at the top.
impl Payload for Entry {
    type Words = [u64; 1];

    #[inline(always)]
    fn pack(self) -> [u64; 1] {
        let bound = match self.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        let score = u64::from(self.score.cast_unsigned()) << 34;
        let worth = u64::from(self.worth) << 24;
        let depth = u64::from(self.depth) << 16;
        [score | bound << 32 | worth | depth | u64::from(self.choice.unwrap_or(Self::NO_CHOICE))]
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "each field is cut to its width")]
    fn unpack([word]: [u64; 1]) -> Self {
        let choice = word as u16;
        Entry {
            score: (word.cast_signed() >> 34) as Score,
            bound: match word >> 32 & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            depth: (word >> 16) as u8,
            choice: (choice != Self::NO_CHOICE).then_some(choice),
            worth: (word >> 24) as u8,
        }
    }

    #[inline(always)]
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
                    let entry = Entry { score, bound, depth: 200, choice, worth: 131 };
                    assert_eq!(Entry::unpack(entry.pack()), entry);
                }
            }
        }
    }
}
