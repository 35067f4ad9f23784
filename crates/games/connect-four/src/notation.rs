use std::fmt;

use tesuji_core::{Game, GameResult, Notation, Player, Rules};

use crate::position::{Cell, Position, cells};
use crate::rules::ConnectFour;
use crate::word::Word;

/// Why a text is no position or no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The board does not have its rows.
    #[error("expected {expected} rows, found {found}")]
    WrongHeight {
        /// Rows of the board.
        expected: usize,
        /// Rows in the text.
        found: usize,
    },
    /// A row is too short or too long.
    #[error("row {row}: expected {expected} cells, found {found}")]
    WrongWidth {
        /// Which row, from 1 at the top.
        row: usize,
        /// Columns of the board.
        expected: usize,
        /// Cells in the row.
        found: usize,
    },
    /// A character stands for no stone.
    #[error("row {row}, column {column}: {found:?} is none of x, o and .")]
    BadStone {
        /// Which row, from 1 at the top.
        row: usize,
        /// Which column, from 1.
        column: usize,
        /// What was there.
        found: char,
    },
    /// A stone hangs in the air.
    #[error("row {row}, column {column}: no stone below this one")]
    Floating {
        /// Which row, from 1 at the top.
        row: usize,
        /// Which column, from 1.
        column: usize,
    },
    /// The players have not moved in turn.
    #[error("{first} x and {second} o: there are as many x as o, or one more")]
    BadCounts {
        /// Stones of the first player.
        first: u32,
        /// Stones of the second player.
        second: u32,
    },
    /// The game was over before it got here.
    #[error("both x and o have four in a row")]
    TwoWinners,
    /// The game was over before it got here.
    #[error("{} has four in a row, yet {} moved after that", letter(*.0), letter(.0.other()))]
    MovedAfterTheEnd(Player),
    /// The game was over before it got here.
    #[error("{} has fours in a row that no one stone completes", letter(*.0))]
    WonTwice(Player),
    /// A move that is not possible, in a sequence of moves.
    #[error("move {number}: {error}")]
    InSequence {
        /// Which move, from 1.
        number: usize,
        /// What is wrong with it.
        error: Box<NotationError>,
    },
    /// The text names no column.
    #[error("{text:?} is no column from 1 to {width}")]
    NoColumn {
        /// The move as it was written.
        text: String,
        /// Columns of the board.
        width: u8,
    },
    /// The column has no room.
    #[error("column {0} is full")]
    FullColumn(u8),
    /// There are no more moves.
    #[error("{text:?}: {}", end(*.result))]
    GameOver {
        /// The move as it was written.
        text: String,
        /// How the game ended.
        result: GameResult,
    },
}

/// How the stones of a player are written.
pub(crate) fn letter(player: Player) -> char {
    match player {
        Player::First => 'x',
        Player::Second => 'o',
    }
}

/// How a game ended, in words.
pub(crate) fn end(result: GameResult) -> String {
    match result {
        GameResult::Win(winner) => format!("{} has won", letter(winner)),
        GameResult::Draw => "the game is drawn".into(),
    }
}

/// A position is written as its rows from the top, with `/` between them: `x` the stones of
/// the first player, `o` those of the second, `.` an empty cell. Whose turn it is follows from
/// their number. Capital letters and line ends in place of `/` are read too, spaces are skipped.
///
/// The other way to give a position is the columns played from the empty board, one digit each:
/// `4444` is four stones in the fourth column. Commas and spaces may stand between them,
/// and must on boards of more than nine columns. No column at all is the empty board.
///
/// A move is the number of its column, from 1 at the left.
///
/// A board that is read has stones in turn, none in the air, and at most one winner, who moved
/// last. Whether some order of moves leads to it is not asked.
impl<W: Word> Notation for ConnectFour<W> {
    type Error = NotationError;

    fn parse_state(&self, text: &str) -> Result<Position<W>, NotationError> {
        // `44x` is a game with a wrong letter rather than a row with wrong stones.
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
    /// Reads the columns of a game from the empty board as the moves they are.
    ///
    /// # Errors
    /// Names the first move that is not possible and says why.
    ///
    /// # Example
    /// ```
    /// use tesuji_connect_four::ConnectFour;
    ///
    /// let game = ConnectFour::default();
    /// assert_eq!(game.parse_columns("4455")?.len(), 4);
    /// let error = game.parse_columns("44444448").unwrap_err();
    /// assert_eq!(error.to_string(), "move 7: column 4 is full");
    /// # Ok::<(), tesuji_connect_four::NotationError>(())
    /// ```
    pub fn parse_columns(&self, text: &str) -> Result<Vec<Cell>, NotationError> {
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
        // From the bottom, so that what is below a stone is known when it comes.
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

    /// The position with these stones, if turns and lines are as in a game.
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

/// The characters of a text, each as a text.
fn characters(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().map(|(start, c)| &text[start..start + c.len_utf8()])
}
