use std::ops::BitOr;

use crate::card::MAX_SIDE;

/// Covered cells, once row by row and once column by column, eight bits each: so that any
/// line of them is a byte.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Occupied {
    axes: [u64; 2],
}

impl Occupied {
    /// No cell.
    pub(crate) const NONE: Occupied = Occupied { axes: [0; 2] };

    /// One cell, by its place in the rows.
    #[inline(always)]
    pub(crate) fn cell(place: u8) -> Self {
        let (row, column) = (place / MAX_SIDE, place % MAX_SIDE);
        Occupied { axes: [1 << place, 1 << (MAX_SIDE * column + row)] }
    }

    /// These cells, row by row.
    pub(crate) fn cells(rows: u64) -> Self {
        let places = (0..64).filter(|place| rows >> place & 1 == 1);
        places.fold(Self::default(), |all, place| all | Self::cell(place))
    }

    /// These cells of a line, a row or, from 8 on, a column.
    #[inline(always)]
    pub(crate) fn in_line(line: u8, cells: u8) -> Self {
        let (axis, line) = (usize::from(line / MAX_SIDE % 2), line % MAX_SIDE);
        let mut axes = [0; 2];
        axes[axis] = u64::from(cells) << (8 * line);
        axes[1 - axis] = ONE_A_BYTE[usize::from(cells)] << line;
        Occupied { axes }
    }

    /// The covered cells of a line.
    #[inline(always)]
    pub(crate) fn line(self, line: u8) -> u8 {
        (self.axes[usize::from(line / MAX_SIDE % 2)] >> (8 * (line % MAX_SIDE))) as u8
    }

    /// The covered cells, row by row.
    #[inline(always)]
    pub(crate) fn rows(self) -> u64 {
        self.axes[0]
    }
}

/// The bits of a byte, each as the lowest bit of a byte of its own.
static ONE_A_BYTE: [u64; 256] = {
    let mut spread = [0; 256];
    let mut cells = 0;
    while cells < 256 {
        let mut along = 0;
        while along < 8 {
            spread[cells] |= (cells as u64 >> along & 1) << (8 * along);
            along += 1;
        }
        cells += 1;
    }
    spread
};

impl BitOr for Occupied {
    type Output = Occupied;

    #[inline(always)]
    fn bitor(self, other: Occupied) -> Occupied {
        let ([rows, columns], [more_rows, more_columns]) = (self.axes, other.axes);
        Occupied { axes: [rows | more_rows, columns | more_columns] }
    }
}
