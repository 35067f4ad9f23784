//! The treatment of transpositions: whether paths to the same position share its statistics.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use tesuji_core::Game;
use tesuji_core::hash::MixedKeyMap;

use crate::line::Line;

/// The treatment of transpositions in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognition {
    /// None: the search grows a tree, in which a position has a node for each path to it.
    ByPath,
    /// A transposition table by 64-bit keys. Two positions with the same key are treated as one;
    /// with a million positions the probability of such a collision is 1 in 37 million.
    ByKey,
    /// A transposition table that compares whole positions, so that there are no collisions.
    ByState,
}

/// The nodes by their positions.
#[derive(Debug)]
pub(crate) enum Index<S> {
    None,
    Keys(Shards<u32>),
    /// Those with the same key, nearly always one.
    States(Shards<Vec<(S, u32)>>),
}

impl<S: Clone + Eq> Index<S> {
    /// An index of no positions.
    pub(crate) fn new(recognition: Recognition) -> Self {
        match recognition {
            Recognition::ByPath => Index::None,
            Recognition::ByKey => Index::Keys(Shards::default()),
            Recognition::ByState => Index::States(Shards::default()),
        }
    }

    /// The most that a position takes.
    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Index::None => 0,
            Index::Keys(_) => Shards::<u32>::BYTES,
            Index::States(_) => Shards::<Vec<(S, u32)>>::BYTES + 4 * size_of::<(S, u32)>(),
        }
    }

    /// The node of `state`: a known one, or one that `make` makes; none if that makes none.
    #[inline]
    pub(crate) fn find<G: Game<State = S>>(
        &self,
        game: &G,
        state: &S,
        make: impl FnOnce() -> Option<u32>,
    ) -> Option<u32> {
        match self {
            Index::None => make(),
            Index::Keys(shards) => {
                let key = game.key(state);
                shards.with(key, |map| {
                    if let Some(&node) = map.get(&key) {
                        return Some(node);
                    }
                    map.try_reserve(1).ok()?;
                    let node = make()?;
                    map.insert(key, node);
                    Some(node)
                })
            }
            Index::States(shards) => {
                let key = game.key(state);
                shards.with(key, |map| {
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
        }
    }

    /// Forgets the nodes of which `renumbered` says nothing and renumbers the others.
    pub(crate) fn renumber(&mut self, renumbered: impl Fn(u32) -> Option<u32>) {
        let is_kept = |node: &mut u32| renumbered(*node).map(|new| *node = new).is_some();
        match self {
            Index::None => {}
            Index::Keys(shards) => shards.retain(is_kept),
            Index::States(shards) => shards.retain(|known| {
                known.retain_mut(|(_, node)| is_kept(node));
                !known.is_empty()
            }),
        }
    }
}

/// A map in parts, each behind a lock of its own: threads seldom want the same at the same time.
pub(crate) struct Shards<V>([Line<Mutex<MixedKeyMap<V>>>; SHARDS]);

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
