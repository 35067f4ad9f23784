//! The targets of a car in its line, for every set of covered cells of the line.

use crate::Metric;
use crate::card::MAX_SIDE;

/// A car's parameters besides the covered cells of its line: the metric, its length and its offset.
/// The start of 256 entries of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reach(u16);

impl Reach {
    pub(crate) fn new(metric: Metric, length: u8, offset: u8) -> Self {
        let metric = match metric {
            Metric::Steps => STEPS,
            Metric::Slides => SLIDES,
        };
        Reach(u16::from(metric) << 14 | u16::from(length - 1) << 11 | u16::from(offset) << 8)
    }

    /// The offsets that it can reach in one move where these cells are covered (its own do not
    /// matter), offset 7 in the lowest bit, offset 0 in the highest. So the lowest set bit is the
    /// farthest target right or down.
    #[inline]
    pub(crate) fn targets(self, covered: u8) -> u8 {
        TARGETS[usize::from(self.0 | u16::from(covered)) % TARGETS.len()]
    }
}

const STEPS: u8 = 0;
const SLIDES: u8 = 1;

static TARGETS: [u8; 1 << 15] = {
    let mut table = [0; 1 << 15];
    let mut index = 0;
    while index < table.len() {
        let (length, offset) = ((index >> 11 & 7) as u8 + 1, (index >> 8 & 7) as u8);
        let farthest = if index >> 14 == STEPS as usize { 1 } else { MAX_SIDE };
        if length > 1 && offset + length <= MAX_SIDE {
            table[index] = targets(length, offset, index & 255, farthest);
        }
        index += 1;
    }
    table
};

const fn targets(length: u8, offset: u8, covered: usize, farthest: u8) -> u8 {
    let mut targets = 0;
    let mut target = offset;
    while target + length < MAX_SIDE
        && target - offset < farthest
        && covered >> (target + length) & 1 == 0
    {
        target += 1;
        targets |= 0x80 >> target;
    }
    target = offset;
    while target > 0 && offset - target < farthest && covered >> (target - 1) & 1 == 0 {
        target -= 1;
        targets |= 0x80 >> target;
    }
    targets
}
