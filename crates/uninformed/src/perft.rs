//! Perft, the number of move sequences of a given length: the standard test of a move generator,
//! and a measure of its speed.

use tesuji_core::{Budget, Limit, Meter, Progress, Rules};

/// The number of move sequences of exactly `depth` moves from `state`; games that end earlier do
/// not count. The last moves are counted by [`Rules::count_moves`], which
/// [`laws::rules`](tesuji_core::laws::rules) compares with the moves.
///
/// Time: the number of sequences of `depth` − 1 moves. Memory: a state per ply, on the stack; for
/// depths in the thousands, use [`divide`].
///
/// # Example
/// ```
/// use tesuji_core::Rules;
/// use tesuji_taquin::{Goal, Taquin};
/// use tesuji_uninformed::perft;
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// // From the corner to one of two edges; from an edge in three directions.
/// assert_eq!(perft(&taquin, &taquin.initial(), 2), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft<R: Rules>(rules: &R, state: &R::State, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => rules.count_moves(state).into(),
        _ => {
            let mut lines = 0;
            show_all(rules, state, |mv| {
                lines += perft(rules, &rules.successor(state, mv), depth - 1);
            });
            lines
        }
    }
}

/// Plays every sequence of exactly `depth` moves from `state` and folds the states at their ends,
/// one for each sequence, into a value that begins with `value`.
///
/// # Example
/// ```
/// use tesuji_core::Rules;
/// use tesuji_taquin::{Goal, Taquin};
/// use tesuji_uninformed::fold_leaves;
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let in_corner = |count, board: &_| count + u32::from(taquin.moves(board).len() == 2);
/// assert_eq!(fold_leaves(&taquin, &taquin.initial(), 2, 0, in_corner), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fold_leaves<R: Rules, T: Copy>(
    rules: &R,
    state: &R::State,
    depth: u32,
    mut value: T,
    leaf: impl Fn(T, &R::State) -> T + Copy,
) -> T {
    // A copy of the state, and for the last ply a loop of its own, or the compiler would not know
    // there what it knows of the state, and not inline what is done with the leaves.
    let state = &state.clone();
    match depth {
        0 => value = leaf(value, state),
        1 => show_all(rules, state, |mv| value = leaf(value, &rules.successor(state, mv))),
        _ => show_all(rules, state, |mv| {
            value = fold_leaves(rules, &rules.successor(state, mv), depth - 1, value, leaf);
        }),
    }
    value
}

/// Numbers of move sequences by their first move.
pub type LinesByMove<M> = Vec<(M, u64)>;

/// A [`divide`] that reached a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncompleteDivide<M> {
    /// The limit that was reached.
    pub limit: Limit,
    /// The first moves whose sequences are all counted, with their numbers.
    pub by_move: LinesByMove<M>,
}

/// [`perft`] split by the first move, within a budget that each position is charged to. Empty for
/// depth 0. Any depth is safe.
///
/// # Errors
/// The limit that was reached, and the counts completed before.
pub fn divide<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: u32,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<LinesByMove<R::Move>, IncompleteDivide<R::Move>> {
    let mut by_move = Vec::new();
    let Some(rest) = depth.checked_sub(1) else { return Ok(by_move) };
    let mut meter = Meter::new(budget, progress);
    for mv in rules.moves(state) {
        match metered(rules, &rules.successor(state, mv), rest, &mut meter) {
            Ok(lines) => by_move.push((mv, lines)),
            Err(limit) => return Err(IncompleteDivide { limit, by_move }),
        }
    }
    Ok(by_move)
}

/// [`perft`], charging each position to a meter, and at any depth.
fn metered<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: u32,
    meter: &mut Meter,
) -> Result<u64, Limit> {
    let mut lines = 0;
    // The states above those from which recursion counts, with what is left of the depth.
    let mut high = Vec::new();
    meter.make_room(&mut high)?;
    high.push((state.clone(), depth));
    while let Some((state, depth)) = high.pop() {
        if depth <= DEEPEST_RECURSION {
            lines += recursively(rules, &state, depth, meter)?;
            continue;
        }
        meter.charge(1)?;
        rules.try_visit_moves(&state, |mv| {
            meter.make_room(&mut high)?;
            high.push((rules.successor(&state, mv), depth - 1));
            Ok(())
        })?;
    }
    meter.release(high.capacity() * size_of::<(R::State, u32)>());
    Ok(lines)
}

/// A depth that is out of reach in practice, and small enough for the machine's stack.
const DEEPEST_RECURSION: u32 = 100;

fn recursively<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: u32,
    meter: &mut Meter,
) -> Result<u64, Limit> {
    // Most lines may end before their depth: then nothing but the positions on them takes time.
    meter.charge(1)?;
    match depth {
        0 => return Ok(1),
        1 => {
            let lines = rules.count_moves(state);
            meter.charge(lines)?;
            return Ok(lines.into());
        }
        _ => {}
    }
    let mut lines = 0;
    rules.try_visit_moves(state, |mv| {
        lines += recursively(rules, &rules.successor(state, mv), depth - 1, meter)?;
        Ok(())
    })?;
    Ok(lines)
}

#[inline]
fn show_all<R: Rules>(rules: &R, state: &R::State, mut show: impl FnMut(R::Move)) {
    let Ok(()) = rules.try_visit_moves(state, |mv| {
        show(mv);
        Ok::<(), std::convert::Infallible>(())
    });
}
