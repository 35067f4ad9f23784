//! The options of a block of heaps, one row of vector lanes at a time.

use super::mask::Mask;

/// The number of heaps in a block.
pub(super) const LANES: usize = 32;

/// One row of bits for each heap of a block. Row number r has a bit for each of the value numbers
/// 16 r to 16 r + 15, set if the value is an option.
pub(super) type Row = [u16; LANES];

/// Set in the codes of rare heaps. Two codes differ in this bit unless their heaps are of one
/// class, so every result from a wrong pair looks like a value that is too large to matter.
pub(super) const RARE: u16 = 1 << 15;

/// The code of a heap without a value.
pub(super) const UNKNOWN: u16 = u16::MAX;

/// A heap as a part of a split one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) size: u32,
    pub(super) value: u16,
}

impl Part {
    #[inline(always)]
    pub(super) fn new(size: usize, value: u16) -> Self {
        Part { size: u32::try_from(size).expect("sizes were checked"), value }
    }
}

/// The row and the bit of each of the values that a part of this code forms with others.
#[inline(always)]
pub(super) fn bits(others: &Row, code: u16, index: impl Fn(u16) -> u16) -> (Row, Row) {
    let (mut number, mut bit) = ([0; LANES], [0; LANES]);
    for lane in 0..LANES {
        let index = index(others[lane] ^ code);
        number[lane] = index / 16;
        bit[lane] = 1 << (index % 16);
    }
    (number, bit)
}

/// The other parts of a block of split heaps: the rest beside a part of size s starts s before
/// `end`.
pub(super) struct Others<'a> {
    pub(super) codes: &'a [u16],
    pub(super) end: usize,
    pub(super) mask: Mask,
}

impl Others<'_> {
    /// Records the values that the block reaches with `parts`.
    #[inline(always)]
    pub(super) fn combine(&self, parts: &[Part], rows: &mut [Row]) {
        let mut done = 0;
        while done < rows.len() {
            let (rest, first) = (&mut rows[done..], done as u16);
            // As many rows as registers hold, with the numbers that they are compared with.
            done += match rest.len() {
                1 => self.combine_rows::<1>(parts, rest, first),
                2 => self.combine_rows::<2>(parts, rest, first),
                3 => self.combine_rows::<3>(parts, rest, first),
                4 => self.combine_rows::<4>(parts, rest, first),
                5 | 6 => self.combine_rows::<6>(parts, rest, first),
                _ => self.combine_rows::<8>(parts, rest, first),
            };
        }
    }

    /// Records the values that the block reaches with `parts` in the first `ROWS` of `rows` (or
    /// all, if there are fewer), the first of which is row number `first`. Returns the number of
    /// rows done.
    #[inline(always)]
    fn combine_rows<const ROWS: usize>(
        &self,
        parts: &[Part],
        rows: &mut [Row],
        first: u16,
    ) -> usize {
        let done = rows.len().min(ROWS);
        let mut reached = [[0; LANES]; ROWS];
        for part in parts {
            let start = self.end - part.size as usize;
            let others = self.codes[start..][..LANES].try_into().expect("as many as lanes");
            let (number, bit) = bits(others, part.value, |value| self.mask.index(value));
            for (row, wanted) in reached.iter_mut().zip(first..) {
                for lane in 0..LANES {
                    row[lane] |= if number[lane] == wanted { bit[lane] } else { 0 };
                }
            }
        }
        for (row, reached) in rows.iter_mut().zip(&reached) {
            for lane in 0..LANES {
                row[lane] |= reached[lane];
            }
        }
        done
    }
}
