use std::convert::Infallible;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::hash::mix;

/// The rules of a game or puzzle: an environment that searches borrow.
///
/// The implementing type holds what stays the same during a search (board size, goal, key
/// tables); [`State`](Self::State) holds what changes, and is small plain data, `Copy`
/// wherever it can be. Every search copies states freely: a state of a machine word or
/// a few costs nothing, a state that owns memory costs an allocation for every node.
///
/// # Contract
/// For every state `s` reachable from a valid state:
/// * [`visit_moves`](Self::visit_moves) shows each legal move once, in an order that
///   depends on `s` alone. A finished game has no moves.
/// * after `let u = play(&mut s, m)` with a move `m` that was shown, `undo(&mut s, m, u)`
///   restores `s` exactly.
/// * equality and hash of states agree with "has the same future".
///
/// [`laws::rules`](crate::laws::rules) checks these on the states near the start.
///
/// # Example
/// A whole puzzle: reach 10 from 1 by adding one or doubling.
/// ```
/// use std::ops::ControlFlow;
/// use tesuji_core::{Puzzle, Rules};
///
/// struct Climb;
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
/// enum Step { Increment, Double }
///
/// impl Rules for Climb {
///     type State = u32;
///     type Move = Step;
///     type Undo = u32; // the state before
///     fn initial(&self) -> u32 { 1 }
///     fn visit_moves<B>(
///         &self,
///         &state: &u32,
///         mut visit: impl FnMut(Step) -> ControlFlow<B>,
///     ) -> ControlFlow<B> {
///         if state < 10 { visit(Step::Increment)?; }
///         if state <= 5 { visit(Step::Double)?; }
///         ControlFlow::Continue(())
///     }
///     fn play(&self, state: &mut u32, step: Step) -> u32 {
///         let before = *state;
///         *state = match step { Step::Increment => before + 1, Step::Double => before * 2 };
///         before
///     }
///     fn undo(&self, state: &mut u32, _: Step, before: u32) { *state = before }
/// }
/// impl Puzzle for Climb {
///     fn is_goal(&self, state: &u32) -> bool { *state == 10 }
/// }
/// assert_eq!(Climb.moves(&5), [Step::Increment, Step::Double]);
/// tesuji_core::laws::rules(&Climb, 100);
/// ```
pub trait Rules {
    /// A position, with whatever else decides the future (the player to move, say).
    type State: Clone + Eq + Hash + Debug;
    /// A move. Searches store one for each ply.
    type Move: Copy + Eq + Hash + Debug;
    /// What [`play`](Self::play) hands back so that [`undo`](Self::undo) is exact: `()` where
    /// the move says it all, a captured piece, or simply the state before.
    type Undo;

    /// The position a game starts from; for a puzzle, the position that the instance was
    /// made with (the solved board of a sliding puzzle, the card of Rush Hour).
    fn initial(&self) -> Self::State;

    /// Shows the legal moves to `visit` in a fixed order, until it breaks.
    fn visit_moves<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Plays a legal move.
    ///
    /// # Panics
    /// May panic, or leave a meaningless state, on a move that `visit_moves` does not show.
    fn play(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo;

    /// Takes back the move that was just played.
    fn undo(&self, state: &mut Self::State, mv: Self::Move, undo: Self::Undo);

    /// The state after `mv`.
    #[inline(always)]
    fn successor(&self, state: &Self::State, mv: Self::Move) -> Self::State {
        let mut next = state.clone();
        self.play(&mut next, mv);
        next
    }

    /// Shows the legal moves to `visit` until it fails: [`visit_moves`](Self::visit_moves) for
    /// visitors that return a `Result`.
    ///
    /// # Errors
    /// Those of `visit`.
    #[inline(always)]
    fn try_visit_moves<E>(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(Self::Move) -> Result<(), E>,
    ) -> Result<(), E> {
        let end = self.visit_moves(state, |mv| match visit(mv) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        });
        match end {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(error) => Err(error),
        }
    }

    /// The legal moves as a list: for people and tests; searches use `visit_moves`.
    fn moves(&self, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let Ok(()) = self.try_visit_moves(state, |mv| {
            moves.push(mv);
            Ok::<(), Infallible>(())
        });
        moves
    }

    /// The move that leads straight back after `mv`, where there always is one. Depth-first
    /// searches leave it out. The default, `None`, is safe and costs them the larger tree.
    #[inline(always)]
    fn inverse(&self, mv: Self::Move) -> Option<Self::Move> {
        let _ = mv;
        None
    }

    /// Shows the legal moves that are worth trying after `last`, the move that led to `state`: all
    /// but its [inverse](Self::inverse), unless overridden. Override it where that can be had for
    /// less, or where more can be left out.
    ///
    /// # Contract
    /// The moves are shown once and in an order that depends on `last` and `state` alone. A move
    /// may be left out if from the state before `last` the same is had, no dearer,
    /// * by no move or by one, or
    /// * by the two moves in the other order, and of two moves that can change places it is always
    ///   the lesser in one fixed order of moves that is left out after the other.
    ///
    /// Then every state keeps a cheapest way without left out moves: of the cheapest ways to it,
    /// the one whose moves come first in that order, compared like words. Searches that try a state
    /// again only by cheaper ways keep one, too, whichever way they come first: a move that is left
    /// out there is played from another state no farther away, by a chain of exchanges that the
    /// order ends.
    /// [`laws::moves_after`](crate::laws::moves_after) checks the contract.
    #[inline(always)]
    fn visit_moves_after<B>(
        &self,
        last: Option<Self::Move>,
        state: &Self::State,
        mut visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let banned = last.and_then(|mv| self.inverse(mv));
        self.visit_moves(state, |mv| {
            if Some(mv) == banned { ControlFlow::Continue(()) } else { visit(mv) }
        })
    }

    /// A 64-bit key of the state, well mixed in all its bits: what transposition tables know
    /// positions by. The default hashes the whole state; override it where the state keeps a key
    /// that [`play`](Self::play) and [`undo`](Self::undo) update, and implement
    /// [`IncrementalKey`](crate::IncrementalKey) to have that checked.
    ///
    /// # Contract
    /// Equal states have equal keys.
    #[inline(always)]
    fn key(&self, state: &Self::State) -> u64 {
        mix(state)
    }

    /// One chosen representative of the states that are symmetric to `state`: different states with
    /// the same future, up to renaming moves. The default knows no symmetry and returns the state.
    ///
    /// # Contract
    /// It is idempotent, returns the same state for all the states of an orbit, and keeps the player
    /// to move, the result and the number of moves. [`laws::symmetric`](crate::laws::symmetric)
    /// checks it.
    fn canonical(&self, state: &Self::State) -> Self::State {
        state.clone()
    }
}
