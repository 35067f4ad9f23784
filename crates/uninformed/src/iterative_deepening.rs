//! Iterative deepening (Slate & Atkin, "CHESS 4.5", 1977; Korf, "Depth-First
//! Iterative-Deepening: An Optimal Admissible Tree Search", Artificial Intelligence 27, 1985).

use tesuji_core::{
    Cost, DEAD_END, Limit, Meter, NodeEvent, NothingSearched, ObservableSolver, Observer, Outcome,
    Plan, Puzzle, SearchRecord, SearchedStates, Solver, Unobserved,
};

use crate::bounded::{Costs, End, search};

/// Iterative deepening: depth-first searches, each within a larger bound, without memory unless
/// given a [table](Self::table_bytes).
///
/// The bound is on the cost of a path, not on its number of moves, and each iteration raises it to
/// the least cost that exceeded it. So the first solution found is optimal for any costs. If all
/// moves cost 1, this is depth-limited search to 1, 2, 3, ... moves, with time `O(b^d)`; if costs
/// vary, an iteration may add few paths, and the time is at most the square of the last one. Memory
/// `O(d)`. It searches paths, not states, so it is impractical if many paths lead to one state.
/// Without a solution it terminates only if no path is infinite; give it a budget.
///
/// With a table, an iteration searches a state again only if more of the bound is left than before.
/// If the table holds all reachable states, the search also terminates without a solution, which
/// proves that there is none.
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
/// let answer = IterativeDeepening::new().solve(&taquin, &start);
/// assert_eq!(answer.outcome, BreadthFirst.solve(&taquin, &start).outcome);
/// assert_eq!(answer.stats.peak_bytes, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct IterativeDeepening {
    table_bytes: usize,
}

impl IterativeDeepening {
    /// Without a table.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The maximum memory for a table of the states met; by default there is no table.
    #[must_use]
    pub fn table_bytes(mut self, bytes: usize) -> Self {
        self.table_bytes = bytes;
        self
    }
}

impl<P: Puzzle> Solver<P> for IterativeDeepening {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        self.search_observed(puzzle, start, Unobserved, meter)
    }
}

impl<P: Puzzle> ObservableSolver<P> for IterativeDeepening {
    fn search_observed<O: Observer<P>>(
        &self,
        puzzle: &P,
        start: &P::State,
        observer: O,
        meter: &mut Meter,
    ) -> Outcome<P::Move> {
        let root = observer.root(start);
        if puzzle.is_goal(start) {
            observer.note(root, NodeEvent::Finished);
            return Outcome::Optimal(Plan { moves: Vec::new(), cost: 0 });
        }
        meter.lower_bound = FIRST_BOUND;
        if let Err(limit) = meter.charge(1) {
            return Outcome::Unknown { limit, lower_bound: FIRST_BOUND };
        }
        let bytes = self.table_bytes.min(meter.bytes_left());
        let observed = (observer, root);
        match bytes {
            0 => deepen(puzzle, start, &mut NothingSearched, observed, meter),
            bytes => {
                let table = &mut SearchedStates::new(bytes);
                deepen(puzzle, start, table, observed, meter)
            }
        }
    }
}

/// A move costs at least 1.
const FIRST_BOUND: Cost = 1;

/// Searches with increasing bounds until a goal is found or the space is exhausted.
fn deepen<P: Puzzle, T: SearchRecord<P::State>, O: Observer<P>>(
    puzzle: &P,
    start: &P::State,
    table: &mut T,
    observed: (O, O::Node),
    meter: &mut Meter,
) -> Outcome<P::Move> {
    let mut bound = FIRST_BOUND;
    loop {
        table.next_iteration();
        match search(puzzle, Costs, (start, bound), table, observed, meter) {
            End::Goal(moves) => return Outcome::Optimal(Plan { moves, cost: bound }),
            End::CutOff { .. } if table.is_complete() => return Outcome::Unsolvable,
            End::CutOff { bound: DEAD_END.. } => {
                return Outcome::Unknown { limit: Limit::Cost, lower_bound: DEAD_END };
            }
            End::CutOff { bound: next } => bound = next,
            End::Exhausted => return Outcome::Unsolvable,
            End::Limit(limit) => return Outcome::Unknown { limit, lower_bound: bound },
        }
        meter.lower_bound = bound;
    }
}
