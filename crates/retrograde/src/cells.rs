//! How values are packed into the cells of a table: one, two or four bytes for each state.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | nothing is known yet; in no finished table |
//! | 1 | drawn, and the end is inevitable; in no finished table |
//! | 4 to 7 | drawn: 4, plus 1 if the first player can force the end, plus 2 if the second can |
//! | 8 + 2c | won by the player to move at cost c |
//! | 9 + 2c | lost by the player to move at cost c |
//! | highest bit set | undecided: the number of moves not known to lose; in no finished table |

use tesuji_core::Player;
use tesuji_core::checkpoint::Word;

use crate::exact::{Ender, Exact};

pub(crate) const FRESH: u32 = 0;
pub(crate) const INEVITABLE: u32 = 1;
const DRAWN: u32 = 4;
const DECISIVE: u32 = 8;
/// A draw that either player can bring about.
pub(crate) const EITHER_ENDS: u32 = DRAWN + 3;

/// An unsigned integer as a cell.
pub(crate) trait Cell: Word {
    /// The highest bit: marks counts.
    const UNDECIDED: u32;
    /// The cell of a code, which must be at most twice `UNDECIDED` less one.
    fn pack(code: u32) -> Self;
    fn code(self) -> u32;

    /// The code of a win or loss, if it fits.
    #[inline(always)]
    fn decisive(cost: u32, lost: bool) -> Option<u32> {
        let limit = (Self::UNDECIDED - DECISIVE) / 2;
        (cost < limit).then(|| DECISIVE + 2 * cost + u32::from(lost))
    }

    /// The code of a count, if it fits.
    #[inline(always)]
    fn count(moves: u32) -> Option<u32> {
        (moves < Self::UNDECIDED).then_some(Self::UNDECIDED | moves)
    }
}

macro_rules! cells {
    ($($word:ty),*) => {$(
        impl Cell for $word {
            const UNDECIDED: u32 = 1 << (<$word>::BITS - 1);
            #[inline(always)]
            fn pack(code: u32) -> Self {
                code as $word
            }
            #[inline(always)]
            fn code(self) -> u32 {
                self as u32
            }
        }
    )*};
}
cells!(u8, u16, u32);

impl Exact {
    /// The code of the value; the same in cells of every width that it fits.
    #[inline]
    pub(crate) fn code(self) -> u32 {
        match self {
            Exact::Win(cost) => DECISIVE + 2 * cost,
            Exact::Loss(cost) => DECISIVE + 2 * cost + 1,
            Exact::Draw(Ender::Only(Player::First)) => DRAWN + 1,
            Exact::Draw(Ender::Only(Player::Second)) => DRAWN + 2,
            Exact::Draw(Ender::Either) => EITHER_ENDS,
            Exact::Endless => DRAWN,
        }
    }

    /// The value that a cell of a finished table holds, or none if it holds none.
    #[inline]
    pub(crate) fn from_code(code: u32) -> Option<Exact> {
        match code {
            0..DRAWN => None,
            4 => Some(Exact::Endless),
            5 => Some(Exact::Draw(Ender::Only(Player::First))),
            6 => Some(Exact::Draw(Ender::Only(Player::Second))),
            EITHER_ENDS => Some(Exact::Draw(Ender::Either)),
            DECISIVE.. if code.is_multiple_of(2) => Some(Exact::Win((code - DECISIVE) / 2)),
            DECISIVE.. => Some(Exact::Loss((code - DECISIVE) / 2)),
        }
    }
}

/// The code of a drawn state: whether each player can force the end.
pub(crate) fn drawn_code(enders: u8) -> u32 {
    DRAWN + u32::from(enders)
}

/// The cells of a finished table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cells {
    Narrow(Vec<u8>),
    Middle(Vec<u16>),
    Wide(Vec<u32>),
}

impl Cells {
    pub(crate) fn len(&self) -> usize {
        match self {
            Cells::Narrow(cells) => cells.len(),
            Cells::Middle(cells) => cells.len(),
            Cells::Wide(cells) => cells.len(),
        }
    }

    /// Bytes of a cell.
    pub(crate) fn width(&self) -> usize {
        match self {
            Cells::Narrow(_) => 1,
            Cells::Middle(_) => 2,
            Cells::Wide(_) => 4,
        }
    }

    #[inline(always)]
    pub(crate) fn code(&self, index: usize) -> u32 {
        match self {
            Cells::Narrow(cells) => cells[index].code(),
            Cells::Middle(cells) => cells[index].code(),
            Cells::Wide(cells) => cells[index].code(),
        }
    }

    /// The value of a state. A code beyond the range of the width's own values has none either.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Option<Exact> {
        let undecided = match self {
            Cells::Narrow(_) => u8::UNDECIDED,
            Cells::Middle(_) => u16::UNDECIDED,
            Cells::Wide(_) => u32::UNDECIDED,
        };
        let code = self.code(index);
        if code < undecided { Exact::from_code(code) } else { None }
    }

    /// All cells, lowest byte first.
    #[cfg(feature = "files")]
    pub(crate) fn to_bytes(&self) -> std::borrow::Cow<'_, [u8]> {
        use std::borrow::Cow;

        match self {
            Cells::Narrow(cells) => Cow::Borrowed(cells),
            Cells::Middle(cells) => cells.iter().flat_map(|cell| cell.to_le_bytes()).collect(),
            Cells::Wide(cells) => cells.iter().flat_map(|cell| cell.to_le_bytes()).collect(),
        }
    }

    /// Cells of `width` bytes, lowest byte first; none if there is no such width.
    #[cfg(feature = "files")]
    pub(crate) fn from_bytes(width: usize, bytes: Vec<u8>) -> Option<Cells> {
        let chunks = bytes.chunks_exact(width.max(1));
        match width {
            1 => Some(Cells::Narrow(bytes)),
            2 => Some(Cells::Middle(
                chunks.map(|c| u16::from_le_bytes(c.try_into().expect("two"))).collect(),
            )),
            4 => Some(Cells::Wide(
                chunks.map(|c| u32::from_le_bytes(c.try_into().expect("four"))).collect(),
            )),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[inline]
    #[test]
    fn codes_and_values_are_each_others_inverse() {
        for code in 0..1000 {
            match Exact::from_code(code) {
                Some(value) => assert_eq!(value.code(), code),
                None => assert!(code < DRAWN),
            }
        }
        assert_eq!(u8::decisive(59, true), Some(127));
        assert_eq!(u8::decisive(60, false), None, "the highest bit is the counts'");
    }
}
