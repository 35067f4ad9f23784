use std::fmt;
use std::str::FromStr;

use tesuji_core::quoted;

/// The maximum number of cells of a board.
pub(crate) const MAX_CELLS: usize = 25;

/// The maximum number of cells in a row or column.
const MAX_SIDE: u8 = 5;

/// The size of a board, 2 to 5 cells per side. Written `4x3`: 4 cells in a row, 3 rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    width: u8,
    height: u8,
}

/// An error for a text or sides that are not a board size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// The text is not a size.
    #[error(
        "{text} is not a board size such as 4x3 (4 cells in a row, 3 rows)",
        text = quoted(.text)
    )]
    NotASize {
        /// The text.
        text: String,
    },
    /// A side is too short or too long.
    #[error("{width}x{height} is not an available board size: each side has 2 to 5 cells")]
    OutOfRange {
        /// Cells in a row.
        width: usize,
        /// Rows.
        height: usize,
    },
}

impl Size {
    /// Returns the size of a board of `width` cells in a row and `height` rows.
    ///
    /// # Errors
    /// A side is shorter than 2 or longer than 5.
    pub fn new(width: usize, height: usize) -> Result<Self, SizeError> {
        let side = |cells: usize| {
            let cells = u8::try_from(cells).ok()?;
            (2..=MAX_SIDE).contains(&cells).then_some(cells)
        };
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Size { width, height }),
            _ => Err(SizeError::OutOfRange { width, height }),
        }
    }

    /// Every available size, the smaller widths first.
    pub fn all() -> impl Iterator<Item = Size> {
        (2..=MAX_SIDE).flat_map(|width| (2..=MAX_SIDE).map(move |height| Size { width, height }))
    }

    /// Cells in a row.
    #[must_use]
    pub fn width(self) -> usize {
        self.width.into()
    }

    /// Rows.
    #[must_use]
    pub fn height(self) -> usize {
        self.height.into()
    }

    /// The number of cells, the blank's included.
    #[must_use]
    pub fn cells(self) -> usize {
        self.width() * self.height()
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let number = |side: &str| side.trim().parse().ok();
        let (width, height) = text
            .split_once(['x', 'X', '×'])
            .and_then(|(width, height)| Some((number(width)?, number(height)?)))
            .ok_or_else(|| SizeError::NotASize { text: crate::tiles::excerpt(text) })?;
        Size::new(width, height)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}x{}", self.width, self.height)
    }
}
