use std::fmt;

use tesuji_core::{Game, GameResult, Notation, Player, Rules, quoted};

use crate::position::{Cell, Position, cells};
use crate::rules::ConnectFour;
use crate::word::Word;

/// An error for a text that is not a position, or not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The number of rows is wrong.
    #[error("expected {expected} rows, found {found}")]
    WrongHeight {
        /// The board's rows.
        expected: usize,
        /// The text's rows.
        found: usize,
    },
    /// A row has the wrong length.
    #[error("row {row}: expected {expected} cells, found {found}")]
    WrongWidth {
        /// The row, from 1 at the top.
        row: usize,
        /// The board's columns.
        expected: usize,
        /// The row's cells.
        found: usize,
    },
    /// A character is not a stone.
    #[error("row {row}, column {column}: {found:?} is not x, o or .")]
    BadStone {
        /// The row, from 1 at the top.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// A stone is above an empty cell.
    #[error("row {row}, column {column}: there is no stone below this one")]
    Floating {
        /// The row, from 1 at the top.
        row: usize,
        /// The column, from 1.
        column: usize,
    },
    /// The numbers of stones do not alternate.
    #[error("{first} x and {second} o: x must have as many stones as o, or one more")]
    BadCounts {
        /// The first player's stones.
        first: u32,
        /// The second player's stones.
        second: u32,
    },
    /// Both players have four in a row.
    #[error("both x and o have four in a row")]
    TwoWinners,
    /// A player moved after the other one had won.
    #[error("{} has four in a row, yet {} moved after that", letter(*.0), letter(.0.other()))]
    MovedAfterTheEnd(Player),
    /// A player has several fours in a row without a common stone.
    #[error("{} has several fours in a row, which no single stone completes", letter(*.0))]
    WonTwice(Player),
    /// A move in a sequence of moves is not legal.
    #[error("move {number}: {error}")]
    InSequence {
        /// The move, from 1.
        number: usize,
        /// The error of the move.
        error: Box<NotationError>,
    },
    /// The text is not a column.
    #[error("{text} is not a column from 1 to {width}", text = quoted(.text))]
    NoColumn {
        /// The text.
        text: String,
        /// The board's columns.
        width: u8,
    },
    /// The column is full.
    #[error("column {0} is full")]
    FullColumn(u8),
    /// The game is over.
    #[error("{text}: {}", end(*.result), text = quoted(.text))]
    GameOver {
        /// The text of the move.
        text: String,
        /// The result of the game.
        result: GameResult,
    },
}

/// The letter of a player's stones.
pub(crate) fn letter(player: Player) -> char {
    match player {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

/// The result of a game, in words.
pub(crate) fn end(result: GameResult) -> String {
    match result {
        GameResult::Win(winner) => format!("{} has won", letter(winner)),
        GameResult::Draw => "the game is drawn".into(),
    }
}

/// A position is written as its rows from the top, separated by `/`: `x` for the stones of the
/// first player, `o` for those of the second, `.` for an empty cell. The turn follows from their
/// numbers. The parser also accepts capital letters and line breaks in place of `/`, and skips
/// spaces.
///
/// The other notation of a position is the columns played from the empty board, one digit each:
/// `4444` is four stones in the fourth column. Commas or spaces may separate them, and must on
/// boards of more than nine columns. The empty text is the empty board.
///
/// A move is the number of its column, from 1 at the left.
///
/// A parsed board has alternating turns, no stone above an empty cell, and at most one winner, who
/// moved last. Whether a game can reach it is not checked.
impl<W: Word> Notation for ConnectFour<W> {
    type Error = NotationError;

    fn parse_state(&self, text: &str) -> Result<Position<W>, NotationError> {
        // `44x` is a sequence of moves with a wrong letter rather than a row with wrong stones.
        let stones = text.contains(['.', 'x', 'o', 'X', 'O']);
        if text.contains('/') || stones && !text.contains(|c: char| c.is_ascii_digit()) {
            return self.parse_board(text);
        }
        let mut position = self.initial();
        for cell in self.parse_columns(text)? {
            self.play(&mut position, cell);
        }
        Ok(position)
    }

    fn write_state(&self, position: &Position<W>, out: &mut impl fmt::Write) -> fmt::Result {
        for row in (0..self.height()).rev() {
            for column in 0..self.width() {
                let stone = self.stone(position, self.cell(column, row));
                out.write_char(stone.map_or('.', letter))?;
            }
            if row > 0 {
                out.write_char('/')?;
            }
        }
        Ok(())
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<Cell, NotationError> {
        let number = if text.bytes().all(|byte| byte.is_ascii_digit()) { text } else { "" };
        let column = match number.parse() {
            Ok(number @ 1..) if number <= self.width() => number - 1,
            _ => {
                let width = self.width();
                return Err(NotationError::NoColumn { text: text.into(), width });
            }
        };
        if let Some(result) = self.result(position) {
            return Err(NotationError::GameOver { text: text.into(), result });
        }
        cells(self.landings(position) & self.column(column))
            .next()
            .ok_or(NotationError::FullColumn(column + 1))
    }

    fn write_move(&self, _: &Position<W>, cell: Cell, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{}", self.column_of(cell) + 1)
    }
}

impl<W: Word> ConnectFour<W> {
    /// Parses the columns of a game from the empty board as moves.
    fn parse_columns(&self, text: &str) -> Result<Vec<Cell>, NotationError> {
        let words = text.split(|c: char| c == ',' || c.is_whitespace());
        let numbers: Vec<&str> = if self.width() > 9 {
            words.filter(|word| !word.is_empty()).collect()
        } else {
            words.flat_map(characters).collect()
        };
        let mut position = self.initial();
        let mut moves = Vec::with_capacity(numbers.len());
        for (number, text) in (1..).zip(numbers) {
            let cell = self
                .parse_move(&position, text)
                .map_err(|error| NotationError::InSequence { number, error: Box::new(error) })?;
            self.play(&mut position, cell);
            moves.push(cell);
        }
        Ok(moves)
    }

    fn parse_board(&self, text: &str) -> Result<Position<W>, NotationError> {
        let (width, height) = (usize::from(self.width()), usize::from(self.height()));
        let rows: Vec<Vec<char>> = text
            .split(['/', '\n'])
            .map(|row| row.chars().filter(|c| !c.is_whitespace()).collect::<Vec<char>>())
            .filter(|row| !row.is_empty())
            .collect();
        if rows.len() != height {
            return Err(NotationError::WrongHeight { expected: height, found: rows.len() });
        }
        let (mut first, mut second) = (W::ZERO, W::ZERO);
        for (number, row) in (1..).zip(&rows) {
            if row.len() != width {
                let found = row.len();
                return Err(NotationError::WrongWidth { row: number, expected: width, found });
            }
        }
        // From the bottom, so that the cell below a stone is known.
        for (row, characters) in (0..).zip(rows.iter().rev()) {
            for (column, &found) in (0..).zip(characters) {
                let place = || (height - usize::from(row), usize::from(column) + 1);
                let cell = self.cell(column, row).bit();
                match found {
                    'x' | 'X' => first |= cell,
                    'o' | 'O' => second |= cell,
                    '.' => continue,
                    _ => {
                        let (row, column) = place();
                        return Err(NotationError::BadStone { row, column, found });
                    }
                }
                if row > 0 && (first | second) & (cell >> 1) == W::ZERO {
                    let (row, column) = place();
                    return Err(NotationError::Floating { row, column });
                }
            }
        }
        self.check(first, second)
    }

    /// The position with these stones, if turns and lines are those of a game.
    fn check(&self, first: W, second: W) -> Result<Position<W>, NotationError> {
        let mover = match first.count_ones().checked_sub(second.count_ones()) {
            Some(0) => Player::First,
            Some(1) => Player::Second,
            _ => {
                let (first, second) = (first.count_ones(), second.count_ones());
                return Err(NotationError::BadCounts { first, second });
            }
        };
        let (own, opponent) = match mover {
            Player::First => (first, second),
            Player::Second => (second, first),
        };
        let taken = first | second;
        if self.has_four(own) {
            return Err(if self.has_four(opponent) {
                NotationError::TwoWinners
            } else {
                NotationError::MovedAfterTheEnd(mover)
            });
        }
        let uppermost = taken & !(taken >> 1);
        let completes = |cell: Cell| !self.has_four(opponent ^ cell.bit());
        if self.has_four(opponent) && !cells(opponent & uppermost).any(completes) {
            return Err(NotationError::WonTwice(mover.other()));
        }
        Ok(Position { own, taken })
    }
}

/// The characters of a text, each as a string.
fn characters(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().map(|(start, c)| &text[start..start + c.len_utf8()])
}
