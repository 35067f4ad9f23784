use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use tesuji_core::Game;

use crate::counter::Counter;
use crate::node::{Edge, MOST_NODES, Node};
use crate::policy::Policy;
use crate::positions::Positions;
use crate::slots::Slots;

/// The positions that a search knows, joined by moves: a tree, or with [`ByKey`](crate::ByKey) a
/// graph, in which paths meet. Several threads may grow it at once.
#[derive(Debug)]
pub(crate) struct Graph<G: Game, P: Policy<G>, K: Positions<G>> {
    nodes: Slots<Node<G::Move, P::Note>>,
    index: K::Index,
    bytes: AtomicUsize,
    most_bytes: usize,
}

/// The node of the position that the search starts from.
pub(crate) const ROOT: u32 = 0;

impl<G: Game, P: Policy<G>, K: Positions<G>> Graph<G, P, K> {
    /// An empty graph that will not take more than `most_bytes`.
    pub(crate) fn new(most_bytes: usize) -> Self {
        let index = K::Index::default();
        Graph { nodes: Slots::new(), index, bytes: AtomicUsize::new(0), most_bytes }
    }

    #[inline(always)]
    pub(crate) fn node(&self, index: u32) -> &Node<G::Move, P::Note> {
        self.nodes.get(index)
    }

    pub(crate) fn len(&self) -> u32 {
        self.nodes.len()
    }

    pub(crate) fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The node of an unfinished position, a new one if need be; none if the memory is used up.
    /// `moves` is scratch.
    pub(crate) fn find_or_add(
        &self,
        game: &G,
        policy: &P,
        state: &G::State,
        moves: &mut Vec<G::Move>,
    ) -> Option<u32> {
        K::find(&self.index, game, state, || {
            moves.clear();
            let ControlFlow::Continue(()) = game.visit_moves(state, |mv| {
                moves.push(mv);
                ControlFlow::<Infallible>::Continue(())
            });
            let codes = policy.codes_beside_node(game);
            let edges = size_of::<Edge<G::Move, P::Note>>() * moves.len();
            self.claim(edges + size_of::<Counter>() * codes + self.nodes.bytes_ahead() + K::BYTES)?;
            let edges = policy.edges(game, state, moves);
            let amaf = (0..codes).map(|_| Counter::default()).collect();
            Some(self.nodes.push(Node::new(game.to_move(state), edges, amaf)))
        })
    }

    fn claim(&self, bytes: usize) -> Option<()> {
        let sum = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if sum > self.most_bytes || self.nodes.len() >= MOST_NODES - (1 << 16) {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
            return None;
        }
        Some(())
    }

    /// The part of the graph that can be reached from `root`, with that as its root.
    pub(crate) fn rooted_at(mut self, root: u32) -> Self {
        const GONE: u32 = u32::MAX;
        let mut kept = Graph::new(self.most_bytes);
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
            *kept.bytes.get_mut() += bytes + kept.nodes.bytes_ahead() + K::BYTES;
            node.edges.iter_mut().for_each(|edge| edge.relink(renumbered));
            kept.nodes.push(node);
        }
        kept.index = self.index;
        K::renumber(&mut kept.index, renumbered);
        kept
    }
}
