//! Greedy best-first search (Doran & Michie, "Experiments with the Graph Traverser Program",
//! Proceedings of the Royal Society A 294, 1966).

use tesuji_core::{
    Heuristic, Meter, ObservableSolver, Observer, Outcome, Puzzle, Solver, Unobserved,
};

use crate::best_first::{self, Order};

/// Greedy best-first search: expands the state with the least heuristic value, regardless of the
/// path cost.
///
/// In a finite space it finds a solution or proves by exhaustion that there is none. The solution
/// may be far from optimal. Time and memory: every state at worst; usually far less.
///
/// # Example
/// It expands few states, and the solution is not a shortest one:
/// ```
/// use tesuji_core::{Notation, Solver};
/// use tesuji_informed::{AStar, GreedyBestFirst};
/// use tesuji_taquin::{Goal, Manhattan, Taquin};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let start = taquin.parse_state("806547231")?;
/// let manhattan = Manhattan::new(&taquin);
/// let greedy = GreedyBestFirst::new(&manhattan).solve(&taquin, &start);
/// let a_star = AStar::new(&manhattan).solve(&taquin, &start);
/// assert!(10 * greedy.stats.expanded < a_star.stats.expanded);
/// assert!(greedy.outcome.plan().unwrap().cost > a_star.outcome.plan().unwrap().cost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GreedyBestFirst<H> {
    heuristic: H,
}

impl<H> GreedyBestFirst<H> {
    /// Greedy best-first search with this heuristic.
    pub fn new(heuristic: H) -> Self {
        GreedyBestFirst { heuristic }
    }
}

impl<P: Puzzle, H: Heuristic<P>> Solver<P> for GreedyBestFirst<H> {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        self.search_observed(puzzle, start, Unobserved, meter)
    }
}

impl<P: Puzzle, H: Heuristic<P>> ObservableSolver<P> for GreedyBestFirst<H> {
    fn search_observed<O: Observer<P>>(
        &self,
        puzzle: &P,
        start: &P::State,
        observer: O,
        meter: &mut Meter,
    ) -> Outcome<P::Move> {
        best_first::search(puzzle, &self.heuristic, Order::ByEstimate, start, observer, meter)
    }
}
