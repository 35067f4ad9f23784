use std::hash::{Hash, Hasher};

use tesuji_core::Player;

/// A position: the pawns, the turn, and the Zobrist key.
///
/// The cell in row `r` and column `c`, both from 0, is bit `8r + c` on boards of up to eight rows
/// of any width; on a taller one of `w` columns it is bit `wr + c`. Row 0 is White's home. A
/// position belongs to the [`Breakthrough`](crate::Breakthrough) that created it: boards of another
/// size have other keys.
///
/// Every position is valid by the rules: no more pawns than at the start, and only the player who
/// has just moved can have won, by one pawn on the goal row or by capturing the last pawn.
/// Whether a game can reach it is not checked.
#[derive(Clone, Copy, Debug, Eq)]
pub struct Position {
    pub(crate) white: u64,
    pub(crate) black: u64,
    pub(crate) key: u64,
    pub(crate) turn: Player,
}

impl Position {
    /// The white pawns, which belong to the first player and move up.
    #[must_use]
    pub fn white(self) -> u64 {
        self.white
    }

    /// The black pawns, which belong to the second player and move down.
    #[must_use]
    pub fn black(self) -> u64 {
        self.black
    }

    /// The player to move.
    #[must_use]
    pub fn turn(self) -> Player {
        self.turn
    }

    /// The pawns of the player to move, and those of the opponent.
    #[inline]
    pub(crate) fn mine_and_theirs(&self) -> (u64, u64) {
        match self.turn {
            Player::First => (self.white, self.black),
            Player::Second => (self.black, self.white),
        }
    }
}

impl PartialEq for Position {
    /// Without branches: a table of states compares positions that are equal as often as not, and
    /// after each wrong prediction it would wait for memory.
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        let pawns = (self.white ^ other.white) | (self.black ^ other.black);
        pawns | (self.key ^ other.key) | u64::from(self.turn != other.turn) == 0
    }
}

impl Hash for Position {
    /// Only the key is hashed.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// An error for pawns and a turn that are not a valid position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A pawn is outside the board.
    #[error("row {row}, column {column}: there is a pawn outside the board")]
    OffBoard {
        /// The row, from 1 at White's side.
        row: u8,
        /// The column, from 1.
        column: u8,
    },
    /// A cell has two pawns.
    #[error("row {row}, column {column}: there are a white and a black pawn on the same cell")]
    Overlap {
        /// The row, from 1 at White's side.
        row: u8,
        /// The column, from 1.
        column: u8,
    },
    /// A side has more pawns than at the start.
    #[error("{} has {count} pawns: at most {max} are possible", name(*player))]
    TooManyPawns {
        /// The side.
        player: Player,
        /// The number of pawns.
        count: u32,
        /// The maximum.
        max: u32,
    },
    /// Neither side has a pawn.
    #[error("there is no pawn on the board")]
    NoPawns,
    /// A side has several pawns on its goal row; the first ended the game.
    #[error("row {row}: {} has {count} pawns on its goal, but one ends the game", name(*player))]
    TwoOnGoal {
        /// The player's goal row, from 1 at White's side.
        row: u8,
        /// The side.
        player: Player,
        /// The number of pawns.
        count: u32,
    },
    /// Both sides have won.
    #[error("both white and black have won")]
    BothWon,
    /// The winner is to move.
    #[error("{} has won and cannot be to move", name(*player))]
    WinnerToMove {
        /// The winner.
        player: Player,
    },
}

/// The names of the players.
pub(crate) fn name(player: Player) -> &'static str {
    match player {
        Player::First => "white",
        Player::Second => "black",
    }
}
