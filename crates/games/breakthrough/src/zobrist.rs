use tesuji_core::Player;

use crate::geometry::{FIRST, Geometry, SECOND, cells};

/// The seed of the Zobrist keys, the same on every machine. Boards with equally many cells have the
/// same keys.
const ZOBRIST_SEED: u64 = 2002;

/// The keys of a board: one for each cell and each of its three contents, and one for the turn;
/// 76 on 5×5 (Zobrist, "A New Hashing Method with Application for Game Playing", 1970).
///
/// The key of a position is the exclusive or of the keys of all cells' contents, empty ones
/// included, and of the turn's when Black is to move. A move changes the contents of cells: the
/// key changes by differences between two contents of a cell. The tables hold these differences,
/// so a move costs two look-ups and empty cells cost nothing.
#[derive(Clone, Debug)]
pub(crate) struct Zobrist {
    /// The keys of the cell in row `r` and column `c`, at `3 * (width * r + c)`: empty, white,
    /// black; and last the turn's key.
    keys: Box<[u64]>,
    width: u8,
    /// Cells from one row to the next.
    stride: u8,
    /// The change of the key when a player's pawn leaves a cell of the grid, or is put there.
    pawn: [[u64; 64]; 2],
    /// The change of the key by all pawns of a player in eight cells that follow each other.
    pawns: Box<[[[u64; 256]; 8]; 2]>,
    /// The change of the key when a player's pawn steps to a cell that is empty (0) or has an
    /// enemy pawn (1), and the turn passes.
    arrival: [[[u64; 64]; 2]; 2],
    /// The key of the empty board with White to move.
    empty: u64,
}

impl Zobrist {
    pub(crate) fn new(geometry: &Geometry) -> Self {
        let board = geometry.board();
        let count = 3 * board.count_ones() as usize + 1;
        let keys = tesuji_zobrist::keys(ZOBRIST_SEED, count);
        let turn = keys[count - 1];
        let (pawn, arrival) = ([[0; 64]; 2], [[[0; 64]; 2]; 2]);
        let (width, stride) = (geometry.width, geometry.stride);
        let pawns = Box::new([[[0; 256]; 8]; 2]);
        let mut zobrist = Zobrist { keys, width, stride, pawn, pawns, arrival, empty: 0 };
        for cell in cells(board) {
            let [empty, white, black] = zobrist.contents(cell);
            let cell = usize::from(cell);
            zobrist.empty ^= empty;
            for (player, own, other) in [(FIRST, white, black), (SECOND, black, white)] {
                zobrist.pawn[player][cell] = empty ^ own;
                zobrist.arrival[player][0][cell] = empty ^ own ^ turn;
                zobrist.arrival[player][1][cell] = other ^ own ^ turn;
            }
        }
        for (pawn, pawns) in zobrist.pawn.iter().zip(&mut *zobrist.pawns) {
            for (pawn, pawns) in pawn.as_chunks::<8>().0.iter().zip(pawns) {
                for set in 1..pawns.len() {
                    pawns[set] = pawns[set & (set - 1)] ^ pawn[set.trailing_zeros() as usize];
                }
            }
        }
        zobrist
    }

    /// The change of the key by a step of `PLAYER` that captures `captured` pawns, none or one.
    #[inline]
    pub(crate) fn step<const PLAYER: usize>(&self, from: u8, to: u8, captured: u64) -> u64 {
        self.pawn[PLAYER][usize::from(from & 63)]
            ^ self.arrival[PLAYER][(captured & 1) as usize][usize::from(to & 63)]
    }

    /// The same by a mask instead of a table that is chosen by `captured`: it can begin before that
    /// is known. Where many moves follow each other, as in perft, it is faster by a tenth; in
    /// playouts, which need their registers for other things, it is slower.
    #[inline]
    pub(crate) fn step_by_mask<const PLAYER: usize>(&self, from: u8, to: u8, captured: u64) -> u64 {
        let to = usize::from(to & 63);
        self.pawn[PLAYER][usize::from(from & 63)]
            ^ self.arrival[PLAYER][0][to]
            ^ (self.pawn[1 - PLAYER][to] & captured.wrapping_neg())
    }

    /// The keys of a cell's three contents.
    fn contents(&self, cell: u8) -> [u64; 3] {
        let first = 3 * usize::from(self.width * (cell / self.stride) + cell % self.stride);
        [self.keys[first], self.keys[first + 1], self.keys[first + 2]]
    }

    fn turn(&self, turn: Player) -> u64 {
        match turn {
            Player::First => 0,
            Player::Second => self.keys[self.keys.len() - 1],
        }
    }

    /// The key of a position from the table of differences.
    pub(crate) fn key(&self, white: u64, black: u64, turn: Player) -> u64 {
        let [first, second] = &*self.pawns;
        let sets = white.to_le_bytes().into_iter().zip(black.to_le_bytes());
        first.iter().zip(second).zip(sets).fold(
            self.empty ^ self.turn(turn),
            |key, ((first, second), (white, black))| {
                key ^ first[usize::from(white)] ^ second[usize::from(black)]
            },
        )
    }

    /// The key of a position by definition, cell by cell.
    pub(crate) fn key_by_cells(&self, board: u64, white: u64, black: u64, turn: Player) -> u64 {
        cells(board).fold(self.turn(turn), |key, cell| {
            let [empty, first, second] = self.contents(cell);
            let content = match (white >> cell & 1, black >> cell & 1) {
                (1, _) => first,
                (_, 1) => second,
                _ => empty,
            };
            key ^ content
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_by_five_has_76_keys_and_uses_them_all() {
        let geometry = Geometry::new(5, 5);
        let (board, zobrist) = (geometry.board(), Zobrist::new(&geometry));
        assert_eq!(zobrist.keys.len(), 76);
        let key = |white, black, turn| zobrist.key_by_cells(board, white, black, turn);
        let empty = key(0, 0, Player::First);
        let all_empty = (0..25).fold(0, |all, cell| all ^ zobrist.keys[3 * cell]);
        assert_eq!(empty, all_empty);
        assert_eq!(key(0, 0, Player::Second) ^ empty, zobrist.keys[75]);
        for (index, cell) in cells(board).enumerate() {
            let [none, white, black] = [0, 1, 2].map(|content| zobrist.keys[3 * index + content]);
            assert_eq!(key(1 << cell, 0, Player::First) ^ empty, none ^ white);
            assert_eq!(key(0, 1 << cell, Player::First) ^ empty, none ^ black);
        }
    }
}
