use std::collections::HashSet;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Draws `count` Zobrist keys: 64 random bits each, never 0, all distinct, and the same for
/// a given seed on every machine (Zobrist, "A New Hashing Method with Application for Game
/// Playing", University of Wisconsin, 1970).
///
/// The key of a position is the exclusive or of one key for each of its features: this piece on
/// this cell, the second player to move. A move changes few features, so `play` and `undo` update
/// the key with a few exclusive ors. Three rules keep it correct:
/// * every feature that affects the future has a key, the player to move above all;
/// * the initial position's key is computed like any other, not set to 0;
/// * no key is drawn that is never used: an empty cell needs none.
///
/// [`laws::incremental_key`](tesuji_core::laws::incremental_key) tests a game's keys.
///
/// # Example
/// Breakthrough on 5×5 needs a key for each of two colours on 25 cells, and one for the turn.
/// ```
/// let keys = tesuji_zobrist::keys(2026, 2 * 25 + 1);
/// assert_eq!(keys.len(), 51);
/// assert_eq!(keys, tesuji_zobrist::keys(2026, 51));
/// // A longer table starts with the shorter one.
/// assert_eq!(keys[..], tesuji_zobrist::keys(2026, 76)[..51]);
/// ```
#[must_use]
pub fn keys(seed: u64, count: usize) -> Box<[u64]> {
    let mut generator = Pcg64::seed_from_u64(seed);
    let mut keys: Vec<u64> = Vec::with_capacity(count);
    let mut seen = HashSet::from([0]);
    while keys.len() < count {
        let key = generator.next_u64();
        if seen.insert(key) {
            keys.push(key);
        }
    }
    keys.into()
}

/// A well-mixed key for a state that fits 64 bits: different states never share one.
///
/// The function is a bijection, so a table that compares all 64 bits of the key
/// ([`Shape::key_bits`](crate::Shape::key_bits)) compares the whole state, without more memory
/// for it. (The three rounds of shift and multiplication are the finalizer of
/// `SplitMix64`: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
/// OOPSLA 2014.)
///
/// # Example
/// ```
/// use tesuji_zobrist::exact_key;
///
/// let keys: std::collections::HashSet<u64> = (0..10_000).map(exact_key).collect();
/// assert_eq!(keys.len(), 10_000);
/// ```
#[inline]
#[must_use]
pub fn exact_key(packed_state: u64) -> u64 {
    // Without the added constant, 0 would map to 0.
    let mut key = packed_state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}
