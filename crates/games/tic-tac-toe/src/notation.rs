use std::fmt;

use tesuji_core::{Game, Notation, Player, Rules};

use crate::board::{Board, CELLS, Cell, Marks, NotationError, check, letter};
use crate::rules::TicTacToe;

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
