//! Cells as bits of a word. A board of up to eight rows lies in the corner of an 8×8 grid: the cell
//! in row `r` and column `c`, both from 0, is number `8r + c`, for any board size, so shifts are
//! compile-time constants. On taller boards, which are narrower, the rows follow each other without
//! a gap.

use tesuji_core::Player;

/// Cells from one row of the grid to the next.
const GRID: u8 = 8;

/// The players as indices and const parameters.
pub(crate) const FIRST: usize = Player::First as usize;
pub(crate) const SECOND: usize = Player::Second as usize;

/// The change of the cell number by a step of `PLAYER`, where rows are `stride` cells apart:
/// straight ahead, diagonally towards the first column, diagonally towards the last.
#[inline(always)]
pub(crate) const fn ahead<const PLAYER: usize>(stride: u8) -> [i8; 3] {
    let stride = stride.cast_signed();
    match PLAYER {
        FIRST => [stride, stride - 1, stride + 1],
        _ => [-stride, -stride - 1, 1 - stride],
    }
}

/// The cells one step away from those in `set`. A step off one side of the grid re-enters on
/// another; the masks of [`Geometry::landing`] exclude it.
#[inline(always)]
pub(crate) const fn shifted(set: u64, by: i8) -> u64 {
    set.rotate_left((by & 63).cast_unsigned() as u32)
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
    /// Cells from one row to the next.
    pub(crate) stride: u8,
    /// The possible targets of steps in each of the three directions.
    pub(crate) landing: [u64; 3],
    /// The goal row of each player.
    pub(crate) goal: [u64; 2],
    /// The row before the goal of each player.
    pub(crate) before_goal: [u64; 2],
}

impl Geometry {
    pub(crate) fn new(width: u8, height: u8) -> Self {
        let stride = if height <= GRID { GRID } else { width };
        let row = |row: u8| u64::MAX >> (64 - width) << (stride * row);
        let board = (0..height).fold(0, |board, r| board | row(r));
        let first_column = (0..height).fold(0, |column, row| column | 1 << (stride * row));
        let last_column = first_column << (width - 1);
        Geometry {
            width,
            height,
            stride,
            landing: [board, board & !last_column, board & !first_column],
            goal: [row(height - 1), row(0)],
            before_goal: [row(height - 2), row(1)],
        }
    }

    /// Calls `compute` with the stride, on the grid as a constant, so that shifts by it are shifts
    /// by constants. A predictable branch costs less than variable shifts, and for other boards a
    /// call keeps the inlined code short.
    #[inline(always)]
    pub(crate) fn with_stride<T>(&self, compute: impl FnOnce(u8) -> T) -> T {
        if self.stride == GRID { compute(GRID) } else { other_stride(self.stride, compute) }
    }

    /// The number of a cell.
    #[inline]
    pub(crate) fn cell(&self, row: u8, column: u8) -> u8 {
        self.stride * row + column
    }

    /// The row and the column of a cell.
    #[inline]
    pub(crate) fn place(&self, cell: u8) -> (u8, u8) {
        self.with_stride(move |stride| (cell / stride, cell % stride))
    }

    /// All cells of the board.
    pub(crate) fn board(&self) -> u64 {
        self.landing[0]
    }

    /// The first `rows` rows on White's side.
    pub(crate) fn lowest(&self, rows: u8) -> u64 {
        self.board() & ((1 << self.cell(rows, 0)) - 1)
    }

    /// The targets of the pawns `mine` of `PLAYER`, in each direction of [`ahead`]. Correct if none
    /// of them has reached its goal.
    #[inline(always)]
    pub(crate) fn targets<const PLAYER: usize>(
        &self,
        stride: u8,
        mine: u64,
        theirs: u64,
    ) -> [u64; 3] {
        let [straight, left, right] = ahead::<PLAYER>(stride);
        [
            shifted(mine, straight) & self.landing[0] & !(mine | theirs),
            shifted(mine, left) & self.landing[1] & !mine,
            shifted(mine, right) & self.landing[2] & !mine,
        ]
    }

    /// The cells straight ahead of `pawns`.
    #[inline(always)]
    pub(crate) fn straight<const PLAYER: usize>(&self, stride: u8, pawns: u64) -> u64 {
        shifted(pawns, ahead::<PLAYER>(stride)[0]) & self.landing[0]
    }

    /// The cells that `pawns` attack.
    #[inline(always)]
    pub(crate) fn hits<const PLAYER: usize>(&self, stride: u8, pawns: u64) -> u64 {
        let [_, left, right] = ahead::<PLAYER>(stride);
        shifted(pawns, left) & self.landing[1] | shifted(pawns, right) & self.landing[2]
    }

    /// The board upside down.
    pub(crate) fn flip(&self, set: u64) -> u64 {
        if self.stride == GRID {
            return set.swap_bytes() >> (64 - GRID * self.height);
        }
        (0..self.height).fold(0, |flipped, row| {
            let pawns = (set & self.goal[SECOND] << self.cell(row, 0)) >> self.cell(row, 0);
            flipped | pawns << self.cell(self.height - 1 - row, 0)
        })
    }

    /// The board with left and right exchanged.
    #[inline(always)]
    pub(crate) fn mirror(&self, set: u64) -> u64 {
        if self.stride == GRID {
            return set.reverse_bits().swap_bytes() >> (GRID - self.width);
        }
        // Rotated by 180 degrees, and upside down.
        self.flip(set.reverse_bits() >> (64 - self.cell(self.height, 0)))
    }
}

#[cold]
#[inline(never)]
fn other_stride<T>(stride: u8, compute: impl FnOnce(u8) -> T) -> T {
    compute(stride)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_and_mirroring_move_single_cells() {
        let grid = (2..=8).flat_map(|w| (3..=8).map(move |h| (w, h)));
        let taller = (2..=7).flat_map(|w| (9..=(64 / w).min(16)).map(move |h| (w, h)));
        for (width, height) in grid.chain(taller) {
            let geometry = Geometry::new(width, height);
            let bit = |row, column| 1u64 << geometry.cell(row, column);
            for (row, column) in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
                let set = bit(row, column);
                assert_eq!(geometry.flip(set), bit(height - 1 - row, column));
                assert_eq!(geometry.mirror(set), bit(row, width - 1 - column));
                assert_eq!(geometry.place(geometry.cell(row, column)), (row, column));
            }
            assert_eq!(geometry.board().count_ones(), u32::from(width * height));
        }
    }
}
