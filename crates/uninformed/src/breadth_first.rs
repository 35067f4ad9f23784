//! Breadth-first search (Moore, "The shortest path through a maze", 1959).

use tesuji_core::{
    Meter, NodeEvent, ObservableSolver, Observer, Outcome, Plan, Puzzle, Solver, Unobserved,
    plan_through,
};

use crate::by_rank::Shortest;
use crate::layers::{Forward, Layers, min_cost};

/// Breadth-first search: all states one move away, then all two moves away, and so on.
///
/// Finds a solution with the fewest moves. It is optimal, and reported as optimal, if all moves
/// cost the same; otherwise it comes with the lower bound that the layers prove. Time and memory:
/// every state nearer than the goal. A state takes its own size, two bits for its parent and about
/// ten bytes of hash table; moves are stored for the outermost layers only, and the inverse of the
/// last move is not tried. In a small space with [a ranking](tesuji_core::Rules::with_ranking), a
/// state takes four bytes, and a rank of the space one bit.
///
/// The goal test applies to generated states, so the goal's layer is not expanded. The layer before
/// it is completed only if every move so far cost more than 1, because that raises the proved lower
/// bound.
///
/// # Example
/// ```
/// use tesuji_core::{Outcome, Solver};
/// use tesuji_taquin::{Goal, Taquin};
/// use tesuji_uninformed::BreadthFirst;
/// # use tesuji_core::Notation;
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let start = taquin.parse_state("125374680")?;
/// let answer = BreadthFirst.solve(&taquin, &start);
/// let Outcome::Optimal(plan) = answer.outcome else { panic!("there is a way") };
/// assert_eq!(plan.cost, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BreadthFirst;

impl<P: Puzzle> Solver<P> for BreadthFirst {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        self.search_observed(puzzle, start, Unobserved, meter)
    }
}

impl<P: Puzzle> ObservableSolver<P> for BreadthFirst {
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
        meter.lower_bound = 1;
        let goals =
            if O::IS_ON || !puzzle.has_unit_costs() { None } else { puzzle.undirected_goals() };
        if let Some(goals) = goals {
            let by_rank = Shortest { start, goals: &goals, meter };
            if let Some(outcome) = puzzle.with_ranking(start, by_rank).flatten() {
                return outcome;
            }
        }
        let mut layers = match Layers::around([start.clone()], observer, meter) {
            Ok(layers) => layers,
            Err(limit) => return Outcome::Unknown { limit, lower_bound: 1 },
        };
        while layers.width() > 0 {
            let depth = layers.depth();
            meter.lower_bound = min_cost(depth, layers.cheapest(), depth + 1);
            let goal = layers.expand(puzzle, Forward, meter, |state| puzzle.is_goal(state));
            let lower_bound = min_cost(layers.depth(), layers.cheapest(), depth + 1);
            match goal {
                Ok(None) => {}
                Ok(Some(goal)) => {
                    let plan = plan_through(puzzle, layers.ancestry(goal).rev());
                    return Outcome::with_bound(plan, lower_bound);
                }
                Err(limit) => return Outcome::Unknown { limit, lower_bound },
            }
        }
        Outcome::Unsolvable
    }
}
