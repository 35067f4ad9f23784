//! Permutations as numbers by their Lehmer code: for each element, the number of smaller ones
//! after it (Laisant, "Sur la numération factorielle, application aux permutations", 1888).
//!
//! An element with r − 1 others after it has a digit below r, of weight (r − 1)! in the
//! permutation's number. The sum of the digits is the number of inversions. Where its parity is
//! known, the digit below 2 follows from the others, and half the number, rounded down,
//! identifies the permutation.

use crate::board::Word;
use crate::size::MAX_CELLS;

/// The Lehmer code of a permutation of the numbers below its length.
pub(crate) struct LehmerCode {
    digits: [u8; MAX_CELLS],
    length: u8,
}

impl LehmerCode {
    /// The code of a permutation of `0..length`.
    pub(crate) fn of(length: u8, permutation: impl Iterator<Item = u8>) -> Self {
        let mut digits = [0; MAX_CELLS];
        let mut left = (1u32 << length) - 1;
        for (digit, element) in digits.iter_mut().zip(permutation) {
            left &= !(1 << element);
            let smaller = left & ((1 << element) - 1);
            *digit = u8::try_from(smaller.count_ones()).expect("at most 32");
        }
        LehmerCode { digits, length }
    }

    /// The number of pairs of elements in the wrong order.
    pub(crate) fn inversions(&self) -> u32 {
        self.digits.iter().copied().map(u32::from).sum()
    }

    /// The number of the permutation among those of its parity, in lexicographic order.
    pub(crate) fn halved_number(&self) -> u64 {
        let choices = (3..=u64::from(self.length)).rev();
        choices
            .zip(self.digits)
            .fold(0, |number, (choices, digit)| number * choices + u64::from(digit))
    }

    /// The code of the permutation with this number among those of the same parity.
    #[expect(clippy::cast_possible_truncation, reason = "a remainder by a u8")]
    pub(crate) fn from_halved_number(length: u8, mut number: u64, odd: bool) -> Self {
        let mut code = LehmerCode { digits: [0; MAX_CELLS], length };
        for choices in 3..=length {
            code.digits[usize::from(length - choices)] = (number % u64::from(choices)) as u8;
            number /= u64::from(choices);
        }
        let last = (code.inversions() + u32::from(odd)) % 2;
        code.digits[usize::from(length) - 2] = u8::from(last == 1);
        code
    }

    /// The permutation.
    pub(crate) fn elements<W: Word>(&self) -> impl Iterator<Item = u8> {
        let mut left = (0..self.length).fold(W::ZERO, |left, element| left.flip(element, element));
        self.digits.into_iter().take(self.length.into()).map(move |digit| {
            let element = left.lane(digit);
            left = left.without(digit);
            element
        })
    }
}
