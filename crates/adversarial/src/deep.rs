//! Recursion to the depth of the longest game.

/// The number of levels between two checks of the stack space.
const LEVELS: u32 = 64;

/// The maximum stack space of one level, with a margin.
const FRAME: usize = 4096;

/// Calls `body`, which searches one ply deeper, on a new stack segment if the remaining space may
/// be too small.
#[inline]
pub(crate) fn descend<T>(from: u32, to: u32, body: impl FnOnce() -> T) -> T {
    if from / LEVELS == to / LEVELS { body() } else { look(body) }
}

#[cold]
#[inline(never)]
fn look<T>(body: impl FnOnce() -> T) -> T {
    let enough = (LEVELS as usize + 16) * FRAME;
    stacker::maybe_grow(enough, 8 * enough, body)
}
