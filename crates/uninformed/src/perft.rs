//! Perft, the number of move sequences of a given length: the standard test of a move generator,
//! and a measure of its speed.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

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
/// depth 0. Any depth is safe. Several threads share out the positions some moves after `state`.
///
/// # Errors
/// The limit that was reached, and the counts completed before.
///
/// # Example
/// ```
/// use tesuji_core::{Budget, Rules, Silent};
/// use tesuji_tic_tac_toe::TicTacToe;
/// use tesuji_uninformed::divide;
///
/// let game = TicTacToe::new();
/// let by_move = divide(&game, &game.initial(), 5, 2, &Budget::unlimited(), &mut Silent)?;
/// assert!(by_move.iter().all(|&(_, lines)| lines == 8 * 7 * 6 * 5));
/// # Ok::<(), tesuji_uninformed::IncompleteDivide<_>>(())
/// ```
pub fn divide<R: Rules<State: Send + Sync> + Sync>(
    rules: &R,
    state: &R::State,
    depth: u32,
    threads: usize,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<LinesByMove<R::Move>, IncompleteDivide<R::Move>> {
    let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
    // Longer sequences are counted with a list of states, which each thread would have.
    let threads = if rest > DEEPEST_RECURSION { 1 } else { threads };
    let mut meter = Meter::new(budget, progress);
    let moves = rules.moves(state);
    let (parts, rest) = parts(rules, state, &moves, rest, threads, &mut meter)
        .map_err(|limit| IncompleteDivide { limit, by_move: Vec::new() })?;
    let lines: Vec<_> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let unfinished: Vec<_> = moves.iter().map(|_| AtomicUsize::new(0)).collect();
    for &(first, _) in &parts {
        unfinished[first].fetch_add(1, Ordering::Relaxed);
    }
    let next = AtomicUsize::new(0);
    let ends = meter.share(threads, |_, meter| {
        while let Some((first, state)) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = metered(rules, state, rest, meter)?;
            lines[*first].fetch_add(found, Ordering::Relaxed);
            unfinished[*first].fetch_sub(1, Ordering::Relaxed);
        }
        Ok(())
    });
    let is_counted = |first: usize| unfinished[first].load(Ordering::Relaxed) == 0;
    let by_move = moves.into_iter().enumerate().filter(|&(first, _)| is_counted(first));
    let by_move = by_move.map(|(first, mv)| (mv, lines[first].load(Ordering::Relaxed))).collect();
    match ends.into_iter().find_map(Result::err) {
        Some(limit) => Err(IncompleteDivide { limit, by_move }),
        None => Ok(by_move),
    }
}

/// States with the number of the first move that leads to them, all at one depth.
type Parts<S> = Vec<(usize, S)>;

/// The states after the first moves, or as many moves later as give enough parts for the threads.
/// Returns them with what is left then of `depth`, the depth after the first moves.
fn parts<R: Rules>(
    rules: &R,
    state: &R::State,
    moves: &[R::Move],
    mut depth: u32,
    threads: usize,
    meter: &mut Meter,
) -> Result<(Parts<R::State>, u32), Limit> {
    let mut parts = Vec::new();
    for (first, &mv) in moves.iter().enumerate() {
        meter.make_room(&mut parts)?;
        parts.push((first, rules.successor(state, mv)));
    }
    while threads > 1 && depth > 1 && !parts.is_empty() && parts.len() / PARTS < threads {
        let mut next = Vec::new();
        for (first, state) in &parts {
            meter.charge(1)?;
            rules.try_visit_moves(state, |mv| {
                meter.make_room(&mut next)?;
                next.push((*first, rules.successor(state, mv)));
                Ok::<(), Limit>(())
            })?;
        }
        meter.release(parts.capacity() * size_of::<(usize, R::State)>());
        (parts, depth) = (next, depth - 1);
    }
    Ok((parts, depth))
}

/// The least number of parts for each thread, which keeps all threads busy almost to the end.
const PARTS: usize = 32;

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
