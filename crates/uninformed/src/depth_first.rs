//! Depth-first search with a memory (Tarjan, "Depth-first search and linear graph algorithms",
//! SIAM Journal on Computing 1, 1972; the idea is Trémaux's, for mazes).

use tesuji_core::{
    Inserted, Limit, Meter, NodeEvent, ObservableSolver, Observer, Outcome, Plan, Puzzle, Solver,
    StateTable, Unobserved, plan_of,
};

use crate::trail::Trail;

/// Depth-first search with a closed list: it stores every state that it meets, and so terminates on
/// any finite space.
///
/// Follows the first move that leads to a new state, and backtracks if there is none. The solution
/// is usually far from shortest; it is reported as optimal only if it costs 1, the least possible
/// from a start that is no goal. Time and memory: every state met. The path is stored in vectors,
/// not on the call stack, so its length is not limited.
///
/// # Example
/// ```
/// use tesuji_core::{Notation, Solver, check_plan};
/// use tesuji_taquin::{Goal, Taquin};
/// use tesuji_uninformed::DepthFirst;
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let start = taquin.parse_state("125374680")?;
/// let outcome = DepthFirst.solve(&taquin, &start).outcome;
/// let plan = outcome.plan().expect("there is a way");
/// assert!(check_plan(&taquin, &start, plan).is_ok());
/// assert_eq!(plan.cost, 506, "and six would do");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct DepthFirst;

impl<P: Puzzle> Solver<P> for DepthFirst {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        self.search_observed(puzzle, start, Unobserved, meter)
    }
}

impl<P: Puzzle> ObservableSolver<P> for DepthFirst {
    fn search_observed<O: Observer<P>>(
        &self,
        puzzle: &P,
        start: &P::State,
        observer: O,
        meter: &mut Meter,
    ) -> Outcome<P::Move> {
        if puzzle.is_goal(start) {
            observer.note(observer.root(start), NodeEvent::Finished);
            return Outcome::Optimal(Plan { moves: Vec::new(), cost: 0 });
        }
        // A start that is no goal is all that is ever known about the cost.
        let lower_bound = 1;
        meter.lower_bound = lower_bound;
        match walk(puzzle, start, observer, meter) {
            Ok(Some(plan)) => Outcome::with_bound(plan, lower_bound),
            Ok(None) => Outcome::Unsolvable,
            Err(limit) => Outcome::Unknown { limit, lower_bound },
        }
    }
}

/// The first path to a goal in depth-first order, if there is one.
fn walk<P: Puzzle, O: Observer<P>>(
    puzzle: &P,
    start: &P::State,
    observer: O,
    meter: &mut Meter,
) -> Result<Option<Plan<P::Move>>, Limit> {
    let mut seen = StateTable::new();
    let mut trail = Trail::from(puzzle, start.clone());
    // How the observer knows the states of the line.
    let mut nodes = vec![observer.root(start)];
    meter.charge(1)?;
    seen.insert(start.clone(), (), meter)?;
    meter.expand(0);
    observer.note(nodes[0], NodeEvent::Expanded);
    trail.open(meter)?;
    loop {
        let Some(mv) = trail.next_move() else {
            if trail.close().is_none() {
                return Ok(None);
            }
            nodes.pop();
            continue;
        };
        meter.charge(1)?;
        trail.play(mv, meter)?;
        let node = observer.child(nodes[nodes.len() - 1], mv, trail.state());
        if let Inserted::Known(_) = seen.insert(trail.state().clone(), (), meter)? {
            meter.duplicates += 1;
            observer.note(node, NodeEvent::Duplicate);
            trail.retreat();
            continue;
        }
        if puzzle.is_goal(trail.state()) {
            observer.note(node, NodeEvent::Finished);
            return Ok(Some(plan_of(puzzle, start, trail.into_moves())));
        }
        meter.expand(trail.depth());
        observer.note(node, NodeEvent::Expanded);
        nodes.push(node);
        trail.open(meter)?;
    }
}
