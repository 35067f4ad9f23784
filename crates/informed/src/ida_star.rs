//! Iterative-deepening A* (Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree
//! Search", Artificial Intelligence 27, 1985).

use std::cell::Cell;
use std::convert::Infallible;
use std::hint::{black_box, cold_path};
use std::ops::ControlFlow;

use tesuji_core::{
    AtSite, Cost, DEAD_END, Heuristic, Limit, Meter, NodeEvent, NothingSearched, ObservableSolver,
    Observer, Outcome, Plain, Plan, Puzzle, Running, SearchRecord, SearchedStates, Site,
    SiteVisitor, Solver, Stats, Unobserved, plan_of,
};

/// Iterative-deepening A*: depth-first searches bounded by f = g + h, the bound growing each
/// time to the least f that exceeded it.
///
/// Optimal if the heuristic is admissible. Memory `O(d)`. Time `O(b^d)`, less with a better
/// heuristic, if each iteration is larger than the one before by a factor. If costs vary so that
/// each iteration adds few nodes, the time is at most the square of that of the last iteration.
///
/// It searches paths, not states: if many paths lead to one state, as when moves commute, it is
/// impractical even in small spaces. Without a solution it terminates only if no path is infinite
/// or the heuristic detects dead ends: give it a budget.
///
/// With a [table](Self::table_bytes), an iteration searches a state again only if more of the bound
/// is left than before. If the table holds all reachable states, the search also terminates without
/// a solution, which proves that there is none. Each node takes longer, so a table is worthwhile if
/// many paths lead to one state.
///
/// # Example
/// Only the current path is stored, so states are generated repeatedly:
/// ```
/// use tesuji_core::{Notation, Solver};
/// use tesuji_informed::{AStar, IdaStar};
/// use tesuji_taquin::{Goal, Manhattan, Taquin};
///
/// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
/// let start = taquin.parse_state("806547231")?;
/// let manhattan = Manhattan::new(&taquin);
/// let a_star = AStar::new(&manhattan).solve(&taquin, &start);
/// let ida_star = IdaStar::new(&manhattan).solve(&taquin, &start);
/// assert_eq!(ida_star.outcome.plan().unwrap().cost, a_star.outcome.plan().unwrap().cost);
/// assert_eq!(ida_star.stats.peak_bytes, 0);
/// assert!(ida_star.stats.generated > a_star.stats.generated);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct IdaStar<H> {
    heuristic: H,
    table_bytes: usize,
}

impl<H> IdaStar<H> {
    /// IDA* with this heuristic.
    pub fn new(heuristic: H) -> Self {
        IdaStar { heuristic, table_bytes: 0 }
    }

    /// The maximum memory for a table of the states met; by default there is no table.
    ///
    /// # Example
    /// Half of the boards of the 3×3 puzzle cannot be solved:
    /// ```
    /// use tesuji_core::{Notation, Outcome, Solver};
    /// use tesuji_informed::IdaStar;
    /// use tesuji_taquin::{Goal, Manhattan, Taquin};
    ///
    /// let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
    /// let start = taquin.parse_state("021345678")?;
    /// let manhattan = Manhattan::new(&taquin);
    /// let answer = IdaStar::new(&manhattan).table_bytes(16 << 20).solve(&taquin, &start);
    /// assert_eq!(answer.outcome, Outcome::Unsolvable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn table_bytes(mut self, bytes: usize) -> Self {
        self.table_bytes = bytes;
        self
    }
}

impl<P: Puzzle, H: Heuristic<P>> Solver<P> for IdaStar<H> {
    fn search(&self, puzzle: &P, start: &P::State, meter: &mut Meter) -> Outcome<P::Move> {
        self.search_observed(puzzle, start, Unobserved, meter)
    }
}

impl<P: Puzzle, H: Heuristic<P>> ObservableSolver<P> for IdaStar<H> {
    fn search_observed<O: Observer<P>>(
        &self,
        puzzle: &P,
        start: &P::State,
        observer: O,
        meter: &mut Meter,
    ) -> Outcome<P::Move> {
        let memo = self.heuristic.start(puzzle, start);
        let mut bound = self.heuristic.estimate(memo);
        let root = observer.root(start);
        observer.note(root, NodeEvent::Estimate { left: bound });
        if let Some(outcome) = at_once(puzzle, start, bound, meter) {
            match outcome {
                Outcome::Unsolvable => observer.note(root, NodeEvent::OverBound),
                Outcome::Unknown { .. } => {}
                Outcome::Optimal(_) | Outcome::Solved { .. } => {
                    observer.note(root, NodeEvent::Finished);
                }
            }
            return outcome;
        }
        let observed = (observer, root);
        let table_bytes = self.table_bytes.min(meter.bytes_left());
        let mut table = (table_bytes > 0).then(|| SearchedStates::new(table_bytes));
        loop {
            meter.lower_bound = bound;
            let iteration = match &mut table {
                None => {
                    let start = (start, memo, bound);
                    iterate(puzzle, &self.heuristic, start, observed, meter)
                }
                Some(table) => {
                    iterate_by(puzzle, &self.heuristic, start, memo, bound, table, observed, meter)
                }
            };
            match iteration {
                Iteration::Beyond(_) if table.as_ref().is_some_and(SearchRecord::is_complete) => {
                    return Outcome::Unsolvable;
                }
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
        }
    }
}

/// The outcome that the start's heuristic value alone determines, if any; counts the start.
pub(crate) fn at_once<P: Puzzle>(
    puzzle: &P,
    start: &P::State,
    estimate: Cost,
    meter: &mut Meter,
) -> Option<Outcome<P::Move>> {
    if estimate >= DEAD_END {
        return Some(Outcome::Unsolvable);
    }
    if let Err(limit) = meter.charge(1) {
        return Some(Outcome::Unknown { limit, lower_bound: estimate });
    }
    puzzle.is_goal(start).then(|| Outcome::Optimal(Plan { moves: Vec::new(), cost: 0 }))
}

/// The next bound, or the outcome if no plan may cost as much.
pub(crate) fn raised<M>(bound: Cost, excess: Cost) -> Result<Cost, Outcome<M>> {
    let next = bound.checked_add(excess).filter(|&next| next < DEAD_END);
    next.ok_or(Outcome::Unknown { limit: Limit::Cost, lower_bound: DEAD_END })
}

/// The end of an iteration.
pub(crate) enum Iteration<M> {
    /// At a goal, by these moves.
    Found(Vec<M>),
    /// Without a goal within the bound; by how much the least f beyond the bound exceeds it, if a
    /// node was pruned.
    Beyond(Option<Cost>),
    /// At a limit.
    Stopped(Limit),
}

/// Searches below a start, which is no goal and has this memo, with this much left of the bound.
/// `observed` is the observer with its handle to the start.
pub(crate) fn iterate<P: Puzzle, H: Heuristic<P>, O: Observer<P>>(
    puzzle: &P,
    heuristic: &H,
    start: (&P::State, H::Memo, Cost),
    observed: (O, O::Node),
    meter: &mut Meter,
) -> Iteration<P::Move> {
    let enter = |root: Root<'_, '_, '_, P, H, _, O>| puzzle.with_site(start.0, root);
    run(puzzle, heuristic, None, start, &mut NothingSearched, observed, meter, enter)
}

/// The same below the child that a move of `parent` leads to: its inverse is not tried while
/// anything is left of the bound.
pub(crate) fn iterate_after<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    (parent, mv): (&P::State, P::Move),
    start: (&P::State, H::Memo, Cost),
    meter: &mut Meter,
) -> Iteration<P::Move> {
    let enter = |then: Root<'_, '_, '_, P, H, _, Unobserved>| {
        puzzle.with_site(parent, After { puzzle, parent, mv, then })
    };
    run(puzzle, heuristic, Some(mv), start, &mut NothingSearched, (Unobserved, ()), meter, enter)
}

/// Goes on at the site that one move leads to.
struct After<'a, P: Puzzle, T> {
    puzzle: &'a P,
    parent: &'a P::State,
    mv: P::Move,
    then: T,
}

impl<P: Puzzle, T: AtSite<P>> AtSite<P> for After<'_, P, T> {
    type Output = T::Output;

    fn at<S: Site<P>>(self, site: S) -> T::Output {
        let mut chosen = Chosen { mv: self.mv, then: Some(self.then), output: None };
        let _ = site.visit_children(self.puzzle, self.parent, &mut chosen);
        chosen.output.expect("a site shows the moves of its states")
    }
}

struct Chosen<M, T, O> {
    mv: M,
    then: Option<T>,
    output: Option<O>,
}

impl<P: Puzzle, T: AtSite<P>> SiteVisitor<P> for Chosen<P::Move, T, T::Output> {
    type Break = ();

    fn child<S: Site<P>>(&mut self, mv: P::Move, site: S) -> ControlFlow<()> {
        if mv != self.mv {
            return ControlFlow::Continue(());
        }
        self.output = self.then.take().map(|then| then.at(site));
        ControlFlow::Break(())
    }
}

/// The same with a table of the states met.
#[expect(clippy::too_many_arguments, reason = "they are what an iteration is made of")]
fn iterate_by<P: Puzzle, H: Heuristic<P>, O: Observer<P>>(
    puzzle: &P,
    heuristic: &H,
    start: &P::State,
    memo: H::Memo,
    slack: Cost,
    table: &mut SearchedStates<P::State>,
    observed: (O, O::Node),
    meter: &mut Meter,
) -> Iteration<P::Move> {
    table.next_iteration();
    table.open(start, slack, meter);
    // Looking states up takes longer than asking for their moves: sites would save nothing.
    let enter = |root: Root<'_, '_, '_, P, H, _, O>| root.at(Plain::start());
    run(puzzle, heuristic, None, (start, memo, slack), table, observed, meter, enter)
}

/// Searches below a start, which `last` led to, as [`iterate`] does; `enter` begins at its site.
///
/// No path has more moves than the bound, because a move costs at least 1; but where moves cost
/// more, or the estimate is high, a stack for that many could take far more memory than there is. A
/// high bound is therefore searched with fewer moves, and again with more if a path reaches them.
#[expect(clippy::too_many_arguments, reason = "they are what an iteration is made of")]
fn run<P: Puzzle, H: Heuristic<P>, T: SearchRecord<P::State>, O: Observer<P>>(
    puzzle: &P,
    heuristic: &H,
    last: Option<P::Move>,
    start: (&P::State, H::Memo, Cost),
    table: &mut T,
    observed: (O, O::Node),
    meter: &mut Meter,
    enter: impl FnOnce(Root<'_, '_, '_, P, H, T, O>) -> Running,
) -> Iteration<P::Move> {
    let (state, _, bound) = start;
    if bound <= FIRST_DEPTH {
        return run_to(bound, puzzle, heuristic, last, start, table, observed, meter, enter);
    }
    let mut plies = FIRST_DEPTH;
    loop {
        let is_cut = &Cell::new(false);
        let site = Limited { last, plies, is_cut };
        let enter = |root: Root<'_, '_, '_, P, H, T, O>| root.at(site);
        let end = run_to(plies, puzzle, heuristic, last, start, table, observed, meter, enter);
        if !(is_cut.get() && matches!(end, Iteration::Beyond(_))) {
            return end;
        }
        plies = plies.saturating_mul(4).min(bound);
        table.next_iteration();
        table.open(state, bound, meter);
    }
}

/// [`Plain`] for paths of at most this number of moves: at their ends it shows none.
#[derive(Clone, Copy)]
struct Limited<'c, M> {
    last: Option<M>,
    plies: Cost,
    /// Whether a path has ended so.
    is_cut: &'c Cell<bool>,
}

impl<P: Puzzle> Site<P> for Limited<'_, P::Move> {
    fn child_count(self, _: &P) -> Option<u32> {
        None
    }

    #[inline]
    fn visit_children<V: SiteVisitor<P>>(
        self,
        puzzle: &P,
        state: &P::State,
        visitor: &mut V,
    ) -> ControlFlow<V::Break> {
        let Some(plies) = self.plies.checked_sub(1) else {
            self.is_cut.set(true);
            return ControlFlow::Continue(());
        };
        puzzle.visit_moves_after(self.last, state, |mv| {
            visitor.child(mv, Limited { last: Some(mv), plies, ..self })
        })
    }
}

/// Searches as [`run`] does, on a stack for paths of this number of moves.
#[expect(clippy::too_many_arguments, reason = "they are what an iteration is made of")]
fn run_to<P: Puzzle, H: Heuristic<P>, T: SearchRecord<P::State>, O: Observer<P>>(
    plies: Cost,
    puzzle: &P,
    heuristic: &H,
    last: Option<P::Move>,
    (start, memo, slack): (&P::State, H::Memo, Cost),
    table: &mut T,
    (observer, node): (O, O::Node),
    meter: &mut Meter,
    enter: impl FnOnce(Root<'_, '_, '_, P, H, T, O>) -> Running,
) -> Iteration<P::Move> {
    observer.note(node, NodeEvent::Iteration { bound: Some(slack) });
    let before = meter.stats();
    let running = meter.hand_out();
    let mut run = Run {
        puzzle,
        observer,
        table,
        meter,
        min_excess: Cost::MAX,
        line: Vec::new(),
        limit: None,
    };
    let end = match slack.checked_sub(1) {
        None => run.expand_spent(heuristic, None, start.clone(), memo, node, running),
        Some(rest) => {
            let state = start.clone();
            let root = Root { run: &mut run, heuristic, state, memo, rest, node, running };
            match stack_for::<P, H>(plies) {
                None => enter(root),
                Some(bytes) => {
                    if let Err(limit) = root.run.meter.claim(bytes) {
                        return Iteration::Stopped(limit);
                    }
                    if !is_available(bytes) {
                        root.run.meter.release(bytes);
                        return Iteration::Stopped(Limit::Memory);
                    }
                    let end = stacker::grow(bytes, || enter(root));
                    run.meter.release(bytes);
                    end
                }
            }
        }
    };
    let Run { meter, min_excess, line, limit, .. } = run;
    if !end.is_over() {
        meter.take_back(end);
        if knows_excess::<P, H, T>() {
            // What was generated was pruned or, like the start, expanded.
            let Stats { generated, expanded, .. } = meter.stats();
            let has_pruned = generated - before.generated >= expanded - before.expanded;
            return Iteration::Beyond(has_pruned.then_some(2));
        }
        return Iteration::Beyond((min_excess < Cost::MAX).then_some(min_excess));
    }
    match limit {
        Some(limit) => Iteration::Stopped(limit),
        None => Iteration::Found(path(puzzle, start, last, slack, line)),
    }
}

/// Whether all children beyond the bound exceed it by 2.
const fn knows_excess<P: Puzzle, H: Heuristic<P>, T: SearchRecord<P::State>>() -> bool {
    H::CHANGES_BY_ONE && !T::IS_ON
}

/// The moves from a start, which `last` led to, to the goal where a search ended: those that it
/// recorded, and between them the last move of each site.
fn path<P: Puzzle>(
    puzzle: &P,
    start: &P::State,
    mut last: Option<P::Move>,
    bound: Cost,
    mut recorded: Vec<(Cost, P::Move)>,
) -> Vec<P::Move> {
    let (mut state, mut rest, mut moves) = (start.clone(), bound - 1, Vec::new());
    while !puzzle.is_goal(&state) {
        let mv = match recorded.pop_if(|&mut (at, _)| at == rest) {
            Some((_, mv)) => mv,
            None => {
                let mut shown = None;
                let ControlFlow::Continue(()) = puzzle.visit_moves_after(last, &state, |mv| {
                    shown = Some(mv);
                    ControlFlow::<Infallible>::Continue(())
                });
                shown.expect("there is a move to the goal")
            }
        };
        rest = rest.wrapping_sub(puzzle.cost(&state, mv));
        puzzle.play(&mut state, mv);
        last = Some(mv);
        moves.push(mv);
    }
    moves
}

/// The most moves of a path that a high bound is first searched with: the stack of a thread is
/// enough for them, also without optimisation.
const FIRST_DEPTH: Cost = if cfg!(debug_assertions) { 300 } else { 2000 };

/// The size of the separate stack that paths of this number of moves need, if what the thread has
/// left may be too small.
fn stack_for<P: Puzzle, H: Heuristic<P>>(plies: Cost) -> Option<usize> {
    let copies = size_of::<P::State>() + size_of::<H::Memo>();
    let frame = if cfg!(debug_assertions) { 2048 + 16 * copies } else { 512 + 4 * copies };
    let bytes = (plies as usize + 100).saturating_mul(frame);
    // More than a third is for what the search calls.
    let safe = stacker::remaining_stack().unwrap_or(0) / 8 * 5;
    (bytes > safe).then_some(bytes)
}

/// Whether the machine has memory for a stack of this size: without it, `stacker` panics.
fn is_available(bytes: usize) -> bool {
    let mut trial = Vec::<u8>::new();
    let reserved = trial.try_reserve_exact(bytes).is_ok();
    black_box(&trial);
    reserved
}

/// Everything that changes while searching.
struct Run<'r, 'm, P: Puzzle, T, O> {
    puzzle: &'r P,
    observer: O,
    table: &'r mut T,
    meter: &'r mut Meter<'m>,
    /// By how much the least f among the pruned nodes exceeds the bound.
    min_excess: Cost,
    /// Moves on the path to where the iteration ended, with what was left of the bound before each,
    /// last first: filled on the way back. A move that is missing is the last of its site.
    line: Vec<(Cost, P::Move)>,
    /// The limit that ended the iteration; `None` if it ended at a goal.
    limit: Option<Limit>,
}

impl<P: Puzzle, T: SearchRecord<P::State>, O: Observer<P>> Run<'_, '_, P, T, O> {
    /// Searches below `state`, which is no goal, with `rest` left of the bound after the cheapest
    /// possible move, of cost 1.
    ///
    /// The heuristic is an argument to be in a register: every child reads its tables.
    #[expect(clippy::too_many_arguments, reason = "all of them stay in registers")]
    fn expand<H: Heuristic<P>, S: Site<P>>(
        &mut self,
        heuristic: &H,
        site: S,
        state: P::State,
        memo: H::Memo,
        rest: Cost,
        node: O::Node,
        running: Running,
    ) -> Running {
        let puzzle = self.puzzle;
        let unseen = site.child_count(puzzle);
        let counted = running.expand().generate(unseen.unwrap_or(0));
        if unseen.is_some() && counted.is_over() {
            return self.refill_and_expand(heuristic, site, state, memo, rest, node, running);
        }
        self.observer.note(node, NodeEvent::Expanded);
        let mut children = Children {
            run: self,
            heuristic,
            state: &state,
            memo,
            rest,
            node,
            running: counted,
            unseen,
        };
        let _ = site.visit_children(puzzle, &state, &mut children);
        children.running
    }

    /// The same if the children exceed what the meter has handed out.
    #[expect(clippy::too_many_arguments, reason = "they are those of `expand`")]
    #[cold]
    #[inline(never)]
    fn refill_and_expand<H: Heuristic<P>, S: Site<P>>(
        &mut self,
        heuristic: &H,
        site: S,
        state: P::State,
        memo: H::Memo,
        rest: Cost,
        node: O::Node,
        running: Running,
    ) -> Running {
        let children = site.child_count(self.puzzle).unwrap_or(0);
        let running = self.refill(running.generate(children));
        if running.is_over() {
            return running;
        }
        self.expand(heuristic, site, state, memo, rest, node, running.retract(children))
    }

    /// Counts the children of `state`, which is no goal, when nothing is left of the bound.
    #[inline(never)]
    fn expand_spent<H: Heuristic<P>>(
        &mut self,
        heuristic: &H,
        last: Option<P::Move>,
        state: P::State,
        memo: H::Memo,
        node: O::Node,
        running: Running,
    ) -> Running {
        self.observer.note(node, NodeEvent::Expanded);
        let (puzzle, state, mut running) = (self.puzzle, &state, running.expand());
        let _ = puzzle.visit_moves_after(last, state, |mv| {
            running = self.count_child(running);
            if running.is_over() {
                return ControlFlow::Break(());
            }
            let child = puzzle.successor(state, mv);
            let node = self.observer.child(node, mv, &child);
            let memo = heuristic.advance(puzzle, memo, state, mv, &child);
            let estimate = heuristic.estimate(memo);
            let excess = puzzle.cost(state, mv).wrapping_add(estimate);
            self.prune::<H>(&child, estimate, excess, node);
            ControlFlow::Continue(())
        });
        running
    }

    /// Ends the search at a goal.
    #[cold]
    #[inline(never)]
    fn finish(&mut self, running: Running) -> Running {
        self.meter.take_back(running);
        Running::OVER
    }

    /// Counts one child; the search is over if a limit is reached.
    #[inline(always)]
    fn count_child(&mut self, running: Running) -> Running {
        let running = running.generate(1);
        if running.is_over() { self.refill(running) } else { running }
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self, running: Running) -> Running {
        match self.meter.refill(running) {
            Ok(running) => running,
            Err(limit) => {
                self.limit = Some(limit);
                Running::OVER
            }
        }
    }

    /// Records the move that led to the end of the search where `rest` was left of the bound, and
    /// that `unseen` of the children counted with it were not generated.
    #[cold]
    #[inline(never)]
    fn wind_up(&mut self, rest: Cost, mv: P::Move, unseen: u32) {
        self.line.push((rest, mv));
        self.meter.tally.retract(unseen);
    }

    /// Records a child that exceeds the bound.
    #[inline(always)]
    fn prune<H: Heuristic<P>>(
        &mut self,
        child: &P::State,
        estimate: Cost,
        excess: Cost,
        node: O::Node,
    ) {
        self.observer.note(node, NodeEvent::Estimate { left: estimate });
        self.observer.note(node, NodeEvent::OverBound);
        if T::IS_ON {
            self.note_cut(child, estimate);
        }
        if !knows_excess::<P, H, T>() && excess < self.min_excess {
            cold_path();
            if estimate < DEAD_END {
                self.min_excess = excess;
            }
        }
    }

    /// Records a state that was pruned.
    fn note_cut(&mut self, state: &P::State, estimate: Cost) {
        if estimate < DEAD_END {
            self.table.pass(state, self.meter);
        } else {
            self.table.bar(state);
        }
    }
}

struct Root<'a, 'r, 'm, P: Puzzle, H: Heuristic<P>, T, O: Observer<P>> {
    run: &'a mut Run<'r, 'm, P, T, O>,
    heuristic: &'a H,
    state: P::State,
    memo: H::Memo,
    rest: Cost,
    node: O::Node,
    running: Running,
}

impl<P: Puzzle, H: Heuristic<P>, T: SearchRecord<P::State>, O: Observer<P>> AtSite<P>
    for Root<'_, '_, '_, P, H, T, O>
{
    type Output = Running;

    fn at<S: Site<P>>(self, site: S) -> Running {
        self.run.expand(
            self.heuristic,
            site,
            self.state,
            self.memo,
            self.rest,
            self.node,
            self.running,
        )
    }
}

/// The children of one node, as they are visited.
struct Children<'a, 'r, 'm, P: Puzzle, H: Heuristic<P>, T, O: Observer<P>> {
    run: &'a mut Run<'r, 'm, P, T, O>,
    heuristic: &'a H,
    state: &'a P::State,
    memo: H::Memo,
    rest: Cost,
    node: O::Node,
    running: Running,
    /// The number of children that were counted but not visited yet, if they are counted together.
    unseen: Option<u32>,
}

/// A child within the bound.
struct Within<P: Puzzle, M, N> {
    state: P::State,
    memo: M,
    slack: Cost,
    node: N,
}

impl<P: Puzzle, H: Heuristic<P>, T: SearchRecord<P::State>, O: Observer<P>>
    Children<'_, '_, '_, P, H, T, O>
{
    /// Counts a child, if it is not counted yet; breaks if the search is over.
    #[inline(always)]
    fn count(&mut self) -> ControlFlow<()> {
        match &mut self.unseen {
            Some(unseen) => *unseen -= 1,
            None => {
                self.running = self.run.count_child(self.running);
                if self.running.is_over() {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Generates a child; `None` if it exceeds the bound.
    #[inline(always)]
    fn generate(&mut self, mv: P::Move) -> Option<Within<P, H::Memo, O::Node>> {
        let run = &mut *self.run;
        let child = run.puzzle.successor(self.state, mv);
        let node = run.observer.child(self.node, mv, &child);
        let (puzzle, heuristic, cost) =
            (run.puzzle, self.heuristic, run.puzzle.cost(self.state, mv));
        let within = match self.rest.checked_sub(cost - 1) {
            Some(slack) => heuristic
                .advance_within(puzzle, self.memo, self.state, mv, &child, slack)
                .map(|memo| (memo, slack)),
            None => {
                let memo = heuristic.advance(puzzle, self.memo, self.state, mv, &child);
                Err(heuristic.estimate(memo))
            }
        };
        match within {
            Ok((memo, slack)) => Some(Within { state: child, memo, slack, node }),
            Err(estimate) => {
                let excess = estimate.wrapping_sub(self.rest.wrapping_sub(cost - 1));
                run.prune::<H>(&child, estimate, excess, node);
                None
            }
        }
    }

    /// Searches a child that is within the bound, and below it.
    #[inline(always)]
    fn enter<S: Site<P>>(
        &mut self,
        (mv, site): (P::Move, S),
        child: Within<P, H::Memo, O::Node>,
    ) -> Running {
        let Within { state: child, memo, slack, node } = child;
        let (run, heuristic) = (&mut *self.run, self.heuristic);
        let (puzzle, observer) = (run.puzzle, run.observer);
        if O::IS_ON {
            observer.note(node, NodeEvent::Estimate { left: heuristic.estimate(memo) });
        }
        let rest = if H::IS_ZERO_AT_GOALS && heuristic.estimate(memo) > 0 {
            // The estimate is at most the slack.
            Some(slack - 1)
        } else {
            if H::IS_ZERO_AT_GOALS {
                cold_path();
            }
            if puzzle.is_goal(&child) {
                observer.note(node, NodeEvent::Finished);
                return run.finish(self.running);
            }
            slack.checked_sub(1)
        };
        if !run.table.open(&child, slack, run.meter) {
            observer.note(node, NodeEvent::Duplicate);
            return self.running;
        }
        match rest {
            Some(rest) => run.expand(heuristic, site, child, memo, rest, node, self.running),
            None => run.expand_spent(heuristic, Some(mv), child, memo, node, self.running),
        }
    }
}

impl<P: Puzzle, H: Heuristic<P>, T: SearchRecord<P::State>, O: Observer<P>> SiteVisitor<P>
    for Children<'_, '_, '_, P, H, T, O>
{
    type Break = ();

    #[inline(always)]
    fn child<S: Site<P>>(&mut self, mv: P::Move, site: S) -> ControlFlow<()> {
        self.count()?;
        let Some(child) = self.generate(mv) else { return ControlFlow::Continue(()) };
        self.running = self.enter((mv, site), child);
        if self.running.is_over() {
            self.run.wind_up(self.rest, mv, self.unseen.unwrap_or(0));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Leaves nothing to do after the search below the child: its call becomes a jump.
    #[inline(always)]
    fn last_child<S: Site<P>>(&mut self, mv: P::Move, site: S) -> ControlFlow<()> {
        self.count()?;
        if let Some(child) = self.generate(mv) {
            self.running = self.enter((mv, site), child);
        }
        ControlFlow::Continue(())
    }
}
