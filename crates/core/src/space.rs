use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::Rules;

/// Rules that keep a 64-bit key of the position in the state.
///
/// # Contract
/// Equal states have equal keys, and the key that `play` and `undo` keep up to date equals
/// [`recomputed_key`](Self::recomputed_key) always.
pub trait Hashed: Rules {
    /// The key kept with the state; well mixed in all its bits.
    fn key(&self, state: &Self::State) -> u64;

    /// The same key from the position alone: slow, for checking.
    fn recomputed_key(&self, state: &Self::State) -> u64;
}

/// A bijection between the states of a space and the numbers below its size.
///
/// # Contract
/// `rank(unrank(r)) == r` for every `r < size()`, `unrank(rank(s)) == s` for every state of the
/// space, and the space is closed: moves and predecessors stay in it.
pub trait Ranked: Rules {
    /// How many states the space has.
    fn size(&self) -> u64;

    /// The number of `state`, below [`size`](Self::size).
    fn rank(&self, state: &Self::State) -> u64;

    /// The state with number `rank`.
    ///
    /// # Panics
    /// May panic if `rank` is not below [`size`](Self::size).
    fn unrank(&self, rank: u64) -> Self::State;

    /// Shows `visit` the ranks of the successors of the state ranked `rank`, one for each
    /// legal move, in any order. Override it where ranks of successors can be had for less
    /// than a whole `unrank` and as many `rank`s.
    fn visit_successor_ranks(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let state = self.unrank(rank);
        let ControlFlow::Continue(()) = self.visit_moves(&state, |mv| {
            visit(self.rank(&self.successor(&state, mv)));
            ControlFlow::<Infallible>::Continue(())
        });
    }
}

/// Rules that can look backwards.
///
/// # Contract
/// `visit_predecessors(t)` shows `(m, s)` exactly when playing `m` in `s` gives `t`.
pub trait Reversible: Rules {
    /// Shows every move into `state` with the state it comes from.
    fn visit_predecessors<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B>;
}

/// Rules with symmetries: different states with the same future, up to renaming moves.
///
/// # Contract
/// `canonical` is idempotent, gives the same state for all the states of an orbit, and keeps
/// whose turn it is, the result and the number of moves.
pub trait Symmetric: Rules {
    /// One chosen representative of the states that are symmetric to `state`.
    fn canonical(&self, state: &Self::State) -> Self::State;
}
