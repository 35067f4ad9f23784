use std::convert::Infallible;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::AtRanking;
use crate::hash::mix;
use crate::site::{AtSite, Plain};

/// The rules of a game or puzzle: an environment that searches borrow.
///
/// The implementing type holds what is constant during a search (board size, goal, key tables);
/// [`State`](Self::State) holds what changes, and is small plain data, `Copy` if possible. Searches
/// copy states freely: a state of a few machine words costs almost nothing, a state that owns
/// memory costs an allocation per node, and limits on memory do not count what it owns.
///
/// # Contract
/// For every state `s` reachable from a valid state:
/// * [`visit_moves`](Self::visit_moves) shows each legal move once, in an order that
///   depends on `s` alone. A finished game has no moves.
/// * After `let u = play(&mut s, m)` with a legal move `m`, `undo(&mut s, m, u)` restores `s`.
/// * Equal states have the same future: everything that it depends on is part of the state.
///
/// [`laws::rules`](crate::laws::rules) checks these on the states near the start.
///
/// # Example
/// A complete puzzle: reach 10 from 1 by adding one or doubling.
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
    /// A position, with everything else that the future depends on, such as the player to move.
    type State: Clone + Eq + Hash + Debug;
    /// A move. Searches store one for each ply.
    type Move: Copy + Eq + Hash + Debug;
    /// What [`play`](Self::play) returns for [`undo`](Self::undo): `()` if the move is enough, a
    /// captured piece, or the state before.
    type Undo;

    /// The initial position of a game; for a puzzle, the position of the instance (the solved board
    /// of a sliding-tile puzzle, the card of Rush Hour).
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

    /// Undoes the last move.
    fn undo(&self, state: &mut Self::State, mv: Self::Move, undo: Self::Undo);

    /// The state after `mv`.
    #[inline(always)]
    fn successor(&self, state: &Self::State, mv: Self::Move) -> Self::State {
        let mut next = state.clone();
        self.play(&mut next, mv);
        next
    }

    /// [`visit_moves`](Self::visit_moves) for visitors that return a `Result`.
    ///
    /// # Errors
    /// The first error of `visit`.
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

    /// The legal moves as a vector; searches use [`visit_moves`](Self::visit_moves), which does not
    /// allocate.
    fn moves(&self, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let Ok(()) = self.try_visit_moves(state, |mv| {
            moves.push(mv);
            Ok::<(), Infallible>(())
        });
        moves
    }

    /// The number of legal moves. Override it if they can be counted without visiting each.
    #[inline]
    fn count_moves(&self, state: &Self::State) -> u32 {
        let mut count = 0;
        let Ok(()) = self.try_visit_moves(state, |_| {
            count += 1;
            Ok::<(), Infallible>(())
        });
        count
    }

    /// The most bytes that `state`, and any state that moves lead to from it, takes besides its own
    /// size: override it if a state has lists, so that a check of a proof keeps its limit on
    /// memory.
    fn extra_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// The move that undoes `mv`, if it is always legal after `mv`. Searches may prune it.
    /// The default, `None`, is safe, but the search tree is larger.
    #[inline]
    fn inverse(&self, mv: Self::Move) -> Option<Self::Move> {
        let _ = mv;
        None
    }

    /// Shows the legal moves after `last`, the move that led to `state`, without those that may be
    /// pruned: by default the [inverse](Self::inverse) of `last`. Override it if that can be
    /// computed faster or if more moves can be pruned.
    ///
    /// # Contract
    /// Each move is shown once, in an order that depends on `last` and `state` alone. A move may be
    /// pruned if the state it leads to can be reached from the state before `last`, at no greater
    /// cost,
    /// * in at most one move, or
    /// * by the two moves in the opposite order, where of two commuting moves always the one that
    ///   is less in a fixed order of all moves is pruned after the other.
    ///
    /// Every state then keeps an optimal path without pruned moves: of its optimal paths, the
    /// lexicographically first in that order. Where all moves cost the same, this also holds for
    /// searches that reopen a state only on cheaper paths: the last move of an optimal path is
    /// pruned only for a greater one from another state at the same depth, so that the chain of
    /// exchanges is finite.
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

    /// Calls `then` with the [`Site`](crate::Site) of `state`, whose moves a depth-first search
    /// then follows. Override it if the moves are known at compile time: such a search is up to
    /// twice as fast.
    #[inline]
    fn with_site<T: AtSite<Self>>(&self, state: &Self::State, then: T) -> T::Output
    where
        Self: Sized,
    {
        let _ = state;
        then.at(Plain::start())
    }

    /// Calls `then` if the space that `state` belongs to has a [ranking](crate::Ranked); the
    /// default, for rules without one, returns `None`. A breadth-first search of a small space then
    /// stores ranks, not states, and is several times as fast.
    ///
    /// # Contract
    /// In that space every move can be taken back by one move, which is all that
    /// [`visit_moves_after`](Self::visit_moves_after) prunes; and the space has all
    /// [goals](crate::Puzzle::undirected_goals) of a puzzle that lists them.
    /// [`laws::ranking`](crate::laws::ranking) checks it.
    #[inline]
    fn with_ranking<T: AtRanking<Self>>(&self, state: &Self::State, then: T) -> Option<T::Output>
    where
        Self: Sized,
    {
        let _ = (state, then);
        None
    }

    /// A 64-bit key of the state for transposition tables, well mixed in all its bits.
    ///
    /// The default hashes the whole state. Override it if the state holds a key that
    /// [`play`](Self::play) and [`undo`](Self::undo) update, and implement
    /// [`IncrementalKey`](crate::IncrementalKey) to have that checked.
    ///
    /// # Contract
    /// Equal states have equal keys, and different states different ones, except by chance.
    /// [`laws::rules`](crate::laws::rules) checks it.
    #[inline]
    fn key(&self, state: &Self::State) -> u64 {
        mix(state)
    }

    /// Appends the state to `out` in a few bytes, for checkpoints, and returns `true`. The default,
    /// for rules without this, returns `false`: computations that hold states then save no
    /// checkpoints.
    ///
    /// # Contract
    /// [`unpack`](Self::unpack) restores the state, also if other bytes follow; no state is packed
    /// in no bytes. [`laws::rules`](crate::laws::rules) checks it.
    fn pack(&self, state: &Self::State, out: &mut Vec<u8>) -> bool {
        let _ = (state, out);
        false
    }

    /// Reads a state that [`pack`](Self::pack) wrote at the front of `bytes`, and shortens `bytes`
    /// by it; `None` if there is none.
    fn unpack(&self, bytes: &mut &[u8]) -> Option<Self::State> {
        let _ = bytes;
        None
    }

    /// The canonical representative of the states that are symmetric to `state`: those with the
    /// same future up to renaming moves. The default, for games without symmetry, is the state
    /// itself.
    ///
    /// # Contract
    /// It returns the same state for all states of an orbit, and is thus idempotent. The moves of a
    /// state lead to the same canonical forms as those of its own canonical form, each as often; in
    /// a game both have the same player to move and the same result.
    /// [`laws::game`](crate::laws::game) checks it, and
    /// [`laws::symmetric`](crate::laws::symmetric) what does not concern players.
    fn canonical(&self, state: &Self::State) -> Self::State {
        state.clone()
    }
}
