//! Lower bounds by one depth-first search, with pattern databases that the checker computes.

use std::collections::HashSet;

use tesuji_core::{Cost, Notation, Pieces, Puzzle, Step};

use crate::Rejection;
use crate::patterns::{Keys, LastPatterns, Patterns};
use crate::puzzle::SpaceLimits;

/// The number of states whose moves are compared with the steps of the pieces.
const COMPARED: usize = 4096;

/// What a solution is measured by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    Cost,
    Moves,
}

impl Measure {
    pub(crate) fn of(self, cost: Cost) -> Cost {
        match self {
            Measure::Cost => cost,
            Measure::Moves => 1,
        }
    }
}

/// Proves that every solution costs at least `bound`. Returns the number of states that were
/// generated.
pub(crate) fn no_solution_below<P: Puzzle + Notation>(
    puzzle: &P,
    start: &P::State,
    (bound, measure): (Cost, Measure),
    patterns: &[Vec<u8>],
    last: &LastPatterns,
    limits: SpaceLimits,
) -> Result<u64, Rejection> {
    let Some(most) = bound.checked_sub(1) else { return Ok(0) };
    let mut pieces = match (patterns, puzzle.pieces()) {
        ([], _) => Pieces::default(),
        (_, Some(pieces)) => pieces,
        (_, None) => return Err(Rejection::Patterns("the puzzle has no pieces".to_owned())),
    };
    if !patterns.is_empty() {
        compare(puzzle, start, &pieces, limits)?;
    }
    pieces.steps.iter_mut().for_each(|(_, cost)| *cost = measure.of(*cost));
    let patterns = &*last.get(pieces, patterns, limits.positions, limits.work)?;
    let search = Search { puzzle, patterns, most, measure, limits };
    match patterns.keys() {
        0 => search.run::<0>(start),
        1..=4 => search.run::<4>(start),
        5..=16 => search.run::<16>(start),
        _ => Err(Rejection::Patterns("more than 16 have several pieces".to_owned())),
    }
}

/// Compares the pieces with the rules, in the states around the start and the goals.
fn compare<P: Puzzle>(
    puzzle: &P,
    start: &P::State,
    pieces: &Pieces,
    limits: SpaceLimits,
) -> Result<(), Rejection> {
    let wrong =
        |problem| Rejection::Patterns(format!("the pieces differ from the rules: {problem}"));
    pieces.check_ranges().map_err(wrong)?;
    let mut queue = puzzle.undirected_goals().unwrap_or_default();
    queue.push(start.clone());
    let mut met: HashSet<_> = queue.iter().cloned().collect();
    let mut next = 0;
    while let Some(state) = queue.get(next).cloned() {
        limits.work.charge(1)?;
        pieces.check(puzzle, &state).map_err(wrong)?;
        for mv in puzzle.moves(&state) {
            let after = puzzle.successor(&state, mv);
            if queue.len() < COMPARED && met.insert(after.clone()) {
                queue.push(after);
            }
        }
        next += 1;
    }
    Ok(())
}

/// A search for a solution of at most a cost.
struct Search<'a, P> {
    puzzle: &'a P,
    patterns: &'a Patterns,
    most: Cost,
    measure: Measure,
    limits: SpaceLimits<'a>,
}

/// A state to search.
struct Node<S, const KEYS: usize> {
    state: S,
    /// The state before it, to which no cheapest solution returns.
    before: S,
    /// What the cost so far and the lower bound leave of the most that a solution may cost.
    slack: Cost,
    keys: Keys<KEYS>,
}

impl<P: Puzzle + Notation> Search<'_, P> {
    fn run<const KEYS: usize>(self, start: &P::State) -> Result<u64, Rejection> {
        const BATCH: u32 = 1 << 12;
        let Search { puzzle, patterns, most, measure, limits } = self;
        let found = |state: &P::State, cost| Rejection::Cheaper {
            position: puzzle.state_text(state),
            cost,
        };
        if puzzle.is_goal(start) {
            return Err(found(start, 0));
        }
        let mut waiting = Vec::new();
        if let Some((keys, estimate)) = patterns.start::<KEYS>(&puzzle.places(start))
            && let Some(slack) = most.checked_sub(estimate)
        {
            waiting.push(Node { state: start.clone(), before: start.clone(), slack, keys });
        }
        let (mut states, mut uncharged) = (1, 0);
        while let Some(Node { state, before, slack, keys }) = waiting.pop() {
            puzzle.try_visit_moves(&state, |mv| {
                uncharged += 1;
                let next = puzzle.successor(&state, mv);
                if next == before {
                    return Ok(());
                }
                let mut keys = keys;
                let step = puzzle.step(&state, mv).unwrap_or(NO_STEP);
                let Some((ahead, after)) = patterns.step(&mut keys, step) else { return Ok(()) };
                let cost = measure.of(puzzle.cost(&state, mv)) + after;
                let Some(slack) = (slack + ahead).checked_sub(cost) else {
                    return Ok(());
                };
                if puzzle.is_goal(&next) {
                    return Err(found(&next, most - slack));
                }
                waiting.push(Node { state: next, before: state.clone(), slack, keys });
                Ok(())
            })?;
            if uncharged >= BATCH {
                if waiting.len() as u64 > limits.positions {
                    return Err(Rejection::Limit { limit: limits.positions });
                }
                limits.work.charge(uncharged)?;
                states += u64::from(uncharged);
                uncharged = 0;
            }
        }
        limits.work.charge(uncharged)?;
        Ok(states + u64::from(uncharged))
    }
}

/// The step of a puzzle without pieces, which is in no pattern.
const NO_STEP: Step = Step { piece: u8::MAX, from: 0, to: 0 };
