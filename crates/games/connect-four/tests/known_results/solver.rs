//! A small exact solver, to see that positions have the scores they are said to have.

use std::cmp::Reverse;

use tesuji_connect_four::{Cell, ConnectFour, Position};
use tesuji_core::Rules;

/// Depth-first search with a table of upper bounds, one question at a time.
pub(crate) struct Solver {
    game: ConnectFour,
    /// Exact keys, each with a score that its position does not exceed.
    table: Vec<(u64, i32)>,
}

impl Solver {
    pub(crate) fn new(game: ConnectFour) -> Self {
        Solver { game, table: vec![(u64::MAX, 0); 1_048_573] }
    }

    /// The score of a position: above zero won, below lost, as `win_score` counts.
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
        let safe = game.non_losing_moves(position);
        if safe == 0 {
            return -(empty / 2) > bound;
        }
        // Nobody wins with the next two stones.
        if -((empty - 2) / 2) > bound {
            return true;
        }
        let slot = usize::try_from(position.exact_key() % self.table.len() as u64).unwrap();
        let (key, known) = self.table[slot];
        let most = if key == position.exact_key() { known } else { (empty - 1) / 2 };
        if most <= bound {
            return false;
        }
        let mut moves: Vec<Cell> = game
            .columns_from_centre()
            .iter()
            .map(|&column| safe & game.column(column))
            .filter(|&cell| cell != 0)
            .map(|cell| Cell(u8::try_from(cell.trailing_zeros()).unwrap()))
            .collect();
        moves.sort_by_key(|&mv| Reverse(game.move_score(position, mv)));
        if moves.iter().any(|&mv| !self.exceeds(&game.successor(position, mv), -bound - 1)) {
            return true;
        }
        self.table[slot] = (position.exact_key(), bound);
        false
    }
}
