use std::hash::{Hash, Hasher};

use tesuji_core::Player;

use crate::Breakthrough;

/// A position: where the pawns are, whose turn it is, and its Zobrist key.
///
/// The cell in row `r` and column `c`, both from 0, is bit `8r + c`, whatever the size of the
/// board, as long as it has no more than eight rows; on a taller one of `w` columns it is bit
/// `wr + c`. Row 0 is White's home. A position belongs to the [`Breakthrough`] that made it: boards of
/// another size have other keys.
///
/// Every position is one that the rules allow: no more pawns than at the start, and only the
/// player who has just moved can have won, by one pawn on the goal row or by taking the
/// last pawn. Whether a game leads to it is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) white: u64,
    pub(crate) black: u64,
    pub(crate) key: u64,
    pub(crate) turn: Player,
}

impl Position {
    /// The white pawns, who belong to the first player and go up.
    #[must_use]
    pub fn white(self) -> u64 {
        self.white
    }

    /// The black pawns, who belong to the second player and go down.
    #[must_use]
    pub fn black(self) -> u64 {
        self.black
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(self) -> Player {
        self.turn
    }

    /// The pawns of the player to move, and those of the other.
    #[inline(always)]
    pub(crate) fn mine_and_theirs(&self) -> (u64, u64) {
        match self.turn {
            Player::First => (self.white, self.black),
            Player::Second => (self.black, self.white),
        }
    }
}

impl Hash for Position {
    /// The key says it all.
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// Why pawns and a turn do not make a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A pawn is not on the board.
    #[error("row {row}, column {column}: there is a pawn beside the board")]
    OffBoard {
        /// The row, from 1 at White's side.
        row: u8,
        /// The column, from 1.
        column: u8,
    },
    /// Two pawns on one cell.
    #[error("row {row}, column {column}: a white and a black pawn on the same cell")]
    Overlap {
        /// The row, from 1 at White's side.
        row: u8,
        /// The column, from 1.
        column: u8,
    },
    /// More pawns than a side starts with.
    #[error("{} has {count} pawns and started with {most}", name(*player))]
    TooManyPawns {
        /// Whose they are.
        player: Player,
        /// How many there are.
        count: u32,
        /// How many there can be.
        most: u32,
    },
    /// Nobody has a pawn.
    #[error("there is no pawn on the board")]
    NoPawns,
    /// The game would have ended with the first of these pawns.
    #[error("row {row}: {} has {count} pawns on its goal, but one ends the game", name(*player))]
    TwoOnGoal {
        /// The player's goal row, from 1 at White's side.
        row: u8,
        /// Whose pawns they are.
        player: Player,
        /// How many there are.
        count: u32,
    },
    /// Each side has won.
    #[error("both white and black have won")]
    BothWon,
    /// Only who has just moved can have won.
    #[error("{} has won and cannot be to move", name(*player))]
    WinnerToMove {
        /// Who has won.
        player: Player,
    },
}

/// What people call the players.
pub(crate) fn name(player: Player) -> &'static str {
    match player {
        Player::First => "white",
        Player::Second => "black",
    }
}

impl Breakthrough {
    /// The position with these pawns and this player to move; bits as in [`Position`].
    ///
    /// # Errors
    /// Says which rule the position breaks, and on which cell or row.
    pub fn position(
        &self,
        white: u64,
        black: u64,
        turn: Player,
    ) -> Result<Position, PositionError> {
        let geometry = &self.geometry;
        let place = |set: u64| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 63")]
            let (row, column) = geometry.place(set.trailing_zeros() as u8);
            (row + 1, column + 1)
        };
        let outside = (white | black) & !geometry.board();
        if outside != 0 {
            let (row, column) = place(outside);
            return Err(PositionError::OffBoard { row, column });
        }
        if white & black != 0 {
            let (row, column) = place(white & black);
            return Err(PositionError::Overlap { row, column });
        }
        if white | black == 0 {
            return Err(PositionError::NoPawns);
        }
        let sides = [(Player::First, white), (Player::Second, black)];
        for (player, pawns) in sides {
            let (count, most) = (pawns.count_ones(), self.max_pawns());
            if count > most {
                return Err(PositionError::TooManyPawns { player, count, most });
            }
            let arrived = pawns & geometry.goal[player as usize];
            let (count, (row, _)) = (arrived.count_ones(), place(arrived));
            if count > 1 {
                return Err(PositionError::TwoOnGoal { row, player, count });
            }
        }
        let [first, second] = [(white, black, 0), (black, white, 1)]
            .map(|(own, other, side)| own & geometry.goal[side] != 0 || other == 0);
        match (first, second, turn) {
            (true, true, _) => return Err(PositionError::BothWon),
            (true, false, Player::First) | (false, true, Player::Second) => {
                return Err(PositionError::WinnerToMove { player: turn });
            }
            _ => {}
        }
        Ok(self.keyed(white, black, turn))
    }

    /// A position that is known to be one, with its key.
    pub(crate) fn keyed(&self, white: u64, black: u64, turn: Player) -> Position {
        Position { white, black, key: self.zobrist.key(white, black, turn), turn }
    }
}
