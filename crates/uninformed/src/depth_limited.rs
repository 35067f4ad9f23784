//! Depth-limited search.

use tesuji_core::{
    Limit, Meter, NodeEvent, NothingSearched, ObservableSolver, Observer, Outcome, Plan, Puzzle,
    Solver, Unobserved, plan_of,
};

use crate::bounded::{End, Plies, search};

/// Depth-first search of all paths of at most `limit` moves, without a closed list.
///
/// Returns the first solution in depth-first order; it is reported as optimal only if it costs 1,
/// the least possible from a start that is no goal. If there is none, the answer says whether paths
/// were cut off ([`Limit::Depth`], and at least `limit` + 1 moves) or the whole space was searched.
/// Time `O(b^limit)`: a state is searched again for every path to it. Memory: the path. Any limit
/// is safe.
///
/// # Example
/// ```
/// use tesuji_core::{Limit, Notation, Outcome, Solver};
/// use tesuji_taquin::{Goal, Taquin};
/// use tesuji_uninformed::DepthLimited;
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let start = taquin.parse_state("125374680")?;
/// let too_little = DepthLimited::new(5).solve(&taquin, &start).outcome;
/// assert_eq!(too_little, Outcome::Unknown { limit: Limit::Depth, lower_bound: 6 });
/// let enough = DepthLimited::new(6).solve(&taquin, &start).outcome;
/// assert_eq!(enough.plan().unwrap().cost, 6);
/// assert!(!enough.is_optimal(), "nothing shorter was ruled out");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DepthLimited {
    limit: u32,
}

impl DepthLimited {
    /// Up to `limit` moves.
    #[must_use]
    pub fn new(limit: u32) -> Self {
        DepthLimited { limit }
    }
}

impl<P: Puzzle> Solver<P> for DepthLimited {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        self.search_observed(puzzle, start, Unobserved, meter)
    }
}

impl<P: Puzzle> ObservableSolver<P> for DepthLimited {
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
        meter.lower_bound = 1;
        if let Err(limit) = meter.charge(1) {
            return Outcome::Unknown { limit, lower_bound: 1 };
        }
        let (table, observed) = (&mut NothingSearched, (observer, root));
        match search(puzzle, Plies, (start, self.limit), table, observed, meter) {
            End::Goal(moves) => Outcome::with_bound(plan_of(puzzle, start, moves), 1),
            End::CutOff { bound } => Outcome::Unknown { limit: Limit::Depth, lower_bound: bound },
            End::Exhausted => Outcome::Unsolvable,
            End::Limit(limit) => Outcome::Unknown { limit, lower_bound: 1 },
        }
    }
}
