use std::fmt;

use tesuji_core::{Game, GameResult, Notation, Player, Rules, quoted};

use crate::board::{Board, CELLS, Cell, Marks};
use crate::rules::TicTacToe;

/// An error for a text that is not a board, or not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// A character is not a mark.
    #[error("cell {cell}: {found:?} is not X, O or .")]
    BadMark {
        /// The cell, from 1, row by row.
        cell: usize,
        /// The character.
        found: char,
    },
    /// The number of cells is not nine.
    #[error("expected 9 cells, found {0}")]
    WrongLength(usize),
    /// The numbers of marks do not alternate.
    #[error("{crosses} X and {noughts} O: X must have as many marks as O, or one more")]
    BadCounts {
        /// Marks of X.
        crosses: u32,
        /// Marks of O.
        noughts: u32,
    },
    /// Both players have three in a row.
    #[error("both X and O have three in a row")]
    TwoWinners,
    /// A player moved after the other one had won.
    #[error("{} has three in a row, yet {} moved after that", letter(*.0), letter(.0.other()))]
    MovedAfterTheEnd(Player),
    /// The text is not a cell.
    #[error("{} is not a cell: write a1 to c3, or 1 to 9 row by row from the top", quoted(.0))]
    BadCell(String),
    /// The cell has a mark.
    #[error("{text}: the cell has an {} already", letter(*.mark), text = quoted(.text))]
    Occupied {
        /// The text of the move.
        text: String,
        /// The owner of the mark.
        mark: Player,
    },
    /// The game is over.
    #[error("{text}: {}", end(*.result), text = quoted(.text))]
    GameOver {
        /// The text of the move.
        text: String,
        /// The result of the game.
        result: GameResult,
    },
}

/// The mark of a player.
pub(crate) fn letter(player: Player) -> char {
    match player {
        Player::First => 'X',
        Player::Second => 'O',
    }
}

/// The result of a game, in words.
pub(crate) fn end(result: GameResult) -> String {
    match result {
        GameResult::Win(winner) => format!("{} has won", letter(winner)),
        GameResult::Draw => "the game is drawn".into(),
    }
}

/// Checks that a game can reach these marks.
pub(crate) fn check(marks: Marks) -> Result<(), NotationError> {
    let (crosses, noughts) = (marks.crosses.count_ones(), marks.noughts.count_ones());
    if crosses != noughts && crosses != noughts + 1 {
        return Err(NotationError::BadCounts { crosses, noughts });
    }
    let won = |player| marks.lines(player) != 0;
    // This suffices: two lines of one player always share a cell, which was marked last.
    match (won(Player::First), won(Player::Second), marks.to_move()) {
        (true, true, _) => Err(NotationError::TwoWinners),
        (true, false, Player::First) => Err(NotationError::MovedAfterTheEnd(Player::First)),
        (false, true, Player::Second) => Err(NotationError::MovedAfterTheEnd(Player::Second)),
        (true, false, Player::Second) | (false, true, Player::First) | (false, false, _) => Ok(()),
    }
}

/// A board is nine characters `X`, `O` and `.`, row by row from the top: `XX.OO....`. The parser
/// also accepts small letters, and skips spaces, line breaks and `/` between the cells. The turn
/// follows from the marks. A parsed board is reachable.
///
/// A move is the column's letter and the row's digit, counted from the bottom left: `a1` to
/// `c3`. The parser also accepts a single digit: `1` to `9`, row by row from the top left.
impl Notation for TicTacToe {
    type Error = NotationError;

    fn parse_state(&self, text: &str) -> Result<Board, NotationError> {
        let mut marks = Marks::default();
        let mut length = 0;
        for found in text.chars().filter(|&c| c != '/' && !c.is_whitespace()) {
            let player = match found {
                'X' | 'x' => Some(Player::First),
                'O' | 'o' => Some(Player::Second),
                '.' => None,
                _ => return Err(NotationError::BadMark { cell: length + 1, found }),
            };
            if let (Some(player), Ok(cell @ 0..CELLS)) = (player, u8::try_from(length)) {
                marks.flip(player, Cell(cell));
            }
            length += 1;
        }
        if length != usize::from(CELLS) {
            return Err(NotationError::WrongLength(length));
        }
        check(marks)?;
        Ok(self.board(marks))
    }

    fn write_state(&self, board: &Board, out: &mut impl fmt::Write) -> fmt::Result {
        (0..CELLS).try_for_each(|cell| out.write_char(board.mark(Cell(cell)).map_or('.', letter)))
    }

    fn parse_move(&self, board: &Board, text: &str) -> Result<Cell, NotationError> {
        let number = match *text.as_bytes() {
            [column @ b'a'..=b'c', row @ b'1'..=b'3'] => 3 * (b'3' - row) + (column - b'a'),
            [digit @ b'1'..=b'9'] => digit - b'1',
            _ => return Err(NotationError::BadCell(text.into())),
        };
        let cell = Cell(number);
        if let Some(result) = self.result(board) {
            return Err(NotationError::GameOver { text: text.into(), result });
        }
        match board.mark(cell) {
            Some(mark) => Err(NotationError::Occupied { text: text.into(), mark }),
            None => Ok(cell),
        }
    }

    fn write_move(
        &self,
        _: &Board,
        Cell(cell): <Self as Rules>::Move,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        write!(out, "{}{}", char::from(b'a' + cell % 3), 3 - cell / 3)
    }
}
