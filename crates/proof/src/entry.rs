use tesuji_zobrist::{Payload, work_of_worth, worth_of_work};

use crate::numbers::{INFINITE, Numbers};

/// What df-pn remembers of a position.
///
/// From the lowest bit: 24 of the proof number, 24 of the disproof number, 8 of the parent's mark,
/// 8 of the work. Larger finite numbers are kept as the largest that fits and stay finite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) numbers: Numbers,
    /// Some bits of the key of the parent that first met the position.
    pub(crate) parent: u8,
    /// Nodes spent on the position when it was last searched, rounded down.
    pub(crate) work: u64,
}

impl Entry {
    /// What is remembered of a disproof under a [condition]that rests on
    /// nothing below the ply `lowest`; `None` if that is too deep to be kept.
    #[inline]
    pub(crate) fn conditional(condition: u32, lowest: u32, work: u64) -> Option<Self> {
        // One bit less than a number has: none of them is taken for the infinite one.
        let numbers = [condition & LOW, (condition >> LOW_BITS) << (LOW_BITS - HIGH_BITS) | lowest];
        (lowest >> (LOW_BITS - HIGH_BITS) == 0).then_some(Entry { numbers, parent: 0, work })
    }

    /// The condition, and the lowest ply.
    #[inline]
    pub(crate) fn condition(self) -> (u32, u32) {
        let [low, rest] = self.numbers;
        let high = rest >> (LOW_BITS - HIGH_BITS);
        (high << LOW_BITS | low, rest & ((1 << (LOW_BITS - HIGH_BITS)) - 1))
    }
}

/// How many bits of a condition the first number takes, and how many are left for the second.
const LOW_BITS: u32 = BITS - 1;
const HIGH_BITS: u32 = u32::BITS - LOW_BITS;
const LOW: u32 = (1 << LOW_BITS) - 1;

const BITS: u32 = 24;
const MASK: u32 = (1 << BITS) - 1;

#[inline]
fn shorten(number: u32) -> u64 {
    let short = if number == INFINITE { MASK } else { number.min(MASK - 1) };
    u64::from(short)
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "only the low bits are wanted")]
fn lengthen(word: u64) -> u32 {
    let short = word as u32 & MASK;
    if short == MASK { INFINITE } else { short }
}

impl Payload for Entry {
    type Words = [u64; 1];

    /// What earlier searches proved is as good as ever.
    const AGING: u8 = 0;

    #[inline]
    fn pack(self) -> [u64; 1] {
        let [proof, disproof] = self.numbers.map(shorten);
        let rest = u64::from(worth_of_work(self.work)) << 8 | u64::from(self.parent);
        [rest << (2 * BITS) | disproof << BITS | proof]
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the eight bits of the mark")]
    fn unpack([word]: [u64; 1]) -> Self {
        Entry {
            numbers: [lengthen(word), lengthen(word >> BITS)],
            parent: (word >> (2 * BITS)) as u8,
            work: work_of_worth(Self::worth([word])),
        }
    }

    #[inline]
    fn worth([word]: [u64; 1]) -> u8 {
        (word >> (2 * BITS + 8)) as u8
    }
}
