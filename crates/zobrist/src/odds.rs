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

/// The number of different positions of which two have the same key with this `probability`, for
/// keys of `bits` random bits: the inverse of [`collision_probability`], rounded to a float's
/// precision.
///
/// # Panics
/// If `probability` is negative or not below 1.
///
/// # Example
/// ```
/// let half_chance = tesuji_zobrist::positions_for_collision(0.5, 64);
/// assert_eq!(format!("{half_chance:.1e}"), "5.1e9");
/// ```
#[must_use]
pub fn positions_for_collision(probability: f64, bits: u32) -> f64 {
    assert!((0.0..1.0).contains(&probability), "{probability} is not a probability below 1");
    // n² − n = 2^(bits+1) · ln 1/(1−p), solved for n.
    let product = -2.0 * f64::from(bits).exp2() * (-probability).ln_1p();
    0.5 + (0.25 + product).sqrt()
}
