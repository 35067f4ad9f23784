//! Greedy best-first search (Doran & Michie, "Experiments with the Graph Traverser Program",
//! Proceedings of the Royal Society A 294, 1966).

use tesuji_core::{Cost, Heuristic, Meter, Outcome, Puzzle, Solver};

use crate::best_first::{self, Order};

/// Greedy best-first search: expands the state that looks nearest to a goal, whatever it cost
/// to get there.
///
/// Finds a solution if there is one, and proves by exhaustion that there is none; the solution may
/// be far from optimal. Time and memory `O(b^m)` at worst, with m the greatest depth; usually very
/// little.
#[derive(Clone, Debug)]
pub struct GreedyBestFirst<H> {
    heuristic: H,
}

impl<H> GreedyBestFirst<H> {
    /// Greedy best-first search led by `heuristic`.
    pub fn new(heuristic: H) -> Self {
        GreedyBestFirst { heuristic }
    }
}

impl<P: Puzzle, H: Heuristic<P>> Solver<P> for GreedyBestFirst<H> {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        best_first::search(puzzle, &self.heuristic, &ByEstimate, start, meter)
    }
}

struct ByEstimate;

impl Order for ByEstimate {
    const REOPENS: bool = false;

    #[inline(always)]
    fn key(&self, _: Cost, estimate: Cost) -> Cost {
        estimate
    }

    /// Estimates alone say nothing of the whole way.
    fn lower_bound(&self, _: Cost) -> Cost {
        0
    }
}
