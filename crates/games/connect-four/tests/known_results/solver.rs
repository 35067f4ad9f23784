//! A small exact solver, to confirm the scores of positions.

use std::cmp::Reverse;

use tesuji_connect_four::{Cell, ConnectFour, Position};
use tesuji_core::Rules;

/// Depth-first search with a table of upper bounds and null windows.
pub(crate) struct Solver {
    game: ConnectFour,
    /// Exact keys, each with an upper bound on its position's score.
    table: Vec<(u64, i32)>,
}

impl Solver {
    pub(crate) fn new(game: ConnectFour) -> Self {
        Solver { game, table: vec![(u64::MAX, 0); 1_048_573] }
    }

    /// The score of a position: above zero won, below lost, on the scale of `win_score`.
    pub(crate) fn score(&mut self, position: &Position) -> i32 {
        let (mut low, mut high) = (-32i32, 32);
        while low < high {
            let middle = (low + high).div_euclid(2);
            if self.exceeds(position, middle) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn exceeds(&mut self, position: &Position, bound: i32) -> bool {
        let game = self.game;
        let empty = (game.board() ^ position.taken()).count_ones().cast_signed();
        if empty == 0 {
            return 0 > bound;
        }
        if game.winning_moves(position) != 0 {
            return game.win_score(position) > bound;
        }
        let safe = game.non_losing_moves(position, game.losing_cells(position));
        if safe == 0 {
            return -(empty / 2) > bound;
        }
        // Neither of the next two stones wins.
        if -((empty - 2) / 2) > bound {
            return true;
        }
        let slot = usize::try_from(position.exact_key() % self.table.len() as u64).unwrap();
        let (key, known) = self.table[slot];
        let most = if key == position.exact_key() { known } else { (empty - 1) / 2 };
        if most <= bound {
            return false;
        }
        let mut columns: Vec<u8> = (0..game.width()).collect();
        columns.sort_by_key(|column| (2 * column + 1).abs_diff(game.width()));
        let mut moves: Vec<Cell> = columns
            .into_iter()
            .map(|column| safe & game.column(column))
            .filter(|&cell| cell != 0)
            .map(|cell| Cell(u8::try_from(cell.trailing_zeros()).unwrap()))
            .collect();
        moves.sort_by_key(|&mv| Reverse(game.threats_after(position, mv).count_ones()));
        if moves.iter().any(|&mv| !self.exceeds(&game.successor(position, mv), -bound - 1)) {
            return true;
        }
        self.table[slot] = (position.exact_key(), bound);
        false
    }
}
