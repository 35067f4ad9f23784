//! Recursion as deep as the game is long.

/// How many levels go on the stack between two looks at how much of it is left.
const LEVELS: u32 = 64;

/// The most that one level takes, with a margin: a search's frame and what it calls.
const FRAME: usize = 4096;

/// Calls `body`, which goes from one ply of the search down to another, on a new piece of stack if
/// what is left may not do.
#[inline(always)]
pub(crate) fn descend<T>(from: u32, to: u32, body: impl FnOnce() -> T) -> T {
    if from / LEVELS == to / LEVELS { body() } else { look(body) }
}

#[cold]
#[inline(never)]
fn look<T>(body: impl FnOnce() -> T) -> T {
    let enough = (LEVELS as usize + 16) * FRAME;
    stacker::maybe_grow(enough, 8 * enough, body)
}
