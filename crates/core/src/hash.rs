//! Hash maps for keys that are already mixed, and a hash for those that are not.
//!
//! [`MixedKeyMap`] and [`MixedKeySet`] use fxhash: one multiplication, no finishing step.
//! That is the fastest there is for Zobrist keys, and a trap for anything else: on boards packed
//! with constant low bits all entries crowd into a few buckets, and a breadth-first search of
//! 181,440 states took 9.6 s where it takes 0.01 s with a hash that mixes. Raw states therefore go
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

/// A checksum of `bytes`, for files. It changes for certain if one word of eight bytes changes,
/// whatever it changes to, since each step is a bijection of the sum so far; other changes go
/// unnoticed once in 2⁶⁴. The seed tells blocks of a file apart, so that none can take the place of
/// another.
#[must_use]
pub fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    let step = |sum: u64, word: u64| {
        let mixed = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 32)
    };
    let words = bytes.chunks_exact(8);
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    let sum = words.fold(step(seed, bytes.len() as u64), |sum, word| {
        step(sum, u64::from_le_bytes(word.try_into().expect("eight bytes")))
    });
    if bytes.len().is_multiple_of(8) { sum } else { step(sum, u64::from_le_bytes(last)) }
}
