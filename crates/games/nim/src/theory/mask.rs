//! The choice of a sparse space: which values are rare.

use std::cmp::Reverse;

/// Divides the values of heaps into two classes, rare and common, such that a heap split into two
/// heaps of the same class has a rare value, and of different classes a common one.
///
/// A value is rare if an even number of its bits are in the mask; with a twist, heaps of every
/// other size swap the classes. (Flammenkamp found the twisted kind in games like 0.051; it
/// requires that all splitting moves take the same number of tokens modulo 2.) Every mask is
/// correct. A good one makes few heaps rare, and then each of them costs little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    /// Never 0.
    bits: u16,
    /// 1 if the classes are swapped at every other size, else 0.
    twist: usize,
    /// The parity of a heap's size plus this determines whether they are.
    offset: usize,
    /// The bits below the lowest of the mask.
    low: u16,
}

impl Mask {
    /// The mask with the fewest rare heaps among these values, listed from heap 0 on. `twist` is
    /// the parity of the tokens that splitting moves take, if they all share it.
    pub(crate) fn with_fewest_rare(
        values: impl Iterator<Item = u16> + Clone,
        twist: Option<usize>,
    ) -> Mask {
        let largest = values.clone().max().unwrap_or(0).max(1);
        let bits = u16::BITS - largest.leading_zeros();
        // Four entries for every value, so that equal ones in a row don't wait for each other.
        let mut quarters = vec![0u32; 4 << bits];
        values.enumerate().for_each(|(heap, value)| {
            quarters[usize::from(value) << 2 | (heap & 3)] += 1;
        });
        // Two entries for every value, for heaps with twist 0 and 1.
        let offset = twist.unwrap_or(0);
        let mut counts = vec![0i64; 2 << bits];
        for (index, count) in quarters.into_iter().enumerate() {
            counts[index >> 2 << 1 | ((index + offset) & 1)] += i64::from(count);
        }
        // Entry m of the Walsh-Hadamard transform is the number of heaps with an even number of
        // bits in m less the number of those with an odd number.
        walsh_hadamard(&mut counts);
        let twists = 0..=usize::from(twist.is_some());
        let best = (1..1usize << bits)
            .flat_map(|bits| twists.clone().map(move |twist| bits << 1 | twist))
            .min_by_key(|&mask| (counts[mask], mask & 1, Reverse(mask)))
            .expect("at least one bit");
        #[expect(clippy::cast_possible_truncation, reason = "at most 16 bits")]
        let (twist, bits) = (best & 1, (best >> 1) as u16);
        Mask { bits, twist, offset, low: (bits & bits.wrapping_neg()) - 1 }
    }

    /// Whether a heap of `size` tokens is rare if it has this value.
    #[inline(always)]
    pub(crate) fn is_rare(self, size: usize, value: u16) -> bool {
        let swapped = self.twist & (size + self.offset);
        (value & self.bits).count_ones() as usize & 1 == swapped
    }

    /// The change of a heap's class after `take` more tokens without a change of its value: the top
    /// bit or nothing.
    pub(crate) fn flip(self, take: usize) -> u16 {
        if self.twist & take == 1 { 1 << 15 } else { 0 }
    }

    /// The number of a value in its class: the value without the lowest bit of the mask, which the
    /// other bits determine. Linear and monotonic.
    #[inline(always)]
    pub(crate) fn index(self, value: u16) -> u16 {
        (value & self.low) | ((value >> 1) & !self.low)
    }

    /// The largest number of all smaller values of either class, for a value with number `index`.
    #[inline(always)]
    pub(crate) fn largest_index_below(self, index: u16) -> u16 {
        index | self.low
    }

    /// The value with this number of a rare or a common heap of `size` tokens.
    #[inline(always)]
    pub(crate) fn value(self, index: u16, size: usize, rare: bool) -> u16 {
        let value = (index & self.low) | ((index & !self.low) << 1);
        if self.is_rare(size, value) == rare { value } else { value | (self.low + 1) }
    }
}

/// The Walsh-Hadamard transform, in place; the length is a power of two.
fn walsh_hadamard(entries: &mut [i64]) {
    let mut half = 1;
    while half < entries.len() {
        for pair in entries.chunks_exact_mut(2 * half) {
            let (left, right) = pair.split_at_mut(half);
            for (a, b) in left.iter_mut().zip(right) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_that_singles_out_few_values_is_found() {
        // Bits 1, 2 and 4 are odd in all values except every hundredth.
        let values: Vec<u16> = (0..1000u16)
            .map(|n| {
                let value = n.wrapping_mul(40_503) >> 9 & 31;
                let odd = (value & 0b10110).count_ones() & 1 == 1;
                if odd != (n % 100 == 0) { value } else { value ^ 4 }
            })
            .collect();
        let mask = Mask::with_fewest_rare(values.iter().copied(), None);
        let rare = (0..).zip(&values).filter(|&(n, &v)| mask.is_rare(n, v)).count();
        assert_eq!((mask.bits, rare), (0b10110, 10));
    }

    #[test]
    fn indices_number_each_class_in_order() {
        for twist in [None, Some(0), Some(1)] {
            let values = (0..512u16).map(|n| (n * 7 % 61) ^ (n % 2));
            let mask = Mask::with_fewest_rare(values, twist);
            for (size, rare) in [(10, true), (10, false), (11, true), (11, false)] {
                for index in 0..200 {
                    let value = mask.value(index, size, rare);
                    assert_eq!(mask.is_rare(size, value), rare);
                    assert_eq!(mask.index(value), index);
                    assert!(mask.value(index + 1, size, rare) > value);
                }
            }
        }
    }
}
