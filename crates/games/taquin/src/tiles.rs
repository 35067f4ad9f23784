//! Boards in text form, independent of any rules.

use std::fmt;

use tesuji_core::quoted;

use crate::size::{MAX_CELLS, Size, SizeError};

/// The maximum number of cells whose tiles are all one digit.
const DIGIT_CELLS: usize = 10;

/// A complete board as parsed: each tile once, 0 the blank. See [`read_tiles`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiles {
    /// The size of the board.
    pub size: Size,
    /// The tiles row by row.
    pub tiles: Vec<u8>,
}

/// A cell as an error message names it. Rows, columns and cells (row by row) count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of cells before it.
    pub index: usize,
    /// Cells in a row, where that is known.
    pub width: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "cell {}", self.index + 1)?;
        if let Some(width) = self.width {
            write!(out, " (row {}, column {})", self.index / width + 1, self.index % width + 1)?;
        }
        Ok(())
    }
}

/// An error for a text, or a list of tiles, that is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The text is empty.
    #[error("there are no tiles in the text")]
    Empty,
    /// A piece of the text is not a number.
    #[error("{place}: {text} is not a number", text = quoted(.text))]
    NotANumber {
        /// The cell.
        place: Place,
        /// The piece.
        text: String,
    },
    /// The number is too large for a tile.
    #[error(
        "{place}: {text} is not a tile: tiles are 1 to {last}, and 0 is the blank",
        text = quoted(.text)
    )]
    NoSuchTile {
        /// The cell.
        place: Place,
        /// The number.
        text: String,
        /// The largest tile.
        last: usize,
    },
    /// A tile occurs twice.
    #[error("tile {tile} is on {first} and again on {again}; {} is missing", Named(*missing))]
    Duplicate {
        /// The tile.
        tile: u8,
        /// Its first cell.
        first: Place,
        /// Its second cell.
        again: Place,
        /// A missing tile; 0 for the blank.
        missing: u8,
    },
    /// The blank occurs twice.
    #[error("two blanks: {first} and {again} are both 0; {} is missing", Named(*missing))]
    TwoBlanks {
        /// Its first cell.
        first: Place,
        /// Its second cell.
        again: Place,
        /// A missing tile.
        missing: u8,
    },
    /// The number of tiles is wrong.
    #[error("a {size} board has {} cells, not {found}{}", size.cells(), Lacking(*missing))]
    WrongCount {
        /// The size of the board.
        size: Size,
        /// The number of tiles.
        found: usize,
        /// The missing tile, if there is only one.
        missing: Option<u8>,
    },
    /// The number of rows is wrong.
    #[error("a {size} board has {} rows, not {found}", size.height())]
    WrongRows {
        /// The size of the board.
        size: Size,
        /// The number of rows.
        found: usize,
    },
    /// A row has the wrong length.
    #[error("row {row} should have {expected} cells, not {found}")]
    WrongRow {
        /// The row, from 1.
        row: usize,
        /// The number of its cells.
        found: usize,
        /// The expected number.
        expected: usize,
    },
    /// The text fits boards of several sizes.
    #[error("a board of {count} cells has size {}: give the size", Choice(sizes))]
    SizeNeeded {
        /// The number of tiles.
        count: usize,
        /// The possible sizes.
        sizes: Vec<Size>,
    },
    /// No board has this number of cells.
    #[error("no board has this number of cells: {count}; each side has 2 to 5")]
    NoSuchCount {
        /// The number of tiles.
        count: usize,
    },
    /// The number or the length of the rows is out of range.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A board with tiles above 9 is written with one digit per cell.
    #[error("a board of {cells} cells has tiles above 9: put spaces or commas between the numbers")]
    NumbersRunTogether {
        /// The number of cells.
        cells: usize,
    },
}

/// A tile as a message names it.
struct Named(u8);

impl fmt::Display for Named {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => out.write_str("the blank"),
            tile => write!(out, "tile {tile}"),
        }
    }
}

/// The missing tile, if it is known.
struct Lacking(Option<u8>);

impl fmt::Display for Lacking {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(tile) => write!(out, "; {} is missing", Named(tile)),
            None => Ok(()),
        }
    }
}

/// A list with "or" before its last element.
pub(crate) struct Choice<'a, T>(pub(crate) &'a [T]);

impl<T: fmt::Display> fmt::Display for Choice<'_, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.0.iter().enumerate() {
            let before = match index {
                0 => "",
                _ if index + 1 == self.0.len() => " or ",
                _ => ", ",
            };
            write!(out, "{before}{item}")?;
        }
        Ok(())
    }
}

/// The beginning of a text, long enough to find it again.
pub(crate) fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 24;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Parses a board, row by row, 0 the blank: `125374680`, or numbers separated by spaces or
/// commas. Rows may be separated by `/` or line breaks: `125/374/680`. One digit per cell
/// is allowed for boards of up to 10 cells.
///
/// Without a `size`, the board has the shape of its rows if they are separated, else it is
/// square. [`Taquin::is_solvable`](crate::Taquin::is_solvable) tests whether it can be solved.
///
/// # Errors
/// The first fault and its cell; or that several sizes fit and one must be given.
///
/// # Example
/// ```
/// use tesuji_taquin::{Size, read_tiles};
///
/// let board = read_tiles("1 2 3 / 4 5 0", None)?;
/// assert_eq!((board.size, board.tiles), (Size::new(3, 2)?, vec![1, 2, 3, 4, 5, 0]));
///
/// let error = read_tiles("631752044", None).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "tile 4 is on cell 8 (row 3, column 2) and again on cell 9 (row 3, column 3); \
///      tile 8 is missing"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_tiles(text: &str, size: Option<Size>) -> Result<Tiles, BoardError> {
    let rows = Rows::split(text, size)?;
    let tiles = rows.numbers(size.map_or(MAX_CELLS, Size::cells))?;
    let size = rows.size(size, tiles.len())?;
    rows.check_separators(size.cells())?;
    check_tiles(&tiles, size)?;
    Ok(Tiles { size, tiles })
}

/// Parses tiles for a board of yet unknown size; they are not checked against each other.
pub(crate) fn read_loose_tiles(text: &str) -> Result<Vec<u8>, BoardError> {
    let rows = Rows::split(text, None)?;
    let tiles = rows.numbers(MAX_CELLS)?;
    rows.check_separators(tiles.len())?;
    Ok(tiles)
}

/// Writes tiles, one digit per cell where that is enough for the board, with a slash before each
/// row but the first if there is a width.
pub(crate) fn write_tiles(
    cells: usize,
    width: Option<usize>,
    tiles: impl Iterator<Item = u8>,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    for (index, tile) in tiles.enumerate() {
        let before = match index {
            0 => "",
            _ if width.is_some_and(|width| index % width == 0) => "/",
            _ if cells > DIGIT_CELLS => " ",
            _ => "",
        };
        write!(out, "{before}{tile}")?;
    }
    Ok(())
}

/// Checks that a board of this size has each tile once.
pub(crate) fn check_tiles(tiles: &[u8], size: Size) -> Result<(), BoardError> {
    let cells = size.cells();
    let missing = || (0..).take(cells).filter(|tile| !tiles.contains(tile));
    if tiles.len() != cells {
        let missing = missing().next().filter(|_| missing().count() == 1);
        return Err(BoardError::WrongCount { size, found: tiles.len(), missing });
    }
    let place = |index| Place { index, width: Some(size.width()) };
    if let Some(index) = tiles.iter().position(|&tile| usize::from(tile) >= cells) {
        let (text, last) = (tiles[index].to_string(), cells - 1);
        return Err(BoardError::NoSuchTile { place: place(index), text, last });
    }
    for (index, &tile) in tiles.iter().enumerate() {
        if let Some(earlier) = tiles[..index].iter().position(|&other| other == tile) {
            let (first, again) = (place(earlier), place(index));
            let missing = missing().next().expect("as many tiles as cells, one of them twice");
            return Err(match tile {
                0 => BoardError::TwoBlanks { first, again, missing },
                _ => BoardError::Duplicate { tile, first, again, missing },
            });
        }
    }
    Ok(())
}

/// A text split into rows of pieces, one piece per cell.
struct Rows<'t> {
    pieces: Vec<Vec<&'t str>>,
    /// Cells in a row, if known.
    width: Option<usize>,
    /// Whether a row is written with one digit per cell.
    run_together: bool,
}

impl<'t> Rows<'t> {
    /// Splits a text; where rows are separated, all must have the same length.
    fn split(text: &'t str, size: Option<Size>) -> Result<Self, BoardError> {
        // A text without digits is quoted as it is.
        let numeric = text.contains(|digit: char| digit.is_ascii_digit());
        let mut run_together = false;
        let mut rows = Vec::new();
        for row in text.split(['/', '\n']) {
            let mut pieces: Vec<_> = row
                .split(|separator: char| separator.is_whitespace() || separator == ',')
                .filter(|piece| !piece.is_empty())
                .collect();
            if let [digits] = pieces[..]
                && numeric
            {
                run_together = true;
                pieces = digits.split("").filter(|digit| !digit.is_empty()).collect();
            }
            if !pieces.is_empty() {
                rows.push(pieces);
            }
        }
        let first = rows.first().ok_or(BoardError::Empty)?;
        let set_off = rows.len() > 1;
        let width = size.map(Size::width).or(set_off.then_some(first.len()));
        if let Some(expected) = width.filter(|_| set_off)
            && let Some(row) = rows.iter().position(|row| row.len() != expected)
        {
            let found = rows[row].len();
            return Err(BoardError::WrongRow { row: row + 1, found, expected });
        }
        Ok(Rows { pieces: rows, width, run_together })
    }

    /// Parses the pieces as numbers, on a board of up to `cells` cells.
    fn numbers(&self, cells: usize) -> Result<Vec<u8>, BoardError> {
        let number = |(index, piece): (usize, &&str)| {
            let place = Place { index, width: self.width };
            if !piece.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(BoardError::NotANumber { place, text: excerpt(piece) });
            }
            let no_such_tile =
                |_| BoardError::NoSuchTile { place, text: excerpt(piece), last: cells - 1 };
            piece.parse().map_err(no_such_tile)
        };
        self.pieces.iter().flatten().enumerate().map(number).collect()
    }

    /// The size of the board: `known`, or derived from the rows and the number of cells.
    fn size(&self, known: Option<Size>, count: usize) -> Result<Size, BoardError> {
        let rows = self.pieces.len();
        match known {
            Some(size) if rows > 1 && rows != size.height() => {
                Err(BoardError::WrongRows { size, found: rows })
            }
            Some(size) => Ok(size),
            None if rows > 1 => Ok(Size::new(count / rows, rows)?),
            None => {
                let sizes: Vec<_> = Size::all().filter(|size| size.cells() == count).collect();
                let square = sizes.iter().find(|size| size.width() == size.height());
                match (square, sizes.is_empty()) {
                    (Some(&square), _) => Ok(square),
                    (None, true) => Err(BoardError::NoSuchCount { count }),
                    (None, false) => Err(BoardError::SizeNeeded { count, sizes }),
                }
            }
        }
    }

    /// Refuses one digit per cell for boards with tiles above 9.
    fn check_separators(&self, cells: usize) -> Result<(), BoardError> {
        if self.run_together && cells > DIGIT_CELLS {
            return Err(BoardError::NumbersRunTogether { cells });
        }
        Ok(())
    }
}
