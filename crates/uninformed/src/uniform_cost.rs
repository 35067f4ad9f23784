//! Uniform-cost search (Dijkstra, "A note on two problems in connexion with graphs",
//! Numerische Mathematik 1, 1959).

use tesuji_core::{
    BucketQueue, Cost, Inserted, Limit, Meter, NodeEvent, ObservableSolver, Observer, Outcome,
    Plan, Puzzle, Solver, StateTable, Unobserved, plan_through,
};

/// Dijkstra's algorithm: expands states in the order of their cost from the start.
///
/// Optimal for any costs. Time and memory: every state that is cheaper to reach than the goal, and
/// some of equal cost.
///
/// # Example
/// From 2, reach 10 by adding one or doubling. A move is the number that it leads to, and a
/// doubling costs as much as three additions: the path with the fewest moves is not the cheapest.
/// ```
/// use tesuji_core::{Cost, Outcome, Plan, Puzzle, Rules, Solver};
/// use tesuji_uninformed::{BreadthFirst, UniformCost};
/// # use std::ops::ControlFlow;
///
/// # struct Climb;
/// # impl Rules for Climb {
/// #     type State = u32;
/// #     type Move = u32;
/// #     type Undo = u32;
/// #     fn initial(&self) -> u32 { 2 }
/// #     fn visit_moves<B>(
/// #         &self,
/// #         &state: &u32,
/// #         visit: impl FnMut(u32) -> ControlFlow<B>,
/// #     ) -> ControlFlow<B> {
/// #         [state + 1, 2 * state].into_iter().filter(|&next| next <= 10).try_for_each(visit)
/// #     }
/// #     fn play(&self, state: &mut u32, next: u32) -> u32 { std::mem::replace(state, next) }
/// #     fn undo(&self, state: &mut u32, _: u32, before: u32) { *state = before }
/// # }
/// impl Puzzle for Climb {
///     fn is_goal(&self, &state: &u32) -> bool { state == 10 }
///     fn cost(&self, &state: &u32, next: u32) -> Cost { if next == state + 1 { 1 } else { 3 } }
///     fn has_unit_costs(&self) -> bool { false }
/// }
/// let plan = Plan { moves: vec![3, 4, 5, 10], cost: 6 };
/// assert_eq!(UniformCost.solve(&Climb, &2).outcome, Outcome::Optimal(plan));
/// let outcome = BreadthFirst.solve(&Climb, &2).outcome;
/// assert_eq!(outcome.plan().unwrap().moves, [4, 5, 10]);
/// assert!(!outcome.is_optimal());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformCost;

impl<P: Puzzle> Solver<P> for UniformCost {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        self.search_observed(puzzle, start, Unobserved, meter)
    }
}

impl<P: Puzzle> ObservableSolver<P> for UniformCost {
    fn search_observed<O: Observer<P>>(
        &self,
        puzzle: &P,
        start: &P::State,
        observer: O,
        meter: &mut Meter,
    ) -> Outcome<P::Move> {
        if puzzle.is_goal(start) {
            observer.note(observer.root(start), NodeEvent::Finished);
            return Outcome::Optimal(Plan { moves: Vec::new(), cost: 0 });
        }
        meter.lower_bound = 1;
        let (table, open) = (StateTable::new(), BucketQueue::new());
        let mut run = Run { puzzle, observer, table, open, meter };
        match run.cheapest_goal(start) {
            Ok(Some(goal)) => {
                let plan = run.plan(goal);
                let cost = plan.cost;
                Outcome::with_bound(plan, cost)
            }
            Ok(None) => Outcome::Unsolvable,
            Err(limit) => Outcome::Unknown { limit, lower_bound: run.meter.lower_bound },
        }
    }
}

/// The data of a state.
#[derive(Clone, Copy)]
struct Node<N> {
    /// The cost of the cheapest path found so far.
    cost: Cost,
    /// The state before it on that path; for the start, itself.
    parent: u32,
    /// The observer's handle.
    seen: N,
}

/// Everything that changes while searching.
struct Run<'r, 'm, P: Puzzle, O: Observer<P>> {
    puzzle: &'r P,
    observer: O,
    table: StateTable<P::State, Node<O::Node>>,
    /// The open states, with their cost when they were inserted: a state is inserted again if a
    /// cheaper path to it is found, and the old entry is void.
    open: BucketQueue,
    meter: &'r mut Meter<'m>,
}

impl<P: Puzzle, O: Observer<P>> Run<'_, '_, P, O> {
    /// The index of the cheapest goal, if there is one.
    fn cheapest_goal(&mut self, start: &P::State) -> Result<Option<u32>, Limit> {
        let seen = self.observer.root(start);
        self.reach(start.clone(), Node { cost: 0, parent: 0, seen })?;
        while let Some((pushed, index)) = self.open.pop(self.meter) {
            let &Node { cost, seen, .. } = self.table.datum(index);
            if pushed > cost.into() {
                continue;
            }
            self.meter.lower_bound = cost.max(1);
            let state = self.table.state(index).clone();
            if self.puzzle.is_goal(&state) {
                self.observer.note(seen, NodeEvent::Finished);
                return Ok(Some(index));
            }
            self.meter.tally.expanded += 1;
            self.observer.note(seen, NodeEvent::Expanded);
            let puzzle = self.puzzle;
            puzzle.try_visit_moves(&state, |mv| {
                let cost = cost.saturating_add(puzzle.cost(&state, mv));
                let child = puzzle.successor(&state, mv);
                let seen = self.observer.child(seen, mv, &child);
                self.reach(child, Node { cost, parent: index, seen })
            })?;
        }
        Ok(None)
    }

    /// Records a path to `state`.
    #[inline]
    fn reach(&mut self, state: P::State, node: Node<O::Node>) -> Result<(), Limit> {
        self.meter.charge(1)?;
        match self.table.insert(state, node, self.meter)? {
            Inserted::New(index) => self.open.push(node.cost.into(), index, self.meter),
            Inserted::Known(index) => {
                self.meter.duplicates += 1;
                let known = self.table.datum_mut(index);
                if node.cost < known.cost {
                    let dearer = std::mem::replace(known, node);
                    self.observer.note(dearer.seen, NodeEvent::Duplicate);
                    self.open.push(node.cost.into(), index, self.meter)
                } else {
                    self.observer.note(node.seen, NodeEvent::Duplicate);
                    Ok(())
                }
            }
        }
    }

    fn plan(&self, goal: u32) -> Plan<P::Move> {
        let parent = |&index: &u32| {
            let parent = self.table.datum(index).parent;
            (parent != index).then_some(parent)
        };
        let mut way: Vec<u32> = std::iter::successors(Some(goal), parent).collect();
        way.reverse();
        plan_through(self.puzzle, way.into_iter().map(|index| self.table.state(index)))
    }
}
