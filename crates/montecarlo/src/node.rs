use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

use tesuji_core::{GameResult, NodeEvent, Player};

use crate::counter::Counter;

/// A position that the search has visited more than once, with the statistics of its moves.
#[derive(Debug)]
pub struct Node<M, N> {
    pub(crate) mover: Player,
    /// The number of times that the search chose a move here.
    visits: AtomicU32,
    /// The result with best play, once it is proved, and [`AT_LEAST_DRAWN`].
    verdict: AtomicU8,
    /// The move that was chosen last, and the node it leads to, if known.
    favourite: AtomicU64,
    /// The [`Lead`] of its last choice.
    lead: AtomicU64,
    pub(crate) edges: Box<[Edge<M, N>]>,
    /// The statistics of playouts through here by move codes, once they are
    /// [collected](Policy::collects).
    amaf: OnceLock<Box<Amaf>>,
}

/// A counter for each move code, apart from the nodes: few have it.
#[derive(Debug)]
struct Amaf(Box<[Counter]>);

/// The move that was chosen last in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Favourite {
    /// Its index; that of no move if there is none.
    pub(crate) index: u32,
    /// The node it leads to, or a thread's replica of it, counted from 1; 0 if that is not known.
    child: u32,
}

/// The move to go on with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    pub(crate) index: usize,
    pub(crate) lead: Lead,
}

/// A bound on the values of all other moves than the one that was chosen, as long as none of them
/// is made: `others + slope · u`, where `u` is what the policy calculates with now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lead {
    pub(crate) others: f32,
    pub(crate) slope: f32,
}

/// A move of a position.
#[derive(Debug)]
pub struct Edge<M, N> {
    /// The results of the playouts that began with it, for the player who makes it.
    pub(crate) results: Counter,
    link: AtomicU32,
    pub(crate) mv: M,
    /// The policy's own data for the move.
    pub(crate) note: N,
}

/// The target of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Link {
    /// Not known yet.
    Open,
    /// To this node.
    Node(u32),
    /// A proved result, and the node, if there is one.
    Settled(GameResult, Option<u32>),
}

/// The two low bits of a link are the verdict, the others the node, counted from 1.
const VERDICT_BITS: u32 = 2;

/// The maximum number of nodes that links can address.
pub(crate) const MAX_NODES: u32 = (1 << (u32::BITS - VERDICT_BITS)) - 1;

impl<M, N> Node<M, N> {
    pub(crate) fn new(mover: Player, edges: Box<[Edge<M, N>]>) -> Self {
        let (visits, verdict) = (AtomicU32::new(0), AtomicU8::new(0));
        let (favourite, lead) =
            (AtomicU64::new(Favourite::NONE.pack()), AtomicU64::new(Lead::NONE.pack()));
        Node { mover, visits, verdict, favourite, lead, edges, amaf: OnceLock::new() }
    }

    /// The move that was chosen last.
    ///
    /// In a node that several threads go by, it and its lead may be those of choices by two of
    /// them. Then the move may be taken too often, until its value falls below that lead, or a
    /// result of another move comes in.
    #[inline]
    pub(crate) fn favourite(&self) -> Favourite {
        // As for links: a node is fully made before its number is here.
        Favourite::unpack(self.favourite.load(Ordering::Acquire))
    }

    /// The lead of that choice.
    #[inline]
    pub(crate) fn lead(&self) -> Lead {
        Lead::unpack(self.lead.load(Ordering::Relaxed))
    }

    /// Makes the chosen move the favourite, in place of `before`, which may be the same.
    #[inline]
    pub(crate) fn favour(&self, before: Favourite, choice: Choice) {
        let index = choice.index as u32;
        let child = if index == before.index { before.child } else { 0 };
        self.favourite.store(Favourite { index, child }.pack(), Ordering::Release);
        self.lead.store(choice.lead.pack(), Ordering::Relaxed);
    }

    /// Records the node that the favourite leads to, if it has this index: in a `SHARED` node
    /// another thread may have chosen another since.
    #[inline]
    pub(crate) fn favour_node<const SHARED: bool>(&self, index: usize, node: u32) {
        let favourite = Favourite { index: index as u32, child: node + 1 }.pack();
        if !SHARED {
            return self.favourite.store(favourite, Ordering::Release);
        }
        let before = self.favourite.load(Ordering::Relaxed);
        if Favourite::unpack(before).index as usize == index {
            // If it fails, another thread has chosen.
            let (set, failed) = (Ordering::Release, Ordering::Relaxed);
            let _ = self.favourite.compare_exchange(before, favourite, set, failed);
        }
    }

    /// Forgets the favourite.
    pub(crate) fn favour_none(&self) {
        self.favourite.store(Favourite::NONE.pack(), Ordering::Relaxed);
        self.lead.store(Lead::NONE.pack(), Ordering::Relaxed);
    }

    /// The counters by move codes; none before it has [them](Self::collect).
    #[inline]
    pub(crate) fn amaf(&self) -> &[Counter] {
        self.amaf.get().map_or(&[], |amaf| &amaf.0)
    }

    /// Counts by move codes from now on, in these counters. Whether it did not before.
    pub(crate) fn collect(&self, counters: Box<[Counter]>) -> bool {
        self.amaf.set(Box::new(Amaf(counters))).is_ok()
    }

    #[inline]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Counts a visit of the only thread that goes by this node.
    #[inline]
    pub(crate) fn visit(&self) {
        self.visits.store(self.visits() + 1, Ordering::Relaxed);
    }

    /// Adds `new` visits, and how many there are now.
    pub(crate) fn add_visits(&self, new: u32) -> u32 {
        self.visits.fetch_add(new, Ordering::Relaxed) + new
    }

    pub(crate) fn set_visits(&self, visits: u32) {
        self.visits.store(visits, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn verdict(&self) -> Option<GameResult> {
        decode(u32::from(self.verdict.load(Ordering::Relaxed)))
    }

    /// Whether the player to move has a move that is proved to draw.
    #[inline]
    pub(crate) fn is_at_least_drawn(&self) -> bool {
        self.verdict.load(Ordering::Relaxed) & AT_LEAST_DRAWN != 0
    }

    /// Records that the move with this index is proved to lead to `result`. Returns the result of
    /// the node, if it is proved now. The move is not chosen again.
    pub(crate) fn settle(&self, index: usize, result: GameResult) -> Option<GameResult> {
        let edge = &self.edges[index];
        edge.set_verdict(result);
        edge.results.retire();
        self.favour_none();
        if result == GameResult::Draw {
            self.verdict.fetch_or(AT_LEAST_DRAWN, Ordering::Relaxed);
        }
        let wins = result == GameResult::Win(self.mover);
        let verdict = if wins { Some(result) } else { self.last_resort() };
        if let Some(verdict) = verdict {
            self.verdict.fetch_or(encode(verdict) as u8, Ordering::Relaxed);
        }
        verdict
    }

    /// The best result of all moves, if all are proved and none wins.
    fn last_resort(&self) -> Option<GameResult> {
        let lost = GameResult::Win(self.mover.other());
        self.edges.iter().try_fold(lost, |best, edge| match edge.link() {
            Link::Settled(result, _) if result == lost => Some(best),
            Link::Settled(result, _) => Some(result),
            Link::Open | Link::Node(_) => None,
        })
    }
}

impl Favourite {
    pub(crate) const NONE: Self = Favourite { index: u32::MAX, child: 0 };

    /// The node it leads to, if that is known.
    #[inline]
    pub(crate) fn node(self) -> Option<u32> {
        self.child.checked_sub(1)
    }

    fn pack(self) -> u64 {
        u64::from(self.index) << 32 | u64::from(self.child)
    }

    #[inline]
    fn unpack(word: u64) -> Self {
        Favourite { index: (word >> 32) as u32, child: word as u32 }
    }
}

impl Choice {
    /// The move with this index, this time.
    #[inline]
    pub(crate) fn once(index: usize) -> Self {
        Choice { index, lead: Lead::NONE }
    }
}

impl Lead {
    /// No bound: the moves must be compared.
    pub(crate) const NONE: Self = Lead { others: f32::INFINITY, slope: 0.0 };

    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.others.to_bits()) << 32 | u64::from(self.slope.to_bits())
    }

    #[inline]
    fn unpack(word: u64) -> Self {
        Lead { others: f32::from_bits((word >> 32) as u32), slope: f32::from_bits(word as u32) }
    }
}

impl<M, N> Edge<M, N> {
    pub(crate) fn new(mv: M, note: N) -> Self {
        Edge { results: Counter::default(), link: AtomicU32::new(0), mv, note }
    }

    /// The same in an edge of its own.
    pub(crate) fn replica(&self, note: N) -> Self
    where
        M: Copy,
    {
        let link = AtomicU32::new(self.link.load(Ordering::Acquire));
        Edge { results: self.results.replica(), link, mv: self.mv, note }
    }

    /// Leads to where `shared` leads.
    #[inline]
    pub(crate) fn follow(&self, shared: &Self) {
        self.link.store(shared.link.load(Ordering::Acquire), Ordering::Release);
    }

    #[inline]
    pub(crate) fn link(&self) -> Link {
        // A node is fully made before its number is put into a link (`set_node`).
        let link = self.link.load(Ordering::Acquire);
        let node = link >> VERDICT_BITS;
        match decode(link) {
            Some(result) => Link::Settled(result, node.checked_sub(1)),
            None if node == 0 => Link::Open,
            None => Link::Node(node - 1),
        }
    }

    /// The mean of its playouts for the player who makes it.
    pub(crate) fn mean_for(&self, player: Player) -> NodeEvent {
        let results = self.results.get();
        let mean = f64::from(results.total) / f64::from(results.visits.max(1));
        NodeEvent::Mean { player, mean, samples: Some(results.visits) }
    }

    /// The node it leads to, if there is one.
    pub(crate) fn node(&self) -> Option<u32> {
        match self.link() {
            Link::Open => None,
            Link::Node(node) => Some(node),
            Link::Settled(_, node) => node,
        }
    }

    pub(crate) fn set_verdict(&self, result: GameResult) {
        self.link.fetch_or(encode(result), Ordering::Relaxed);
    }

    /// Leads to `node`, unless it leads somewhere already: the node it leads to then.
    pub(crate) fn set_node(&self, node: u32) -> u32 {
        let link = (node + 1) << VERDICT_BITS;
        let set = self.link.try_update(Ordering::AcqRel, Ordering::Acquire, |old| {
            (old >> VERDICT_BITS == 0).then_some(old | link)
        });
        match set {
            Ok(_) => node,
            Err(other) => (other >> VERDICT_BITS) - 1,
        }
    }

    /// Leads to what `renumbered` says of its node, or to none.
    pub(crate) fn relink(&mut self, renumbered: impl FnOnce(u32) -> Option<u32>) {
        let link = self.link.get_mut();
        if let Some(node) = (*link >> VERDICT_BITS).checked_sub(1) {
            let node = renumbered(node).map_or(0, |node| node + 1);
            *link = node << VERDICT_BITS | (*link & ((1 << VERDICT_BITS) - 1));
        }
    }
}

/// A draw, if not more, is certain for the player to move.
const AT_LEAST_DRAWN: u8 = 1 << VERDICT_BITS;

/// 0 is unknown.
fn encode(result: GameResult) -> u32 {
    match result {
        GameResult::Draw => 1,
        GameResult::Win(Player::First) => 2,
        GameResult::Win(Player::Second) => 3,
    }
}

#[inline]
fn decode(bits: u32) -> Option<GameResult> {
    match bits & ((1 << VERDICT_BITS) - 1) {
        0 => None,
        1 => Some(GameResult::Draw),
        2 => Some(GameResult::Win(Player::First)),
        _ => Some(GameResult::Win(Player::Second)),
    }
}

/// These items in a box of their own; `None` if there is no memory for it.
pub(crate) fn boxed<T>(items: impl ExactSizeIterator<Item = T>) -> Option<Box<[T]>> {
    let mut list = Vec::new();
    list.try_reserve_exact(items.len()).ok()?;
    list.extend(items);
    Some(list.into_boxed_slice())
}
