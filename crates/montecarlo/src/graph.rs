use std::convert::Infallible;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tesuji_core::{Game, no_moves};

use crate::counter::Counter;
use crate::line::Line;
use crate::node::{Edge, MAX_NODES, Node, boxed};
use crate::policy::{NodeOf, Policy};
use crate::positions::{Index, Recognition};
use crate::slots::{Slots, TOGETHER};

/// The positions that a search knows, joined by moves: a tree, or unless it knows them
/// [by path](crate::Recognition::ByPath) a graph, in which paths meet. Several threads may grow it
/// at once.
#[derive(Debug)]
pub(crate) struct Graph<G: Game, P: Policy<G>> {
    nodes: Slots<Node<G::Move, P::Note>>,
    recognition: Recognition,
    index: Index<G::State>,
    max_bytes: usize,
    bytes: Line<AtomicUsize>,
    /// Whether the machine had less than was allowed.
    full: AtomicBool,
    reserve: Mutex<Vec<u8>>,
}

/// What a thread needs to add nodes.
#[derive(Debug)]
pub(crate) struct Supply<M> {
    /// Places that were reserved for it.
    places: Range<u32>,
    /// Memory that was claimed for it.
    pub(crate) bytes: usize,
    /// Places and memory that it takes at a time.
    step: u32,
    ahead: usize,
    /// Scratch.
    moves: Vec<M>,
}

impl<M> Supply<M> {
    /// That of the only thread: it takes what it needs.
    pub(crate) fn alone() -> Self {
        Supply { places: 0..0, bytes: 0, step: 1, ahead: 0, moves: Vec::new() }
    }

    /// That of one of several threads: it takes more than it needs, so that they seldom write to
    /// what they share.
    pub(crate) fn among_others() -> Self {
        Supply { step: TOGETHER, ahead: 1 << 14, ..Self::alone() }
    }
}

/// The node of the position that the search starts from.
pub(crate) const ROOT: u32 = 0;

/// Memory that is kept until the machine has no more, for all that is too small to be asked for
/// politely.
const RESERVE: usize = 1 << 20;

impl<G: Game, P: Policy<G>> Graph<G, P> {
    /// An empty graph that will not take more than `max_bytes`.
    pub(crate) fn new(recognition: Recognition, max_bytes: usize) -> Self {
        let (nodes, index, bytes) = (Slots::new(), Index::new(recognition), Line::default());
        let mut reserve = Vec::new();
        // Without any there may be just enough.
        let _ = reserve.try_reserve_exact(RESERVE.min(max_bytes));
        let (full, reserve) = (AtomicBool::new(false), Mutex::new(reserve));
        Graph { nodes, recognition, index, max_bytes, bytes, full, reserve }
    }

    /// An empty graph that knows positions again in the same way, and will not take more.
    pub(crate) fn emptied(&self) -> Self {
        Graph::new(self.recognition, self.max_bytes)
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> &Node<G::Move, P::Note> {
        self.nodes.get(index)
    }

    pub(crate) fn len(&self) -> u32 {
        self.nodes.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes.0.load(Ordering::Relaxed)
    }

    /// The node of an unfinished position, a new one if need be; none if the memory is used up.
    pub(crate) fn find_or_add(
        &self,
        game: &G,
        policy: &P,
        state: &G::State,
        supply: &mut Supply<G::Move>,
    ) -> Option<u32> {
        self.index.find(game, state, || {
            if self.is_full() {
                return None;
            }
            let moves = &mut supply.moves;
            moves.clear();
            let ControlFlow::Continue(()) = game.visit_moves(state, |mv| {
                moves.push(mv);
                ControlFlow::<Infallible>::Continue(())
            });
            if moves.is_empty() {
                no_moves(state);
            }
            let edges = size_of::<Edge<G::Move, P::Note>>() * moves.len();
            let place = self.place(edges + self.index.bytes(), supply)?;
            let Some(edges) = policy.edges(game, state, &supply.moves) else {
                self.run_out();
                return None;
            };
            self.nodes.fill(place, Node::new(game.to_move(state), edges));
            Some(place)
        })
    }

    /// Lets a node count by the policy's move codes from now on; none if the memory is used up.
    pub(crate) fn collect(&self, game: &G, policy: &P, node: &NodeOf<G, P>) -> Option<()> {
        if !node.amaf().is_empty() {
            return Some(());
        }
        let codes = policy.codes(game);
        let bytes = size_of::<Counter>() * codes;
        self.claim(bytes)?;
        let Some(counters) = boxed((0..codes).map(|_| Counter::default())) else {
            self.run_out();
            return None;
        };
        if !node.collect(counters) {
            // Another thread was faster.
            self.release(bytes);
        }
        Some(())
    }

    fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Adds no more nodes: the machine has no memory for them.
    #[cold]
    fn run_out(&self) {
        self.full.store(true, Ordering::Relaxed);
        *self.reserve.lock().unwrap_or_else(PoisonError::into_inner) = Vec::new();
    }

    /// A place for a node of `bytes` bytes.
    fn place(&self, bytes: usize, supply: &mut Supply<G::Move>) -> Option<u32> {
        if supply.places.is_empty() {
            let room = |bytes| (self.nodes.len() < MAX_NODES - (1 << 16)).then_some(bytes);
            let claim = |bytes| self.claim(room(bytes)?);
            supply.places = self.nodes.reserve(supply.step, claim, |bytes| self.release(bytes))?;
        }
        if supply.bytes < bytes {
            let ahead = self.claim(bytes + supply.ahead).map(|()| supply.ahead);
            supply.bytes += bytes + ahead.or_else(|| self.claim(bytes).map(|()| 0))?;
        }
        supply.bytes -= bytes;
        supply.places.next()
    }

    /// Counts memory that is about to be taken, if there is as much left.
    pub(crate) fn claim(&self, bytes: usize) -> Option<()> {
        // Looking is enough once the memory is used up.
        if self.bytes() + bytes > self.max_bytes || self.is_full() {
            return None;
        }
        let sum = self.bytes.0.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if sum > self.max_bytes {
            self.release(bytes);
            return None;
        }
        Some(())
    }

    pub(crate) fn release(&self, bytes: usize) {
        self.bytes.0.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// The part of the graph that can be reached from `root`, with that as its root.
    pub(crate) fn rooted_at(mut self, root: u32) -> Self {
        const GONE: u32 = u32::MAX;
        let mut kept = self.emptied();
        let mut numbers = vec![GONE; self.len() as usize];
        let mut waiting = vec![root];
        let mut order = Vec::new();
        numbers[root as usize] = ROOT;
        // In the order of their new numbers, so that a link can be renumbered at once.
        while let Some(old) = waiting.pop() {
            order.push(old);
            for child in self.node(old).edges.iter().filter_map(Edge::node) {
                if numbers[child as usize] == GONE {
                    numbers[child as usize] = 0;
                    waiting.push(child);
                }
            }
        }
        for (new, &old) in (0..).zip(&order) {
            numbers[old as usize] = new;
        }
        let renumbered = |old: u32| Some(numbers[old as usize]).filter(|&number| number != GONE);
        let index_bytes = self.index.bytes();
        for &old in &order {
            let mut node = self.nodes.take(old).expect("each node is kept once");
            let bytes = size_of_val(&*node.edges) + size_of_val(node.amaf());
            node.edges.iter_mut().for_each(|edge| edge.relink(renumbered));
            node.favour_none();
            let places = kept.nodes.reserve(1, |_| Some(()), |_| ());
            let place = places.and_then(|mut places| places.next()).expect("no more than before");
            *kept.bytes.0.get_mut() += bytes + kept.nodes.bytes_at(place) + index_bytes;
            kept.nodes.fill(place, node);
        }
        kept.index = self.index;
        kept.index.renumber(renumbered);
        kept
    }
}
