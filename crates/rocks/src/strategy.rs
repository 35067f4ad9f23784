use std::collections::HashSet;

use tesuji_core::{Player, Puzzle, Rules};
use tesuji_retrograde::{Exact, Expectation};
use tesuji_rush_hour::{RocksMove, RocksState, RushHourRocks};

use super::{RandomRocks, RocksTable};

/// A source of the driver's moves for every position.
pub trait DriverStrategy {
    /// Returns the move; `None` if there is none.
    fn advise(&self, state: &RocksState) -> Option<RocksMove>;

    /// Returns the number of his moves that the driver needs or expects; `None` if he cannot win.
    fn moves_left(&self, state: &RocksState) -> Option<f64>;
}

/// Against the best adversary: the first of the best moves.
impl DriverStrategy for RocksTable<'_> {
    fn advise(&self, state: &RocksState) -> Option<RocksMove> {
        self.best_moves(state).first().copied()
    }

    fn moves_left(&self, state: &RocksState) -> Option<f64> {
        match self.value(state)? {
            Exact::Win(cost) if state.turn() == Player::First => Some(cost.into()),
            Exact::Loss(cost) if state.turn() == Player::Second => Some(cost.into()),
            Exact::Win(_) | Exact::Loss(_) | Exact::Draw(_) | Exact::Endless => None,
        }
    }
}

/// Against random rocks.
impl DriverStrategy for RandomRocks<'_> {
    fn advise(&self, state: &RocksState) -> Option<RocksMove> {
        self.best_move(state)
    }

    fn moves_left(&self, state: &RocksState) -> Option<f64> {
        match self.expectation(state)? {
            Expectation::Cost(moves) => Some(moves),
            Expectation::Uncertain | Expectation::Never => None,
        }
    }
}

/// A driver's move in a position of his strategy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// The position, in the driver's turn.
    pub state: RocksState,
    /// His move.
    pub mv: RocksMove,
    /// The number of moves from here, this one included; `None` if he cannot force a win.
    pub moves_left: Option<f64>,
}

/// The driver's whole strategy: a move for every position that the adversary can reach against it
/// from `start` on, in breadth-first order.
pub fn strategy(
    game: &RushHourRocks,
    driver: &impl DriverStrategy,
    start: &RocksState,
) -> Vec<Advice> {
    let (mut met, mut seen, mut advices) = (vec![*start], HashSet::from([*start]), Vec::new());
    let mut next = 0;
    while let Some(&state) = met.get(next) {
        next += 1;
        let mut meet = |mv| {
            let child = game.successor(&state, mv);
            if !game.alone().is_goal(&child.board()) && seen.insert(child) {
                met.push(child);
            }
        };
        match state.turn() {
            Player::First => {
                if let Some(mv) = driver.advise(&state) {
                    advices.push(Advice { state, mv, moves_left: driver.moves_left(&state) });
                    meet(mv);
                }
            }
            Player::Second => game.moves(&state).into_iter().for_each(meet),
        }
    }
    advices
}
