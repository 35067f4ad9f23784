use std::collections::{HashSet, VecDeque};

use tesuji_core::{Cost, Limit, Notation, Puzzle};

use super::recorder::{Recorder, moves_after};
use super::{Bounds, Fate, Label, Recording, Side};

/// Records breadth-first search, as [`BreadthFirst`](tesuji_uninformed::BreadthFirst) does it:
/// layer after layer, without positions that were met before. (That search generates a few nodes
/// more once the goal is among them, as it looks them up in batches.)
pub fn breadth_first<P: Puzzle + Notation>(
    puzzle: &P,
    start: &P::State,
    bounds: &Bounds,
) -> Recording {
    let mut recorder = Recorder::new(puzzle, start, Side::Alone, bounds);
    let found = search(puzzle, start, &mut recorder);
    recorder.finish_at("bfs", found)
}

/// The node of the first goal, where there is one.
fn search<P: Puzzle + Notation>(
    puzzle: &P,
    start: &P::State,
    recorder: &mut Recorder,
) -> Result<Option<usize>, Limit> {
    recorder.visit(0);
    recorder.label(0, spent(0));
    if puzzle.is_goal(start) {
        recorder.settle(0, Fate::Finished);
        return Ok(Some(0));
    }
    let mut met = HashSet::from([start.clone()]);
    let mut waiting = VecDeque::from([(0, start.clone(), None, 0)]);
    while let Some((node, state, last, cost)) = waiting.pop_front() {
        recorder.settle(node, Fate::Expanded);
        for mv in moves_after(puzzle, last, &state) {
            let child = puzzle.successor(&state, mv);
            let number = recorder.child(puzzle, (node, &state), mv, &child, Side::Alone)?;
            recorder.visit(number);
            let cost = cost + puzzle.cost(&state, mv);
            recorder.label(number, spent(cost));
            if !met.insert(child.clone()) {
                recorder.settle(number, Fate::Duplicate);
                continue;
            }
            if puzzle.is_goal(&child) {
                recorder.settle(number, Fate::Finished);
                return Ok(Some(number));
            }
            waiting.push_back((number, child, Some(mv), cost));
        }
    }
    Ok(None)
}

fn spent(spent: Cost) -> Label {
    Label::Cost { spent, left: None }
}
