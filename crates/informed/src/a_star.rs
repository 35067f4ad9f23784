//! A* (Hart, Nilsson & Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost
//! Paths", IEEE Transactions on Systems Science and Cybernetics 4, 1968), and the same with
//! weighted estimates (Pohl, "Heuristic Search Viewed as Path Finding in a Graph", Artificial
//! Intelligence 1, 1970).

use tesuji_core::{
    Heuristic, Meter, ObservableSolver, Observer, Outcome, Puzzle, Solver, Unobserved,
};

use crate::Weight;
use crate::best_first::{self, Order};

/// A*: expands states by least f = g + h, the cost so far plus the estimate.
///
/// Optimal if the heuristic is admissible; proves by exhaustion that there is no solution in a
/// finite space. Stores every state that it generates. With a consistent heuristic each state is
/// expanded at most once; otherwise a state is expanded again whenever a cheaper path to it is
/// found (Martelli, "On the Complexity of Admissible Search Algorithms", Artificial Intelligence 8,
/// 1977), at most as often as there are costs below that of the solution. Where all moves cost the
/// same, moves that the puzzle prunes after the last one
/// ([`visit_moves_after`](tesuji_core::Rules::visit_moves_after)) are not tried.
///
/// # Example
/// The better the heuristic, the fewer states are expanded:
/// ```
/// use tesuji_core::{Blind, Notation, Solver};
/// use tesuji_informed::AStar;
/// use tesuji_taquin::{Goal, Manhattan, Taquin};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let start = taquin.parse_state("806547231")?;
/// let led = AStar::new(Manhattan::new(&taquin)).solve(&taquin, &start);
/// let blind = AStar::new(Blind).solve(&taquin, &start);
/// assert!(led.outcome.is_optimal() && blind.outcome.is_optimal());
/// assert_eq!(led.outcome.plan().unwrap().cost, 31);
/// assert!(20 * led.stats.expanded < blind.stats.expanded);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AStar<H> {
    heuristic: H,
}

impl<H> AStar<H> {
    /// A* with this heuristic.
    pub fn new(heuristic: H) -> Self {
        AStar { heuristic }
    }
}

impl<P: Puzzle, H: Heuristic<P>> Solver<P> for AStar<H> {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        self.search_observed(puzzle, start, Unobserved, meter)
    }
}

impl<P: Puzzle, H: Heuristic<P>> ObservableSolver<P> for AStar<H> {
    fn search_observed<O: Observer<P>>(
        &self,
        puzzle: &P,
        start: &P::State,
        observer: O,
        meter: &mut Meter,
    ) -> Outcome<P::Move> {
        best_first::search(
            puzzle,
            &self.heuristic,
            Order::Weighted(Weight::ONE),
            start,
            observer,
            meter,
        )
    }
}

/// Weighted A*: expands states by least g + w·h.
///
/// The solution costs at most w times the optimum; the outcome has the lower bound that the search
/// proved, which may be better. Complete like [`AStar`], and mostly faster with a larger w. The
/// weighted estimate need not be consistent, so states may be reopened.
///
/// # Example
/// ```
/// use tesuji_core::{Notation, Outcome, Solver};
/// use tesuji_informed::{Weight, WeightedAStar};
/// use tesuji_taquin::{Goal, Manhattan, Taquin};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let start = taquin.parse_state("806547231")?;
/// let search = WeightedAStar::new(Manhattan::new(&taquin), Weight::new(2, 1)?);
/// let outcome = search.solve(&taquin, &start).outcome;
/// let Outcome::Solved { plan, lower_bound } = outcome else { panic!("no proof that it is best") };
/// assert!(lower_bound <= 31 && 31 <= plan.cost && plan.cost <= 2 * lower_bound);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WeightedAStar<H> {
    heuristic: H,
    weight: Weight,
}

impl<H> WeightedAStar<H> {
    /// Weighted A* with this heuristic.
    pub fn new(heuristic: H, weight: Weight) -> Self {
        WeightedAStar { heuristic, weight }
    }
}

impl<P: Puzzle, H: Heuristic<P>> Solver<P> for WeightedAStar<H> {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        self.search_observed(puzzle, start, Unobserved, meter)
    }
}

impl<P: Puzzle, H: Heuristic<P>> ObservableSolver<P> for WeightedAStar<H> {
    fn search_observed<O: Observer<P>>(
        &self,
        puzzle: &P,
        start: &P::State,
        observer: O,
        meter: &mut Meter,
    ) -> Outcome<P::Move> {
        best_first::search(
            puzzle,
            &self.heuristic,
            Order::Weighted(self.weight),
            start,
            observer,
            meter,
        )
    }
}
