use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::Rules;

/// Rules whose states hold a [key](Rules::key) that each move updates.
///
/// # Contract
/// The key that `play` and `undo` update always equals [`recomputed_key`](Self::recomputed_key).
/// [`laws::incremental_key`](crate::laws::incremental_key) checks it.
///
/// # Example
/// A row of lamps with a switch for each. The key of a row is the exclusive or of the keys of its
/// lit lamps, so that a switch changes it by one key.
/// ```
/// use tesuji_core::{IncrementalKey, Rules, laws};
/// # use std::ops::ControlFlow;
///
/// const KEYS: [u64; 3] = [0x8d58_ac26_afe1_2e47, 0xb3f1_0a4c_77d2_96e5, 0x4c97_e8a1_5b30_cd1b];
/// struct Lamps;
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Row { lit: [bool; 3], key: u64 }
///
/// impl Rules for Lamps {
///     // ...
/// #     type State = Row;
/// #     type Move = usize;
/// #     type Undo = ();
/// #     fn initial(&self) -> Row { Row { lit: [false; 3], key: 0 } }
/// #     fn visit_moves<B>(
/// #         &self,
/// #         _: &Row,
/// #         visit: impl FnMut(usize) -> ControlFlow<B>,
/// #     ) -> ControlFlow<B> {
/// #         (0..3).try_for_each(visit)
/// #     }
///     fn play(&self, row: &mut Row, lamp: usize) {
///         row.lit[lamp] = !row.lit[lamp];
///         row.key ^= KEYS[lamp];
///     }
/// #     fn undo(&self, row: &mut Row, lamp: usize, (): ()) { self.play(row, lamp) }
///     fn key(&self, row: &Row) -> u64 { row.key }
/// }
/// impl IncrementalKey for Lamps {
///     fn recomputed_key(&self, row: &Row) -> u64 {
///         (0..3).filter(|&lamp| row.lit[lamp]).fold(0, |key, lamp| key ^ KEYS[lamp])
///     }
/// }
/// laws::incremental_key(&Lamps, 100);
/// ```
pub trait IncrementalKey: Rules {
    /// The key computed from scratch, for checks.
    fn recomputed_key(&self, state: &Self::State) -> u64;
}

/// A bijection between the states of a space and the numbers below its number of states.
///
/// # Contract
/// `rank(unrank(r)) == r` for every `r < state_count()`, `unrank(rank(s)) == s` for every state of
/// the space, and the space is closed: moves and predecessors stay in it.
///
/// # Example
/// A king walks on a board of three rows and four columns, whose cells are numbered row by row.
/// ```
/// use tesuji_core::{Ranked, Rules, laws};
/// # use std::ops::ControlFlow;
///
/// # struct Walk;
/// # impl Rules for Walk {
/// #     type State = (u8, u8);
/// #     type Move = (u8, u8);
/// #     type Undo = (u8, u8);
/// #     fn initial(&self) -> (u8, u8) { (0, 0) }
/// #     fn visit_moves<B>(
/// #         &self,
/// #         &(row, column): &(u8, u8),
/// #         visit: impl FnMut((u8, u8)) -> ControlFlow<B>,
/// #     ) -> ControlFlow<B> {
/// #         let rows = row.saturating_sub(1)..=(row + 1).min(2);
/// #         rows.flat_map(|row| {
/// #             (column.saturating_sub(1)..=(column + 1).min(3)).map(move |column| (row, column))
/// #         })
/// #         .filter(|&cell| cell != (row, column))
/// #         .try_for_each(visit)
/// #     }
/// #     fn play(&self, king: &mut (u8, u8), to: (u8, u8)) -> (u8, u8) {
/// #         std::mem::replace(king, to)
/// #     }
/// #     fn undo(&self, king: &mut (u8, u8), _: (u8, u8), from: (u8, u8)) { *king = from }
/// # }
/// impl Ranked for Walk {
///     fn state_count(&self) -> u64 { 3 * 4 }
///     fn rank(&self, &(row, column): &(u8, u8)) -> u64 { u64::from(4 * row + column) }
///     fn unrank(&self, rank: u64) -> (u8, u8) { (rank as u8 / 4, rank as u8 % 4) }
/// }
/// assert_eq!(Walk.rank(&(2, 3)), 11);
/// let mut next = Vec::new();
/// Walk.visit_successor_ranks(11, |rank| next.push(rank));
/// assert_eq!(next, [6, 7, 10]);
/// laws::ranked(&Walk, 12);
/// ```
pub trait Ranked: Rules {
    /// The number of states in the space.
    fn state_count(&self) -> u64;

    /// The number of `state`, below [`state_count`](Self::state_count).
    fn rank(&self, state: &Self::State) -> u64;

    /// The state with number `rank`.
    ///
    /// # Panics
    /// May panic if `rank` is not below [`state_count`](Self::state_count).
    fn unrank(&self, rank: u64) -> Self::State;

    /// Shows `visit` the ranks of the successors of the state with number `rank`, one for each
    /// legal move, in the order of the moves. Override it if they can be computed without an
    /// `unrank` and a `rank` for each.
    fn visit_successor_ranks(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let state = self.unrank(rank);
        let ControlFlow::Continue(()) = self.visit_moves(&state, |mv| {
            visit(self.rank(&self.successor(&state, mv)));
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// Appends the ranks that [`visit_successor_ranks`](Self::visit_successor_ranks) shows for each
    /// of these states. Override it if it can do without a branch for each of them: which moves are
    /// legal is hard to predict.
    #[inline]
    fn push_successor_ranks(
        &self,
        ranks: impl ExactSizeIterator<Item = u64>,
        successors: &mut Vec<u64>,
    ) {
        ranks.for_each(|rank| {
            self.visit_successor_ranks(rank, |successor| successors.push(successor));
        });
    }
}

/// The ranks of some of 64 states, increasing: of those whose bits are set in `block`, if the
/// lowest bit stands for rank `first`.
///
/// # Example
/// ```
/// assert!(tesuji_core::ranks_in(640, 0b1101).eq([640, 642, 643]));
/// ```
#[inline]
pub fn ranks_in(first: u64, mut block: u64) -> impl ExactSizeIterator<Item = u64> {
    (0..block.count_ones()).map(move |_| {
        let rank = first + u64::from(block.trailing_zeros());
        block &= block - 1;
        rank
    })
}

/// A closure that needs the ranking of a space: [`Rules::with_ranking`] calls it.
pub trait AtRanking<R: Rules> {
    /// The result of the closure.
    type Output;
    /// Calls the closure.
    fn at(self, rules: &R) -> Self::Output
    where
        R: Ranked;
}

/// Rules with predecessors, for backward search.
///
/// # Contract
/// `visit_predecessors(t)` shows `(m, s)` if and only if `m` is legal in `s` and leads to `t`.
pub trait Reversible: Rules {
    /// Shows every move that leads to `state`, with the state before it.
    fn visit_predecessors<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Self::Move, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B>;
}
