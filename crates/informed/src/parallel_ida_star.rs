//! IDA* by several threads, which share out the subtrees some moves below the start (Rao, Kumar &
//! Ramesh, "A Parallel Implementation of Iterative-Deepening-A*", AAAI 1987, where they are
//! split on demand).

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tesuji_core::{
    Cost, DEAD_END, Heuristic, Limit, Meter, Outcome, Puzzle, Solver, Unobserved, plan_of,
};

use crate::ida_star::{Iteration, at_once, iterate, iterate_after, raised};

/// After an iteration of fewer nodes, the next uses one thread: with several times as many nodes, it
/// takes little longer than threads need to start.
const WORTH_SHARING: u64 = 20_000;
/// A subtree has at most one in this many of a thread's nodes, judged by the iteration before: so
/// all threads are busy, and search little beyond the first goal. More would take too long to make,
/// which one thread does alone.
const PARTS: u64 = 64;

/// [`IdaStar`](crate::IdaStar) by several threads.
///
/// Returns the same outcome with the same plan, if no path has more than 2,000 moves: of the goals
/// in an iteration, it takes the first in the order of one thread. The counters of the last
/// iteration differ from run to run.
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
pub struct ParallelIdaStar<H> {
    heuristic: H,
    threads: usize,
}

impl<H> ParallelIdaStar<H> {
    /// IDA* with this heuristic and this number of threads, at least one.
    pub fn new(heuristic: H, threads: usize) -> Self {
        ParallelIdaStar { heuristic, threads: threads.max(1) }
    }
}

impl<P, H> Solver<P> for ParallelIdaStar<H>
where
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
                let start = (start, memo, bound);
                iterate(puzzle, &self.heuristic, start, (Unobserved, ()), meter)
            } else {
                if subtrees.is_empty() {
                    let (state, nodes) = (start.clone(), last_iteration.into());
                    let (cost, way, parent) = (0, Vec::new(), None);
                    subtrees.push(Subtree { state, parent, memo, cost, way, nodes });
                }
                subtrees = self.divided(puzzle, subtrees, (last_iteration, bound), meter);
                self.share(puzzle, &subtrees, bound, meter)
            };
            match end {
                Iteration::Found(moves) => {
                    return Outcome::with_bound(plan_of(puzzle, start, moves), bound);
                }
                Iteration::Beyond(Some(excess)) => match raised(bound, excess) {
                    Ok(next) => bound = next,
                    Err(outcome) => return outcome,
                },
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
    /// The state that the last move of the path leads from; `None` at the start.
    parent: Option<P::State>,
    memo: M,
    /// The cost of the path to it.
    cost: Cost,
    /// The moves of that path.
    way: Vec<P::Move>,
    /// The nodes generated below it in the last iteration, or an estimate of them.
    nodes: AtomicU64,
}

impl<P: Puzzle, M> Subtree<P, M> {
    /// A lower bound on the cost of a plan through it, by the estimate of its root.
    fn lower_bound(&self, estimate: Cost) -> Cost {
        self.cost.saturating_add(estimate)
    }
}

impl<H> ParallelIdaStar<H> {
    /// Divides the subtrees that had too many of the nodes of the last iteration, as far as one
    /// thread would expand their roots, in the order in which it would reach the parts.
    fn divided<P: Puzzle>(
        &self,
        puzzle: &P,
        mut subtrees: Vec<Subtree<P, H::Memo>>,
        (all, bound): (u64, Cost),
        meter: &Meter,
    ) -> Vec<Subtree<P, H::Memo>>
    where
        H: Heuristic<P>,
    {
        /// A path that never branches could be divided for ever.
        const MAX_PLIES: usize = 32;
        /// About the moves that lead to a subtree.
        const WAY: usize = 64;
        let bytes = size_of::<Subtree<P, H::Memo>>() + WAY * size_of::<P::Move>();
        let room = meter.bytes_left() / (2 * bytes);
        let max = all / (self.threads as u64 * PARTS);
        for _ in 0..MAX_PLIES {
            let mut parts = Vec::with_capacity(subtrees.len());
            let mut is_divided = false;
            for subtree in subtrees {
                let nodes = subtree.nodes.load(Ordering::Relaxed);
                let estimate = self.heuristic.estimate(subtree.memo);
                let is_pruned = estimate >= DEAD_END || subtree.lower_bound(estimate) > bound;
                let is_whole = nodes <= max || parts.len() >= room;
                if is_whole || is_pruned || puzzle.is_goal(&subtree.state) {
                    parts.push(subtree);
                    continue;
                }
                is_divided = true;
                let first = parts.len();
                let last = subtree.way.last().copied();
                let moves = |mv| {
                    let Subtree { state: from, memo, cost, way, .. } = &subtree;
                    let state = puzzle.successor(from, mv);
                    let memo = self.heuristic.advance(puzzle, *memo, from, mv, &state);
                    let cost = cost.saturating_add(puzzle.cost(from, mv));
                    let way = way.iter().copied().chain([mv]).collect();
                    let (parent, nodes) = (Some(from.clone()), AtomicU64::new(0));
                    parts.push(Subtree { state, parent, memo, cost, way, nodes });
                    ControlFlow::<Infallible>::Continue(())
                };
                let ControlFlow::Continue(()) =
                    puzzle.visit_moves_after(last, &subtree.state, moves);
                let count = (parts.len() - first) as u64;
                for part in &mut parts[first..] {
                    *part.nodes.get_mut() = nodes / count;
                }
            }
            subtrees = parts;
            if !is_divided {
                break;
            }
        }
        subtrees
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
    {
        let shared = Shared {
            puzzle,
            heuristic: &self.heuristic,
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
struct Shared<'a, P: Puzzle, H: Heuristic<P>> {
    puzzle: &'a P,
    heuristic: &'a H,
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

impl<P: Puzzle, H: Heuristic<P>> Shared<'_, P, H> {
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
            let before = meter.stats().generated;
            let end = self.search(subtree, meter);
            subtree.nodes.store(meter.stats().generated - before, Ordering::Relaxed);
            match end {
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
        let lower_bound = subtree.lower_bound(estimate);
        if lower_bound > self.bound {
            return Iteration::Beyond(Some(lower_bound - self.bound));
        }
        if self.puzzle.is_goal(&subtree.state) {
            return Iteration::Found(Vec::new());
        }
        let slack = self.bound - subtree.cost;
        let (puzzle, heuristic) = (self.puzzle, self.heuristic);
        let start = (&subtree.state, subtree.memo, slack);
        match subtree.parent.as_ref().zip(subtree.way.last().copied()) {
            Some(last) => iterate_after(puzzle, heuristic, last, start, meter),
            None => iterate(puzzle, heuristic, start, (Unobserved, ()), meter),
        }
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
