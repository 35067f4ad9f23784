//! Breadth-first layers around some roots: what breadth-first search, its bidirectional form and
//! the count of reachable states have in common.

use std::ops::ControlFlow;

use tesuji_core::{Cost, Inserted, Limit, Meter, Puzzle, Reversible, Rules, StateTable};

use crate::level_order_tree::LevelOrderTree;

/// Which way is outwards.
pub(crate) trait Direction<R: Rules> {
    /// Shows the neighbours of a state: the move between, the neighbour, the move's cost. If it is
    /// plain which one `last`, the move that led to the state, came from, it may be left out.
    fn visit<B>(
        rules: &R,
        last: Option<R::Move>,
        state: &R::State,
        visit: impl FnMut(R::Move, R::State, Cost) -> ControlFlow<B>,
    ) -> ControlFlow<B>;
}

/// Along the moves.
pub(crate) struct Forward;

impl<P: Puzzle> Direction<P> for Forward {
    #[inline(always)]
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
    #[inline(always)]
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
}

/// Along the moves of rules that put no cost on them.
pub(crate) struct Outward;

impl<R: Rules> Direction<R> for Outward {
    #[inline(always)]
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
/// How a state was met is kept in two forms: for good, in a tree of two bits a state; and, for
/// the states that are still to be expanded, the move that led there, so that it is not tried backwards.
pub(crate) struct Layers<R: Rules> {
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
    /// How many moves away from the roots the layer is that is being expanded.
    depth: u32,
    /// The cost of the cheapest move so far.
    cheapest: Cost,
}

impl<R: Rules> Layers<R> {
    /// Layer 0.
    pub(crate) fn around(
        roots: impl IntoIterator<Item = R::State>,
        meter: &mut Meter,
    ) -> Result<Self, Limit> {
        let mut layers = Layers {
            table: StateTable::new(),
            tree: LevelOrderTree::default(),
            next: 0,
            end: 0,
            last_moves: Vec::new(),
            new_moves: Vec::new(),
            depth: 0,
            cheapest: Cost::MAX,
        };
        for root in roots {
            meter.charge(1)?;
            if let Inserted::Known(_) = layers.table.insert(root, (), meter)? {
                meter.duplicates += 1;
            }
        }
        layers.tree.close(layers.table.len(), meter)?;
        layers.end = layers.table.len();
        Ok(layers)
    }

    /// Expands the outermost layer, and gives the index of the first new state that is `sought`.
    ///
    /// When there is one, and a move of cost 1 has been seen, the rest of the layer is left
    /// unexpanded: it could prove no more about costs than is known. Nor does a limit matter
    /// then. Whether the layer became whole shows in [`depth`](Self::depth).
    pub(crate) fn expand<D: Direction<R>>(
        &mut self,
        rules: &R,
        _: D,
        meter: &mut Meter,
        mut sought: impl FnMut(&R::State) -> bool,
    ) -> Result<Option<u32>, Limit> {
        let mut found = None;
        while self.next < self.end {
            if let Err(halt) = self.expand_next::<D>(rules, meter, &mut found, &mut sought) {
                return match (found, halt) {
                    (None, Halt::Limit(limit)) => Err(limit),
                    (_, Halt::Enough | Halt::Limit(_)) => Ok(found),
                };
            }
            self.next += 1;
        }
        self.end = self.table.len();
        self.depth += 1;
        self.last_moves.clear();
        std::mem::swap(&mut self.last_moves, &mut self.new_moves);
        Ok(found)
    }

    #[inline(always)]
    fn expand_next<D: Direction<R>>(
        &mut self,
        rules: &R,
        meter: &mut Meter,
        found: &mut Option<u32>,
        sought: &mut impl FnMut(&R::State) -> bool,
    ) -> Result<(), Halt> {
        let state = self.table.state(self.next).clone();
        let left = (self.end - self.next) as usize;
        let last = self.last_moves.len().checked_sub(left).map(|index| self.last_moves[index]);
        let known = self.table.len();
        meter.expand(self.depth);
        let visited = D::visit(rules, last, &state, |mv, neighbour, cost| {
            let new = match self.meet(mv, neighbour, cost, meter) {
                Ok(new) => new,
                Err(limit) => return ControlFlow::Break(Halt::Limit(limit)),
            };
            if let Some(index) = new
                && found.is_none()
                && sought(self.table.state(index))
            {
                *found = Some(index);
            }
            if found.is_some() && self.cheapest == 1 {
                return ControlFlow::Break(Halt::Enough);
            }
            ControlFlow::Continue(())
        });
        self.tree.close(self.table.len() - known, meter)?;
        match visited {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(halt) => Err(halt),
        }
    }

    /// Enters a state into the tables; its index if it is new.
    #[inline(always)]
    fn meet(
        &mut self,
        mv: R::Move,
        state: R::State,
        cost: Cost,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Limit> {
        meter.charge(1)?;
        self.cheapest = self.cheapest.min(cost);
        match self.table.insert(state, (), meter)? {
            Inserted::New(index) => {
                meter.make_room(&mut self.new_moves)?;
                self.new_moves.push(mv);
                Ok(Some(index))
            }
            Inserted::Known(_) => {
                meter.duplicates += 1;
                Ok(None)
            }
        }
    }

    /// The number of whole layers that were expanded.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// How many states the outermost layer has, while it is not being expanded.
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

/// Why the expansion of a layer ends early.
enum Halt {
    /// What was sought is found, and the rest of the layer can prove no more.
    Enough,
    Limit(Limit),
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Self {
        Halt::Limit(limit)
    }
}

/// What a way of at least `moves` moves costs at least, if it has to cross `whole` layers that
/// were expanded, and no move seen there is cheaper than `cheapest`.
///
/// Each crossing is by a move that was seen: what an expansion leaves out leads inwards.
pub(crate) fn least_cost(whole: u32, cheapest: Cost, moves: u32) -> Cost {
    whole.saturating_mul(cheapest).saturating_add(moves - whole)
}
