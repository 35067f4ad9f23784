use rand_core::Rng;

/// A random number below `end`, which is not 0.
pub(crate) fn below(rng: &mut impl Rng, end: u32) -> u32 {
    // The bias is below `end` in 2^32, which does not matter here.
    ((u64::from(rng.next_u32()) * u64::from(end)) >> 32) as u32
}
