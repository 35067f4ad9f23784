//! Hash maps for keys that are already mixed, and a hash function for values that are not.
//!
//! [`MixedKeyMap`] uses fxhash: one multiplication, no finalizer. It is the fastest choice for
//! Zobrist keys and a trap for other keys: packed boards with constant low bits collide in a few
//! buckets, and a breadth-first search of 181,440 states took 9.6 s instead of 0.01 s. Store states
//! in a [`StateTable`](crate::StateTable), which uses [`mix`].

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// A map from well mixed 64-bit keys, such as Zobrist keys. Its iteration order is arbitrary and
/// must not reach an output.
pub type MixedKeyMap<V> = fxhash::FxHashMap<u64, V>;

/// A map from states, which compares whole states. Its iteration order is arbitrary and must not
/// reach an output.
pub type StateMap<S, V> = HashMap<S, V, rustc_hash::FxBuildHasher>;

/// The hasher of [`mix`]. That of rustc-hash has no more bits than an address: with 32, different
/// states have equal keys in searches of some hundred thousand.
#[cfg(target_pointer_width = "64")]
type Hasher64 = rustc_hash::FxHasher;
#[cfg(not(target_pointer_width = "64"))]
type Hasher64 = wide::WideHasher;

/// A hash of `value` whose upper bits are well mixed; the same in every run, and on machines of 32
/// and 64 bits.
///
/// In rustc-hash the last bits of a word reach only a few bits of the result; one more folding
/// multiplication spreads every bit of a packed board over all the upper bits.
#[inline]
pub fn mix<T: Hash>(value: &T) -> u64 {
    let mut hasher = Hasher64::default();
    value.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// rustc-hash as it is on machines of 64 bits, for all.
#[cfg(any(test, not(target_pointer_width = "64")))]
mod wide {
    use std::hash::Hasher;

    #[derive(Default)]
    pub(super) struct WideHasher(u64);

    macro_rules! write_words {
        ($($write:ident: $word:ty),*) => {$(
            #[inline]
            fn $write(&mut self, word: $word) {
                self.0 = self.0.wrapping_add(word as u64).wrapping_mul(0xf135_7aea_2e62_a9c5);
            }
        )*};
    }

    impl Hasher for WideHasher {
        write_words!(write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64);
        write_words!(write_usize: usize);

        #[inline]
        fn write_u128(&mut self, word: u128) {
            self.write_u64(word as u64);
            self.write_u64((word >> 64) as u64);
        }

        #[inline]
        fn write(&mut self, bytes: &[u8]) {
            self.write_u64(hash_bytes(bytes));
        }

        #[inline]
        fn finish(&self) -> u64 {
            self.0.rotate_left(26)
        }
    }

    fn hash_bytes(bytes: &[u8]) -> u64 {
        let length = bytes.len();
        let word = |start: usize, size: usize| {
            let bytes = bytes[start..start + size].iter().rev();
            bytes.fold(0, |word, &byte| word << 8 | u64::from(byte))
        };
        let (mut one, mut other) = (0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344);
        for start in (0..length.saturating_sub(16)).step_by(16) {
            let next = fold(one ^ word(start, 8), 0xa409_3822_299f_31d0 ^ word(start + 8, 8));
            (one, other) = (other, next);
        }
        let (first, last) = match length {
            0 => (0, 0),
            1..4 => (word(0, 1), word(length - 1, 1) << 8 | word(length / 2, 1)),
            4..8 => (word(0, 4), word(length - 4, 4)),
            8..16 => (word(0, 8), word(length - 8, 8)),
            16.. => (word(length - 16, 8), word(length - 8, 8)),
        };
        fold(one ^ first, other ^ last) ^ length as u64
    }

    fn fold(one: u64, other: u64) -> u64 {
        let product = u128::from(one) * u128::from(other);
        product as u64 ^ (product >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{Hash, Hasher};

    use super::{Hasher64, wide::WideHasher};

    fn hash<H: Hasher + Default>() -> u64 {
        let mut hasher = H::default();
        (1_u8, 2_u16, 3_u32, u64::MAX - 4, 5_usize).hash(&mut hasher);
        (u128::MAX / 6, ('7', true, Some(()))).hash(&mut hasher);
        let text = "No hash of 32 bits may stand for a position among millions of others.";
        (0..text.len()).for_each(|length| text[..length].hash(&mut hasher));
        hasher.finish()
    }

    #[test]
    fn machines_of_32_and_64_bits_have_the_same_hashes() {
        assert_eq!(hash::<Hasher64>(), 13_858_543_494_429_606_233);
        assert_eq!(hash::<Hasher64>(), hash::<WideHasher>());
    }
}
