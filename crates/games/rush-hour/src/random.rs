use rand_core::Rng;

/// A number below `end`, which is not 0.
pub(crate) fn below(rng: &mut impl Rng, end: u32) -> u32 {
    // The bias, below `end` in 2^32, does not matter here.
    ((u64::from(rng.next_u32()) * u64::from(end)) >> 32) as u32
}
