//! Iterative-deepening A* (Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree
//! Search", Artificial Intelligence 27, 1985).

use std::ops::ControlFlow;

use tesuji_core::{
    AtSite, Cost, DEAD_END, Heuristic, Limit, Meter, Outcome, Plan, Puzzle, Site, SiteVisitor,
    Solver, Tally,
};

/// Iterative-deepening A*: depth-first searches bounded by f = g + h, the bound growing each
/// time to the least f that exceeded it.
///
/// Optimal, as the heuristic never overestimates. Time `O(b^d)`, with a smaller base the better the heuristic;
/// memory `O(d)`. Without a solution it ends only where no path is endless or the heuristic says so; give it a budget.
#[derive(Clone, Debug)]
pub struct IdaStar<H> {
    heuristic: H,
}

impl<H> IdaStar<H> {
    /// IDA* led by `heuristic`.
    pub fn new(heuristic: H) -> Self {
        IdaStar { heuristic }
    }
}

impl<P: Puzzle, H: Heuristic<P>> Solver<P> for IdaStar<H> {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        let memo = self.heuristic.start(puzzle, start);
        let mut bound = self.heuristic.estimate(memo);
        if bound >= DEAD_END {
            return Outcome::Unsolvable;
        }
        if let ControlFlow::Break(limit) = meter.generate(1) {
            return Outcome::Unknown { limit, lower_bound: bound };
        }
        if bound == 0 && puzzle.is_goal(start) {
            return Outcome::Optimal(Plan { moves: Vec::new(), cost: 0 });
        }
        loop {
            meter.lower_bound = bound;
            let mut run = Run {
                puzzle,
                heuristic: &self.heuristic,
                tally: meter.tally,
                meter: &mut *meter,
                least_excess: Cost::MAX,
                line: Vec::new(),
            };
            let root = Root { run: &mut run, state: start.clone(), memo, slack: bound };
            let end = puzzle.enter(start, root);
            let Run { tally, least_excess, line: mut moves, .. } = run;
            meter.tally = tally;
            match end {
                ControlFlow::Break(End::Goal) => {
                    moves.reverse();
                    return Outcome::Optimal(Plan { moves, cost: bound });
                }
                ControlFlow::Break(End::Limit(limit)) => {
                    return Outcome::Unknown { limit, lower_bound: bound };
                }
                ControlFlow::Continue(()) if least_excess == Cost::MAX => {
                    return Outcome::Unsolvable;
                }
                ControlFlow::Continue(()) => bound += least_excess,
            }
        }
    }
}

/// Why an iteration ended early.
enum End {
    Goal,
    Limit(Limit),
}

/// Everything that changes while searching.
struct Run<'r, 'm, P: Puzzle, H> {
    puzzle: &'r P,
    heuristic: &'r H,
    tally: Tally,
    meter: &'r mut Meter<'m>,
    /// By how much the least f among the pruned nodes exceeds the bound.
    least_excess: Cost,
    /// The moves to the goal, last first: filled on the way back from it.
    line: Vec<P::Move>,
}

impl<P: Puzzle, H: Heuristic<P>> Run<'_, '_, P, H> {
    /// Searches below `state`, which is no goal, with `slack` left of the bound.
    fn expand<S: Site<P>>(
        &mut self,
        site: S,
        state: P::State,
        memo: H::Memo,
        slack: Cost,
    ) -> ControlFlow<End> {
        self.tally.expanded += 1;
        let puzzle = self.puzzle;
        let mut children = Children { run: self, state: &state, memo, slack, announced: 0 };
        site.visit_children(puzzle, &state, &mut children)
    }

    #[cold]
    #[inline(never)]
    fn note_excess(&mut self, estimate: Cost, excess: Cost) {
        if estimate < DEAD_END {
            self.least_excess = excess;
        }
    }
}

struct Root<'a, 'r, 'm, P: Puzzle, H: Heuristic<P>> {
    run: &'a mut Run<'r, 'm, P, H>,
    state: P::State,
    memo: H::Memo,
    slack: Cost,
}

impl<P: Puzzle, H: Heuristic<P>> AtSite<P> for Root<'_, '_, '_, P, H> {
    type Output = ControlFlow<End>;

    fn at<S: Site<P>>(self, site: S) -> ControlFlow<End> {
        self.run.expand(site, self.state, self.memo, self.slack)
    }
}

/// The children of one node, as they are shown.
struct Children<'a, 'r, 'm, P: Puzzle, H: Heuristic<P>> {
    run: &'a mut Run<'r, 'm, P, H>,
    state: &'a P::State,
    memo: H::Memo,
    slack: Cost,
    /// How many children were counted and not shown yet.
    announced: u32,
}

impl<P: Puzzle, H: Heuristic<P>> SiteVisitor<P> for Children<'_, '_, '_, P, H> {
    type Break = End;

    #[inline(always)]
    fn announce(&mut self, children: u32) -> ControlFlow<End> {
        self.announced = children;
        match self.run.tally.generate(children, self.run.meter) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(limit) => ControlFlow::Break(End::Limit(limit)),
        }
    }

    #[inline(always)]
    fn child<S: Site<P>>(&mut self, mv: P::Move, site: S) -> ControlFlow<End> {
        self.announced -= 1;
        let run = &mut *self.run;
        let child = run.puzzle.successor(self.state, mv);
        let memo = run.heuristic.advance(run.puzzle, self.memo, self.state, mv, &child);
        let estimate = run.heuristic.estimate(memo);
        let needed = run.puzzle.cost(self.state, mv) + estimate;
        if needed > self.slack {
            let excess = needed - self.slack;
            if excess < run.least_excess {
                run.note_excess(estimate, excess);
            }
            return ControlFlow::Continue(());
        }
        if estimate == 0 && run.puzzle.is_goal(&child) {
            run.line.push(mv);
            run.tally.retract(self.announced);
            return ControlFlow::Break(End::Goal);
        }
        let slack = self.slack - run.puzzle.cost(self.state, mv);
        let end = run.expand(site, child, memo, slack);
        if let ControlFlow::Break(End::Goal) = end {
            run.line.push(mv);
            run.tally.retract(self.announced);
        }
        end
    }
}
