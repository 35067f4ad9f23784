//! Breakthrough for `minimax`: the rules of this workspace through its traits, as its users would
//! write them.

use std::convert::Infallible;

use minimax::{Game, Winner};
use tesuji::core::{Game as _, Rules};
use tesuji_breakthrough::{Breakthrough, Position, Step};

/// A position of Breakthrough with its rules, for libraries without a separate rules object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    /// The rules.
    pub(crate) rules: &'static Breakthrough,
    /// The pawns.
    pub(crate) position: Position,
}

impl Board {
    /// The board after a legal step.
    #[inline]
    #[must_use]
    pub(crate) fn after(&self, step: Step) -> Board {
        Board { rules: self.rules, position: self.rules.successor(&self.position, step) }
    }
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer;

impl Game for Peer {
    type S = Board;
    type M = Step;

    #[inline]
    fn generate_moves(board: &Board, steps: &mut Vec<Step>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            let Ok(()) = board.rules.try_visit_moves(&board.position, |step| {
                steps.push(step);
                Ok::<(), Infallible>(())
            });
        }
        winner
    }

    /// Plays on a copy, which costs less than to restore the key.
    #[inline]
    fn apply(board: &mut Board, step: Step) -> Option<Board> {
        Some(board.after(step))
    }

    #[inline]
    fn get_winner(board: &Board) -> Option<Winner> {
        // Only the player who has just moved can have won.
        board.rules.result(&board.position).map(|_| Winner::PlayerJustMoved)
    }

    #[inline]
    fn zobrist_hash(board: &Board) -> u64 {
        board.rules.key(&board.position)
    }

    #[inline]
    fn table_index(step: Step) -> u16 {
        u16::from(step.from) << 6 | u16::from(step.to)
    }

    fn max_table_index() -> u16 {
        64 * 64 - 1
    }
}
