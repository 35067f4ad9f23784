use std::fmt::Debug;
use std::hash::Hash;

/// A machine word that packs a board's cells into lanes of bits, the first cell in the lowest
/// bits. Implemented for `u64` (16 lanes of 4 bits) and `u128` (25 of 5).
pub trait Word: Copy + Eq + Hash + Debug + Send + Sync + 'static + private::Lanes {}

impl Word for u64 {}
impl Word for u128 {}

pub(crate) mod private {
    /// Arithmetic on lanes.
    pub trait Lanes: Copy {
        const CELLS: usize;
        const ZERO: Self;
        /// The content of a lane.
        fn lane(self, cell: u8) -> u8;
        /// Toggles the bits of `tile` in a lane.
        fn flip(self, cell: u8, tile: u8) -> Self;
        /// The first lane that holds zero.
        fn first_zero(self) -> u8;
        /// The word without lane `cell`; the lanes above it move down by one.
        fn without(self, cell: u8) -> Self;

        // The word as a number.

        const BITS: u32;
        fn number(number: u64) -> Self;
        /// The word shifted left.
        fn shifted(self, bits: u32) -> Self;
        /// The sum and the difference, without overflow.
        fn plus(self, other: Self) -> Self;
        fn minus(self, other: Self) -> Self;
        /// The 32 bits from `bit` on.
        fn low_bits_from(self, bit: u8) -> u32;
    }

    macro_rules! lanes {
        ($word:ty, $bits:literal, $cells:literal) => {
            impl Lanes for $word {
                const CELLS: usize = $cells;
                const ZERO: Self = 0;

                #[inline]
                #[expect(clippy::cast_possible_truncation, reason = "a lane has few bits")]
                fn lane(self, cell: u8) -> u8 {
                    (self >> (cell * $bits)) as u8 & ((1 << $bits) - 1)
                }

                #[inline]
                fn flip(self, cell: u8, tile: u8) -> Self {
                    self ^ <$word>::from(tile) << (cell * $bits)
                }

                #[inline]
                #[expect(clippy::cast_possible_truncation, reason = "at most 128")]
                fn first_zero(self) -> u8 {
                    // Subtracting one from every lane borrows out of the lowest zero lane
                    // first: below it, no lane's top bit rises from 0 to 1.
                    const ONES: $word = {
                        let (mut ones, mut lane) = (0, 0);
                        while lane < $cells {
                            ones |= 1 << (lane * $bits);
                            lane += 1;
                        }
                        ones
                    };
                    const TOPS: $word = ONES << ($bits - 1);
                    ((self.wrapping_sub(ONES) & !self & TOPS).trailing_zeros() / $bits) as u8
                }

                #[inline]
                fn without(self, cell: u8) -> Self {
                    let below = ((1 as $word) << (cell * $bits)) - 1;
                    (self & below) | ((self >> $bits) & !below)
                }

                const BITS: u32 = <$word>::BITS;

                fn number(number: u64) -> Self {
                    number.into()
                }

                fn shifted(self, bits: u32) -> Self {
                    self << bits
                }

                #[inline]
                fn plus(self, other: Self) -> Self {
                    self.wrapping_add(other)
                }

                #[inline]
                fn minus(self, other: Self) -> Self {
                    self.wrapping_sub(other)
                }

                #[inline]
                #[expect(clippy::cast_possible_truncation, reason = "the lowest bits")]
                fn low_bits_from(self, bit: u8) -> u32 {
                    self.wrapping_shr(bit.into()) as u32
                }
            }
        };
    }

    lanes!(u64, 4, 16);
    lanes!(u128, 5, 25);
}

/// An arrangement of the tiles: cells row by row, 0 the blank.
///
/// Width and height belong to the [`Taquin`](crate::Taquin), not to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<W: Word = u64>(pub(crate) W);

impl<W: Word> Board<W> {
    /// Packs tiles, cell by cell: at most as many as the word has lanes, each small enough for a
    /// lane.
    pub(crate) fn pack(tiles: impl IntoIterator<Item = u8>) -> Self {
        Board((0..).zip(tiles).fold(W::ZERO, |word, (cell, tile)| word.flip(cell, tile)))
    }

    /// The tile on a cell; 0 is the blank.
    #[inline]
    #[must_use]
    pub fn tile(self, cell: u8) -> u8 {
        self.0.lane(cell)
    }

    /// The cell of the blank.
    #[inline]
    #[must_use]
    pub fn blank(self) -> u8 {
        self.0.first_zero()
    }
}
