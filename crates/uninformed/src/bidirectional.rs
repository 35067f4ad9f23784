//! Bidirectional breadth-first search (Nicholson, "Finding the shortest route between two points
//! in a network", Computer Journal 9, 1966; Pohl, "Bi-directional search", 1971).

use tesuji_core::{
    Cost, KnownGoals, Meter, NodeEvent, ObservableSolver, Observer, Outcome, Plan, Puzzle,
    Reversible, Solver, Unobserved, plan_through,
};

use crate::layers::{Backward, Forward, Layers, min_cost};

/// Breadth-first search from the start and, backwards, from all the goals at once, until the two
/// meet.
///
/// Finds a solution with the fewest moves. It is optimal, and reported as optimal, if all moves
/// cost the same; otherwise it comes with the lower bound that the layers prove. Time and memory
/// `O(b^(d/2))`.
///
/// Whole layers are expanded, each time on the side whose outermost layer is smaller. While no
/// state has been met from both sides, every solution is longer than the two depths together. So
/// the first state met from both sides lies on a shortest solution, and the search can stop. The
/// layer is completed only if every move so far cost more than 1, because that raises the proved
/// lower bound.
///
/// # Example
/// One of the boards farthest from the goal, 31 moves away:
/// ```
/// use tesuji_core::{Notation, Solver};
/// use tesuji_taquin::{Goal, Taquin};
/// use tesuji_uninformed::{Bidirectional, BreadthFirst};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let start = taquin.parse_state("806547231")?;
/// let both_ways = Bidirectional.solve(&taquin, &start);
/// assert!(both_ways.outcome.is_optimal());
/// assert_eq!(both_ways.outcome.plan().unwrap().cost, 31);
/// let one_way = BreadthFirst.solve(&taquin, &start);
/// assert!(10 * both_ways.stats.generated < one_way.stats.generated);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Bidirectional;

impl<P: Puzzle + KnownGoals + Reversible> Solver<P> for Bidirectional {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        self.search_observed(puzzle, start, Unobserved, meter)
    }
}

impl<P: Puzzle + KnownGoals + Reversible> ObservableSolver<P> for Bidirectional {
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
        let sides = Layers::around([start.clone()], observer, meter)
            .and_then(|forward| Ok((forward, Layers::around(puzzle.goals(), observer, meter)?)));
        let (mut forward, mut backward) = match sides {
            Ok(sides) => sides,
            Err(limit) => return Outcome::Unknown { limit, lower_bound: 1 },
        };
        // A side without a next layer has met all there is on it, and not the other side.
        while forward.width() > 0 && backward.width() > 0 {
            let moves = forward.depth() + backward.depth() + 1;
            meter.lower_bound = proved(&forward, &backward, moves);
            let ahead = forward.width() <= backward.width();
            let met = if ahead {
                forward.expand(puzzle, Forward, meter, |state| backward.find(state).is_some())
            } else {
                backward.expand(puzzle, Backward, meter, |state| forward.find(state).is_some())
            };
            let lower_bound = proved(&forward, &backward, moves);
            let (near, far) = match met {
                Ok(None) => continue,
                Ok(Some(index)) if ahead => (Some(index), backward.find(forward.state(index))),
                Ok(Some(index)) => (forward.find(backward.state(index)), Some(index)),
                Err(limit) => return Outcome::Unknown { limit, lower_bound },
            };
            let (near, far) = near.zip(far).expect("the state was met from both sides");
            let way = forward.ancestry(near).rev().chain(backward.ancestry(far).skip(1));
            return Outcome::with_bound(plan_through(puzzle, way), lower_bound);
        }
        Outcome::Unsolvable
    }
}

/// A lower bound on the cost of a path of at least `moves` moves: it crosses the complete layers of
/// both sides, which have no state in common.
fn proved<P: Puzzle, O: Observer<P>>(
    forward: &Layers<P, O>,
    backward: &Layers<P, O>,
    moves: u32,
) -> Cost {
    let cheapest = forward.cheapest().min(backward.cheapest());
    min_cost(forward.depth() + backward.depth(), cheapest, moves)
}
