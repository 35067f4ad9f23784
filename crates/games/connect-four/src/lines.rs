//! Four in a row on words whose columns are `height + 1` bits high, the top bit always empty: no
//! line can extend from one column into the next.
//!
//! Everything is inlined: where the height is a constant, so are the shifts.

use crate::word::Word;

/// The distances between neighbours on a line: vertical, falling, horizontal, rising.
///
/// The tallest board that is wide enough for other lines than vertical ones is 4 × 15 in 64 bits.
/// On taller boards the other steps would lead out of the word.
#[inline]
pub(crate) fn steps<W: Word>(height: u32) -> [u32; 4] {
    if 4 * (height + 1) > W::BITS { [1; 4] } else { [1, height, height + 1, height + 2] }
}

/// The first stones of all fours in a row at this step.
#[inline]
pub(crate) fn first_of_four<W: Word>(stones: W, step: u32) -> W {
    let first_of_two = stones & (stones >> step);
    first_of_two & (first_of_two >> (2 * step))
}

/// Whether four of `stones` are in a row.
#[inline]
pub(crate) fn has_four<W: Word>(stones: W, height: u32) -> bool {
    steps::<W>(height).into_iter().fold(W::ZERO, |found, step| found | first_of_four(stones, step))
        != W::ZERO
}

/// The stones that are part of a four in a row.
#[inline]
pub(crate) fn fours<W: Word>(stones: W, height: u32) -> W {
    steps::<W>(height).into_iter().fold(W::ZERO, |found, step| {
        let first = first_of_four(stones, step);
        let two = first | (first << step);
        found | two | (two << (2 * step))
    })
}

/// [`fours`] of two sets at a time, which fit into one register.
#[inline]
pub(crate) fn fours_of_both<W: Word>(stones: [W; 2], height: u32) -> [W; 2] {
    let and = |[a, b]: [W; 2], [c, d]: [W; 2]| [a & c, b & d];
    let or = |[a, b]: [W; 2], [c, d]: [W; 2]| [a | c, b | d];
    let up = |[a, b]: [W; 2], step: u32| [a << step, b << step];
    let down = |[a, b]: [W; 2], step: u32| [a >> step, b >> step];
    steps::<W>(height).into_iter().fold([W::ZERO; 2], |found, step| {
        let first_of_two = and(stones, down(stones, step));
        let first = and(first_of_two, down(first_of_two, 2 * step));
        let two = or(first, up(first, step));
        or(found, or(two, up(two, 2 * step)))
    })
}

/// The bits that would complete four in a row with three of `stones`. Some are occupied, some are
/// not cells: the caller must mask them.
#[inline]
pub(crate) fn completions<W: Word>(stones: W, height: u32) -> W {
    // A vertical three can only be completed from above.
    let upright = (stones << 1) & (stones << 2) & (stones << 3);
    steps::<W>(height)[1..].iter().fold(upright, |found, &step| {
        let two_before = (stones << step) & (stones << (2 * step));
        let two_after = (stones >> step) & (stones >> (2 * step));
        found
            | (two_before & ((stones << (3 * step)) | (stones >> step)))
            | (two_after & ((stones >> (3 * step)) | (stones << step)))
    })
}
