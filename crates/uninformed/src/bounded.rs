//! Depth-first tree search within a bound, with or without a table of the states met: one iteration
//! of iterative deepening, or a whole depth-limited search.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use tesuji_core::{
    AtSite, Cost, Limit, Meter, NodeEvent, Observer, Plain, Puzzle, SearchRecord, Site,
    SiteVisitor, Tally,
};

use crate::trail::Trail;

/// The quantity that a bound limits.
pub(crate) trait Measure {
    /// The part of the bound that a move uses: at least 1.
    fn of<P: Puzzle>(puzzle: &P, state: &P::State, mv: P::Move) -> Cost;
}

/// The number of moves.
pub(crate) struct Plies;

impl Measure for Plies {
    #[inline]
    fn of<P: Puzzle>(_: &P, _: &P::State, _: P::Move) -> Cost {
        1
    }
}

/// What the moves cost.
pub(crate) struct Costs;

impl Measure for Costs {
    #[inline]
    fn of<P: Puzzle>(puzzle: &P, state: &P::State, mv: P::Move) -> Cost {
        puzzle.cost(state, mv)
    }
}

/// The end of a search within a bound.
pub(crate) enum End<M> {
    /// At a goal, by these moves.
    Goal(Vec<M>),
    /// Without a goal. Some paths were cut off; `bound` is the least measure of a path that was cut
    /// off, with its next move.
    CutOff { bound: Cost },
    /// Without a goal, and no path was cut off.
    Exhausted,
    /// Early.
    Limit(Limit),
}

/// Searches all paths from `start`, which is no goal, whose measure is at most `bound`.
///
/// Counts every state but the start as generated, once for each path to it. `root` is the
/// observer's handle to the start.
pub(crate) fn search<P: Puzzle, M: Measure, T: SearchRecord<P::State>, O: Observer<P>>(
    puzzle: &P,
    _: M,
    (start, bound): (&P::State, Cost),
    table: &mut T,
    (observer, root): (O, O::Node),
    meter: &mut Meter,
) -> End<P::Move> {
    let recursive = bound <= deepest_recursion::<P::State>();
    let observed = (observer, root);
    search_by::<P, M, T, O>(puzzle, (start, bound), recursive, table, observed, meter)
}

fn search_by<P: Puzzle, M: Measure, T: SearchRecord<P::State>, O: Observer<P>>(
    puzzle: &P,
    (start, bound): (&P::State, Cost),
    recursive: bool,
    table: &mut T,
    (observer, node): (O, O::Node),
    meter: &mut Meter,
) -> End<P::Move> {
    table.open(start, bound, meter);
    observer.note(node, NodeEvent::Iteration { bound: Some(bound) });
    let mut run = Run {
        puzzle,
        observer,
        measure: PhantomData::<M>,
        table,
        tally: meter.tally,
        meter: &mut *meter,
        min_excess: Cost::MAX,
        line: Vec::new(),
    };
    let halt = if recursive {
        let root = Root { run: &mut run, state: start.clone(), slack: bound, node };
        // Looking states up takes longer than asking for their moves: sites would save nothing.
        if T::IS_ON { root.at(Plain::start()) } else { puzzle.with_site(start, root) }
    } else {
        run.walk(start.clone(), bound, node)
    };
    let Run { tally, min_excess, line, .. } = run;
    meter.tally = tally;
    match halt {
        ControlFlow::Break(Halt::Goal) => End::Goal(line),
        ControlFlow::Break(Halt::Limit(limit)) => End::Limit(limit),
        ControlFlow::Continue(()) if min_excess == Cost::MAX => End::Exhausted,
        ControlFlow::Continue(()) => End::CutOff { bound: bound.saturating_add(min_excess) },
    }
}

/// The maximum depth of recursion on the machine's stack.
fn deepest_recursion<S>() -> Cost {
    const STACK: usize = 512 << 10;
    // Without optimisation a ply takes some hundred bytes, and a few copies of the state.
    let ply = 1024 + 4 * size_of::<S>();
    Cost::try_from(STACK / ply).unwrap_or(Cost::MAX)
}

/// The reason for which a search ends early.
enum Halt {
    Goal,
    Limit(Limit),
}

/// Everything that changes while searching.
struct Run<'r, 'm, P: Puzzle, M, T, O> {
    puzzle: &'r P,
    observer: O,
    measure: PhantomData<M>,
    table: &'r mut T,
    tally: Tally,
    meter: &'r mut Meter<'m>,
    /// The least amount by which a path that was cut off exceeds the bound.
    min_excess: Cost,
    /// The moves to the goal, once it is found.
    line: Vec<P::Move>,
}

impl<P: Puzzle, M: Measure, T: SearchRecord<P::State>, O: Observer<P>> Run<'_, '_, P, M, T, O> {
    /// Searches below `state`, which is no goal, with `slack` left of the bound, by recursion.
    fn expand<S: Site<P>>(
        &mut self,
        site: S,
        state: P::State,
        slack: Cost,
        node: O::Node,
    ) -> ControlFlow<Halt> {
        self.tally.expanded += 1;
        self.observer.note(node, NodeEvent::Expanded);
        let puzzle = self.puzzle;
        let unseen = site.child_count(puzzle);
        self.count(unseen.unwrap_or(0))?;
        let mut children = Children { run: self, state: &state, slack, node, unseen };
        site.visit_children(puzzle, &state, &mut children)
    }

    #[inline(always)]
    fn count(&mut self, nodes: u32) -> ControlFlow<Halt> {
        self.tally.generate(nodes, self.meter).map_break(Halt::Limit)
    }

    /// Searches below `start`, which is no goal, without recursion: slower, and safe at any depth.
    fn walk(&mut self, start: P::State, bound: Cost, node: O::Node) -> ControlFlow<Halt> {
        let mut trail = Trail::from(self.puzzle, start);
        let halt = match self.walk_along(&mut trail, bound, node) {
            Ok(false) => ControlFlow::Continue(()),
            Ok(true) => ControlFlow::Break(Halt::Goal),
            Err(limit) => ControlFlow::Break(Halt::Limit(limit)),
        };
        self.meter.release(trail.bytes());
        if let ControlFlow::Break(Halt::Goal) = halt {
            self.line = trail.into_moves();
        }
        halt
    }

    /// Whether the trail ends at a goal.
    fn walk_along(
        &mut self,
        trail: &mut Trail<P>,
        bound: Cost,
        root: O::Node,
    ) -> Result<bool, Limit> {
        let mut slack = bound;
        // How the observer knows the states of the line.
        let mut nodes = vec![root];
        self.tally.expanded += 1;
        self.observer.note(root, NodeEvent::Expanded);
        trail.open(self.meter)?;
        loop {
            let Some(mv) = trail.next_move() else {
                let Some(mv) = trail.close() else { return Ok(false) };
                slack += M::of(self.puzzle, trail.state(), mv);
                nodes.pop();
                continue;
            };
            if let ControlFlow::Break(limit) = self.tally.generate(1, self.meter) {
                return Err(limit);
            }
            let measure = M::of(self.puzzle, trail.state(), mv);
            let parent = nodes[nodes.len() - 1];
            if measure > slack {
                self.turn_back(trail.state(), mv, measure - slack, parent);
                continue;
            }
            trail.play(mv, self.meter)?;
            let node = self.observer.child(parent, mv, trail.state());
            if self.puzzle.is_goal(trail.state()) {
                self.observer.note(node, NodeEvent::Finished);
                return Ok(true);
            }
            if measure == slack {
                self.look_beyond(mv, trail.state());
                self.observer.note(node, NodeEvent::OverBound);
                trail.retreat();
                continue;
            }
            if !self.table.open(trail.state(), slack - measure, self.meter) {
                self.observer.note(node, NodeEvent::Duplicate);
                trail.retreat();
                continue;
            }
            slack -= measure;
            self.tally.expanded += 1;
            self.observer.note(node, NodeEvent::Expanded);
            nodes.push(node);
            trail.open(self.meter)?;
        }
    }

    /// Records that `mv` in `state`, the observer's `parent`, exceeds the bound.
    #[inline]
    fn turn_back(&mut self, state: &P::State, mv: P::Move, excess: Cost, parent: O::Node) {
        self.min_excess = self.min_excess.min(excess);
        if T::IS_ON || O::IS_ON {
            let child = self.puzzle.successor(state, mv);
            self.table.pass(&child, self.meter);
            let node = self.observer.child(parent, mv, &child);
            self.observer.note(node, NodeEvent::OverBound);
        }
    }

    /// Records by how much the moves of a leaf exceed the bound: `state` after `last`, with nothing
    /// left of the bound. No excess is less than 1, so most searches examine one leaf only.
    #[inline]
    fn look_beyond(&mut self, last: P::Move, state: &P::State) {
        if self.min_excess > 1 {
            self.look_closer(last, state);
        }
        self.table.pass(state, self.meter);
    }

    #[cold]
    #[inline(never)]
    fn look_closer(&mut self, last: P::Move, state: &P::State) {
        let ControlFlow::Continue(()) = self.puzzle.visit_moves_after(Some(last), state, |mv| {
            self.min_excess = self.min_excess.min(M::of(self.puzzle, state, mv));
            ControlFlow::<Infallible>::Continue(())
        });
    }
}

struct Root<'a, 'r, 'm, P: Puzzle, M, T, O: Observer<P>> {
    run: &'a mut Run<'r, 'm, P, M, T, O>,
    state: P::State,
    slack: Cost,
    node: O::Node,
}

impl<P: Puzzle, M: Measure, T: SearchRecord<P::State>, O: Observer<P>> AtSite<P>
    for Root<'_, '_, '_, P, M, T, O>
{
    type Output = ControlFlow<Halt>;

    fn at<S: Site<P>>(self, site: S) -> ControlFlow<Halt> {
        let halt = self.run.expand(site, self.state, self.slack, self.node);
        self.run.line.reverse();
        halt
    }
}

/// The children of one node, as they are visited.
struct Children<'a, 'r, 'm, P: Puzzle, M, T, O: Observer<P>> {
    run: &'a mut Run<'r, 'm, P, M, T, O>,
    state: &'a P::State,
    slack: Cost,
    node: O::Node,
    /// The number of children that were counted but not visited yet, if they are counted together.
    unseen: Option<u32>,
}

impl<P: Puzzle, M: Measure, T: SearchRecord<P::State>, O: Observer<P>>
    Children<'_, '_, '_, P, M, T, O>
{
    /// Records a move of the solution while the recursion returns.
    #[cold]
    #[inline(never)]
    fn trace(&mut self, mv: P::Move) {
        self.run.line.push(mv);
        self.run.tally.retract(self.unseen.unwrap_or(0));
    }
}

impl<P: Puzzle, M: Measure, T: SearchRecord<P::State>, O: Observer<P>> SiteVisitor<P>
    for Children<'_, '_, '_, P, M, T, O>
{
    type Break = Halt;

    #[inline]
    fn child<S: Site<P>>(&mut self, mv: P::Move, site: S) -> ControlFlow<Halt> {
        match &mut self.unseen {
            Some(unseen) => *unseen -= 1,
            None => self.run.count(1)?,
        }
        let measure = M::of(self.run.puzzle, self.state, mv);
        if measure > self.slack {
            self.run.turn_back(self.state, mv, measure - self.slack, self.node);
            return ControlFlow::Continue(());
        }
        let child = self.run.puzzle.successor(self.state, mv);
        let observer = self.run.observer;
        let node = observer.child(self.node, mv, &child);
        if self.run.puzzle.is_goal(&child) {
            observer.note(node, NodeEvent::Finished);
            self.trace(mv);
            return ControlFlow::Break(Halt::Goal);
        }
        if measure == self.slack {
            self.run.look_beyond(mv, &child);
            observer.note(node, NodeEvent::OverBound);
            return ControlFlow::Continue(());
        }
        let slack = self.slack - measure;
        if !self.run.table.open(&child, slack, self.run.meter) {
            observer.note(node, NodeEvent::Duplicate);
            return ControlFlow::Continue(());
        }
        let halt = self.run.expand(site, child, slack, node);
        if let ControlFlow::Break(Halt::Goal) = halt {
            self.trace(mv);
        }
        halt
    }
}

#[cfg(test)]
mod tests {
    use tesuji_core::{
        Budget, Notation, NothingSearched, Rules, SearchedStates, Silent, Stats, Unobserved,
    };
    use tesuji_taquin::{Goal, Slide, Taquin};

    type Board = <Taquin<u64> as Rules>::State;

    use super::*;

    fn run<T: SearchRecord<Board>>(
        board: &str,
        bound: Cost,
        recursive: bool,
        table: &mut T,
    ) -> (Option<Vec<Slide>>, Option<Cost>, Stats) {
        let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
        let start = taquin.parse_state(board).unwrap();
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        table.next_iteration();
        let (line, next) = match search_by::<_, Costs, _, _>(
            &taquin,
            (&start, bound),
            recursive,
            table,
            (Unobserved, ()),
            &mut meter,
        ) {
            End::Goal(line) => (Some(line), None),
            End::CutOff { bound } => (None, Some(bound)),
            End::Exhausted | End::Limit(_) => (None, None),
        };
        let stats = Stats { peak_bytes: 0, ..meter.stats() };
        (line, next, stats)
    }

    #[test]
    fn both_ways_search_the_same_tree() {
        for board in ["125374680", "370481652", "876041253"] {
            for bound in 0..16 {
                let plain = |recursive| run(board, bound, recursive, &mut NothingSearched);
                assert_eq!(plain(true), plain(false), "{board}, {bound}");
                let by_table =
                    |recursive| run(board, bound, recursive, &mut SearchedStates::new(1 << 20));
                assert_eq!(by_table(true), by_table(false), "{board}, {bound}");
                assert_eq!(
                    by_table(true).0.map(|line| line.len()),
                    plain(true).0.map(|line| line.len())
                );
                assert_eq!(by_table(true).1, plain(true).1, "{board}, {bound}");
            }
        }
        let plain = |bound| run("370481652", bound, false, &mut NothingSearched);
        assert!(plain(12).0.is_some_and(|line| line.len() == 12));
        assert_eq!(plain(11).1, Some(12));
    }
}
