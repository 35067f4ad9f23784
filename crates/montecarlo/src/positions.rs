//! The treatment of transpositions: whether paths to the same position share its statistics.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use tesuji_core::Game;
use tesuji_core::hash::MixedKeyMap;

use crate::line::Line;

/// The treatment of transpositions in a search.
pub trait Positions<G: Game>: Copy {
    /// Where it looks.
    type Index: Sync + fmt::Debug;

    /// An index of no positions.
    fn index(self) -> Self::Index;

    /// The most that a position takes in the index.
    fn bytes(self) -> usize;

    /// The node of `state`: the one in the index, or one that `make` makes; none if that makes
    /// none.
    fn find(
        index: &Self::Index,
        game: &G,
        state: &G::State,
        make: impl FnOnce() -> Option<u32>,
    ) -> Option<u32>;

    /// Forgets the nodes of which `renumbered` says nothing and renumbers the others.
    fn renumber(index: &mut Self::Index, renumbered: impl Fn(u32) -> Option<u32>);
}

/// No transpositions: the search grows a tree, in which a position has a node for each path to it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByPath;

impl<G: Game> Positions<G> for ByPath {
    type Index = ();

    fn index(self) {}

    #[inline]
    fn bytes(self) -> usize {
        0
    }

    #[inline]
    fn find((): &(), _: &G, _: &G::State, make: impl FnOnce() -> Option<u32>) -> Option<u32> {
        make()
    }

    fn renumber((): &mut (), _: impl Fn(u32) -> Option<u32>) {}
}

/// A transposition table by 64-bit keys. Two positions with the same key are treated as one; with a
/// million positions the probability of such a collision is 1 in 37 million.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByKey;

impl<G: Game> Positions<G> for ByKey {
    type Index = Shards<u32>;

    fn index(self) -> Self::Index {
        Shards::default()
    }

    #[inline]
    fn bytes(self) -> usize {
        Shards::<u32>::BYTES
    }

    fn find(
        index: &Self::Index,
        game: &G,
        state: &G::State,
        make: impl FnOnce() -> Option<u32>,
    ) -> Option<u32> {
        let key = game.key(state);
        index.with(key, |map| {
            if let Some(&node) = map.get(&key) {
                return Some(node);
            }
            map.try_reserve(1).ok()?;
            let node = make()?;
            map.insert(key, node);
            Some(node)
        })
    }

    fn renumber(index: &mut Self::Index, renumbered: impl Fn(u32) -> Option<u32>) {
        index.retain(|node| renumbered(*node).map(|new| *node = new).is_some());
    }
}

/// A transposition table that compares whole positions, so that there are no collisions.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByState;

impl<G: Game<State: Send>> Positions<G> for ByState {
    /// Those with the same key, nearly always one.
    type Index = Shards<Vec<(G::State, u32)>>;

    fn index(self) -> Self::Index {
        Shards::default()
    }

    #[inline]
    fn bytes(self) -> usize {
        Shards::<Vec<(G::State, u32)>>::BYTES + 4 * size_of::<(G::State, u32)>()
    }

    fn find(
        index: &Self::Index,
        game: &G,
        state: &G::State,
        make: impl FnOnce() -> Option<u32>,
    ) -> Option<u32> {
        let key = game.key(state);
        index.with(key, |map| {
            map.try_reserve(1).ok()?;
            let known = map.entry(key).or_default();
            if let Some((_, node)) = known.iter().find(|(known, _)| known == state) {
                return Some(*node);
            }
            let node = make()?;
            known.push((state.clone(), node));
            Some(node)
        })
    }

    fn renumber(index: &mut Self::Index, renumbered: impl Fn(u32) -> Option<u32>) {
        index.retain(|known| {
            known.retain_mut(|(_, node)| renumbered(*node).map(|new| *node = new).is_some());
            !known.is_empty()
        });
    }
}

/// Any of the three, chosen at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognition {
    /// [`ByPath`].
    ByPath,
    /// [`ByKey`].
    ByKey,
    /// [`ByState`].
    ByState,
}

/// The index of a [`Recognition`].
#[derive(Debug)]
pub enum ChosenIndex<S> {
    /// None.
    None,
    /// That of [`ByKey`].
    Keys(Shards<u32>),
    /// That of [`ByState`].
    States(Shards<Vec<(S, u32)>>),
}

impl<G: Game<State: Send>> Positions<G> for Recognition {
    type Index = ChosenIndex<G::State>;

    fn index(self) -> Self::Index {
        match self {
            Recognition::ByPath => ChosenIndex::None,
            Recognition::ByKey => ChosenIndex::Keys(Positions::<G>::index(ByKey)),
            Recognition::ByState => ChosenIndex::States(Positions::<G>::index(ByState)),
        }
    }

    fn bytes(self) -> usize {
        match self {
            Recognition::ByPath => Positions::<G>::bytes(ByPath),
            Recognition::ByKey => Positions::<G>::bytes(ByKey),
            Recognition::ByState => Positions::<G>::bytes(ByState),
        }
    }

    fn find(
        index: &Self::Index,
        game: &G,
        state: &G::State,
        make: impl FnOnce() -> Option<u32>,
    ) -> Option<u32> {
        match index {
            ChosenIndex::None => ByPath::find(&(), game, state, make),
            ChosenIndex::Keys(index) => ByKey::find(index, game, state, make),
            ChosenIndex::States(index) => ByState::find(index, game, state, make),
        }
    }

    fn renumber(index: &mut Self::Index, renumbered: impl Fn(u32) -> Option<u32>) {
        match index {
            ChosenIndex::None => {}
            ChosenIndex::Keys(index) => <ByKey as Positions<G>>::renumber(index, renumbered),
            ChosenIndex::States(index) => <ByState as Positions<G>>::renumber(index, renumbered),
        }
    }
}

/// A map in parts, each behind a lock of its own: threads seldom want the same at the same time.
pub struct Shards<V>([Line<Mutex<MixedKeyMap<V>>>; SHARDS]);

const SHARDS: usize = 64;

impl<V> Shards<V> {
    /// A hash map is at least 7/16 full, a place costs a byte more than its entry, and while it
    /// grows there are the old places and the new.
    const BYTES: usize = (size_of::<(u64, V)>() + 1) * 7 / 2;

    fn with<T>(&self, key: u64, act: impl FnOnce(&mut MixedKeyMap<V>) -> T) -> T {
        // The map's own hash of a mixed key keeps its low bits apart: take high ones.
        let shard = &self.0[(key >> (u64::BITS - SHARDS.ilog2())) as usize];
        // A thread that panicked has left the map as it was, or with one entry more.
        act(&mut shard.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn retain(&mut self, mut keep: impl FnMut(&mut V) -> bool) {
        for shard in &mut self.0 {
            let map = shard.0.get_mut().unwrap_or_else(PoisonError::into_inner);
            map.retain(|_, value| keep(value));
        }
    }
}

impl<V> Default for Shards<V> {
    fn default() -> Self {
        Shards(std::array::from_fn(|_| Line::default()))
    }
}

impl<V> fmt::Debug for Shards<V> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Shards").finish_non_exhaustive()
    }
}
