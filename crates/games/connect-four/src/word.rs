use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Mul, Not};
use std::ops::{Shl, Shr, Sub};

/// A machine word as a set of cells. Implemented for `u64` and, for larger boards, `u128`.
pub trait Word:
    Copy
    + Default
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + private::Sealed
{
    /// The number of bits.
    const BITS: u32;
    /// The empty set.
    const ZERO: Self;
    /// The set of the first cell.
    const ONE: Self;

    /// The number of cells in the set.
    fn count_ones(self) -> u32;

    /// The number of the first cell in the set; [`BITS`](Self::BITS) if it is empty.
    fn trailing_zeros(self) -> u32;

    /// The set without its first cell; empty if it is empty.
    fn without_first(self) -> Self;

    /// A mixture of all bits. Different words of 64 bits have different mixtures.
    fn mix(self) -> u64;

    /// A mixture of the bits of two words.
    fn mix_both(self, other: Self) -> u64;
}

mod private {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

macro_rules! counts {
    ($word:ty) => {
        const BITS: u32 = <$word>::BITS;
        const ZERO: Self = 0;
        const ONE: Self = 1;

        #[inline]
        fn count_ones(self) -> u32 {
            <$word>::count_ones(self)
        }

        #[inline]
        fn trailing_zeros(self) -> u32 {
            <$word>::trailing_zeros(self)
        }

        #[inline]
        fn without_first(self) -> Self {
            self & self.wrapping_sub(1)
        }
    };
}

const ODD: u64 = 0xd6e8_feb8_6659_fd93;

impl Word for u64 {
    counts!(u64);

    /// A bijection in which each bit of the argument affects the whole result: two multiplications,
    /// and between them an exclusive or with the upper half. The constant added first keeps the
    /// empty board's key from being 0.
    #[inline]
    fn mix(self) -> u64 {
        let mixed = (self ^ 0xbb67_ae85_84ca_a73b).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd1b5_4a32_d192_ed03);
        mixed ^ (mixed >> 32)
    }

    #[inline]
    fn mix_both(self, other: Self) -> u64 {
        self.wrapping_add(other.wrapping_mul(ODD)).mix()
    }
}

impl Word for u128 {
    counts!(u128);

    /// A hash: the upper half is mixed and added to the lower one.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
    fn mix(self) -> u64 {
        (self as u64).wrapping_add(((self >> 64) as u64).mix()).mix()
    }

    #[inline]
    fn mix_both(self, other: Self) -> u64 {
        self.mix().mix_both(other.mix())
    }
}
