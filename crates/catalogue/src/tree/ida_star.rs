use tesuji_core::{Cost, DEAD_END, Heuristic, Limit, Notation, Puzzle};

use super::recorder::{Recorder, moves_after};
use super::{Bounds, Fate, Label, Recording, Side};

/// Records [`IdaStar`](tesuji_informed::IdaStar): depth-first searches under a rising bound. Each
/// one visits the nodes of the one before again, which stay the same nodes.
pub fn ida_star<P: Puzzle + Notation, H: Heuristic<P>>(
    puzzle: &P,
    start: &P::State,
    heuristic: &H,
    bounds: &Bounds,
) -> Recording {
    let recorder = Recorder::new(puzzle, start, Side::Alone, bounds);
    let mut run = Run { puzzle, heuristic, recorder, children: vec![Vec::new()], least: Cost::MAX };
    let found = run.search(start);
    run.recorder.finish_at("ida*", found)
}

/// Everything that changes while searching.
struct Run<'r, P: Puzzle, H> {
    puzzle: &'r P,
    heuristic: &'r H,
    recorder: Recorder,
    /// For each node its children, as many as were visited so far.
    children: Vec<Vec<usize>>,
    /// The least cost, by the estimate, among the lines cut off in this iteration.
    least: Cost,
}

/// A place on the line.
struct Place<'s, P: Puzzle, M> {
    node: usize,
    state: &'s P::State,
    last: Option<P::Move>,
    memo: M,
    spent: Cost,
}

impl<P: Puzzle + Notation, H: Heuristic<P>> Run<'_, P, H> {
    /// The node of the goal, where there is one.
    fn search(&mut self, start: &P::State) -> Result<Option<usize>, Limit> {
        let memo = self.heuristic.start(self.puzzle, start);
        let mut bound = self.heuristic.estimate(memo);
        self.recorder.visit(0);
        self.label(0, 0, bound);
        if bound >= DEAD_END {
            self.recorder.settle(0, Fate::OverBound);
            return Ok(None);
        }
        if bound == 0 && self.puzzle.is_goal(start) {
            self.recorder.settle(0, Fate::Finished);
            return Ok(Some(0));
        }
        loop {
            self.recorder.iteration(bound);
            self.least = Cost::MAX;
            let root = Place { node: 0, state: start, last: None, memo, spent: 0 };
            if let Some(goal) = self.expand(&root, bound)? {
                return Ok(Some(goal));
            }
            if self.least == Cost::MAX {
                return Ok(None);
            }
            bound = self.least;
        }
    }

    fn expand(
        &mut self,
        place: &Place<'_, P, H::Memo>,
        bound: Cost,
    ) -> Result<Option<usize>, Limit> {
        self.recorder.settle(place.node, Fate::Expanded);
        let moves = moves_after(self.puzzle, place.last, place.state);
        for (index, mv) in moves.into_iter().enumerate() {
            let child = self.puzzle.successor(place.state, mv);
            let memo = self.heuristic.advance(self.puzzle, place.memo, place.state, mv, &child);
            let estimate = self.heuristic.estimate(memo);
            let spent = place.spent + self.puzzle.cost(place.state, mv);
            let node = self.child(place, index, mv, &child)?;
            self.recorder.visit(node);
            self.label(node, spent, estimate);
            if spent + estimate > bound {
                self.recorder.settle(node, Fate::OverBound);
                if estimate < DEAD_END {
                    self.least = self.least.min(spent + estimate);
                }
                continue;
            }
            if estimate == 0 && self.puzzle.is_goal(&child) {
                self.recorder.settle(node, Fate::Finished);
                return Ok(Some(node));
            }
            let below = Place { node, state: &child, last: Some(mv), memo, spent };
            if let Some(goal) = self.expand(&below, bound)? {
                return Ok(Some(goal));
            }
        }
        Ok(None)
    }

    /// The child with this number, the same as in the iteration before.
    fn child(
        &mut self,
        place: &Place<'_, P, H::Memo>,
        index: usize,
        mv: P::Move,
        child: &P::State,
    ) -> Result<usize, Limit> {
        let known = &mut self.children[place.node];
        if let Some(&node) = known.get(index) {
            return Ok(node);
        }
        let parent = (place.node, place.state);
        let node = self.recorder.child(self.puzzle, parent, mv, child, Side::Alone)?;
        known.push(node);
        self.children.push(Vec::new());
        Ok(node)
    }

    fn label(&mut self, node: usize, spent: Cost, estimate: Cost) {
        let left = (estimate < DEAD_END).then_some(estimate);
        self.recorder.label(node, Label::Cost { spent, left });
    }
}
