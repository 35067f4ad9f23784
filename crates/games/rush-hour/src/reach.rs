//! Where a car can go in its line, for every way the line can be covered.

use crate::Metric;
use crate::card::MAX_SIDE;

/// For a car of a given length, by its offset and by the covered cells of its line (its own
/// do not matter): the offsets it can go to in one move, offset 7 in the lowest bit, offset 0
/// in the highest. So the lowest bit that is set is the farthest way right or down.
pub(crate) type Reach = [[u8; 256]; MAX_SIDE as usize];

/// The table for cars of this length.
pub(crate) fn reach(metric: Metric, length: u8) -> &'static Reach {
    match metric {
        Metric::Steps => &STEPS[usize::from(length)],
        Metric::Slides => &SLIDES[usize::from(length)],
    }
}

static STEPS: [Reach; 9] = table(1);
static SLIDES: [Reach; 9] = table(MAX_SIDE);

const fn table(farthest: u8) -> [Reach; 9] {
    let mut table = [[[0; 256]; MAX_SIDE as usize]; 9];
    let mut length = 2;
    while length <= MAX_SIDE {
        let mut offset = 0;
        while offset + length <= MAX_SIDE {
            let mut covered = 0;
            while covered < 256 {
                table[length as usize][offset as usize][covered] =
                    targets(length, offset, covered, farthest);
                covered += 1;
            }
            offset += 1;
        }
        length += 1;
    }
    table
}

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
