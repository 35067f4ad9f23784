//! Breadth-first layers around some roots: the common part of breadth-first search, its
//! bidirectional form and the count of reachable states.

use std::io;
use std::ops::ControlFlow;

use tesuji_core::hash::mix;
use tesuji_core::{
    Cost, Inserted, Limit, Meter, NodeEvent, Observer, Puzzle, Reversible, Rules, StateReader,
    StateTable, StateWriter, Unobserved,
};

use crate::level_order_tree::LevelOrderTree;

/// The direction of the search.
pub(crate) trait Direction<R: Rules> {
    /// Visits the neighbours of a state: the move between, the neighbour, the move's cost. The
    /// neighbour that `last`, the move that led to the state, came from may be left out.
    fn visit<B>(
        rules: &R,
        last: Option<R::Move>,
        state: &R::State,
        visit: impl FnMut(R::Move, R::State, Cost) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Reports a neighbour of `from` to `observer`.
    #[inline]
    fn show<O: Observer<R>>(observer: O, from: O::Node, mv: R::Move, state: &R::State) -> O::Node {
        observer.child(from, mv, state)
    }
}

/// Along the moves.
pub(crate) struct Forward;

impl<P: Puzzle> Direction<P> for Forward {
    #[inline]
    fn visit<B>(
        puzzle: &P,
        last: Option<P::Move>,
        state: &P::State,
        mut visit: impl FnMut(P::Move, P::State, Cost) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        puzzle.visit_moves_after(last, state, |mv| {
            visit(mv, puzzle.successor(state, mv), puzzle.cost(state, mv))
        })
    }
}

/// Against the moves.
pub(crate) struct Backward;

impl<P: Puzzle + Reversible> Direction<P> for Backward {
    #[inline]
    fn visit<B>(
        puzzle: &P,
        last: Option<P::Move>,
        state: &P::State,
        mut visit: impl FnMut(P::Move, P::State, Cost) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let banned = last.and_then(|mv| puzzle.inverse(mv));
        puzzle.visit_predecessors(state, |mv, from| {
            if Some(mv) == banned {
                return ControlFlow::Continue(());
            }
            let cost = puzzle.cost(&from, mv);
            visit(mv, from, cost)
        })
    }

    #[inline]
    fn show<O: Observer<P>>(observer: O, from: O::Node, mv: P::Move, state: &P::State) -> O::Node {
        observer.predecessor(from, mv, state)
    }
}

/// Along the moves of rules without costs.
pub(crate) struct Outward;

impl<R: Rules> Direction<R> for Outward {
    #[inline]
    fn visit<B>(
        rules: &R,
        last: Option<R::Move>,
        state: &R::State,
        mut visit: impl FnMut(R::Move, R::State, Cost) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        rules.visit_moves_after(last, state, |mv| visit(mv, rules.successor(state, mv), 1))
    }
}

/// The states met so far, layer after layer.
///
/// The parent of a state is stored in two forms: permanently, in a tree of two bits per state; and,
/// until it is expanded, as the move that led to it, whose inverse is not tried.
pub(crate) struct Layers<R: Rules, O: Observer<R>> {
    observer: O,
    /// The observer's handle to each state.
    nodes: Vec<O::Node>,
    table: StateTable<R::State>,
    tree: LevelOrderTree,
    /// The next state to expand.
    next: u32,
    /// The first state of the layer beyond the one that is being expanded.
    end: u32,
    /// The moves that led to the states of the layer that is being expanded; none for layer 0.
    last_moves: Vec<R::Move>,
    /// The moves that led to the states from `end` on.
    new_moves: Vec<R::Move>,
    /// Neighbours of the states that were expanded last.
    gathered: Vec<Neighbour<R, O::Node>>,
    /// A bit for each of them: whether a quick look did not find it.
    unknown: Vec<u64>,
    /// The distance from the roots of the layer that is being expanded.
    depth: u32,
    /// The cost of the cheapest move so far.
    cheapest: Cost,
}

/// The number of states that are expanded together.
pub(crate) const BATCH: u32 = 24;

/// How many of `states` to expand together before their successors are counted: near the limit on
/// nodes one, so that it holds. Those that are expanded together have fewer successors than what
/// counts as near, or their game has very many moves.
#[inline(always)]
pub(crate) fn together(states: usize, meter: &Meter) -> usize {
    if meter.nodes_left() < 1024 { 1 } else { states }
}

impl<R: Rules, O: Observer<R>> Layers<R, O> {
    /// Layer 0.
    pub(crate) fn around(
        roots: impl IntoIterator<Item = R::State>,
        observer: O,
        meter: &mut Meter,
    ) -> Result<Self, Limit> {
        let mut layers = Layers {
            observer,
            nodes: Vec::new(),
            table: StateTable::new(),
            tree: LevelOrderTree::default(),
            next: 0,
            end: 0,
            last_moves: Vec::new(),
            new_moves: Vec::new(),
            gathered: Vec::new(),
            unknown: Vec::new(),
            depth: 0,
            cheapest: Cost::MAX,
        };
        for root in roots {
            meter.charge(1)?;
            let node = observer.root(&root);
            match layers.table.insert(root, (), meter)? {
                Inserted::New(_) => {
                    layers.tree.add(None, meter)?;
                    layers.nodes.push(node);
                }
                Inserted::Known(_) => meter.duplicates += 1,
            }
        }
        layers.end = layers.table.len();
        Ok(layers)
    }

    /// Expands the outermost layer, and gives the index of the first new state that is `sought`.
    ///
    /// If there is one, and a move of cost 1 has been seen, the rest of the layer is left
    /// unexpanded, except for a few states: it could not improve the bound on costs. A limit has no
    /// effect then. [`depth`](Self::depth) shows whether the layer was completed.
    pub(crate) fn expand<D: Direction<R>>(
        &mut self,
        rules: &R,
        _: D,
        meter: &mut Meter,
        mut sought: impl FnMut(&R::State) -> bool,
    ) -> Result<Option<u32>, Limit> {
        let mut found = None;
        while self.next < self.end {
            let expanded = self
                .gather::<D>(rules, meter)
                .and_then(|()| self.enter_gathered(meter, &mut found, &mut sought));
            match expanded {
                Err(limit) if found.is_none() => return Err(limit),
                Ok(()) if found.is_none() || self.cheapest > 1 => {}
                Ok(()) | Err(_) => return Ok(found),
            }
        }
        self.end_layer();
        Ok(found)
    }

    fn end_layer(&mut self) {
        self.end = self.table.len();
        self.depth += 1;
        self.last_moves.clear();
        std::mem::swap(&mut self.last_moves, &mut self.new_moves);
    }

    /// Generates the neighbours of the next states of the layer, enough of them to look them up
    /// together.
    #[inline(always)]
    fn gather<D: Direction<R>>(&mut self, rules: &R, meter: &mut Meter) -> Result<(), Limit> {
        self.gathered.clear();
        meter.deepest = meter.deepest.max(Some(self.depth));
        let first_with_move = self.first_with_move();
        for parent in self.next..self.end.min(self.next + BATCH) {
            let state = self.table.state(parent).clone();
            let index = parent.checked_sub(first_with_move);
            let last = index.map(|index| self.last_moves[index as usize]);
            meter.tally.expanded += 1;
            let from = self.nodes[parent as usize];
            self.observer.note(from, NodeEvent::Expanded);
            let visited = D::visit(rules, last, &state, |mv, state, cost| {
                self.cheapest = self.cheapest.min(cost);
                match meter.charge(1).and_then(|()| meter.make_room(&mut self.gathered)) {
                    Ok(()) => {
                        let hash = mix(&state);
                        let node = D::show(self.observer, from, mv, &state);
                        self.gathered.push(Neighbour { state, hash, mv, parent, node });
                        ControlFlow::Continue(())
                    }
                    Err(limit) => ControlFlow::Break(limit),
                }
            });
            if let ControlFlow::Break(limit) = visited {
                return Err(limit);
            }
            self.next += 1;
        }
        Ok(())
    }

    /// Inserts the gathered states into the tables, and notes the first new state that is sought.
    #[inline(always)]
    fn enter_gathered(
        &mut self,
        meter: &mut Meter,
        found: &mut Option<u32>,
        sought: &mut impl FnMut(&R::State) -> bool,
    ) -> Result<(), Limit> {
        let Layers { gathered, unknown, table, tree, nodes, new_moves, observer, .. } = self;
        if O::IS_ON {
            // Observers are told of all in order, which is the same on every processor.
            unknown.clear();
            unknown.resize(gathered.len().div_ceil(64), u64::MAX);
        } else {
            // Known or new is as good as random: so most of the known states are dropped first,
            // and nearly all that are left are new.
            table.mark_unknown(gathered, |one| (&one.state, one.hash), unknown);
            let kept: u32 = unknown.iter().map(|bits| bits.count_ones()).sum();
            meter.duplicates += gathered.len() as u64 - u64::from(kept);
        }
        for (&bits, some) in unknown.iter().zip(gathered.chunks(64)) {
            let mut bits = bits;
            while let Some(Neighbour { state, hash, mv, parent, node }) =
                some.get(bits.trailing_zeros() as usize)
            {
                bits &= bits - 1;
                match table.insert_hashed(state.clone(), *hash, (), meter)? {
                    Inserted::Known(_) => {
                        meter.duplicates += 1;
                        observer.note(*node, NodeEvent::Duplicate);
                    }
                    Inserted::New(index) => {
                        tree.add(Some(*parent), meter)?;
                        nodes.push(*node);
                        meter.make_room(new_moves)?;
                        new_moves.push(*mv);
                        if found.is_none() && sought(state) {
                            *found = Some(index);
                            observer.note(*node, NodeEvent::Finished);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The first state of which the move that led to it is known.
    fn first_with_move(&self) -> u32 {
        self.end - u32::try_from(self.last_moves.len()).unwrap_or(0)
    }

    /// The number of complete layers that were expanded.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// The number of states of the outermost layer, while it is not being expanded.
    pub(crate) fn width(&self) -> u32 {
        self.end - self.next
    }

    /// The cost of the cheapest move seen so far.
    pub(crate) fn cheapest(&self) -> Cost {
        self.cheapest
    }

    /// The state with this index.
    pub(crate) fn state(&self, index: u32) -> &R::State {
        self.table.state(index)
    }

    /// The index of a state, if it was met.
    pub(crate) fn find(&self, state: &R::State) -> Option<u32> {
        self.table.find(state)
    }

    /// The states from that with `index` inwards to its root.
    pub(crate) fn ancestry(&self, index: u32) -> impl DoubleEndedIterator<Item = &R::State> {
        self.tree.ancestry(index).into_iter().map(|index| self.table.state(index))
    }
}

/// Layers that can be saved: those without an observer.
impl<R: Rules> Layers<R, Unobserved> {
    /// Expands the outermost layer until a checkpoint is due; whether the layer is complete.
    pub(crate) fn expand_until_due(&mut self, rules: &R, meter: &mut Meter) -> Result<bool, Limit> {
        while self.next < self.end {
            if meter.is_due() {
                return Ok(false);
            }
            self.gather::<Outward>(rules, meter)?;
            self.enter_gathered(meter, &mut None, &mut |_| false)?;
        }
        self.end_layer();
        Ok(true)
    }

    /// Moves are written by their numbers among those of the state that they lead from.
    pub(crate) fn save(&self, rules: &R, out: &mut StateWriter) -> io::Result<()> {
        self.table.save(out, |state, bytes| {
            rules.pack(state, bytes);
        })?;
        self.tree.save(out)?;
        out.number(self.next.into())?;
        out.number(self.end.into())?;
        out.number(self.depth.into())?;
        out.number(self.cheapest.into())?;
        out.number(self.gathered.capacity() as u64)?;
        for moves in [&self.last_moves, &self.new_moves] {
            out.number(moves.capacity() as u64)?;
            out.number(moves.len() as u64)?;
        }
        let moves = self.last_moves.iter().chain(&self.new_moves);
        let parents = self.tree.parents(self.first_with_move());
        let mut of_parent = Vec::new();
        let mut last = None;
        out.records(parents.zip(moves), |(parent, mv), bytes| {
            if last.replace(parent) != Some(parent) {
                of_parent = rules.moves(self.table.state(parent));
            }
            let number = of_parent.iter().position(|other| other == mv).unwrap_or(usize::MAX);
            bytes.extend(u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes());
        })
    }

    pub(crate) fn load(rules: &R, input: &mut StateReader, meter: &mut Meter) -> io::Result<Self> {
        let damaged = || io::Error::new(io::ErrorKind::InvalidData, "it has no such layers");
        let table = StateTable::load(input, |bytes| rules.unpack(bytes), meter)?;
        let tree = LevelOrderTree::load(input, meter)?;
        let nodes = vec![(); table.len() as usize];
        let (next, end) = (input.small()?, input.small()?);
        let (depth, cheapest) = (input.small()?, input.small()?);
        let gathered = input.reserved(meter)?;
        let (last_moves, known) = (input.reserved(meter)?, input.small::<u32>()?);
        let (new_moves, new) = (input.reserved(meter)?, input.small::<u32>()?);
        if next > end || known > end || end.checked_add(new) != Some(table.len()) {
            return Err(damaged());
        }
        let mut layers = Layers {
            observer: Unobserved,
            nodes,
            table,
            tree,
            next,
            end,
            last_moves,
            new_moves,
            gathered,
            unknown: Vec::new(),
            depth,
            cheapest,
        };
        let mut parents = layers.tree.parents(end - known);
        let (mut of_parent, mut last) = (Vec::new(), None);
        input.records(|bytes| {
            let (number, rest) = bytes.split_first_chunk().ok_or_else(damaged)?;
            *bytes = rest;
            let parent = parents.next().filter(|&parent| parent < end).ok_or_else(damaged)?;
            if last.replace(parent) != Some(parent) {
                of_parent = rules.moves(layers.table.state(parent));
            }
            let number = usize::from(u16::from_le_bytes(*number));
            let mv = *of_parent.get(number).ok_or_else(damaged)?;
            let is_known = layers.last_moves.len() < known as usize;
            let moves = if is_known { &mut layers.last_moves } else { &mut layers.new_moves };
            moves.push(mv);
            Ok(())
        })?;
        drop(parents);
        let is_complete =
            layers.last_moves.len() == known as usize && layers.new_moves.len() == new as usize;
        if is_complete { Ok(layers) } else { Err(damaged()) }
    }
}

/// A state that was generated and not yet looked up.
struct Neighbour<R: Rules, N> {
    state: R::State,
    /// The hash of the state.
    hash: u64,
    /// The move between.
    mv: R::Move,
    /// The index of the state it is a neighbour of.
    parent: u32,
    /// The observer's handle.
    node: N,
}

/// A lower bound on the cost of a path of at least `moves` moves that crosses `whole` expanded
/// layers, in which no move is cheaper than `cheapest`.
///
/// Each crossing is by a move that was seen, because the moves that an expansion omits lead
/// inwards.
pub(crate) fn min_cost(whole: u32, cheapest: Cost, moves: u32) -> Cost {
    whole.saturating_mul(cheapest).saturating_add(moves - whole)
}

#[cfg(test)]
mod tests {
    use tesuji_core::{Budget, Silent, Unobserved};

    use super::*;

    /// The numbers from 0 up.
    struct Numbers;

    impl Rules for Numbers {
        type State = u32;
        type Move = ();
        type Undo = ();

        fn initial(&self) -> u32 {
            0
        }

        fn visit_moves<B>(
            &self,
            _: &u32,
            mut visit: impl FnMut(()) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            visit(())
        }

        fn play(&self, number: &mut u32, (): ()) {
            *number += 1;
        }

        fn undo(&self, number: &mut u32, (): (), (): ()) {
            *number -= 1;
        }
    }

    #[test]
    fn what_is_found_has_a_way_back_whenever_memory_runs_out() {
        let (mut found, mut lost) = (0, 0);
        // About here the tree needs its second room for words.
        for sought in 2040..2055 {
            for memory in (20_000..30_000).step_by(64) {
                let (budget, mut silent) = (Budget::unlimited().memory(memory), Silent);
                let mut meter = Meter::new(&budget, &mut silent);
                let mut layers = Layers::<Numbers, _>::around([0], Unobserved, &mut meter).unwrap();
                let end = (0..=sought).find_map(|_| {
                    let end = layers.expand(&Numbers, Outward, &mut meter, |&n| n == sought);
                    end.transpose()
                });
                match end {
                    Some(Ok(index)) => {
                        found += 1;
                        assert!(layers.ancestry(index).rev().copied().eq(0..=sought));
                    }
                    Some(Err(limit)) => {
                        lost += 1;
                        assert_eq!(limit, Limit::Memory);
                    }
                    None => panic!("{sought} is neither found nor given up"),
                }
            }
        }
        assert!(found > 0 && lost > 0, "{found} found, {lost} not");
    }
}
