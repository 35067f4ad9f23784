//! Recursive best-first search (Korf, "Linear-space best-first search", Artificial Intelligence 62,
//! 1993): an example of a search of your own, for any puzzle.

use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji::core::{Cost, DEAD_END, Heuristic, Limit, Meter, Outcome, Plan, Puzzle, Rules, Solver};

/// Recursive best-first search: expands states in the order of A*, but keeps only the path to the
/// current one and its siblings. What is forgotten is searched again when it looks best again.
///
/// Optimal with an admissible heuristic. It keeps no table, so that it proves that there is no
/// solution only where moves cannot be repeated for ever.
#[derive(Clone, Debug)]
pub struct Rbfs<H> {
    heuristic: H,
}

impl<H> Rbfs<H> {
    /// The search led by `heuristic`.
    pub fn new(heuristic: H) -> Self {
        Rbfs { heuristic }
    }
}

impl<P: Puzzle, H: Heuristic<P>> Solver<P> for Rbfs<H> {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        let bound = self.heuristic.evaluate(puzzle, start);
        meter.lower_bound = bound;
        let start = Node { state: start.clone(), cost: 0, bound };
        let mut run = Run { puzzle, heuristic: &self.heuristic, path: Vec::new(), meter };
        match run.search_below(&start, DEAD_END - 1) {
            Ok(Found::Goal(cost)) => Outcome::Optimal(Plan { moves: run.path, cost }),
            Ok(Found::Bound(_)) => Outcome::Unsolvable,
            Err(limit) => Outcome::Unknown { limit, lower_bound: run.meter.lower_bound },
        }
    }
}

/// Everything that changes while searching.
struct Run<'a, 'b, P: Puzzle, H> {
    puzzle: &'a P,
    heuristic: &'a H,
    /// The moves to the current state.
    path: Vec<P::Move>,
    meter: &'a mut Meter<'b>,
}

struct Node<S> {
    state: S,
    /// What the moves to the state cost.
    cost: Cost,
    /// No solution through this state costs less.
    bound: Cost,
}

/// What the moves of a state lead to.
type Children<P> = Vec<(<P as Rules>::Move, Node<<P as Rules>::State>)>;

enum Found {
    /// The path leads to a goal and has this cost.
    Goal(Cost),
    /// A new lower bound of the state, which is above the limit.
    Bound(Cost),
}

impl<P: Puzzle, H: Heuristic<P>> Run<'_, '_, P, H> {
    /// Searches below a node for as long as its bound is at most `limit`.
    fn search_below(&mut self, node: &Node<P::State>, limit: Cost) -> Result<Found, Limit> {
        if self.puzzle.is_goal(&node.state) {
            return Ok(Found::Goal(node.cost));
        }
        let mut children = self.children(node)?;
        loop {
            children.sort_by_key(|(_, child)| child.bound);
            let second = children.get(1).map_or(limit, |(_, child)| child.bound);
            let Some((mv, best)) = children.first_mut() else { return Ok(Found::Bound(DEAD_END)) };
            if best.bound > limit {
                return Ok(Found::Bound(best.bound));
            }
            if self.path.is_empty() {
                self.meter.lower_bound = best.bound;
            }
            self.path.push(*mv);
            match self.search_below(best, limit.min(second))? {
                Found::Goal(cost) => return Ok(Found::Goal(cost)),
                Found::Bound(bound) => best.bound = bound,
            }
            self.path.pop();
        }
    }

    fn children(&mut self, node: &Node<P::State>) -> Result<Children<P>, Limit> {
        let (puzzle, mut children) = (self.puzzle, Vec::new());
        let last = self.path.last().copied();
        let ControlFlow::Continue(()) = puzzle.visit_moves_after(last, &node.state, |mv| {
            let state = puzzle.successor(&node.state, mv);
            let cost = node.cost + puzzle.cost(&node.state, mv);
            let estimate = self.heuristic.evaluate(puzzle, &state);
            children.push((mv, Node { state, cost, bound: node.bound.max(cost + estimate) }));
            ControlFlow::<Infallible>::Continue(())
        });
        self.meter.tally.expanded += 1;
        self.meter.charge(children.len() as u32)?;
        Ok(children)
    }
}
