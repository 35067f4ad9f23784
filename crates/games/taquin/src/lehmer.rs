//! Permutations as numbers by their Lehmer code: for each element, how many smaller ones come
//! after it (Laisant, "Sur la numération factorielle, application aux permutations", 1888).
//!
//! An element with r − 1 others after it has a digit below r, which counts (r − 1)! each in the
//! permutation's number. The sum of the digits is the number of inversions. Where it is known
//! whether that is even or odd, the digit below 2 follows from the others, and half the
//! number, rounded down, is enough.

use std::ops::{Add, Div, Mul, Rem};

use crate::board::Word;
use crate::rules::MAX_CELLS;

/// A number wide enough for the permutations at hand.
pub(crate) trait Count:
    Copy
    + From<u8>
    + TryInto<u8>
    + Add<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
{
    /// `self / divisor` and `self % divisor`.
    fn split(self, divisor: u8) -> (Self, u8) {
        let remainder = (self % divisor.into()).try_into();
        (self / divisor.into(), remainder.unwrap_or_else(|_| unreachable!("below a u8")))
    }
}

impl Count for u64 {}
impl Count for u128 {}

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

    /// How many pairs of elements stand in the wrong order.
    pub(crate) fn inversions(&self) -> u32 {
        self.digits.iter().copied().map(u32::from).sum()
    }

    /// The number of the permutation among those of its parity, in lexicographic order.
    pub(crate) fn halved_number<T: Count>(&self) -> T {
        let choices = (3..=self.length).rev();
        choices
            .zip(self.digits)
            .fold(0.into(), |number, (choices, digit)| number * choices.into() + digit.into())
    }

    /// The code of the permutation with this number among those of the same parity.
    pub(crate) fn from_halved_number<T: Count>(length: u8, mut number: T, odd: bool) -> Self {
        let mut code = LehmerCode { digits: [0; MAX_CELLS], length };
        for choices in 3..=length {
            let place = &mut code.digits[usize::from(length - choices)];
            (number, *place) = number.split(choices);
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
