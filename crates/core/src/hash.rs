//! Hash maps for keys that are already mixed, and a hash for those that are not.
//!
//! [`MixedKeyMap`] and [`MixedKeySet`] use fxhash: one multiplication, no finishing step.
//! That is the fastest there is for Zobrist keys, and a trap for anything else: on boards packed with constant low bits
//! all entries crowd into a few buckets, and a breadth-first search of 181,440 states took
//! 9.6 s where it takes 0.01 s with a hash that mixes. Raw states therefore go
//! into a [`StateTable`](crate::StateTable), which uses [`mix`].

use std::hash::{BuildHasher, Hash};

/// A map from well mixed 64-bit keys, such as Zobrist keys. Its order of iteration means
/// nothing: never let it reach an output.
pub type MixedKeyMap<V> = fxhash::FxHashMap<u64, V>;

/// A set of well mixed 64-bit keys, such as Zobrist keys.
pub type MixedKeySet = fxhash::FxHashSet<u64>;

/// A hash of `value` with its upper bits well mixed; the same in every run.
///
/// rustc-hash leaves the last bits of a word in a few bits of its result; one more
/// folding multiplication brings every bit of a packed board into all the upper bits.
#[inline(always)]
pub fn mix<T: Hash>(value: &T) -> u64 {
    let hash = rustc_hash::FxBuildHasher.hash_one(value);
    (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
