use std::fmt;

use tesuji_core::{Game, GameResult, Notation, Player, Rules, quoted};

use crate::board::{Board, CELLS, Cell, Marks};
use crate::rules::TicTacToe;

/// Why a text is no board or no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// A character stands for no mark.
    #[error("cell {cell}: {found:?} is none of X, O and .")]
    BadMark {
        /// Which cell, from 1, row by row.
        cell: usize,
        /// What was there.
        found: char,
    },
    /// There are not nine cells.
    #[error("expected 9 cells, found {0}")]
    WrongLength(usize),
    /// The players have not moved in turn.
    #[error("{crosses} X and {noughts} O: there are as many X as O, or one more")]
    BadCounts {
        /// Marks of X.
        crosses: u32,
        /// Marks of O.
        noughts: u32,
    },
    /// The game was over before it got here.
    #[error("both X and O have three in a row")]
    TwoWinners,
    /// The game was over before it got here.
    #[error("{} has three in a row, yet {} moved after that", letter(*.0), letter(.0.other()))]
    MovedAfterTheEnd(Player),
    /// The text names no cell.
    #[error("{} is no cell: a1 to c3, or 1 to 9 row by row from the top", quoted(.0))]
    BadCell(String),
    /// The cell has a mark.
    #[error("{text}: {} is there already", letter(*.mark), text = quoted(.text))]
    Occupied {
        /// The move as it was written.
        text: String,
        /// Whose mark.
        mark: Player,
    },
    /// There are no more moves.
    #[error("{text}: {}", end(*.result), text = quoted(.text))]
    GameOver {
        /// The move as it was written.
        text: String,
        /// How the game ended.
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

/// How a game ended, in words.
pub(crate) fn end(result: GameResult) -> String {
    match result {
        GameResult::Win(winner) => format!("{} has won", letter(winner)),
        GameResult::Draw => "the game is drawn".into(),
    }
}

/// Whether a game can come to these marks.
pub(crate) fn check(marks: Marks) -> Result<(), NotationError> {
    let (crosses, noughts) = (marks.crosses.count_ones(), marks.noughts.count_ones());
    if crosses != noughts && crosses != noughts + 1 {
        return Err(NotationError::BadCounts { crosses, noughts });
    }
    let won = |player| marks.lines(player) != 0;
    // No more is needed: two lines of one player always meet in a cell, which came last.
    match (won(Player::First), won(Player::Second), marks.to_move()) {
        (true, true, _) => Err(NotationError::TwoWinners),
        (true, false, Player::First) => Err(NotationError::MovedAfterTheEnd(Player::First)),
        (false, true, Player::Second) => Err(NotationError::MovedAfterTheEnd(Player::Second)),
        (true, false, Player::Second) | (false, true, Player::First) | (false, false, _) => Ok(()),
    }
}

/// A board is nine characters `X`, `O` and `.`, row by row from the top: `XX.OO....`. Small
/// letters are read too, and spaces, line ends and `/` between the cells are skipped. Whose
/// turn it is follows from the marks. What is read is a position that a game can come to.
///
/// A move is the column's letter and the row's digit, counted from the bottom left: `a1` to
/// `c3`. A single digit is read too: `1` to `9`, row by row from the top left.
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
