use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{Game, Player};

/// What the proof and disproof numbers of a position are before it is searched: how hard it
/// looks to prove or disprove that the claimant wins.
///
/// # Contract
/// Both are at least 1 and finite (below `u32::MAX`). Whatever they are, no verdict changes; the search becomes faster
/// or slower.
pub trait FirstNumbers<G: Game> {
    /// The proof and the disproof number, in this order, of `state`, where the game is not over, for
    /// the claim that `claimant` wins.
    fn numbers(&self, game: &G, state: &G::State, claimant: Player) -> [u32; 2];
}

/// Every position is one leaf: both numbers are 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unit;

impl<G: Game> FirstNumbers<G> for Unit {
    #[inline(always)]
    fn numbers(&self, _: &G, _: &G::State, _: Player) -> [u32; 2] {
        [1, 1]
    }
}

/// A position is what it would be if it were expanded into leaves: one move will do for the player
/// to move, and the other has an answer to find for each of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl<G: Game> FirstNumbers<G> for Mobility {
    #[inline(always)]
    fn numbers(&self, game: &G, state: &G::State, claimant: Player) -> [u32; 2] {
        let mut moves = 0u32;
        let ControlFlow::Continue(()) = game.visit_moves(state, |_| {
            moves += 1;
            ControlFlow::<Infallible>::Continue(())
        });
        if game.to_move(state) == claimant { [1, moves.max(1)] } else { [moves.max(1), 1] }
    }
}
