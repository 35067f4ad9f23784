//! The common part of the best-first searches, which differ only in the key that orders the open
//! states.

use std::ops::ControlFlow;

use tesuji_core::{
    BucketQueue, Cost, DEAD_END, Heuristic, Inserted, Limit, Meter, NodeEvent, Observer, Outcome,
    Puzzle, StateTable, plan_through,
};

use crate::Weight;

/// The order of the open states of a best-first search: by path cost plus weighted estimate, or by
/// the estimate alone. It is a value, so that all of them share one compilation.
#[derive(Clone, Copy)]
pub(crate) enum Order {
    Weighted(Weight),
    ByEstimate,
}

impl Order {
    /// Whether an expanded state is reopened if a cheaper path to it is found. Bounds on the cost
    /// require it if the heuristic is not consistent.
    #[inline]
    fn reopens(self) -> bool {
        matches!(self, Order::Weighted(_))
    }

    /// The key of a state with path cost `cost` and heuristic value `estimate`; the least comes
    /// first. Weighted ones are g + w·h times the weight's denominator, so that they are whole
    /// numbers.
    #[inline]
    fn key(self, cost: Cost, estimate: Cost) -> u64 {
        let (cost, estimate) = (u64::from(cost), u64::from(estimate));
        match self {
            Order::Weighted(weight) => {
                cost * u64::from(weight.denominator()) + estimate * u64::from(weight.numerator())
            }
            Order::ByEstimate => estimate,
        }
    }

    /// A lower bound on the cost of any solution, from the least key of all open states.
    ///
    /// Some open state lies on a cheapest path and has its least cost g, so the optimum is at least
    /// g + h there, and w(g + h) is at least its key. Estimates alone bound nothing.
    #[inline]
    fn lower_bound(self, min_key: u64) -> Cost {
        match self {
            Order::Weighted(weight) => {
                let bound = min_key.div_ceil(weight.numerator().into());
                Cost::try_from(bound).unwrap_or(Cost::MAX)
            }
            Order::ByEstimate => 0,
        }
    }
}

/// The data of a state.
struct Node<P: Puzzle, H: Heuristic<P>, O: Observer<P>> {
    /// The least cost known from the start.
    cost: Cost,
    /// The parent on that path; the start is its own.
    parent: u32,
    /// The last move of that path, if moves that are redundant after it need not be tried.
    last: Option<P::Move>,
    /// The heuristic's memo.
    memo: H::Memo,
    /// Whether it was expanded with this cost.
    closed: bool,
    /// The observer's handle to the state on that path.
    seen: O::Node,
}

/// Searches from `start`, always expanding the open state with the least key.
pub(crate) fn search<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    order: Order,
    start: &P::State,
    observer: impl Observer<P>,
    meter: &mut Meter,
) -> Outcome<P::Move> {
    let memo = heuristic.start(puzzle, start);
    let estimate = heuristic.estimate(memo);
    if estimate >= DEAD_END {
        let root = observer.root(start);
        observer.note(root, NodeEvent::Estimate { left: estimate });
        observer.note(root, NodeEvent::OverBound);
        return Outcome::Unsolvable;
    }
    meter.lower_bound = estimate;
    let (table, open) = (StateTable::new(), BucketQueue::new());
    // A pruned move is played from another state at the same depth, which has its least cost: so it
    // is where states are reopened and all moves cost the same. With a weight, solutions are longer
    // so.
    let prunes = matches!(order, Order::Weighted(Weight::ONE)) && puzzle.has_unit_costs();
    let mut run = Run { puzzle, heuristic, order, prunes, observer, table, open };
    match run.search(start, memo, meter) {
        Ok(Some(goal)) => {
            let plan = plan_through(puzzle, &run.line_to(goal));
            Outcome::with_bound(plan, meter.lower_bound)
        }
        Ok(None) => Outcome::Unsolvable,
        Err(limit) => Outcome::Unknown { limit, lower_bound: meter.lower_bound },
    }
}

/// Everything that changes while searching.
struct Run<'a, P: Puzzle, H: Heuristic<P>, O: Observer<P>> {
    puzzle: &'a P,
    heuristic: &'a H,
    order: Order,
    /// Whether moves are left out that are redundant after the last one.
    prunes: bool,
    observer: O,
    table: StateTable<P::State, Node<P, H, O>>,
    open: BucketQueue,
}

impl<P: Puzzle, H: Heuristic<P>, O: Observer<P>> Run<'_, P, H, O> {
    /// The index of a goal, or `None` if every reachable state was expanded.
    fn search(
        &mut self,
        start: &P::State,
        memo: H::Memo,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Limit> {
        let seen = self.observer.root(start);
        self.reach(start.clone(), 0, None, |_| memo, seen, meter)?;
        while let Some((key, index)) = self.open.pop(meter) {
            let node = self.table.datum_mut(index);
            if node.closed {
                continue;
            }
            let seen = node.seen;
            meter.lower_bound = meter.lower_bound.max(self.order.lower_bound(key));
            if self.puzzle.is_goal(self.table.state(index)) {
                self.observer.note(seen, NodeEvent::Finished);
                return Ok(Some(index));
            }
            self.table.datum_mut(index).closed = true;
            self.expand(index, meter)?;
        }
        Ok(None)
    }

    fn expand(&mut self, index: u32, meter: &mut Meter) -> Result<(), Limit> {
        meter.tally.expanded += 1;
        let (puzzle, heuristic, observer) = (self.puzzle, self.heuristic, self.observer);
        let state = self.table.state(index).clone();
        let &Node { cost, memo, last, seen, .. } = self.table.datum(index);
        observer.note(seen, NodeEvent::Expanded);
        let visited = puzzle.visit_moves_after(last, &state, |mv| {
            let child = puzzle.successor(&state, mv);
            let cost = cost.saturating_add(puzzle.cost(&state, mv));
            let seen = observer.child(seen, mv, &child);
            let memo = |child: &P::State| heuristic.advance(puzzle, memo, &state, mv, child);
            match self.reach(child, cost, Some((index, mv)), memo, seen, meter) {
                Ok(()) => ControlFlow::Continue(()),
                Err(limit) => ControlFlow::Break(limit),
            }
        });
        match visited {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(limit) => Err(limit),
        }
    }

    /// Records a path to `state`, and opens the state if no path was as cheap. The memo is computed
    /// if the state is new: most states that are generated are not.
    #[inline]
    fn reach(
        &mut self,
        state: P::State,
        cost: Cost,
        step: Option<(u32, P::Move)>,
        memo: impl FnOnce(&P::State) -> H::Memo,
        seen: O::Node,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        meter.charge(1)?;
        let (heuristic, observer) = (self.heuristic, self.observer);
        let parent = step.map_or(self.table.len(), |(parent, _)| parent);
        let last = step.map(|(_, mv)| mv).filter(|_| self.prunes);
        let estimated = |memo| {
            let estimate = heuristic.estimate(memo);
            observer.note(seen, NodeEvent::Estimate { left: estimate });
            estimate
        };
        let node = |state: &P::State| {
            let memo = memo(state);
            let alive = estimated(memo) < DEAD_END;
            alive.then_some(Node { cost, parent, last, memo, closed: false, seen })
        };
        let index = match self.table.insert_with(state, node, meter)? {
            None => {
                observer.note(seen, NodeEvent::OverBound);
                return Ok(());
            }
            Some(Inserted::New(index)) => index,
            Some(Inserted::Known(index)) => {
                meter.duplicates += 1;
                let known = self.table.datum_mut(index);
                if O::IS_ON {
                    estimated(known.memo);
                }
                if cost >= known.cost || (known.closed && !self.order.reopens()) {
                    self.observer.note(seen, NodeEvent::Duplicate);
                    return Ok(());
                }
                self.observer.note(known.seen, NodeEvent::Duplicate);
                *known = Node { cost, parent, last, memo: known.memo, closed: false, seen };
                index
            }
        };
        let estimate = heuristic.estimate(self.table.datum(index).memo);
        self.open.push(self.order.key(cost, estimate), index, meter)
    }

    /// The states from the start to the one with this index.
    fn line_to(&self, goal: u32) -> Vec<P::State> {
        let mut line = vec![self.table.state(goal).clone()];
        let mut index = goal;
        while self.table.datum(index).parent != index {
            index = self.table.datum(index).parent;
            line.push(self.table.state(index).clone());
        }
        line.reverse();
        line
    }
}
