use std::ops::BitOr;

use crate::card::MAX_SIDE;

/// Covered cells, once row by row and once column by column, eight bits each, so that every line
/// is a byte.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Occupied {
    axes: [u64; 2],
}

impl Occupied {
    /// One cell, by its index in the rows.
    #[inline]
    pub(crate) fn cell(place: u8) -> Self {
        let (row, column) = (place / MAX_SIDE, place % MAX_SIDE);
        Occupied { axes: [1 << place, 1 << (MAX_SIDE * column + row)] }
    }

    /// These cells, row by row.
    pub(crate) fn cells(rows: u64) -> Self {
        let places = (0..64).filter(|place| rows >> place & 1 == 1);
        places.fold(Self::default(), |all, place| all | Self::cell(place))
    }

    /// These cells of a line: a row or, from 8 on, a column.
    #[inline]
    pub(crate) fn in_line(line: u8, cells: u8) -> Self {
        Self::along(line, cells) | Self::across(line, cells)
    }

    /// These cells of a line, in the mask of that line only.
    #[inline]
    pub(crate) fn along(line: u8, cells: u8) -> Self {
        let mut axes = [0; 2];
        axes[usize::from(line / MAX_SIDE % 2)] = u64::from(cells) << (8 * (line % MAX_SIDE));
        Occupied { axes }
    }

    /// These cells of a line, in the masks of the lines that cross it.
    #[inline]
    pub(crate) fn across(line: u8, cells: u8) -> Self {
        let mut axes = [0; 2];
        axes[usize::from(1 - line / MAX_SIDE % 2)] = spread(line, cells);
        Occupied { axes }
    }

    /// The lines that cross a line at these cells, in the order of [`in_order`](Self::in_order).
    #[inline]
    pub(crate) fn across_in_order(line: u8, cells: u8) -> u64 {
        ONE_A_BYTE[usize::from(cells)] << (1 - line / MAX_SIDE % 2)
    }

    /// The covered cells of a line.
    #[inline]
    pub(crate) fn line(self, line: u8) -> u8 {
        (self.axes[usize::from(line / MAX_SIDE % 2)] >> (8 * (line % MAX_SIDE))) as u8
    }

    /// The cells that are covered here and not in `other`.
    #[inline]
    pub(crate) fn without(self, other: Occupied) -> Self {
        let ([rows, columns], [no_rows, no_columns]) = (self.axes, other.axes);
        Occupied { axes: [rows & !no_rows, columns & !no_columns] }
    }

    /// The lines with a covered cell, in their order: bit 0 for the first row, bit 1 for the first
    /// column, bit 8 for the second row, bit 9 for the second column and so on.
    #[inline]
    pub(crate) fn in_order(self) -> u64 {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        // The sum sets the highest bit of a byte if a lower one is set.
        let [rows, columns] = self.axes.map(|cells| (((cells & LOW) + LOW) | cells) & !LOW);
        rows >> 7 | columns >> 6
    }

    /// The covered cells, row by row.
    #[inline]
    pub(crate) fn rows(self) -> u64 {
        self.axes[0]
    }
}

/// These cells of a line, as cells of the lines that cross it, eight bits each.
#[inline]
pub(crate) fn spread(line: u8, cells: u8) -> u64 {
    ONE_A_BYTE[usize::from(cells)] << (line % MAX_SIDE)
}

/// The bits of a byte, each as the lowest bit of its own byte.
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

    #[inline]
    fn bitor(self, other: Occupied) -> Occupied {
        let ([rows, columns], [more_rows, more_columns]) = (self.axes, other.axes);
        Occupied { axes: [rows | more_rows, columns | more_columns] }
    }
}
