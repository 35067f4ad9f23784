//! Four in a row on words whose columns are `height + 1` bits high, the top bit always empty: no
//! line can extend from one column into the next.
//!
//! Everything is inlined: where the height is a constant, so are the shifts.

use crate::word::Word;

/// The distances between neighbours on a line: vertical, falling, horizontal, rising.
///
/// The tallest board that is wide enough for other lines than vertical ones is 4 × 15 in 64 bits.
/// On taller boards the other steps would lead out of the word.
#[inline(always)]
pub(crate) fn steps<W: Word>(height: u32) -> [u32; 4] {
    if 4 * (height + 1) > W::BITS { [1; 4] } else { [1, height, height + 1, height + 2] }
}

/// The first stones of all fours in a row at this step.
#[inline(always)]
pub(crate) fn first_of_four<W: Word>(stones: W, step: u32) -> W {
    let first_of_two = stones & (stones >> step);
    first_of_two & (first_of_two >> (2 * step))
}

/// Whether four of `stones` are in a row.
#[inline(always)]
pub(crate) fn has_four<W: Word>(stones: W, height: u32) -> bool {
    let mut found = W::ZERO;
    for &step in &steps::<W>(height) {
        found |= first_of_four(stones, step);
    }
    found != W::ZERO
}

/// The stones that are part of a four in a row.
#[inline(always)]
pub(crate) fn fours<W: Word>(stones: W, height: u32) -> W {
    let [found, _] = fours_of_both([stones, W::ZERO], height);
    found
}

/// [`fours`] of two sets at a time, which fit into one register.
#[inline(always)]
pub(crate) fn fours_of_both<W: Word>(stones: [W; 2], height: u32) -> [W; 2] {
    let and = |[a, b]: [W; 2], [c, d]: [W; 2]| [a & c, b & d];
    let or = |[a, b]: [W; 2], [c, d]: [W; 2]| [a | c, b | d];
    let up = |[a, b]: [W; 2], step: u32| [a << step, b << step];
    let down = |[a, b]: [W; 2], step: u32| [a >> step, b >> step];
    let mut found = [W::ZERO; 2];
    for &step in &steps::<W>(height) {
        let first_of_two = and(stones, down(stones, step));
        let first = and(first_of_two, down(first_of_two, 2 * step));
        let two = or(first, up(first, step));
        found = or(found, or(two, up(two, 2 * step)));
    }
    found
}

/// The bits that would complete four in a row with three of `stones`. Some are occupied, some are
/// not cells: the caller must mask them.
#[inline(always)]
pub(crate) fn completions<W: Word>(stones: W, height: u32) -> W {
    // One of the four words of a vector for each direction.
    let [a, b, c, d] = steps::<W>(height).map(
        #[inline(always)]
        |step| {
            let before = [stones << step, stones << (2 * step), stones << (3 * step)];
            let after = [stones >> step, stones >> (2 * step), stones >> (3 * step)];
            (before[0] & before[1] & (before[2] | after[0]))
                | (after[0] & after[1] & (after[2] | before[0]))
        },
    );
    (a | b) | (c | d)
}
