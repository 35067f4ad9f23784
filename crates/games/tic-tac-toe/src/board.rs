use tesuji_core::{GameResult, Player, quoted};

/// Cells of the board.
pub(crate) const CELLS: u8 = 9;

/// All nine cells as a set.
pub(crate) const ALL: u16 = (1 << CELLS) - 1;

/// The rows, the columns and the two diagonals, as sets of cells.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// Whether each set of cells contains a line.
const HAS_LINE: [bool; ALL as usize + 1] = {
    let mut has_line = [false; ALL as usize + 1];
    let mut set = 0;
    while set <= ALL {
        let mut index = 0;
        while index < LINES.len() {
            has_line[set as usize] |= set & LINES[index] == LINES[index];
            index += 1;
        }
        set += 1;
    }
    has_line
};

/// A cell by its number, row by row from the top left, from 0 to 8; also a move to that cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub u8);

impl Cell {
    /// The set of this cell alone.
    #[inline]
    pub(crate) fn bit(self) -> u16 {
        1 << self.0
    }
}

/// A position: the marks of both players. The turn follows from their number.
///
/// The board stores its Zobrist key, which the [rules](crate::TicTacToe) update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) marks: Marks,
    pub(crate) key: u64,
}

impl Board {
    /// The player whose mark is on `cell`, if any. X is the first player.
    ///
    /// # Panics
    /// May panic if the cell's number is above 8.
    #[must_use]
    pub fn mark(&self, cell: Cell) -> Option<Player> {
        [Player::First, Player::Second]
            .into_iter()
            .find(|&player| self.marks.of(player) & cell.bit() != 0)
    }
}

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

/// The marks of both players as sets of cells: bit `n` is cell `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Marks {
    pub(crate) crosses: u16,
    pub(crate) noughts: u16,
}

impl Marks {
    pub(crate) fn of(self, player: Player) -> u16 {
        match player {
            Player::First => self.crosses,
            Player::Second => self.noughts,
        }
    }

    /// Toggles a mark of `player` on a cell.
    #[inline]
    pub(crate) fn flip(&mut self, player: Player, cell: Cell) {
        match player {
            Player::First => self.crosses ^= cell.bit(),
            Player::Second => self.noughts ^= cell.bit(),
        }
    }

    /// The cells without a mark.
    #[inline]
    pub(crate) fn empty(self) -> u16 {
        ALL ^ self.crosses ^ self.noughts
    }

    /// X if the number of marks is even.
    #[inline]
    pub(crate) fn to_move(self) -> Player {
        if self.empty().count_ones() % 2 == 1 { Player::First } else { Player::Second }
    }

    /// The cells of all the lines that `player` has filled.
    pub(crate) fn lines(self, player: Player) -> u16 {
        let marks = self.of(player);
        LINES.iter().filter(|&line| marks & line == *line).fold(0, |cells, line| cells | line)
    }

    /// The player with three in a row. A legal position has at most one.
    #[inline]
    pub(crate) fn winner(self) -> Option<Player> {
        if HAS_LINE[usize::from(self.crosses)] {
            Some(Player::First)
        } else if HAS_LINE[usize::from(self.noughts)] {
            Some(Player::Second)
        } else {
            None
        }
    }
}

/// The members of a set of cells, in order.
#[inline]
pub(crate) fn cells(mut set: u16) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
        let cell = Cell(set.trailing_zeros() as u8);
        set &= set - 1;
        Some(cell)
    })
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
