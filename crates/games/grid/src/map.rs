use std::fmt;
use std::str::FromStr;

use tesuji_core::quoted;

/// The maximum number of cells in a row or column.
pub const MAX_SIDE: usize = 1024;

/// A map: a rectangle of cells, each a wall or a terrain with a cost.
///
/// # Notation
/// A character for each cell, row by row, with `/` or white space between the rows:
/// * `.` or `G`: land, of cost 1; `1` to `9`: land of that cost; `S`: swamp, as land of cost 1;
/// * `W`: water, of cost 1, which the agent neither enters from land nor leaves to land;
/// * `@`, `O`, `T` or `#`: walls.
///
/// The letters are those of the Moving AI Lab's maps, whose files, with their header, are read as
/// well; digits and `#` are not in these files. The output has the characters of the input, and `/`
/// between rows.
///
/// # Example
/// ```
/// use tesuji_grid::GridMap;
///
/// let map: GridMap = "type octile\nheight 2\nwidth 3\nmap\n..T\n...\n".parse()?;
/// assert_eq!(map.to_string(), "..T/...");
/// assert_eq!((map.width(), map.height(), map.free_cells()), (3, 2, 5));
/// assert_eq!(map.cost(2, 0), None);
/// # Ok::<(), tesuji_grid::MapError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GridMap {
    width: usize,
    /// The characters, row by row.
    cells: Vec<u8>,
}

/// What can be walked on, and from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    Wall,
    Land,
    Water,
}

/// The error for a text that is not a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// There is no row.
    #[error("a map has at least one row")]
    Empty,
    /// A character is none of the notation.
    #[error(
        "{character:?} in row {row}, column {column} (from 0) is no cell: give . for land, # for a \
         wall, 1 to 9 for land of that cost, W for water"
    )]
    NoCell {
        /// The character.
        character: char,
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// Rows differ in length.
    #[error("row {row} (from 0) has {found} cells, and row 0 has {expected}")]
    OtherLength {
        /// The row.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// The header of a file is not complete.
    #[error("the header {0} a line {1}")]
    Header(&'static str, &'static str),
    /// The header of a file gives another size.
    #[error("the header says {expected}, and the map is {found}")]
    OtherSize {
        /// The size in the header.
        expected: String,
        /// The size of the map.
        found: String,
    },
    /// The map is too large.
    #[error("a map has at most {MAX_SIDE} rows and columns")]
    TooLarge,
}

/// The cost of a character's cell, and how it is walked on.
pub(crate) fn terrain(character: u8) -> Option<(Ground, u8)> {
    Some(match character {
        b'.' | b'G' | b'S' => (Ground::Land, 1),
        b'1'..=b'9' => (Ground::Land, character - b'0'),
        b'W' => (Ground::Water, 1),
        b'@' | b'O' | b'T' | b'#' => (Ground::Wall, 0),
        _ => return None,
    })
}

impl GridMap {
    /// A map from its rows.
    ///
    /// # Errors
    /// The rows are no map; the error says where.
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = &'a str>) -> Result<Self, MapError> {
        let (mut width, mut cells) = (0, Vec::new());
        for (row, text) in rows.into_iter().enumerate() {
            let known = |c: char| u8::try_from(c).is_ok_and(|c| terrain(c).is_some());
            if let Some((column, character)) = text.chars().enumerate().find(|&(_, c)| !known(c)) {
                return Err(MapError::NoCell { character, row, column });
            }
            if row == 0 {
                width = text.len();
            } else if text.len() != width {
                return Err(MapError::OtherLength { row, found: text.len(), expected: width });
            }
            if row == MAX_SIDE || width > MAX_SIDE {
                return Err(MapError::TooLarge);
            }
            cells.extend_from_slice(text.as_bytes());
        }
        if cells.is_empty() { Err(MapError::Empty) } else { Ok(GridMap { width, cells }) }
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// The number of cells that are not walls.
    #[must_use]
    pub fn free_cells(&self) -> usize {
        let free = |&&cell: &&u8| terrain(cell).is_some_and(|(ground, _)| ground != Ground::Wall);
        self.cells.iter().filter(free).count()
    }

    /// The cost of a cell; `None` for a wall, and outside of the map.
    #[must_use]
    pub fn cost(&self, column: usize, row: usize) -> Option<u8> {
        let (ground, cost) = self.at(column, row)?;
        (ground != Ground::Wall).then_some(cost)
    }

    pub(crate) fn at(&self, column: usize, row: usize) -> Option<(Ground, u8)> {
        if column >= self.width {
            return None;
        }
        let start = row.checked_mul(self.width)?;
        self.cells.get(start.checked_add(column)?).and_then(|&cell| terrain(cell))
    }

    /// The characters of each row.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &str> {
        let text = |row| std::str::from_utf8(row).expect("the characters of cells are ASCII");
        self.cells.chunks(self.width).map(text)
    }
}

/// The rows of a text, without the header that it may have, and the size that a header gives.
pub(crate) fn split_header<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
) -> Result<Option<(usize, usize)>, MapError> {
    if words.next_if_eq(&"type").is_none() {
        return Ok(None);
    }
    words.next();
    let (mut width, mut height) = (None, None);
    loop {
        let side = match words.next() {
            Some("map") => break,
            Some("width") => &mut width,
            Some("height") => &mut height,
            _ => return Err(MapError::Header("lacks", "map after width and height")),
        };
        *side = words.next().and_then(|number| number.parse().ok());
    }
    let size = width.zip(height).ok_or(MapError::Header("lacks", "width or height"))?;
    Ok(Some(size))
}

/// The words of a text: rows, and what else there is.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == '/' || c.is_whitespace()).filter(|word| !word.is_empty())
}

/// Checks the size that a header gives.
pub(crate) fn check_size(map: GridMap, size: Option<(usize, usize)>) -> Result<GridMap, MapError> {
    match size {
        Some((width, height)) if (width, height) != (map.width(), map.height()) => {
            let expected = format!("{width}x{height}");
            Err(MapError::OtherSize {
                expected,
                found: format!("{}x{}", map.width(), map.height()),
            })
        }
        _ => Ok(map),
    }
}

impl FromStr for GridMap {
    type Err = MapError;

    fn from_str(text: &str) -> Result<Self, MapError> {
        let mut words = words(text).peekable();
        let size = split_header(&mut words)?;
        check_size(GridMap::from_rows(words)?, size)
    }
}

impl fmt::Display for GridMap {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.rows().enumerate() {
            if number > 0 {
                out.write_str("/")?;
            }
            out.write_str(row)?;
        }
        Ok(())
    }
}

/// A cell as `column,row`.
pub(crate) fn read_cell(word: &str) -> Option<(usize, usize)> {
    let (column, row) = word.split_once(',')?;
    Some((column.parse().ok()?, row.parse().ok()?))
}

/// A text as it appears in a message.
pub(crate) fn excerpt(text: &str) -> String {
    quoted(text).to_string()
}
