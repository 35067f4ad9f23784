//! Parsing of cards.

use std::iter::successors;
use std::str::FromStr;

use tesuji_core::quoted;

use crate::card::{Axis, Car, Card, Cell, MAX_CARS, MAX_SIDE};

/// An error for a text that is not a card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CardError {
    /// The text is empty.
    #[error("there is no board in the text")]
    Empty,
    /// A character has no meaning.
    #[error(
        "row {row}, column {column} (from 0): {text:?} is not a car (A to Z), a wall (x) or \
         empty (. or o)"
    )]
    UnknownCharacter {
        /// The row.
        row: usize,
        /// The position in the row.
        column: usize,
        /// The character.
        text: char,
    },
    /// A single row whose length is not a square.
    #[error(
        "{cells} cells in one row are not a square board: the usual one has 36; separate the rows \
         of others by \"/\""
    )]
    NoSquare {
        /// The number of cells.
        cells: usize,
    },
    /// A row has another length than the first one.
    #[error(
        "row {row} (from 0) {text} has {found} cells, and row 0 has {expected}",
        text = quoted(.text)
    )]
    Ragged {
        /// The row's number.
        row: usize,
        /// The row's text.
        text: String,
        /// The row's number of cells.
        found: usize,
        /// The first row's number of cells.
        expected: usize,
    },
    /// The board is too large.
    #[error("a board of {width}x{height} cells is too large: a row or column has at most 8")]
    TooLarge {
        /// Cells in a row.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A car has only one cell.
    #[error("car {letter} has only one cell, {cell}: a car has at least 2")]
    TooShort {
        /// The car.
        letter: char,
        /// The cell.
        cell: Cell,
    },
    /// The cells of a car are not in one row or column.
    #[error("car {letter} is bent: {first} and {other} are not in one row or column")]
    Bent {
        /// The car.
        letter: char,
        /// The first cell.
        first: Cell,
        /// A cell that is not in line with the first one.
        other: Cell,
    },
    /// The cells of a car have a gap.
    #[error("car {letter} has a gap: {gap} lies between its cells and is not part of it")]
    Broken {
        /// The car.
        letter: char,
        /// The first cell of the gap.
        gap: Cell,
    },
    /// There is no red car.
    #[error("there is no car A, the red one")]
    NoRedCar,
    /// The red car is vertical.
    #[error(
        "the red car, A, is vertical on {cell}: it must be in a row, to leave at the right end"
    )]
    RedUpright {
        /// Its first cell.
        cell: Cell,
    },
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        let rows = rows(text)?;
        check_characters(&rows)?;
        let (width, height) = (rows[0].len(), rows.len());
        let mut ragged = rows.iter().enumerate().filter(|(_, letters)| letters.len() != width);
        if let Some((row, letters)) = ragged.next() {
            let (text, found) = ((*letters).to_owned(), letters.len());
            return Err(CardError::Ragged { row, text, found, expected: width });
        }
        if width.max(height) > usize::from(MAX_SIDE) {
            return Err(CardError::TooLarge { width, height });
        }
        let (width, height) = (width as u8, height as u8);
        let (mut walls, mut cells) = (0, [0; MAX_CARS]);
        for (row, letters) in (0..).zip(&rows) {
            for (column, letter) in (0..).zip(letters.bytes()) {
                let bit = Cell { row, column }.bit();
                match letter {
                    b'x' => walls |= bit,
                    b'A'..=b'Z' => cells[usize::from(letter - b'A')] |= bit,
                    _ => {}
                }
            }
        }
        let cars = (b'A'..).zip(cells).filter(|(_, cells)| *cells != 0);
        let cars = cars.map(|(letter, cells)| car(letter, cells)).collect::<Result<_, _>>()?;
        let card = Card { width, height, walls, cars };
        check_red(&card)?;
        Ok(card)
    }
}

/// The rows of a board: the separated ones, or those of a square.
fn rows(text: &str) -> Result<Vec<&str>, CardError> {
    let rows: Vec<&str> = text
        .split(|character: char| character == '/' || character.is_whitespace())
        .filter(|row| !row.is_empty())
        .collect();
    match rows.as_slice() {
        [] => Err(CardError::Empty),
        [only] if !text.contains('/') => {
            let cells = only.chars().count();
            let side = cells.isqrt();
            if side * side != cells {
                check_characters(&rows)?;
                return Err(CardError::NoSquare { cells });
            }
            let mut rest = *only;
            let rows = (0..side).map(|_| {
                let end = rest.char_indices().nth(side).map_or(rest.len(), |(end, _)| end);
                let (row, others) = rest.split_at(end);
                rest = others;
                row
            });
            Ok(rows.collect())
        }
        _ => Ok(rows),
    }
}

fn check_characters(rows: &[&str]) -> Result<(), CardError> {
    for (row, letters) in rows.iter().enumerate() {
        for (column, text) in letters.chars().enumerate() {
            if !matches!(text, '.' | 'o' | 'x' | 'A'..='Z') {
                return Err(CardError::UnknownCharacter { row, column, text });
            }
        }
    }
    Ok(())
}

/// The car with the cells of these bits, of which there is one at least.
fn car(letter: u8, bits: u64) -> Result<Car, CardError> {
    // In reading order.
    let mut cells =
        successors(Some(bits), |bits| Some(bits & (bits - 1)).filter(|bits| *bits != 0))
            .map(|bits| Cell::of_bit(bits.trailing_zeros()));
    let (name, all) = (letter.into(), cells.clone());
    let first = Cell::of_bit(bits.trailing_zeros());
    let Some(second) = cells.nth(1) else {
        return Err(CardError::TooShort { letter: name, cell: first });
    };
    let axis = if second.row == first.row { Axis::Horizontal } else { Axis::Vertical };
    let (line, offset) = match axis {
        Axis::Horizontal => (first.row, first.column),
        Axis::Vertical => (first.column, first.row),
    };
    let in_line = |cell: &Cell| *cell == axis.cell(line, along(axis, *cell));
    if let Some(other) = all.clone().find(|cell| !in_line(cell)) {
        return Err(CardError::Bent { letter: name, first, other });
    }
    for (place, cell) in (offset..).zip(all) {
        if along(axis, cell) != place {
            return Err(CardError::Broken { letter: name, gap: axis.cell(line, place) });
        }
    }
    Ok(Car { letter, axis, line, length: bits.count_ones() as u8, offset })
}

/// The index of a cell in its row or column.
fn along(axis: Axis, cell: Cell) -> u8 {
    match axis {
        Axis::Horizontal => cell.column,
        Axis::Vertical => cell.row,
    }
}

fn check_red(card: &Card) -> Result<(), CardError> {
    match card.cars.first() {
        Some(red) if red.letter == b'A' && red.axis == Axis::Horizontal => Ok(()),
        Some(red) if red.letter == b'A' => {
            Err(CardError::RedUpright { cell: red.axis.cell(red.line, red.offset) })
        }
        Some(_) | None => Err(CardError::NoRedCar),
    }
}
