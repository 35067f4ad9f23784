//! What lets threads that work on one tree leave each other alone near its root.
//!
//! All simulations go through the root, and many through the positions after it. If each thread
//! counted them where the others do, the processors would pass the same lines of their caches to
//! and fro all the time. So each thread has a replica of such a node: it chooses by it and counts
//! in it, and from time to time, when its visits in it have grown by a part of all visits, it
//! exchanges with the node that all threads share what has come in on either side. Below the
//! replicas a thread stays for some simulations in a row where it is, for the same reason.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use tesuji_core::{Game, GameResult};

use crate::counter::Counter;
use crate::node::{Edge, MAX_NODES, Node};
use crate::policy::{NodeOf, Policy};

/// One thread's replica of a node.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Replica<'a, G: Game, P: Policy<G>> {
    /// What the thread chooses by and counts in. It comes first, so that it is in one line of the
    /// cache.
    pub(crate) own: NodeOf<G, P>,
    /// What it is a replica of.
    shared: &'a NodeOf<G, P>,
    /// Visits until the next exchange.
    left: u32,
    /// How many exchanges there were.
    exchanges: u32,
    /// Replicas of the nodes that the moves lead to, where there are.
    below: Box<[Option<ReplicaId>]>,
    /// What the two had in common after the last exchange: visits, the counts of each move and its
    /// note, and those of all codes.
    visits: u32,
    edges: Box<[[u64; 2]]>,
    amaf: Box<[u64]>,
}

/// All replicas of one thread: those of the root and of some positions that are reached by way of
/// others.
#[derive(Debug)]
pub(crate) struct Replicas<'a, G: Game, P: Policy<G>> {
    all: Vec<Replica<'a, G, P>>,
    /// By the node that they are replicas of.
    known: BTreeMap<*const NodeOf<G, P>, ReplicaId>,
    /// The number of threads.
    threads: u32,
}

/// The number of a replica, counted from 1 to leave room for "none".
pub(crate) type ReplicaId = std::num::NonZeroU32;

/// Marks, in place of the number of a node, that of a replica.
const REPLICA: u32 = 1 << (u32::BITS - 1);
const _: () = assert!(MAX_NODES < REPLICA);

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
/// and at least this fraction (1/2,048) of the visits of the root.
const SHARE: u32 = 2048;

/// The counts of all move codes are larger by far, and only a hint: they take part in every fourth
/// exchange.
const AMAF_EVERY: u32 = 4;

/// Between two exchanges all visits grow by about this fraction (1/2) at most, those by each thread
/// by its share of it,
const PART: u32 = 2;
/// and those by a thread by at most this number.
const MAX_GROWTH: u32 = 4096;

/// While a thread stays, the visits of the node grow by about this fraction (1/16) at most.
const STAY: u32 = 16;

impl<'a, G: Game, P: Policy<G>> Replica<'a, G, P> {
    fn of(shared: &'a NodeOf<G, P>, threads: u32) -> Self {
        let replica = |edge: &Edge<_, _>| edge.replica(P::replica(&edge.note));
        let edges: Box<_> = shared.edges.iter().map(replica).collect();
        let own = Node::new(shared.mover, edges);
        let visits = shared.visits();
        own.set_visits(visits);
        let counted = |edge: &Edge<_, _>| [edge.results.word(), P::counted(&edge.note)];
        let edges = own.edges.iter().map(counted).collect();
        let below = own.edges.iter().map(|_| None).collect();
        let (left, amaf) = (interval(visits, threads), Box::default());
        let mut replica = Replica { own, shared, visits, edges, amaf, left, exchanges: 0, below };
        replica.collect();
        replica
    }

    /// Counts by move codes from now on, if the shared node does.
    fn collect(&mut self) {
        let counters: Box<[_]> = self.shared.amaf().iter().map(Counter::replica).collect();
        if !counters.is_empty() {
            self.amaf = counters.iter().map(Counter::word).collect();
            self.own.collect(counters);
        }
    }

    /// The bytes that a replica of this node takes, with what lists and maps of replicas take while
    /// they grow.
    pub(crate) fn bytes(node: &NodeOf<G, P>) -> usize {
        let edge = size_of::<Edge<G::Move, P::Note>>() + size_of::<([u64; 2], ReplicaId)>();
        let own = 3 * (size_of::<Self>() + size_of::<(*const Self, ReplicaId)>());
        own + edge * node.edges.len() + Self::codes(node)
    }

    /// Those of them that are for move codes.
    fn codes(node: &NodeOf<G, P>) -> usize {
        (size_of::<Counter>() + size_of::<u64>()) * node.amaf().len()
    }

    /// Makes it and the shared node say the same. What is known of their last choices no longer
    /// holds.
    fn exchange(&mut self, threads: u32) {
        let visits = self.shared.add_visits(self.own.visits() - self.visits);
        self.own.set_visits(visits);
        self.visits = visits;
        self.left = interval(visits, threads);
        self.own.favour_none();
        let edges = self.own.edges.iter().zip(&self.shared.edges);
        for ((own, shared), [results, note]) in edges.zip(&mut self.edges) {
            own.results.exchange::<true>(&shared.results, results);
            P::exchange(&own.note, &shared.note, note);
            own.follow(shared);
        }
        self.shared.favour_none();
        self.exchanges += 1;
        if self.exchanges.is_multiple_of(AMAF_EVERY) {
            self.exchange_codes();
        }
    }

    /// The part of an exchange that is about all codes of moves.
    fn exchange_codes(&mut self) {
        let amaf = self.own.amaf().iter().zip(self.shared.amaf());
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
        self.own.favour_none();
        verdict
    }
}

/// How many visits a thread makes from one exchange to the next.
fn interval(visits: u32, threads: u32) -> u32 {
    (visits / PART.saturating_mul(threads)).clamp(1, MAX_GROWTH)
}

impl<'a, G: Game, P: Policy<G>> Replicas<'a, G, P> {
    /// No replicas yet, for one of `threads` threads.
    pub(crate) fn new(threads: u32) -> Self {
        Replicas { all: Vec::new(), known: BTreeMap::new(), threads }
    }

    /// That of the root, if there is one.
    #[inline]
    pub(crate) fn root(&self) -> Option<ReplicaId> {
        if self.all.is_empty() { None } else { Some(ReplicaId::MIN) }
    }

    #[inline]
    pub(crate) fn get(&self, id: ReplicaId) -> &Replica<'a, G, P> {
        &self.all[id.get() as usize - 1]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: ReplicaId) -> &mut Replica<'a, G, P> {
        &mut self.all[id.get() as usize - 1]
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

    /// What the move with this index leads to, as a [favourite](Node::favour_node) has it: the
    /// number of `node`, or of the thread's own replica of it, marked, if it has one.
    #[inline]
    pub(crate) fn target(&self, place: Place<'a, G, P>, index: usize, node: u32) -> u32 {
        let below = place.replica.and_then(|replica| self.get(replica).below[index]);
        below.map_or(node, |below| below.get() | REPLICA)
    }

    /// The place of a [target](Self::target). `node` gives the node with a number.
    #[inline]
    pub(crate) fn place<const SHARED: bool>(
        &self,
        target: u32,
        node: impl FnOnce(u32) -> &'a NodeOf<G, P>,
    ) -> Place<'a, G, P> {
        let replica = ReplicaId::new(target ^ REPLICA).filter(|_| SHARED && target >= REPLICA);
        let node = replica.map_or_else(|| node(target), |replica| self.get(replica).shared);
        Place { node, replica }
    }

    /// Takes note that a simulation that went through it has ended.
    #[inline]
    pub(crate) fn passed(&mut self, id: ReplicaId) {
        let threads = self.threads;
        let replica = self.get_mut(id);
        replica.left -= 1;
        if replica.left == 0 {
            replica.exchange(threads);
        }
    }

    /// Whether a node is worth a replica.
    #[inline]
    pub(crate) fn wants(&self, node: &NodeOf<G, P>, root: &NodeOf<G, P>) -> bool {
        let visits = node.visits();
        visits >= WORTHWHILE && visits >= root.visits() / SHARE
    }

    /// How many more simulations go by a node without a replica once one has.
    ///
    /// What they pass is in the thread's own cache by then. If the threads took turns there, each
    /// would fetch it from the other's all the time.
    pub(crate) fn stay(&self, node: &NodeOf<G, P>) -> u32 {
        if self.threads > 1 && self.root().is_some() {
            (node.visits() / STAY).min(MAX_GROWTH)
        } else {
            0
        }
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
        let id = match self.known.entry(node) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(_) if claim(Replica::<G, P>::bytes(node)).is_none() => return false,
            Entry::Vacant(unknown) => {
                self.all.push(Replica::of(node, self.threads));
                *unknown.insert(ReplicaId::MIN.saturating_add(self.all.len() as u32 - 1))
            }
        };
        if let Some((before, index)) = before {
            let before = self.get_mut(before);
            before.below[index] = Some(id);
            before.own.favour_none();
        }
        true
    }

    /// Lets the replica at a place, if there is one, count by move codes from now on, as the shared
    /// node does. `claim` is asked for the memory.
    pub(crate) fn collect(
        &mut self,
        place: Place<'a, G, P>,
        claim: impl FnOnce(usize) -> Option<()>,
    ) {
        if let Some(replica) = place.replica
            && claim(Replica::<G, P>::codes(place.node)).is_some()
        {
            self.get_mut(replica).collect();
        }
    }

    /// Brings all of them and what they are replicas of together.
    pub(crate) fn exchange(&mut self) {
        self.all.iter_mut().for_each(|replica| replica.exchange(self.threads));
    }
}

#[cfg(test)]
mod tests {
    use tesuji_core::Rules;
    use tesuji_tic_tac_toe::TicTacToe;

    use super::*;
    use crate::MonteCarlo;
    use crate::counter::change;
    use crate::node::{Choice, Favourite};
    use crate::policy::Ucb;

    type Tested<'a> = Replicas<'a, TicTacToe, Ucb>;

    fn node() -> NodeOf<TicTacToe, Ucb> {
        let game = TicTacToe::new();
        let start = game.initial();
        let moves = game.moves(&start);
        let edges = MonteCarlo::uct().policy.edges(&game, &start, &moves).unwrap();
        Node::new(game.to_move(&start), edges)
    }

    #[test]
    fn what_is_known_of_the_last_choice_holds_until_the_counts_or_the_replicas_below_change() {
        let (above, below) = (node(), node());
        let mut replicas = Tested::new(2);
        assert!(replicas.add(&above, None, |_| Some(())));
        let root = replicas.root().unwrap();
        let place = Place { node: &above, replica: Some(root) };
        let favour = |replicas: &Tested<'_>, target| {
            let own = &replicas.get(root).own;
            own.favour(Favourite::NONE, Choice::once(3));
            own.favour_node::<false>(3, target);
        };
        let favourite = |replicas: &Tested<'_>| replicas.get(root).own.favourite();
        favour(&replicas, replicas.target(place, 3, 7));
        assert_eq!(favourite(&replicas).node(), Some(7));
        // A replica of the node that the favourite leads to.
        assert!(replicas.add(&below, Some((root, 3)), |_| Some(())));
        assert_eq!(favourite(&replicas), Favourite::NONE);
        let target = replicas.target(place, 3, 7);
        favour(&replicas, target);
        let next = replicas.place::<true>(favourite(&replicas).node().unwrap(), |_| unreachable!());
        assert!(std::ptr::eq(next.node, &below));
        assert!(std::ptr::eq(replicas.own::<true>(next), &replicas.get(next.replica.unwrap()).own));
        // The results of another thread.
        above.edges[5].results.add::<true>(change(1, 1));
        above.favour(Favourite::NONE, Choice::once(2));
        replicas.get_mut(root).exchange(2);
        assert_eq!((favourite(&replicas), above.favourite()), (Favourite::NONE, Favourite::NONE));
        assert_eq!(replicas.get(root).own.edges[5].results.get().visits, 1);
        // A move that is not to be chosen again.
        favour(&replicas, target);
        replicas.get_mut(root).settle(3, GameResult::Draw);
        assert_eq!(favourite(&replicas), Favourite::NONE);
    }

    #[test]
    fn what_a_thread_has_counted_is_shared_once_its_visits_have_grown() {
        for (threads, grown) in [(1, 50), (2, 25), (5, 10)] {
            let shared = node();
            shared.set_visits(100);
            let mut replicas = Tested::new(threads);
            assert!(replicas.add(&shared, None, |_| Some(())));
            let root = replicas.root().unwrap();
            for visit in 1..=grown {
                assert_eq!(shared.visits(), 100, "{threads} threads, visit {visit}");
                let own = &replicas.get(root).own;
                own.visit();
                own.edges[visit % 9].results.add::<false>(change(1, 1));
                replicas.passed(root);
            }
            assert_eq!(shared.visits(), 100 + grown as u32);
            let counted = shared.edges.iter().map(|edge| edge.results.get().visits as usize);
            assert_eq!(counted.sum::<usize>(), grown);
        }
    }

    #[test]
    fn a_node_has_one_replica_whatever_paths_lead_to_it() {
        let (above, below, other) = (node(), node(), node());
        let mut replicas = Tested::new(2);
        assert!(replicas.add(&above, None, |_| Some(())));
        let root = replicas.root().unwrap();
        for index in [2, 6] {
            assert!(replicas.add(&below, Some((root, index)), |_| (index == 2).then_some(())));
        }
        let place = Place { node: &above, replica: Some(root) };
        assert_eq!(replicas.target(place, 2, 9), replicas.target(place, 6, 9));
        assert_eq!(replicas.target(place, 4, 9), 9);
        assert!(!replicas.add(&other, Some((root, 4)), |_| None), "without memory");
    }
}
