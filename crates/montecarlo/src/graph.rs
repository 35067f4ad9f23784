use std::convert::Infallible;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};

use tesuji_core::Game;

use crate::counter::Counter;
use crate::line::Line;
use crate::node::{Edge, MOST_NODES, Node};
use crate::policy::Policy;
use crate::positions::Positions;
use crate::slots::{Slots, TOGETHER};

/// The positions that a search knows, joined by moves: a tree, or with [`ByKey`](crate::ByKey) a
/// graph, in which paths meet. Several threads may grow it at once.
#[derive(Debug)]
pub(crate) struct Graph<G: Game, P: Policy<G>, K: Positions<G>> {
    nodes: Slots<Node<G::Move, P::Note>>,
    positions: K,
    index: K::Index,
    most_bytes: usize,
    bytes: Line<AtomicUsize>,
}

/// What a thread needs to add nodes.
#[derive(Debug)]
pub(crate) struct Supply<M> {
    /// Places that were reserved for it.
    places: Range<u32>,
    /// Memory that was claimed for it.
    bytes: usize,
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

/// After so many bytes the machine is asked whether there is more than that.
const LOOK_EVERY: usize = 1 << 18;

/// Whether the machine has so many bytes, and some to spare. A budget may be larger than what it
/// gives, and the many small pieces of a node cannot be asked for one by one: there must always be
/// room for those until the next look.
fn is_there(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes + 16 * LOOK_EVERY).is_ok()
}

impl<G: Game, P: Policy<G>, K: Positions<G>> Graph<G, P, K> {
    /// An empty graph that will not take more than `most_bytes`.
    pub(crate) fn new(positions: K, most_bytes: usize) -> Self {
        let (nodes, index, bytes) = (Slots::new(), positions.index(), Line::default());
        Graph { nodes, positions, index, most_bytes, bytes }
    }

    /// An empty graph that knows positions again in the same way, and will not take more.
    pub(crate) fn emptied(&self) -> Self {
        Graph::new(self.positions, self.most_bytes)
    }

    #[inline(always)]
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
        K::find(&self.index, game, state, || {
            let moves = &mut supply.moves;
            moves.clear();
            let ControlFlow::Continue(()) = game.visit_moves(state, |mv| {
                moves.push(mv);
                ControlFlow::<Infallible>::Continue(())
            });
            let codes = policy.codes_beside_node(game);
            let edges = size_of::<Edge<G::Move, P::Note>>() * moves.len();
            let place =
                self.place(edges + size_of::<Counter>() * codes + self.positions.bytes(), supply)?;
            let edges = policy.edges(game, state, &supply.moves);
            let amaf = (0..codes).map(|_| Counter::default()).collect();
            self.nodes.fill(place, Node::new(game.to_move(state), edges, amaf));
            Some(place)
        })
    }

    /// A place for a node that takes so many bytes.
    fn place(&self, bytes: usize, supply: &mut Supply<G::Move>) -> Option<u32> {
        if supply.places.is_empty() {
            let room = |bytes| (self.nodes.len() < MOST_NODES - (1 << 16)).then_some(bytes);
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
        if self.bytes() + bytes > self.most_bytes {
            return None;
        }
        let sum = self.bytes.0.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let looks = sum / LOOK_EVERY != (sum - bytes) / LOOK_EVERY;
        if sum > self.most_bytes || looks && !is_there(bytes) {
            self.release(bytes);
            return None;
        }
        Some(())
    }

    fn release(&self, bytes: usize) {
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
        for &old in &order {
            let mut node = self.nodes.take(old).expect("each node is kept once");
            let bytes = size_of_val(&*node.edges) + size_of_val(&*node.amaf);
            node.edges.iter_mut().for_each(|edge| edge.relink(renumbered));
            let places = kept.nodes.reserve(1, |_| Some(()), |_| ());
            let place = places.and_then(|mut places| places.next()).expect("no more than before");
            *kept.bytes.0.get_mut() += bytes + kept.nodes.bytes_at(place) + self.positions.bytes();
            kept.nodes.fill(place, node);
        }
        kept.index = self.index;
        K::renumber(&mut kept.index, renumbered);
        kept
    }
}
