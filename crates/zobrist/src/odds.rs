//! The birthday formula.

/// The chance that among `positions` different positions at least two have the same key, for
/// keys of `bits` random bits.
///
/// This is 1 − e^(−n(n−1) / 2^(bits+1)). The exponent leaves out terms that are smaller by
/// the factor n / 2^bits: with 64 bits, and as many positions as fit a machine, nothing.
///
/// # Example
/// √2⁶⁴ ≈ 4.3·10⁹ positions are not yet a half chance of a collision:
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

/// How many different positions it takes until two have the same key with this `probability`,
/// for keys of `bits` random bits: the inverse of [`collision_probability`], rounded to what
/// a float holds.
///
/// # Panics
/// If `probability` is not between 0 and 1, 1 excluded.
///
/// # Example
/// ```
/// let half_chance = tesuji_zobrist::positions_for_collision(0.5, 64);
/// assert_eq!(format!("{half_chance:.1e}"), "5.1e9");
/// ```
#[must_use]
pub fn positions_for_collision(probability: f64, bits: u32) -> f64 {
    assert!((0.0..1.0).contains(&probability), "{probability} is no probability below 1");
    // n² − n = 2^(bits+1) · ln 1/(1−p), solved for n.
    let product = -2.0 * f64::from(bits).exp2() * (-probability).ln_1p();
    0.5 + (0.25 + product).sqrt()
}
