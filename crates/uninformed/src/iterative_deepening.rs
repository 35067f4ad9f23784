//! Iterative deepening (Slate & Atkin, "CHESS 4.5", 1977; Korf, "Depth-First
//! Iterative-Deepening: An Optimal Admissible Tree Search", Artificial Intelligence 27, 1985).

use tesuji_core::{Meter, Outcome, Plan, Puzzle, Solver};

use crate::bounded::{Costs, End, search};

/// Iterative deepening: depth-first searches without memory, each within a larger bound.
///
/// The bound is on the cost of a line, not on its number of moves, and grows each time to the
/// least cost that exceeded it: so the first way found is optimal, whatever moves cost. Where
/// all cost 1, this is depth-limited search to 1, 2, 3, ... moves. Time `O(b^d)`, memory `O(d)`.
/// Without a solution it ends only where no line is endless; give it a budget.
///
/// # Example
/// The six moves that breadth-first search finds, without its memory:
/// ```
/// use tesuji_core::{Notation, Solver};
/// use tesuji_taquin::{Goal, Taquin};
/// use tesuji_uninformed::{BreadthFirst, IterativeDeepening};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let start = taquin.parse_state("125374680")?;
/// let answer = IterativeDeepening.solve(&taquin, &start);
/// assert_eq!(answer.outcome, BreadthFirst.solve(&taquin, &start).outcome);
/// assert_eq!(answer.stats.peak_bytes, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct IterativeDeepening;

impl<P: Puzzle> Solver<P> for IterativeDeepening {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        if puzzle.is_goal(start) {
            return Outcome::Optimal(Plan { moves: Vec::new(), cost: 0 });
        }
        // A move costs 1 at least.
        let mut bound = 1;
        meter.lower_bound = bound;
        if let Err(limit) = meter.charge(1) {
            return Outcome::Unknown { limit, lower_bound: bound };
        }
        loop {
            match search(puzzle, Costs, start, bound, meter) {
                End::Goal(moves) => return Outcome::Optimal(Plan { moves, cost: bound }),
                End::CutOff { bound: next } => bound = next,
                End::Exhausted => return Outcome::Unsolvable,
                End::Limit(limit) => return Outcome::Unknown { limit, lower_bound: bound },
            }
            meter.lower_bound = bound;
        }
    }
}
