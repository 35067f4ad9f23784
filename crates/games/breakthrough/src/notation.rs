use std::fmt;

use tesuji_core::{Game, Notation, Player, Rules, quoted};

use crate::position::{Position, PositionError, name};
use crate::rules::{Breakthrough, Step};

/// An error for a text that is not a position, or not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The text does not consist of two words.
    #[error("expected the rows, a space and the side to move, found {text}", text = quoted(.text))]
    NotTwoWords {
        /// The text.
        text: String,
    },
    /// The second word is not a side.
    #[error("the side to move is w or b, not {text}", text = quoted(.text))]
    BadTurn {
        /// The text.
        text: String,
    },
    /// The number of rows is wrong.
    #[error("expected {expected} rows, found {found}")]
    WrongHeight {
        /// The text's rows.
        found: usize,
        /// The board's rows.
        expected: u8,
    },
    /// A character is not a pawn or a number of empty cells.
    #[error("row {row}, column {column}: {symbol:?} is not P, p or a digit from 1 to 8")]
    BadSymbol {
        /// The row, from 1 at White's side.
        row: u8,
        /// The column, from 1.
        column: usize,
        /// The character.
        symbol: char,
    },
    /// A row has the wrong number of cells.
    #[error("row {row}: {text} has {found} cells, expected {expected}", text = quoted(.text))]
    WrongWidth {
        /// The row, from 1 at White's side.
        row: u8,
        /// The row's text.
        text: String,
        /// The row's cells.
        found: usize,
        /// The board's columns.
        expected: u8,
    },
    /// The pawns and the turn are not a valid position.
    #[error(transparent)]
    BadPosition(#[from] PositionError),
    /// The text does not have the form of a move.
    #[error(
        "{text} is not a move: moves look like a2-a3 or, with a capture, a2xb3",
        text = quoted(.text)
    )]
    BadMove {
        /// The text.
        text: String,
    },
    /// The move starts or ends outside the board.
    #[error("{text}: the board has no cell {cell}", text = quoted(.text))]
    OffBoard {
        /// The text.
        text: String,
        /// The cell.
        cell: String,
    },
    /// The game is over.
    #[error("{text}: the game is over, {} has won", name(*winner), text = quoted(.text))]
    GameOver {
        /// The text.
        text: String,
        /// The winner.
        winner: Player,
    },
    /// The player to move has no pawn on the cell.
    #[error("{text}: {} has no pawn on {from}", name(*player), text = quoted(.text))]
    NoPawn {
        /// The text.
        text: String,
        /// The player to move.
        player: Player,
        /// The start of the move.
        from: String,
    },
    /// The move is not a pawn's step.
    #[error("{text}: a pawn steps one row ahead, straight or diagonally", text = quoted(.text))]
    NotAStep {
        /// The text.
        text: String,
    },
    /// A pawn blocks the target.
    #[error("{text}: {to} is not free", text = quoted(.text))]
    Blocked {
        /// The text.
        text: String,
        /// The target of the move.
        to: String,
    },
    /// A capture is written as a plain step, or the reverse.
    #[error(
        "{text}: this move is written {expected}",
        text = quoted(.text),
        expected = quoted(.expected)
    )]
    WrongSign {
        /// The text.
        text: String,
        /// The correct notation of the move.
        expected: String,
    },
}

/// The letter of a column.
pub(crate) fn column_name(column: u8) -> char {
    char::from(b'a' + column)
}

/// The row and the column, from 0, of the cell with this name on the largest boards.
fn place_named(name: &str) -> Option<(u8, u8)> {
    let (column, row) = name.split_at_checked(1)?;
    let column = (0..8).find(|&c| column.starts_with(column_name(c)))?;
    let row = (0..16).find(|&r: &u8| row == (r + 1).to_string())?;
    Some((row, column))
}

/// Positions are written row by row from the top, separated by `/`: `P` is a white pawn, `p` a
/// black one, a digit a number of empty cells. A space and the side to move follow, `w` or `b`.
/// The start on 5×5 is `ppppp/ppppp/5/PPPPP/PPPPP w`.
///
/// Moves are written `a2-a3`, and `a2xb3` with a capture.
impl Notation for Breakthrough {
    type Error = NotationError;

    fn parse_state(&self, text: &str) -> Result<Position, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [board, turn] = words[..] else {
            return Err(NotationError::NotTwoWords { text: text.into() });
        };
        let turn = match turn {
            "w" => Player::First,
            "b" => Player::Second,
            _ => return Err(NotationError::BadTurn { text: turn.into() }),
        };
        let (found, expected) = (board.split('/').count(), self.height());
        if found != usize::from(expected) {
            return Err(NotationError::WrongHeight { found, expected });
        }
        let (mut white, mut black) = (0, 0);
        for (row, text) in (0..self.height()).rev().zip(board.split('/')) {
            let [white_pawns, black_pawns] = self.parse_row(row, text)?;
            white |= white_pawns << self.geometry.cell(row, 0);
            black |= black_pawns << self.geometry.cell(row, 0);
        }
        Ok(self.position(white, black, turn)?)
    }

    fn write_state(&self, position: &Position, out: &mut impl fmt::Write) -> fmt::Result {
        for row in (0..self.height()).rev() {
            let mut empty = 0;
            for column in 0..self.width() {
                match position.pawn(self.geometry.cell(row, column)) {
                    None => empty += 1,
                    Some(player) => {
                        if empty > 0 {
                            write!(out, "{empty}")?;
                            empty = 0;
                        }
                        out.write_char(match player {
                            Player::First => 'P',
                            Player::Second => 'p',
                        })?;
                    }
                }
            }
            if empty > 0 {
                write!(out, "{empty}")?;
            }
            out.write_str(if row > 0 { "/" } else { " " })?;
        }
        out.write_char(match position.turn {
            Player::First => 'w',
            Player::Second => 'b',
        })
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Step, NotationError> {
        let owned = || text.to_owned();
        let bad_move = || NotationError::BadMove { text: owned() };
        let (from, to) = text.split_once(['-', 'x']).ok_or_else(bad_move)?;
        let places = [from, to].map(|name| place_named(name).map(|place| (name, place)));
        let [Some(from), Some(to)] = places else { return Err(bad_move()) };
        let cell = |(name, (row, column)): (&str, (u8, u8))| {
            if row < self.height() && column < self.width() {
                Ok(self.geometry.cell(row, column))
            } else {
                Err(NotationError::OffBoard { text: owned(), cell: name.to_owned() })
            }
        };
        let step = Step { from: cell(from)?, to: cell(to)? };
        if !self.moves(position).contains(&step) {
            return Err(self.why_illegal(position, step, text));
        }
        let expected = self.move_text(position, step);
        if text != expected {
            return Err(NotationError::WrongSign { text: owned(), expected });
        }
        Ok(step)
    }

    fn write_move(
        &self,
        position: &Position,
        Step { from, to }: Step,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        let sign = if position.pawn(to).is_some() { 'x' } else { '-' };
        write!(out, "{}{sign}{}", self.cell_name(from), self.cell_name(to))
    }
}

impl Position {
    /// The owner of the pawn on a cell.
    pub(crate) fn pawn(self, cell: u8) -> Option<Player> {
        match (self.white >> cell & 1, self.black >> cell & 1) {
            (1, _) => Some(Player::First),
            (_, 1) => Some(Player::Second),
            _ => None,
        }
    }
}

impl Breakthrough {
    /// The name of a cell: the letter of its column, and the number of its row from White's side.
    fn cell_name(&self, cell: u8) -> String {
        let (row, column) = self.geometry.place(cell);
        format!("{}{}", column_name(column), row + 1)
    }

    /// The white and the black pawns of a row, from bit 0.
    fn parse_row(&self, row: u8, text: &str) -> Result<[u64; 2], NotationError> {
        let expected = self.width();
        let (mut pawns, mut column) = ([0; 2], 0);
        for symbol in text.chars() {
            let bit = 1 << column.min(63);
            match symbol {
                'P' => pawns[0] |= bit,
                'p' => pawns[1] |= bit,
                '1'..='8' => column += symbol as usize - '1' as usize,
                _ => {
                    let (row, column) = (row + 1, column + 1);
                    return Err(NotationError::BadSymbol { row, column, symbol });
                }
            }
            column += 1;
        }
        if column == usize::from(expected) {
            Ok(pawns)
        } else {
            Err(NotationError::WrongWidth {
                row: row + 1,
                text: text.into(),
                found: column,
                expected,
            })
        }
    }

    /// The reason why a move is not legal.
    fn why_illegal(
        &self,
        position: &Position,
        Step { from, to }: Step,
        text: &str,
    ) -> NotationError {
        let (text, player) = (text.to_owned(), position.turn);
        if self.result(position).is_some() {
            return NotationError::GameOver { text, winner: player.other() };
        }
        if position.pawn(from) != Some(player) {
            return NotationError::NoPawn { text, player, from: self.cell_name(from) };
        }
        let ((from_row, from_column), (to_row, to_column)) =
            (self.geometry.place(from), self.geometry.place(to));
        let ahead = match player {
            Player::First => to_row.checked_sub(from_row),
            Player::Second => from_row.checked_sub(to_row),
        };
        if ahead == Some(1) && to_column.abs_diff(from_column) <= 1 {
            NotationError::Blocked { text, to: self.cell_name(to) }
        } else {
            NotationError::NotAStep { text }
        }
    }
}
