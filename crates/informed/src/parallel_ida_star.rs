//! IDA* by several threads, which share out the subtrees some moves below the start (Rao, Kumar &
//! Ramesh, "A Parallel Implementation of Iterative-Deepening-A*", AAAI 1987, where they are
//! split on demand).

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tesuji_core::{
    ByAutomaton, ByRules, Cost, DEAD_END, Heuristic, Limit, Meter, Outcome, Plan, Puzzle, Solver,
    Unobserved, Walk,
};

use crate::ida_star::{Iteration, at_once, iterate};

/// Iterations of fewer nodes use one thread.
const WORTH_SHARING: u64 = 200_000;
/// The number of subtrees per thread, large enough to keep all threads busy.
const SUBTREES: usize = 1024;

/// [`IdaStar`](crate::IdaStar) by several threads.
///
/// Returns the same outcome with the same plan: of the goals in an iteration, it takes the first in
/// the order of one thread. The counters of the last iteration differ from run to run.
///
/// # Example
/// ```
/// use tesuji_core::{Notation, Solver};
/// use tesuji_informed::{IdaStar, ParallelIdaStar};
/// use tesuji_taquin::{Goal, Manhattan, Taquin};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let start = taquin.parse_state("8 0 6/5 4 7/2 3 1")?;
/// let [alone, together] = [
///     IdaStar::new(Manhattan::new(&taquin)).solve(&taquin, &start).outcome,
///     ParallelIdaStar::new(Manhattan::new(&taquin), 2).solve(&taquin, &start).outcome,
/// ];
/// assert_eq!(alone, together);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParallelIdaStar<H, W = ByRules> {
    heuristic: H,
    walk: W,
    threads: usize,
}

impl<H> ParallelIdaStar<H> {
    /// IDA* with this heuristic and this number of threads, at least one.
    pub fn new(heuristic: H, threads: usize) -> Self {
        ParallelIdaStar { heuristic, walk: ByRules, threads: threads.max(1) }
    }

    /// The same search with the moves that the puzzle knows at compile time
    /// ([`MoveAutomaton`](tesuji_core::MoveAutomaton)): the same nodes in less time.
    #[must_use]
    pub fn by_automaton(self) -> ParallelIdaStar<H, ByAutomaton> {
        self.by(ByAutomaton)
    }

    /// The same search with another move generator.
    #[must_use]
    pub fn by<W>(self, walk: W) -> ParallelIdaStar<H, W> {
        let ParallelIdaStar { heuristic, threads, .. } = self;
        ParallelIdaStar { heuristic, threads, walk }
    }
}

impl<P, H, W> Solver<P> for ParallelIdaStar<H, W>
where
    W: Walk<P> + Sync,
    P: Puzzle<State: Send + Sync, Move: Send + Sync> + Sync,
    H: Heuristic<P, Memo: Send + Sync> + Sync,
{
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        let memo = self.heuristic.start(puzzle, start);
        let mut bound = self.heuristic.estimate(memo);
        if let Some(outcome) = at_once(puzzle, start, bound, meter) {
            return outcome;
        }
        let mut subtrees = Vec::new();
        let mut last_iteration = 0;
        loop {
            meter.lower_bound = bound;
            let before = meter.stats().generated;
            let end = if self.threads == 1 || last_iteration < WORTH_SHARING {
                let by = (&self.heuristic, self.walk);
                iterate(puzzle, by, start, memo, bound, (Unobserved, ()), meter)
            } else {
                if subtrees.is_empty() {
                    subtrees = self.subtrees(puzzle, start, memo);
                }
                self.share(puzzle, &subtrees, bound, meter)
            };
            match end {
                Iteration::Found(moves) => return Outcome::Optimal(Plan { moves, cost: bound }),
                Iteration::Beyond(Some(excess)) => bound += excess,
                Iteration::Beyond(None) => return Outcome::Unsolvable,
                Iteration::Stopped(limit) => {
                    return Outcome::Unknown { limit, lower_bound: bound };
                }
            }
            last_iteration = meter.stats().generated - before;
        }
    }
}

/// A state some moves below the start: the root of a subtree that one thread searches.
struct Subtree<P: Puzzle, M> {
    state: P::State,
    memo: M,
    /// The cost of the path to it.
    cost: Cost,
    /// The moves of that path.
    way: Vec<P::Move>,
}

impl<H, W> ParallelIdaStar<H, W> {
    /// Splits the tree below `start` into subtrees, in the order in which one thread would reach
    /// them.
    fn subtrees<P: Puzzle>(
        &self,
        puzzle: &P,
        start: &P::State,
        memo: H::Memo,
    ) -> Vec<Subtree<P, H::Memo>>
    where
        H: Heuristic<P>,
    {
        let wanted = self.threads * SUBTREES;
        let mut roots = vec![Subtree { state: start.clone(), memo, cost: 0, way: Vec::new() }];
        // Ways of one state only would go on for ever.
        for _ in 0..wanted {
            if roots.len() >= wanted {
                break;
            }
            let mut further = Vec::new();
            for root in roots {
                if puzzle.is_goal(&root.state) {
                    further.push(root);
                    continue;
                }
                let last = root.way.last().copied();
                let ControlFlow::Continue(()) = puzzle.visit_moves_after(last, &root.state, |mv| {
                    let state = puzzle.successor(&root.state, mv);
                    let memo = self.heuristic.advance(puzzle, root.memo, &root.state, mv, &state);
                    let cost = root.cost + puzzle.cost(&root.state, mv);
                    let way = root.way.iter().copied().chain([mv]).collect();
                    further.push(Subtree { state, memo, cost, way });
                    ControlFlow::<Infallible>::Continue(())
                });
            }
            roots = further;
        }
        roots
    }

    /// An iteration by all the threads.
    fn share<P>(
        &self,
        puzzle: &P,
        subtrees: &[Subtree<P, H::Memo>],
        bound: Cost,
        meter: &mut Meter,
    ) -> Iteration<P::Move>
    where
        P: Puzzle<State: Send + Sync, Move: Send + Sync> + Sync,
        H: Heuristic<P, Memo: Send + Sync> + Sync,
        W: Walk<P> + Sync,
    {
        let shared = Shared {
            puzzle,
            heuristic: &self.heuristic,
            walk: self.walk,
            subtrees,
            bound,
            next: AtomicUsize::new(0),
            taken: (0..self.threads).map(|_| AtomicUsize::new(0)).collect(),
            min_excess: AtomicU32::new(Cost::MAX),
            first_goal: AtomicUsize::new(usize::MAX),
            plan: Mutex::new(None),
        };
        let limits = meter.share(self.threads, |thread, meter| shared.work(thread, meter));
        let limit = limits.into_iter().flatten().next();
        let plan = shared.plan.into_inner().unwrap_or_else(PoisonError::into_inner);
        match (plan, limit, shared.min_excess.into_inner()) {
            (_, Some(limit), _) => Iteration::Stopped(limit),
            (Some((_, moves)), None, _) => Iteration::Found(moves),
            (None, None, Cost::MAX) => Iteration::Beyond(None),
            (None, None, excess) => Iteration::Beyond(Some(excess)),
        }
    }
}

/// The data that the threads share in an iteration.
struct Shared<'a, P: Puzzle, H: Heuristic<P>, W> {
    puzzle: &'a P,
    heuristic: &'a H,
    walk: W,
    subtrees: &'a [Subtree<P, H::Memo>],
    bound: Cost,
    /// The first subtree that no thread has taken.
    next: AtomicUsize,
    /// The subtree that each thread searches.
    taken: Vec<AtomicUsize>,
    min_excess: AtomicU32,
    /// The first subtree known to contain a goal, and the moves to that goal.
    first_goal: AtomicUsize,
    plan: Mutex<Option<(usize, Vec<P::Move>)>>,
}

impl<P: Puzzle, H: Heuristic<P>, W: Walk<P>> Shared<'_, P, H, W> {
    /// Searches one subtree after another, until no relevant one is left or a limit is reached.
    fn work(&self, thread: usize, meter: &mut Meter) -> Option<Limit> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let subtree = self.subtrees.get(number)?;
            // A thread that finds a goal before this subtree either sees the number here, or is
            // seen below.
            self.taken[thread].store(number, Ordering::SeqCst);
            if number > self.first_goal.load(Ordering::SeqCst) {
                return None;
            }
            match self.search(subtree, meter) {
                Iteration::Found(moves) => self.note_goal(number, &subtree.way, moves, meter),
                Iteration::Beyond(Some(excess)) => {
                    self.min_excess.fetch_min(excess, Ordering::Relaxed);
                }
                Iteration::Beyond(None) => {}
                Iteration::Stopped(limit) => {
                    // What comes after a goal need not be searched to its end.
                    let counts = number < self.first_goal.load(Ordering::SeqCst);
                    return counts.then_some(limit);
                }
            }
        }
    }

    fn search(&self, subtree: &Subtree<P, H::Memo>, meter: &mut Meter) -> Iteration<P::Move> {
        let estimate = self.heuristic.estimate(subtree.memo);
        if estimate >= DEAD_END {
            return Iteration::Beyond(None);
        }
        let least = subtree.cost + estimate;
        if least > self.bound {
            return Iteration::Beyond(Some(least - self.bound));
        }
        if self.puzzle.is_goal(&subtree.state) {
            return Iteration::Found(Vec::new());
        }
        let slack = self.bound - subtree.cost;
        iterate(
            self.puzzle,
            (self.heuristic, self.walk),
            &subtree.state,
            subtree.memo,
            slack,
            (Unobserved, ()),
            meter,
        )
    }

    /// Records a goal if it is the first, and stops the threads that search later subtrees.
    fn note_goal(&self, number: usize, way: &[P::Move], moves: Vec<P::Move>, meter: &Meter) {
        {
            let mut plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
            if plan.as_ref().is_none_or(|&(first, _)| number < first) {
                let line = way.iter().copied().chain(moves).collect();
                *plan = Some((number, line));
            }
        }
        self.first_goal.fetch_min(number, Ordering::SeqCst);
        meter.stop_threads(|thread| self.taken[thread].load(Ordering::SeqCst) > number);
    }
}
