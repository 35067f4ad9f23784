use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Draws `count` Zobrist keys: 64 random bits each, never 0, all distinct, and the same for the same
/// seed on every machine (Zobrist, "A New Hashing Method with Application for Game Playing",
/// University of Wisconsin, 1970).
///
/// # Example
/// ```
/// let keys = tesuji_zobrist::keys(2026, 76);
/// assert_eq!(keys.len(), 76);
/// assert_eq!(keys, tesuji_zobrist::keys(2026, 76));
/// ```
#[must_use]
pub fn keys(seed: u64, count: usize) -> Box<[u64]> {
    let mut generator = Pcg64::seed_from_u64(seed);
    let mut keys: Vec<u64> = Vec::with_capacity(count);
    let mut seen = std::collections::HashSet::from([0]);
    while keys.len() < count {
        let key = generator.next_u64();
        if seen.insert(key) {
            keys.push(key);
        }
    }
    keys.into()
}
