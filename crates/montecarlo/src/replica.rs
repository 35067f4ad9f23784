//! What lets threads that work on one tree leave each other alone near its root.
//!
//! All simulations go through the root, and many through the positions after it. If each thread
//! counted them where the others do, the processors would pass the same lines of their caches to
//! and fro all the time. So each thread has a replica of such a node: it chooses by it and counts
//! in it, and from time to time, when its visits in it have grown by a part of all visits, it
//! exchanges with the node that all threads share what has come in on either side. Below the
//! replicas a thread stays for some simulations in a row where it is, for the same reason.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use tesuji_core::{Game, GameResult};

use crate::counter::Counter;
use crate::node::{Edge, MAX_NODES, Node};
use crate::policy::{NodeOf, Policy};
use crate::slots::Slots;

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
    left: Cell<u32>,
    /// The numbers of the replicas of the nodes that the moves lead to, where there are.
    below: Box<[Cell<Option<u32>>]>,
    common: RefCell<Common>,
}

/// What a replica and its node had in common after the last exchange.
#[derive(Debug)]
struct Common {
    /// How many exchanges there were.
    exchanges: u32,
    visits: u32,
    /// The counts of each move, and its note.
    edges: Box<[[u64; 2]]>,
    /// The counts of all codes.
    amaf: Box<[u64]>,
}

/// Where the replicas of one thread are.
pub(crate) type ReplicaSlots<'a, G, P> = Slots<Replica<'a, G, P>>;

/// All replicas of one thread: those of the root and of some positions that are reached by way of
/// others.
#[derive(Debug)]
pub(crate) struct Replicas<'a, G: Game, P: Policy<G>> {
    /// None if there is only one thread.
    slots: Option<&'a ReplicaSlots<'a, G, P>>,
    /// By their numbers.
    all: Vec<&'a Replica<'a, G, P>>,
    /// The numbers by the node that they are replicas of.
    known: BTreeMap<*const NodeOf<G, P>, u32>,
    /// The number of threads.
    threads: u32,
}

/// Marks, in place of the number of a node, that of a replica.
const REPLICA: u32 = 1 << (u32::BITS - 1);
const _: () = assert!(MAX_NODES < REPLICA);

/// A known position of a simulation.
pub(crate) struct Place<'a, G: Game, P: Policy<G>> {
    /// What the thread goes by: the node that all share, or its own of the replica.
    pub(crate) node: &'a NodeOf<G, P>,
    /// The thread's own replica of the node.
    pub(crate) replica: Option<&'a Replica<'a, G, P>>,
}

impl<G: Game, P: Policy<G>> Clone for Place<'_, G, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, P: Policy<G>> Copy for Place<'_, G, P> {}

impl<'a, G: Game, P: Policy<G>> Place<'a, G, P> {
    /// That of a node without a replica.
    #[inline]
    pub(crate) fn of(node: &'a NodeOf<G, P>) -> Self {
        Place { node, replica: None }
    }

    /// The node that all threads share.
    #[inline]
    pub(crate) fn shared(self) -> &'a NodeOf<G, P> {
        self.replica.map_or(self.node, |replica| replica.shared)
    }

    /// What the move with this index leads to, as a [favourite](Node::favour_node) has it: the
    /// number of `node`, or of the thread's own replica of it, marked, if it has one.
    #[inline]
    pub(crate) fn target(self, index: usize, node: u32) -> u32 {
        let below = self.replica.and_then(|replica| replica.below[index].get());
        below.map_or(node, |below| below | REPLICA)
    }
}

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
        let below = own.edges.iter().map(|_| Cell::new(None)).collect();
        let left = Cell::new(interval(visits, threads));
        let common = Common { exchanges: 0, visits, edges, amaf: Box::default() };
        let replica = Replica { own, shared, left, below, common: RefCell::new(common) };
        replica.collect();
        replica
    }

    /// Counts by move codes from now on, if the shared node does.
    fn collect(&self) {
        let counters: Box<[_]> = self.shared.amaf().iter().map(Counter::replica).collect();
        if !counters.is_empty() {
            self.common.borrow_mut().amaf = counters.iter().map(Counter::word).collect();
            self.own.collect(counters);
        }
    }

    /// Counts by move codes from now on, as the shared node does. `claim` is asked for the memory.
    pub(crate) fn collect_within(&self, claim: impl FnOnce(usize) -> Option<()>) {
        if claim(Self::codes(self.shared)).is_some() {
            self.collect();
        }
    }

    /// The bytes that a replica of this node takes besides its [slot](ReplicaSlots), with what lists
    /// and maps of replicas take while they grow.
    pub(crate) fn bytes(node: &NodeOf<G, P>) -> usize {
        let edge = size_of::<Edge<G::Move, P::Note>>() + size_of::<([u64; 2], Cell<Option<u32>>)>();
        let listed = 3 * size_of::<(&Self, *const Self, u32)>();
        listed + edge * node.edges.len() + Self::codes(node)
    }

    /// Those of them that are for move codes.
    fn codes(node: &NodeOf<G, P>) -> usize {
        (size_of::<Counter>() + size_of::<u64>()) * node.amaf().len()
    }

    /// Takes note that a simulation that went through it has ended. `threads` is the number of
    /// threads.
    #[inline]
    pub(crate) fn passed(&self, threads: u32) {
        self.left.update(|left| left - 1);
        if self.left.get() == 0 {
            self.exchange(threads);
        }
    }

    /// Makes it and the shared node say the same. What is known of their last choices no longer
    /// holds.
    fn exchange(&self, threads: u32) {
        let common = &mut *self.common.borrow_mut();
        let visits = self.shared.add_visits(self.own.visits() - common.visits);
        self.own.set_visits(visits);
        common.visits = visits;
        self.left.set(interval(visits, threads));
        self.own.favour_none();
        let edges = self.own.edges.iter().zip(&self.shared.edges);
        for ((own, shared), [results, note]) in edges.zip(&mut common.edges) {
            own.results.exchange::<true>(&shared.results, results);
            P::exchange(&own.note, &shared.note, note);
            own.follow(shared);
        }
        self.shared.favour_none();
        common.exchanges += 1;
        if common.exchanges.is_multiple_of(AMAF_EVERY) {
            let amaf = self.own.amaf().iter().zip(self.shared.amaf());
            for ((own, shared), known) in amaf.zip(&mut common.amaf) {
                own.exchange::<false>(shared, known);
            }
        }
    }

    /// [`Node::settle`], here and in the shared node.
    pub(crate) fn settle(&self, index: usize, result: GameResult) -> Option<GameResult> {
        let (own, shared) = (&self.own.edges[index], &self.shared.edges[index]);
        let known = &mut self.common.borrow_mut().edges[index][0];
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
    /// None, for the only thread.
    pub(crate) fn none() -> Self {
        Replicas { slots: None, all: Vec::new(), known: BTreeMap::new(), threads: 1 }
    }

    /// No replicas yet, for one of `threads` threads.
    pub(crate) fn new(slots: &'a ReplicaSlots<'a, G, P>, threads: u32) -> Self {
        Replicas { slots: Some(slots), threads, ..Self::none() }
    }

    /// The number of threads.
    #[inline]
    pub(crate) fn threads(&self) -> u32 {
        self.threads
    }

    /// The place of the root.
    #[inline]
    pub(crate) fn root(&self, node: &'a NodeOf<G, P>) -> Place<'a, G, P> {
        self.all.first().map_or(Place::of(node), |&replica| at(replica))
    }

    /// The place of a [target](Place::target). `node` gives the node with a number.
    #[inline]
    pub(crate) fn place<const SHARED: bool>(
        &self,
        target: u32,
        node: impl FnOnce(u32) -> &'a NodeOf<G, P>,
    ) -> Place<'a, G, P> {
        if SHARED && target >= REPLICA {
            at(self.all[(target ^ REPLICA) as usize])
        } else {
            Place::of(node(target))
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
        if self.threads > 1 && !self.all.is_empty() {
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
        before: Option<(&Replica<'a, G, P>, usize)>,
        claim: impl Fn(usize) -> Option<()>,
    ) -> bool {
        let number = match self.known.entry(node) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(unknown) => {
                let Some(replica) = made(self.slots, node, self.threads, claim) else {
                    return false;
                };
                self.all.push(replica);
                *unknown.insert(self.all.len() as u32 - 1)
            }
        };
        if let Some((before, index)) = before {
            before.below[index].set(Some(number));
            before.own.favour_none();
        }
        true
    }

    /// Brings all of them and what they are replicas of together.
    pub(crate) fn exchange(&self) {
        self.all.iter().for_each(|replica| replica.exchange(self.threads));
    }
}

/// A replica of a node in a slot of its own; none if there is not enough memory.
fn made<'a, G: Game, P: Policy<G>>(
    slots: Option<&'a ReplicaSlots<'a, G, P>>,
    node: &'a NodeOf<G, P>,
    threads: u32,
    claim: impl Fn(usize) -> Option<()>,
) -> Option<&'a Replica<'a, G, P>> {
    let slots = slots?;
    // No other thread reserves any. What the machine does not have for a block stays claimed.
    let slot = slots.reserve(1, &claim, |_| ())?.start;
    claim(Replica::<G, P>::bytes(node))?;
    slots.fill(slot, Replica::of(node, threads));
    Some(slots.get(slot))
}

#[inline]
fn at<'a, G: Game, P: Policy<G>>(replica: &'a Replica<'a, G, P>) -> Place<'a, G, P> {
    Place { node: &replica.own, replica: Some(replica) }
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
        let slots = ReplicaSlots::new();
        let mut replicas = Tested::new(&slots, 2);
        assert!(replicas.add(&above, None, |_| Some(())));
        let place = replicas.root(&above);
        let replica = place.replica.unwrap();
        let favour = |target| {
            place.node.favour(Favourite::NONE, Choice::once(3));
            place.node.favour_node::<false>(3, target);
        };
        let favourite = || place.node.favourite();
        favour(place.target(3, 7));
        assert_eq!(favourite().node(), Some(7));
        // A replica of the node that the favourite leads to.
        assert!(replicas.add(&below, Some((replica, 3)), |_| Some(())));
        assert_eq!(favourite(), Favourite::NONE);
        let target = place.target(3, 7);
        favour(target);
        let next = replicas.place::<true>(favourite().node().unwrap(), |_| unreachable!());
        assert!(std::ptr::eq(next.shared(), &below));
        assert!(std::ptr::eq(next.node, &next.replica.unwrap().own));
        // The results of another thread.
        above.edges[5].results.add_exactly(change(1, 1));
        above.favour(Favourite::NONE, Choice::once(2));
        replica.exchange(2);
        assert_eq!((favourite(), above.favourite()), (Favourite::NONE, Favourite::NONE));
        assert_eq!(place.node.edges[5].results.get().visits, 1);
        // A move that is not to be chosen again.
        favour(target);
        replica.settle(3, GameResult::Draw);
        assert_eq!(favourite(), Favourite::NONE);
    }

    #[test]
    fn what_a_thread_has_counted_is_shared_once_its_visits_have_grown() {
        for (threads, grown) in [(1, 50), (2, 25), (5, 10)] {
            let shared = node();
            shared.set_visits(100);
            let slots = ReplicaSlots::new();
            let mut replicas = Tested::new(&slots, threads);
            assert!(replicas.add(&shared, None, |_| Some(())));
            let Place { node: own, replica } = replicas.root(&shared);
            for visit in 1..=grown {
                assert_eq!(shared.visits(), 100, "{threads} threads, visit {visit}");
                own.visit();
                own.edges[visit % 9].results.add(change(1, 1));
                replica.unwrap().passed(threads);
            }
            assert_eq!(shared.visits(), 100 + grown as u32);
            let counted = shared.edges.iter().map(|edge| edge.results.get().visits as usize);
            assert_eq!(counted.sum::<usize>(), grown);
        }
    }

    #[test]
    fn a_node_has_one_replica_whatever_paths_lead_to_it() {
        let (above, below, other) = (node(), node(), node());
        let slots = ReplicaSlots::new();
        let mut replicas = Tested::new(&slots, 2);
        assert!(replicas.add(&above, None, |_| Some(())));
        let place = replicas.root(&above);
        let replica = place.replica.unwrap();
        for index in [2, 6] {
            assert!(replicas.add(&below, Some((replica, index)), |_| (index == 2).then_some(())));
        }
        assert_eq!(place.target(2, 9), place.target(6, 9));
        assert_eq!(place.target(4, 9), 9);
        assert!(!replicas.add(&other, Some((replica, 4)), |_| None), "without memory");
    }
}
