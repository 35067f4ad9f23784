use std::fmt;
use std::str::FromStr;

use tesuji_core::{Notation, Rules, quoted};

use crate::board::{Board, Word};
use crate::rules::{Goal, Slide, Taquin};
use crate::tiles::{
    BoardError, Choice, Place, check_tiles, excerpt, read_loose_tiles, read_tiles, write_tiles,
};

/// An error for a text that is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is neither a tile nor a direction.
    #[error(
        "{text} is not a move: give the number of the tile that slides, \
         or where the blank goes: up, left, right or down",
        text = quoted(.text)
    )]
    NotAMove {
        /// The text.
        text: String,
    },
    /// The tile is not beside the blank.
    #[error(
        "tile {text} is not beside the blank: {} can slide",
        Choice(movable),
        text = quoted(.text)
    )]
    CannotSlide {
        /// The tile.
        text: String,
        /// The tiles that can slide.
        movable: Vec<u8>,
    },
    /// The blank would leave the board.
    #[error(
        "the blank on {blank} cannot go {direction}: the board ends there",
        direction = quoted(.direction)
    )]
    OffTheBoard {
        /// The text.
        direction: String,
        /// The blank's cell.
        blank: Place,
    },
}

/// An error for a text that is not a board, or not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The text is not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The text is not a move.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// An error for a text that is not a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither blank-first nor blank-last nor a board: {0}")]
pub struct GoalError(pub BoardError);

/// Boards are written as [`read_tiles`] documents, one digit per cell or numbers separated by
/// spaces, with a slash between the rows unless the board is square.
///
/// A move is written as the number of the tile that slides. The parser also accepts the direction
/// of the blank: `up`, `left`, `right`, `down`, or the first letter.
impl<W: Word> Notation for Taquin<W> {
    type Error = NotationError;

    fn parse_state(&self, text: &str) -> Result<Board<W>, NotationError> {
        let read = read_tiles(text, Some(self.board_size()))?;
        Ok(self.board_from_tiles(&read.tiles)?)
    }

    fn write_state(&self, board: &Board<W>, out: &mut impl fmt::Write) -> fmt::Result {
        // The number of cells determines the size of a square.
        let width = (self.width != self.height).then_some(self.width.into());
        write_tiles(self.cells().into(), width, self.tiles(*board), out)
    }

    fn parse_move(&self, board: &Board<W>, text: &str) -> Result<Slide, NotationError> {
        let text = text.trim();
        let slides = self.moves(board);
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let tile = text.parse().ok();
            let slide = slides.iter().find(|slide| Some(board.tile(slide.from)) == tile);
            return slide.copied().ok_or_else(|| {
                let movable = slides.iter().map(|slide| board.tile(slide.from)).collect();
                MoveError::CannotSlide { text: excerpt(text), movable }.into()
            });
        }
        let blank = board.blank();
        let from = match &*text.to_ascii_lowercase() {
            "up" | "u" => blank.wrapping_sub(self.width),
            "left" | "l" => blank.wrapping_sub(1),
            "right" | "r" => blank + 1,
            "down" | "d" => blank + self.width,
            _ => return Err(MoveError::NotAMove { text: excerpt(text) }.into()),
        };
        // From the end of a row, the next cell is not a neighbour.
        slides.iter().find(|slide| slide.from == from).copied().ok_or_else(|| {
            let blank = Place { index: blank.into(), width: Some(self.width.into()) };
            MoveError::OffTheBoard { direction: text.to_owned(), blank }.into()
        })
    }

    fn write_move(&self, board: &Board<W>, slide: Slide, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{}", board.tile(slide.from))
    }
}

impl<W: Word> Taquin<W> {
    /// Returns the board with these tiles, row by row, 0 the blank.
    ///
    /// # Errors
    /// If the list is not each tile of this taquin once.
    pub fn board_from_tiles(&self, tiles: &[u8]) -> Result<Board<W>, BoardError> {
        check_tiles(tiles, self.board_size())?;
        Ok(Board::pack(tiles.iter().copied()))
    }
}

/// `blank-first`, `blank-last`, or tiles as [`read_tiles`] reads them. [`Taquin::new`], which
/// knows the size, checks whether the tiles form a board.
impl FromStr for Goal {
    type Err = GoalError;

    fn from_str(text: &str) -> Result<Self, GoalError> {
        match text.trim() {
            "blank-first" => Ok(Goal::BlankFirst),
            "blank-last" => Ok(Goal::BlankLast),
            tiles => read_loose_tiles(tiles).map(Goal::Tiles).map_err(GoalError),
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::BlankFirst => out.write_str("blank-first"),
            Goal::BlankLast => out.write_str("blank-last"),
            Goal::Tiles(tiles) => write_tiles(tiles.len(), None, tiles.iter().copied(), out),
        }
    }
}
