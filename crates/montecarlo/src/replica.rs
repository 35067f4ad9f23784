//! What lets threads that work on one tree leave each other alone near its root.
//!
//! All simulations go through the root, and many through the positions after it. If each thread
//! counted them where the others do, the processors would pass the same lines of their caches to
//! and fro all the time. So each thread has a replica of such a node: it chooses by it and counts
//! in it, and after a number of visits that is small against all of them exchanges with the node
//! that all threads share what has come in on either side.

use tesuji_core::{Game, GameResult};

use crate::counter::Counter;
use crate::node::{Edge, Node};
use crate::policy::{NodeOf, Policy};

/// One thread's replica of a node.
#[derive(Debug)]
pub(crate) struct Replica<'a, G: Game, P: Policy<G>> {
    /// What the thread chooses by and counts in.
    pub(crate) own: NodeOf<G, P>,
    /// What it is a replica of.
    shared: &'a NodeOf<G, P>,
    /// What the two had in common after the last exchange: visits, the counts of each move and its
    /// note, and those of all codes.
    visits: u32,
    edges: Box<[[u64; 2]]>,
    amaf: Box<[u64]>,
    /// Visits until the next exchange.
    left: u32,
    /// How many exchanges there were.
    exchanges: u32,
    /// Replicas of the nodes that the moves lead to, where there are.
    below: Box<[Option<ReplicaId>]>,
}

/// All replicas of one thread: those of the root and of some positions that are reached by way of
/// others.
#[derive(Debug)]
pub(crate) struct Replicas<'a, G: Game, P: Policy<G>>(Vec<Replica<'a, G, P>>);

/// The number of a replica, counted from 1 to leave room for "none".
pub(crate) type ReplicaId = std::num::NonZeroU32;

/// A known position of a simulation.
pub(crate) struct Place<'a, G: Game, P: Policy<G>> {
    pub(crate) node: &'a NodeOf<G, P>,
    /// The thread's own replica of the node.
    pub(crate) replica: Option<ReplicaId>,
}

impl<G: Game, P: Policy<G>> Clone for Place<'_, G, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, P: Policy<G>> Copy for Place<'_, G, P> {}

/// A node has a replica if it has at least this number of visits,
const WORTHWHILE: u32 = 64;
/// and at least this fraction (1/256) of the visits of the root.
const SHARE: u32 = 256;

/// The counts of all move codes are larger by far, and only a hint: they take part in every fourth
/// exchange.
const AMAF_EVERY: u32 = 4;

/// Between two exchanges the visits grow by at most this fraction (1/16),
const PART: u32 = 16;
/// and by at most this number.
const MAX_GROWTH: u32 = 256;

impl<'a, G: Game, P: Policy<G>> Replica<'a, G, P> {
    fn of(shared: &'a NodeOf<G, P>) -> Self {
        let replica = |edge: &Edge<_, _>| edge.replica(P::replica(&edge.note));
        let edges: Box<_> = shared.edges.iter().map(replica).collect();
        let amaf: Box<_> = shared.amaf.iter().map(Counter::replica).collect();
        let own = Node::new(shared.mover, edges, amaf);
        let visits = shared.visits();
        own.set_visits(visits);
        let counted = |edge: &Edge<_, _>| [edge.results.word(), P::counted(&edge.note)];
        let edges = own.edges.iter().map(counted).collect();
        let amaf = own.amaf.iter().map(Counter::word).collect();
        let below = own.edges.iter().map(|_| None).collect();
        let left = interval(visits);
        Replica { own, shared, visits, edges, amaf, left, exchanges: 0, below }
    }

    /// The bytes that a replica of this node takes.
    pub(crate) fn bytes(node: &NodeOf<G, P>) -> usize {
        let edge = size_of::<Edge<G::Move, P::Note>>() + size_of::<([u64; 2], ReplicaId)>();
        let code = size_of::<Counter>() + size_of::<u64>();
        size_of::<Self>() + edge * node.edges.len() + code * node.amaf.len()
    }

    /// Makes it and the shared node say the same.
    fn exchange(&mut self) {
        let visits = self.shared.add_visits(self.own.visits() - self.visits);
        self.own.set_visits(visits);
        self.visits = visits;
        self.left = interval(visits);
        let edges = self.own.edges.iter().zip(&self.shared.edges);
        for ((own, shared), [results, note]) in edges.zip(&mut self.edges) {
            own.results.exchange::<true>(&shared.results, results);
            P::exchange(&own.note, &shared.note, note);
            own.follow(shared);
        }
        self.exchanges += 1;
        if self.exchanges.is_multiple_of(AMAF_EVERY) {
            self.exchange_codes();
        }
    }

    /// The part of an exchange that is about all codes of moves.
    fn exchange_codes(&mut self) {
        let amaf = self.own.amaf.iter().zip(&self.shared.amaf);
        for ((own, shared), known) in amaf.zip(&mut self.amaf) {
            own.exchange::<false>(shared, known);
        }
    }

    /// [`Node::settle`], here and in the shared node.
    pub(crate) fn settle(&mut self, index: usize, result: GameResult) -> Option<GameResult> {
        let (own, shared) = (&self.own.edges[index], &self.shared.edges[index]);
        let known = &mut self.edges[index][0];
        own.results.exchange::<true>(&shared.results, known);
        let verdict = self.shared.settle(index, result);
        own.results.exchange::<true>(&shared.results, known);
        own.follow(shared);
        verdict
    }
}

/// How many visits there are from one exchange to the next.
fn interval(visits: u32) -> u32 {
    (visits / PART).clamp(1, MAX_GROWTH)
}

impl<'a, G: Game, P: Policy<G>> Replicas<'a, G, P> {
    pub(crate) fn new() -> Self {
        Replicas(Vec::new())
    }

    /// That of the root, if there is one.
    #[inline]
    pub(crate) fn root(&self) -> Option<ReplicaId> {
        if self.0.is_empty() { None } else { Some(ReplicaId::MIN) }
    }

    #[inline]
    pub(crate) fn get(&self, id: ReplicaId) -> &Replica<'a, G, P> {
        &self.0[id.get() as usize - 1]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: ReplicaId) -> &mut Replica<'a, G, P> {
        &mut self.0[id.get() as usize - 1]
    }

    /// What the thread goes by in a position. There are no replicas unless the tree is `SHARED`.
    #[inline]
    pub(crate) fn own<'b, const SHARED: bool>(
        &'b self,
        place: Place<'a, G, P>,
    ) -> &'b NodeOf<G, P> {
        match place.replica {
            Some(replica) if SHARED => &self.get(replica).own,
            _ => place.node,
        }
    }

    /// That of the node after a move.
    #[inline]
    pub(crate) fn after(&self, id: ReplicaId, index: usize) -> Option<ReplicaId> {
        self.get(id).below[index]
    }

    /// Takes note that a simulation that went through it has ended.
    #[inline]
    pub(crate) fn passed(&mut self, id: ReplicaId) {
        let replica = self.get_mut(id);
        replica.left -= 1;
        if replica.left == 0 {
            replica.exchange();
        }
    }

    /// Whether a node is worth a replica.
    #[inline]
    pub(crate) fn wants(&self, node: &NodeOf<G, P>, root: &NodeOf<G, P>) -> bool {
        let visits = node.visits();
        visits >= WORTHWHILE && visits >= root.visits() / SHARE
    }

    /// Makes a replica of the root, or of the node after a move of another replica, unless there is
    /// one that was reached by another path. `claim` is asked for the memory; whether there was
    /// enough.
    pub(crate) fn add(
        &mut self,
        node: &'a NodeOf<G, P>,
        before: Option<(ReplicaId, usize)>,
        claim: impl FnOnce(usize) -> Option<()>,
    ) -> bool {
        let id = match self.0.iter().position(|one| std::ptr::eq(one.shared, node)) {
            Some(at) => at,
            None if claim(Replica::<G, P>::bytes(node)).is_none() => return false,
            None => {
                self.0.push(Replica::of(node));
                self.0.len() - 1
            }
        };
        if let Some((before, index)) = before {
            self.get_mut(before).below[index] = ReplicaId::new(id as u32 + 1);
        }
        true
    }

    /// Brings all of them and what they are replicas of together.
    pub(crate) fn exchange(&mut self) {
        self.0.iter_mut().for_each(Replica::exchange);
    }
}
