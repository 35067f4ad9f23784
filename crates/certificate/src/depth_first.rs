//! Depth-first walks whose path is kept in vectors, so that its length does not matter.

use crate::Rejection;

/// What a walk finds in a position.
pub(crate) enum Step<N> {
    /// The number of the position.
    Known(u32),
    /// The positions that were appended come first.
    Wait(N),
}

/// Walks through the positions that `waiting` and `enter` append, the last one first, and returns
/// what `leave` makes of the numbers of the first ones.
///
/// `enter` is called with a position and the node that it follows. Once all positions that it
/// appended have numbers, `leave` is called with its node, these numbers, and how many positions are
/// still waiting, and returns the number of the position.
pub(crate) fn depth_first<W, S, N>(
    walk: &mut W,
    root: N,
    mut waiting: Vec<S>,
    enter: impl Fn(&mut W, &S, &N, &mut Vec<S>) -> Result<Step<N>, Rejection>,
    leave: impl Fn(&mut W, N, &mut [u32], usize) -> Result<u32, Rejection>,
) -> Result<u32, Rejection> {
    let mut numbers = Vec::new();
    // Each with the indices of its first position and number.
    let (mut path, mut above) = (Vec::new(), (root, 0, 0));
    loop {
        if waiting.len() > above.1
            && let Some(state) = waiting.pop()
        {
            let first = waiting.len();
            match enter(walk, &state, &above.0, &mut waiting)? {
                Step::Known(number) => numbers.push(number),
                Step::Wait(node) => {
                    path.push(std::mem::replace(&mut above, (node, first, numbers.len())));
                }
            }
            continue;
        }
        let (node, _, first) = above;
        let own = numbers.get_mut(first..).unwrap_or_default();
        let number = leave(walk, node, own, waiting.len())?;
        numbers.truncate(first);
        match path.pop() {
            None => return Ok(number),
            Some(next) => above = next,
        }
        numbers.push(number);
    }
}
