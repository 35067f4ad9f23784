use std::collections::HashSet;

use tesuji_core::{Cost, Limit, Notation, Puzzle};

use super::recorder::{Recorder, moves_after};
use super::{Bounds, Fate, Label, Recording, Side};

/// Records [`DepthFirst`](tesuji_uninformed::DepthFirst): the first move wherever it leads
/// somewhere new, back when nothing is new.
pub fn depth_first<P: Puzzle + Notation>(
    puzzle: &P,
    start: &P::State,
    bounds: &Bounds,
) -> Recording {
    let mut recorder = Recorder::new(puzzle, start, Side::Alone, bounds);
    let found = search(puzzle, start, &mut recorder);
    recorder.finish_at("dfs", found)
}

/// A position on the line, with the moves still to be tried there, the next one last.
struct Open<P: Puzzle> {
    node: usize,
    state: P::State,
    cost: Cost,
    untried: Vec<P::Move>,
}

/// The node of the first goal, where there is one.
fn search<P: Puzzle + Notation>(
    puzzle: &P,
    start: &P::State,
    recorder: &mut Recorder,
) -> Result<Option<usize>, Limit> {
    // Not by recursion: the line may be as long as there are positions.
    let open = |node, state: P::State, cost, last| {
        let mut untried = moves_after(puzzle, last, &state);
        untried.reverse();
        Open::<P> { node, state, cost, untried }
    };
    recorder.visit(0);
    recorder.label(0, Label::Cost { spent: 0, left: None });
    if puzzle.is_goal(start) {
        recorder.settle(0, Fate::Finished);
        return Ok(Some(0));
    }
    recorder.settle(0, Fate::Expanded);
    let mut met = HashSet::from([start.clone()]);
    let mut line = vec![open(0, start.clone(), 0, None)];
    while let Some(last) = line.last_mut() {
        let Some(mv) = last.untried.pop() else {
            line.pop();
            continue;
        };
        let child = puzzle.successor(&last.state, mv);
        let cost = last.cost + puzzle.cost(&last.state, mv);
        let parent = (last.node, &last.state);
        let number = recorder.child(puzzle, parent, mv, &child, Side::Alone)?;
        recorder.visit(number);
        recorder.label(number, Label::Cost { spent: cost, left: None });
        if !met.insert(child.clone()) {
            recorder.settle(number, Fate::Duplicate);
            continue;
        }
        if puzzle.is_goal(&child) {
            recorder.settle(number, Fate::Finished);
            return Ok(Some(number));
        }
        recorder.settle(number, Fate::Expanded);
        line.push(open(number, child, cost, Some(mv)));
    }
    Ok(None)
}
