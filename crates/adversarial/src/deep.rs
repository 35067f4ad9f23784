//! Recursion to the depth of the longest game.

/// The number of levels between two checks of the stack space.
const LEVELS: u32 = 64;

/// The maximum stack space of one level, with a margin; more without optimisation.
const FRAME: usize = if cfg!(debug_assertions) { 16 << 10 } else { 4 << 10 };

/// The plies that a search may go deep without its stack being counted, and what each further one
/// takes, more than in any game.
const UNCOUNTED: u32 = 1 << 14;
const COUNTED: usize = 2048;

/// The stack to count before a search goes on from one ply to another by [`look`].
pub(crate) fn counted(to: u32) -> usize {
    if to < UNCOUNTED { 0 } else { LEVELS as usize * COUNTED }
}

/// Whether the stack space is to be checked before a search goes on from this ply to the next.
#[inline]
pub(crate) fn is_checked(ply: u32) -> bool {
    ply.is_multiple_of(LEVELS)
}

/// Calls `body`, which searches one ply or two deeper than this one, on a new stack segment if the
/// remaining space may be too small.
#[inline]
pub(crate) fn descend<T>(ply: u32, body: impl FnOnce() -> T) -> T {
    if ply % LEVELS < 2 { look(body) } else { body() }
}

/// The same, where the stack space is checked.
#[cold]
#[inline(never)]
pub(crate) fn look<T>(body: impl FnOnce() -> T) -> T {
    let enough = (LEVELS as usize + 16) * FRAME;
    stacker::maybe_grow(enough, 8 * enough, body)
}
