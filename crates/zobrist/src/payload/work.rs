/// The [`worth`](crate::Payload::worth) of a result that took `work` nodes, visits or
/// playouts: a logarithm that fits a byte.
///
/// Below 16 it is the work itself; above, it grows by 8 with each doubling. It is monotonic in the
/// work, and 255 from 15·2³⁰ ≈ 1.6·10¹⁰ on.
///
/// # Example
/// ```
/// use tesuji_zobrist::{work_of_worth, worth_of_work};
///
/// assert_eq!(worth_of_work(11), 11);
/// assert_eq!(worth_of_work(2_000_000), worth_of_work(1_000_000) + 8);
/// assert_eq!(work_of_worth(worth_of_work(1_000_000)), 983_040);
/// ```
#[inline]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "at most 255")]
pub const fn worth_of_work(work: u64) -> u8 {
    // A float with three bits after the leading one; below 8 without a leading one.
    let exponent = (work | 8).ilog2() - 3;
    let worth = ((exponent as u64) << 3) + (work >> exponent);
    if worth > 255 { 255 } else { worth as u8 }
}

/// The least work of this worth, the inverse of [`worth_of_work`]: at most an eighth too low, and
/// exact below 16.
#[inline]
#[must_use]
pub const fn work_of_worth(worth: u8) -> u64 {
    let (exponent, fraction) = (worth >> 3, (worth & 7) as u64);
    match exponent {
        0 => fraction,
        _ => (8 | fraction) << (exponent - 1),
    }
}
