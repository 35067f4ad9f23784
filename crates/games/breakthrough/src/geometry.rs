//! Cells as bits of a word. Every board lies in the corner of the same 8×8 grid: the cell in
//! row `r` and column `c`, both from 0, is number `8r + c`, whatever the board's size. Shifts are
//! then the same for all boards, and known to the compiler.

use tesuji_core::Player;

/// Cells from one row of the grid to the next.
pub(crate) const STRIDE: u8 = 8;

/// The first column of the grid.
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// The players as indices. Where code is compiled for each of them, this is its parameter.
pub(crate) const FIRST: usize = Player::First as usize;
pub(crate) const SECOND: usize = Player::Second as usize;

/// What a step adds to the number of the cell, for each player: straight ahead, diagonally
/// towards the first column, diagonally towards the last.
pub(crate) const AHEAD: [[i8; 3]; 2] = [[8, 7, 9], [-8, -9, -7]];

/// The cells one step away from those in `set`. What leaves the grid on one side comes back on
/// another; the masks of [`Geometry::landing`] take care of that.
#[inline(always)]
pub(crate) const fn shifted(set: u64, by: i8) -> u64 {
    set.rotate_left((by & 63).cast_unsigned() as u32)
}

/// The number of a cell.
#[inline(always)]
pub(crate) const fn cell(row: u8, column: u8) -> u8 {
    STRIDE * row + column
}

/// The numbers of the cells in `set`, ascending.
#[expect(clippy::cast_possible_truncation, reason = "at most 64")]
pub(crate) fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (cell < 64).then_some(cell)
    })
}

/// The masks of one board size.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    pub(crate) width: u8,
    pub(crate) height: u8,
    /// Where a step in each of the three directions may end.
    pub(crate) landing: [u64; 3],
    /// The row that each player wants to reach.
    pub(crate) goal: [u64; 2],
}

impl Geometry {
    pub(crate) fn new(width: u8, height: u8) -> Self {
        let row = u64::MAX >> (64 - width);
        let board = (0..height).fold(0, |board, r| board | row << cell(r, 0));
        let last_column = FIRST_COLUMN << (width - 1);
        Geometry {
            width,
            height,
            landing: [board, board & !last_column, board & !FIRST_COLUMN],
            goal: [row << cell(height - 1, 0), row],
        }
    }

    /// All cells of the board.
    pub(crate) fn board(&self) -> u64 {
        self.landing[0]
    }

    /// The first `rows` rows on White's side.
    pub(crate) fn lowest(&self, rows: u8) -> u64 {
        self.board() & ((1 << cell(rows, 0)) - 1)
    }

    /// Where the pawns `mine` of `PLAYER` may step, in each direction of [`AHEAD`]. Right where
    /// none of them has reached its goal.
    #[inline(always)]
    pub(crate) fn targets<const PLAYER: usize>(&self, mine: u64, theirs: u64) -> [u64; 3] {
        let [straight, left, right] = AHEAD[PLAYER];
        [
            shifted(mine, straight) & self.landing[0] & !(mine | theirs),
            shifted(mine, left) & self.landing[1] & !mine,
            shifted(mine, right) & self.landing[2] & !mine,
        ]
    }

    /// The board upside down.
    pub(crate) fn flip(&self, set: u64) -> u64 {
        set.swap_bytes() >> (64 - STRIDE * self.height)
    }

    /// The board with left and right exchanged.
    pub(crate) fn mirror(&self, set: u64) -> u64 {
        set.reverse_bits().swap_bytes() >> (STRIDE - self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_and_mirroring_move_single_cells() {
        for (width, height) in (2..=8).flat_map(|w| (4..=8).map(move |h| (w, h))) {
            let geometry = Geometry::new(width, height);
            for (row, column) in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
                let set = 1 << cell(row, column);
                assert_eq!(geometry.flip(set), 1 << cell(height - 1 - row, column));
                assert_eq!(geometry.mirror(set), 1 << cell(row, width - 1 - column));
            }
            assert_eq!(geometry.board().count_ones(), u32::from(width * height));
        }
    }
}
