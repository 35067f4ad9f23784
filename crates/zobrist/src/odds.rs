//! The birthday formula.

/// The probability that at least two of `positions` different positions have the same key, for
/// keys of `bits` random bits.
///
/// This is 1 − e^(−n(n−1) / 2^(bits+1)). The exponent omits terms that are smaller by the factor
/// n / 2^bits: negligible with 64 bits and any number of positions that fits into memory.
///
/// # Example
/// √2⁶⁴ ≈ 4.3·10⁹ positions give less than a half chance of a collision:
/// ```
/// let chance = tesuji_zobrist::collision_probability(1 << 32, 64);
/// assert!((chance - 0.3935).abs() < 1e-4);
/// // A million positions, as a nightly check of a game's keys might see:
/// assert!(tesuji_zobrist::collision_probability(1_000_000, 64) < 3e-8);
/// ```
#[must_use]
pub fn collision_probability(positions: u64, bits: u32) -> f64 {
    let n = positions as f64;
    let keys = f64::from(bits).exp2();
    if n > keys {
        return 1.0;
    }
    -(-n * (n - 1.0).max(0.0) / (2.0 * keys)).exp_m1()
}
