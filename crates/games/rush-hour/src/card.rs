//! The initial position of a game: the board, its walls and the cars.

use std::fmt;

/// The maximum number of cells in a row or column.
pub const MAX_SIDE: u8 = 8;
/// The maximum number of cars: one for each capital letter.
pub(crate) const MAX_CARS: usize = 26;

/// The letters of all cells, row by row.
pub(crate) type Letters = [[u8; MAX_SIDE as usize]; MAX_SIDE as usize];

/// A cell. Rows count from 0 at the top, columns from 0 at the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row.
    pub row: u8,
    /// The column.
    pub column: u8,
}

impl Cell {
    /// The cell's bit in a mask of the board: eight bits per row, for any width.
    #[inline]
    pub(crate) fn bit(self) -> u64 {
        1 << (8 * self.row + self.column)
    }

    /// The cell with this bit.
    #[inline]
    pub(crate) fn of_bit(bit: u32) -> Self {
        let bit = bit as u8;
        Cell { row: bit / 8, column: bit % 8 }
    }
}

/// For messages, so the start of counting is stated.
impl fmt::Display for Cell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "row {}, column {} (from 0)", self.row, self.column)
    }
}

/// The direction in which a car moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// Left and right, in its row.
    Horizontal,
    /// Up and down, in its column.
    Vertical,
}

impl Axis {
    /// The cell `along` its row or column.
    pub(crate) fn cell(self, line: u8, along: u8) -> Cell {
        match self {
            Axis::Horizontal => Cell { row: line, column: along },
            Axis::Vertical => Cell { row: along, column: line },
        }
    }
}

/// A car at its place on the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Car {
    /// The letter, `A` to `Z`.
    pub letter: u8,
    /// The axis of its moves.
    pub axis: Axis,
    /// Its row or column.
    pub line: u8,
    /// The number of cells it covers, at least 2.
    pub length: u8,
    /// The first cell, from the left or from the top.
    pub offset: u8,
}

impl Car {
    /// Returns the cells it covers, from the first on.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (self.offset..self.offset + self.length).map(move |along| self.axis.cell(self.line, along))
    }

    /// The letter as a `char`.
    #[must_use]
    pub fn name(self) -> char {
        self.letter.into()
    }
}

/// A card of Rush Hour: a board of up to 8×8 cells, walls, and the initial places of the cars.
///
/// The red car is `A`. It is horizontal, and leaves by the right end of its row: the game is
/// won when it stands there. On the usual board of 6×6 its first cell is then in column 4.
///
/// # Notation
/// The board row by row, a letter for each cell: a capital letter is part of a car, `x` a wall,
/// `.` or `o` is empty. Rows may be separated by `/`, line breaks or spaces; a board that is not
/// square needs the separators. Cars keep their letters, and are ordered by them, the red car
/// first. The output has no separators if the board is square, otherwise `/`, and `.` for empty.
///
/// # Example
/// ```
/// use tesuji_rush_hour::{Axis, Card};
///
/// let card: Card = "....B.....BC.AA.BC.D.....D.....DEEE.".parse()?;
/// assert_eq!((card.width(), card.height(), card.cars().len()), (6, 6, 5));
/// let bus = card.cars()[1];
/// assert_eq!((bus.name(), bus.axis, bus.line, bus.length), ('B', Axis::Vertical, 4, 3));
///
/// let small: Card = "AAB / ..B / .xo".parse()?;
/// assert_eq!(small.to_string(), "AAB..B.x.");
/// let long: Card = ".AAB/...B".parse()?;
/// assert_eq!(long.to_string(), ".AAB/...B");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    pub(crate) width: u8,
    pub(crate) height: u8,
    /// Eight bits per row.
    pub(crate) walls: u64,
    /// Ordered by their letters.
    pub(crate) cars: Vec<Car>,
}

impl Card {
    /// Cells in a row.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The cars ordered by their letters; the red car is first.
    #[must_use]
    pub fn cars(&self) -> &[Car] {
        &self.cars
    }

    /// The red car.
    #[must_use]
    pub fn red(&self) -> Car {
        self.cars[0]
    }

    /// Returns the walls, row by row.
    pub fn walls(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|&cell| self.is_wall(cell))
    }

    /// Whether there is a wall on a cell.
    #[must_use]
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.walls & cell.bit() != 0
    }

    /// Returns all cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |row| (0..width).map(move |column| Cell { row, column }))
    }

    /// The number of cells of a row or column.
    pub(crate) fn side(&self, axis: Axis) -> u8 {
        match axis {
            Axis::Horizontal => self.width,
            Axis::Vertical => self.height,
        }
    }

    /// The cells within the rectangle.
    pub(crate) fn board(&self) -> u64 {
        self.cells().fold(0, |board, cell| board | cell.bit())
    }

    /// The letters of all cells, with the cars at these offsets.
    pub(crate) fn letters(&self, offsets: impl Fn(usize) -> u8) -> Letters {
        let mut letters = [[b'.'; MAX_SIDE as usize]; MAX_SIDE as usize];
        for cell in self.walls() {
            letters[usize::from(cell.row)][usize::from(cell.column)] = b'x';
        }
        for (index, &car) in self.cars.iter().enumerate() {
            for cell in (Car { offset: offsets(index), ..car }).cells() {
                letters[usize::from(cell.row)][usize::from(cell.column)] = car.letter;
            }
        }
        letters
    }

    /// Writes the card with the cars at other offsets, in the order of the cars.
    pub(crate) fn write_at(
        &self,
        offsets: impl Fn(usize) -> u8,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        let letters = self.letters(offsets);
        for (row, letters) in (0..self.height).zip(&letters) {
            for &letter in &letters[..usize::from(self.width)] {
                out.write_char(letter.into())?;
            }
            // A single row ends with a separator, to distinguish it from a square.
            let more = row + 1 < self.height || self.height == 1;
            if more && self.width != self.height {
                out.write_char('/')?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_at(|car| self.cars[car].offset, out)
    }
}
