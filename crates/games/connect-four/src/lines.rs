//! Four in a row on words whose columns are `height + 1` bits high, the top bit always empty:
//! no line can run from one column into the next.
//!
//! All is inlined: where the height is a constant, so are the shifts.

/// The tallest board that is wide enough for lines other than upright ones: 4 × 15. On
/// taller boards the steps of the others would lead out of the word.
const TALLEST_WITH_FOUR_COLUMNS: u32 = 15;

/// The distances between neighbours on a line: upright, falling, level, rising.
#[inline(always)]
fn steps(height: u32) -> [u32; 4] {
    if height > TALLEST_WITH_FOUR_COLUMNS { [1; 4] } else { [1, height, height + 1, height + 2] }
}

/// The first stones of fours in a row at this step.
#[inline(always)]
fn first_of_four(stones: u64, step: u32) -> u64 {
    let first_of_two = stones & (stones >> step);
    first_of_two & (first_of_two >> (2 * step))
}

/// Whether four of `stones` are in a row.
#[inline(always)]
pub(crate) fn has_four(stones: u64, height: u32) -> bool {
    steps(height).into_iter().fold(0, |found, step| found | first_of_four(stones, step)) != 0
}

/// The stones that are part of a four in a row.
#[inline(always)]
pub(crate) fn fours(stones: u64, height: u32) -> u64 {
    steps(height).into_iter().fold(0, |found, step| {
        let first = first_of_four(stones, step);
        let two = first | (first << step);
        found | two | (two << (2 * step))
    })
}

/// [`fours`] of two sets at a time, which fit a register side by side.
#[inline(always)]
pub(crate) fn fours_of_both(stones: [u64; 2], height: u32) -> [u64; 2] {
    let and = |[a, b]: [u64; 2], [c, d]: [u64; 2]| [a & c, b & d];
    let or = |[a, b]: [u64; 2], [c, d]: [u64; 2]| [a | c, b | d];
    let up = |[a, b]: [u64; 2], step: u32| [a << step, b << step];
    let down = |[a, b]: [u64; 2], step: u32| [a >> step, b >> step];
    steps(height).into_iter().fold([0; 2], |found, step| {
        let first_of_two = and(stones, down(stones, step));
        let first = and(first_of_two, down(first_of_two, 2 * step));
        let two = or(first, up(first, step));
        or(found, or(two, up(two, 2 * step)))
    })
}

/// The bits that would make four in a row together with three of `stones`. Some are taken,
/// some are no cells at all: it is for the caller to mask them.
#[inline(always)]
pub(crate) fn completions(stones: u64, height: u32) -> u64 {
    // An upright three is completed from above only.
    let upright = (stones << 1) & (stones << 2) & (stones << 3);
    steps(height)[1..].iter().fold(upright, |found, &step| {
        let two_before = (stones << step) & (stones << (2 * step));
        let two_after = (stones >> step) & (stones >> (2 * step));
        found
            | (two_before & ((stones << (3 * step)) | (stones >> step)))
            | (two_after & ((stones >> (3 * step)) | (stones << step)))
    })
}
