//! Lower bounds by one depth-first search, with pattern databases that the checker computes.

use std::collections::{HashSet, VecDeque};

use tesuji_core::{Cost, Notation, Pieces, Puzzle, Step};

use crate::Rejection;
use crate::patterns::{Keys, LastPatterns, Patterns, invalid};
use crate::puzzle::Bound;
use crate::space::Space;

/// The number of states whose moves are compared with the steps of the pieces.
const COMPARED: usize = 4096;

impl<P: Puzzle + Notation> Space<'_, P> {
    /// Proves that every solution costs at least the bound. Returns the number of states that were
    /// generated.
    pub(crate) fn no_solution_below(
        &self,
        start: &P::State,
        bound: Bound,
        patterns: &[Vec<u8>],
        last: &LastPatterns,
    ) -> Result<u64, Rejection> {
        let Some(most) = bound.least.checked_sub(1) else { return Ok(0) };
        let mut pieces = match (patterns, self.rules.pieces()) {
            ([], _) => Pieces::default(),
            (_, Some(pieces)) => pieces,
            (_, None) => return Err(invalid("the puzzle has no pieces")),
        };
        if !patterns.is_empty() {
            self.compare(start, &pieces)?;
        }
        pieces.steps.iter_mut().for_each(|(_, cost)| *cost = bound.of(*cost));
        let patterns = &*last.get(pieces, patterns, self.limits)?;
        match patterns.keys() {
            0 => self.search::<0>(start, (bound, most), patterns),
            1..=4 => self.search::<4>(start, (bound, most), patterns),
            5..=16 => self.search::<16>(start, (bound, most), patterns),
            _ => Err(invalid("more than 16 have several pieces")),
        }
    }

    /// Compares the pieces with the rules, in the states around the start and the goals.
    fn compare(&self, start: &P::State, pieces: &Pieces) -> Result<(), Rejection> {
        let wrong = |problem| invalid(&format!("the pieces differ from the rules: {problem}"));
        pieces.check_ranges().map_err(wrong)?;
        let mut queue: VecDeque<_> = self.rules.undirected_goals().unwrap_or_default().into();
        queue.push_back(start.clone());
        let mut met: HashSet<_> = queue.iter().cloned().collect();
        while let Some(state) = queue.pop_front() {
            pieces.check(self.rules, &state).map_err(wrong)?;
            self.each(&state, |after| {
                if met.len() < COMPARED && met.insert(after.clone()) {
                    queue.push_back(after);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Searches for a solution that costs at most `most`, and finds none.
    fn search<const KEYS: usize>(
        &self,
        start: &P::State,
        (bound, most): (Bound, Cost),
        patterns: &Patterns,
    ) -> Result<u64, Rejection> {
        let (puzzle, mut waiting, mut states) = (self.rules, Vec::new(), 1);
        if puzzle.is_goal(start) {
            return Err(self.better(start, 0, bound.moves));
        }
        if let Some((keys, estimate)) = patterns.start::<KEYS>(&puzzle.places(start))
            && let Some(slack) = most.checked_sub(estimate)
        {
            waiting.push(Node { state: start.clone(), before: start.clone(), slack, keys });
        }
        while let Some(Node { state, before, slack, keys }) = waiting.pop() {
            let mut moves = 0;
            puzzle.try_visit_moves(&state, |mv| {
                moves += 1;
                let next = puzzle.successor(&state, mv);
                if next == before {
                    return Ok(());
                }
                let mut keys = keys;
                let step = puzzle.step(&state, mv).unwrap_or(NO_STEP);
                let Some((ahead, after)) = patterns.step(&mut keys, step) else { return Ok(()) };
                let cost = after + bound.of(puzzle.cost(&state, mv));
                let Some(slack) = (slack + ahead).checked_sub(cost) else { return Ok(()) };
                if puzzle.is_goal(&next) {
                    return Err(self.better(&next, most - slack, bound.moves));
                }
                waiting.push(Node { state: next, before: state.clone(), slack, keys });
                Ok(())
            })?;
            self.limits.keep(waiting.len() as u64)?;
            (self.limits.charge)(moves)?;
            states += u64::from(moves);
        }
        Ok(states)
    }
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

/// The step of a puzzle without pieces, which is in no pattern.
const NO_STEP: Step = Step { piece: u8::MAX, from: 0, to: 0 };
