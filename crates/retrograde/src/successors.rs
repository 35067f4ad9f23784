use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::Rules;

use crate::clock::Clock;
use crate::exact::Exact;
use crate::space::Space;

/// A move with its successor.
pub(crate) struct Successor<M> {
    pub(crate) mv: M,
    /// The cost of the move.
    pub(crate) ticks: u32,
    /// The index of the successor; `None` if it is outside the space.
    pub(crate) index: Option<usize>,
    /// The value of the successor for the player who makes the move, if it is known.
    pub(crate) value: Option<Exact>,
}

/// Shows all moves from `state` by the rules, with the values that `lookup` gives to where
/// they lead.
pub(crate) fn visit_valued_successors<S: Space, K: Clock<S::Game>>(
    space: &S,
    clock: &K,
    state: &<S::Game as Rules>::State,
    lookup: impl Fn(usize) -> Option<Exact>,
    mut visit: impl FnMut(Successor<<S::Game as Rules>::Move>),
) {
    use tesuji_core::Game;
    let game = space.game();
    let mover = game.to_move(state);
    let ControlFlow::Continue(()) = game.visit_moves(state, |mv| {
        let ticks = clock.ticks(game, state, mv);
        let child = game.successor(state, mv);
        let index = space.index(&child).filter(|&index| index < space.len());
        let same = game.to_move(&child) == mover;
        let value = index.and_then(&lookup).map(|v| if same { v } else { v.reversed() });
        visit(Successor { mv, ticks, index, value });
        ControlFlow::<Infallible>::Continue(())
    });
}

/// A summary of the values of the successors.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// The least cost of a win among them.
    cheapest_win: Option<u64>,
    /// The greatest cost of a loss among them.
    dearest_loss: Option<u64>,
    /// A successor is drawn, or its value is unknown.
    others: bool,
}

impl Tally {
    pub(crate) fn add<M>(&mut self, successor: &Successor<M>) {
        let total = |cost: u32| u64::from(cost) + u64::from(successor.ticks);
        match successor.value {
            Some(Exact::Win(cost)) => {
                let cost = total(cost);
                self.cheapest_win = Some(self.cheapest_win.map_or(cost, |least| least.min(cost)));
            }
            Some(Exact::Loss(cost)) => {
                self.dearest_loss = self.dearest_loss.max(Some(total(cost)));
            }
            Some(Exact::Draw(_) | Exact::Endless) | None => self.others = true,
        }
    }

    /// Whether the position is won or lost, and at what cost.
    pub(crate) fn decision(self) -> Option<(bool, u64)> {
        match (self.cheapest_win, self.dearest_loss, self.others) {
            (Some(cost), _, _) => Some((true, cost)),
            (None, Some(cost), false) => Some((false, cost)),
            (None, _, _) => None,
        }
    }
}
