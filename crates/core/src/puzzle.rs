use crate::{Pieces, Rules, Step, quoted};

/// The cost of moves and plans, and estimates of it. No search finds a plan that costs
/// [`DEAD_END`] or more: it ends at [`Limit::Cost`](crate::Limit::Cost).
pub type Cost = u32;

/// The estimate of a state from which no goal can be reached.
pub const DEAD_END: Cost = Cost::MAX / 2;

/// A problem for one agent: reach a goal at the least cost.
///
/// # Example
/// From 2, reach 10 by adding one at cost 1 or doubling at cost 3. A move is the number that it
/// leads to.
/// ```
/// use tesuji_core::{Cost, Puzzle, Rules, plan_through};
///
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/climb.rs")); }
/// # use toy::Climb;
/// impl Puzzle for Climb {
///     fn is_goal(&self, &state: &u32) -> bool { state == 10 }
///     fn cost(&self, &state: &u32, next: u32) -> Cost { if next == state + 1 { 1 } else { 3 } }
///     fn has_unit_costs(&self) -> bool { false }
/// }
/// assert_eq!(plan_through(&Climb, &[2, 4, 5, 10]).cost, 7);
/// assert_eq!(plan_through(&Climb, &[2, 3, 4, 5, 10]).cost, 6);
/// ```
pub trait Puzzle: Rules {
    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The cost of a legal move: at least 1, less than [`DEAD_END`], and 1 unless overridden.
    /// Override it together with [`has_unit_costs`](Self::has_unit_costs).
    #[inline]
    fn cost(&self, state: &Self::State, mv: Self::Move) -> Cost {
        let _ = (state, mv);
        1
    }

    /// Whether every move costs 1, so that costs are numbers of moves. Override it together with
    /// [`cost`](Self::cost), or A* leaves out moves that it needs, and a cheapest solution is called a
    /// shortest one, which the check of its certificate rejects;
    /// [`laws::costs`](crate::laws::costs) notices.
    fn has_unit_costs(&self) -> bool {
        true
    }

    /// All goals, if they are few, every move costs 1 and every move can be reversed by one move;
    /// otherwise `None`, the default. Distances can then be measured from the goals as well as to
    /// them. [`laws::undirected_goals`](crate::laws::undirected_goals) checks it.
    fn undirected_goals(&self) -> Option<Vec<Self::State>> {
        None
    }

    /// The names of the arguments that can prove, without a search, that a state is unsolvable.
    const ARGUMENTS: &'static [&'static str] = &[];

    /// Checks that the argument of that name proves `state` unsolvable.
    ///
    /// # Errors
    /// The argument does not prove it, or there is no such argument; the error says why.
    fn check_argument(&self, argument: &str, state: &Self::State) -> Result<(), String> {
        let _ = state;
        Err(format!("this puzzle has no argument {}", quoted(argument)))
    }

    /// The pieces, if every move moves one of them; otherwise `None`, the default. They give lower
    /// bounds that a checker can compute by itself. Override it together with
    /// [`places`](Self::places) and [`step`](Self::step).
    fn pieces(&self) -> Option<Pieces> {
        None
    }

    /// The place of each piece, and that of the blank if there is one.
    fn places(&self, state: &Self::State) -> Vec<u8> {
        let _ = state;
        Vec::new()
    }

    /// The step that a legal move makes; `None` if there are no pieces.
    #[inline]
    fn step(&self, state: &Self::State, mv: Self::Move) -> Option<Step> {
        let _ = (state, mv);
        None
    }
}

/// A puzzle whose goal states can be listed, for searches that start from the goals.
/// [`laws::known_goals`](crate::laws::known_goals) checks the list.
pub trait KnownGoals: Puzzle {
    /// Every state with [`is_goal`](Puzzle::is_goal), each once.
    fn goals(&self) -> Vec<Self::State>;
}

/// An admissible estimate of the cost from a state to the nearest goal.
///
/// # Contract
/// The estimate is at most the true cost, hence 0 at a goal, and [`DEAD_END`] only if no goal can
/// be reached. `advance` returns what `start` returns for the child. Claims of optimality depend on
/// this; [`laws::heuristic`](crate::laws::heuristic) checks it.
///
/// [`FromFn`] turns a function into a heuristic.
///
/// # Example
/// If a number grows to 10 by adding one or doubling, no move does more than double it.
/// ```
/// use tesuji_core::{Blind, Cost, Heuristic, Puzzle, Rules, laws};
///
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/climb.rs")); }
/// # use toy::Climb;
/// # impl Puzzle for Climb {
/// #     fn is_goal(&self, &state: &u32) -> bool { state == 10 }
/// # }
/// // The number of moves if all were doublings.
/// struct Doublings;
/// impl Heuristic<Climb> for Doublings {
///     type Memo = Cost;
///     fn start(&self, _: &Climb, &state: &u32) -> Cost {
///         10_u32.div_ceil(state).next_power_of_two().ilog2()
///     }
///     fn estimate(&self, memo: Cost) -> Cost { memo }
/// }
/// assert_eq!(Doublings.evaluate(&Climb, &2), 3);
/// assert_eq!(Blind.evaluate(&Climb, &2), 0);
/// laws::heuristic(&Climb, &Doublings, &laws::states(&Climb, 100));
/// ```
pub trait Heuristic<P: Puzzle> {
    /// What is carried along a path to compute a child's estimate incrementally; in the simplest
    /// case, the estimate itself.
    type Memo: Copy;

    /// Whether every move costs 1 and changes the estimate by 1. The cost of a path plus the
    /// estimate at its end then grows by 0 or 2 with each move, so that IDA* knows the next bound
    /// without looking at each state that it prunes. [`laws::heuristic`](crate::laws::heuristic)
    /// checks it.
    const CHANGES_BY_ONE: bool = false;

    /// Whether the estimate is 0 at every goal, as the contract demands. IDA* then tests only states
    /// with an estimate of 0 for being a goal, and would pass a goal with another one by; otherwise
    /// it tests each state that it expands. [`laws::heuristic`](crate::laws::heuristic) checks it.
    const IS_ZERO_AT_GOALS: bool = false;

    /// The memo of a state, from scratch.
    fn start(&self, puzzle: &P, state: &P::State) -> Self::Memo;

    /// The memo of `child`, which is `parent` after `mv`, from the memo of `parent`.
    fn advance(
        &self,
        puzzle: &P,
        memo: Self::Memo,
        parent: &P::State,
        mv: P::Move,
        child: &P::State,
    ) -> Self::Memo {
        let _ = (memo, parent, mv);
        self.start(puzzle, child)
    }

    /// The memo of `child` if its estimate is at most `bound`.
    ///
    /// A search that prunes at a bound needs no more: of several estimates, the first that exceeds
    /// the bound is enough.
    ///
    /// # Errors
    /// The estimate exceeds `bound`: the error is a lower bound of it that also exceeds `bound`.
    #[inline]
    fn advance_within(
        &self,
        puzzle: &P,
        memo: Self::Memo,
        parent: &P::State,
        mv: P::Move,
        child: &P::State,
        bound: Cost,
    ) -> Result<Self::Memo, Cost> {
        let memo = self.advance(puzzle, memo, parent, mv, child);
        let estimate = self.estimate(memo);
        if estimate > bound { Err(estimate) } else { Ok(memo) }
    }

    /// The estimate that a memo stands for.
    fn estimate(&self, memo: Self::Memo) -> Cost;

    /// The estimate of `state`, from scratch.
    fn evaluate(&self, puzzle: &P, state: &P::State) -> Cost {
        self.estimate(self.start(puzzle, state))
    }
}

/// A heuristic from a function, which computes every estimate from scratch.
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F>(pub F);

impl<P: Puzzle, F: Fn(&P, &P::State) -> Cost> Heuristic<P> for FromFn<F> {
    type Memo = Cost;

    #[inline]
    fn start(&self, puzzle: &P, state: &P::State) -> Cost {
        (self.0)(puzzle, state)
    }

    #[inline]
    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}

/// The zero heuristic.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<P: Puzzle> Heuristic<P> for Blind {
    type Memo = ();

    #[inline]
    fn start(&self, _: &P, _: &P::State) {}

    #[inline]
    fn advance(&self, _: &P, (): (), _: &P::State, _: P::Move, _: &P::State) {}

    #[inline]
    fn estimate(&self, (): ()) -> Cost {
        0
    }
}

impl<P: Puzzle, H: Heuristic<P>> Heuristic<P> for &H {
    type Memo = H::Memo;

    const CHANGES_BY_ONE: bool = H::CHANGES_BY_ONE;
    const IS_ZERO_AT_GOALS: bool = H::IS_ZERO_AT_GOALS;

    #[inline]
    fn start(&self, puzzle: &P, state: &P::State) -> Self::Memo {
        (*self).start(puzzle, state)
    }

    #[inline]
    fn advance(
        &self,
        puzzle: &P,
        memo: Self::Memo,
        parent: &P::State,
        mv: P::Move,
        child: &P::State,
    ) -> Self::Memo {
        (*self).advance(puzzle, memo, parent, mv, child)
    }

    #[inline]
    fn advance_within(
        &self,
        puzzle: &P,
        memo: Self::Memo,
        parent: &P::State,
        mv: P::Move,
        child: &P::State,
        bound: Cost,
    ) -> Result<Self::Memo, Cost> {
        (*self).advance_within(puzzle, memo, parent, mv, child, bound)
    }

    #[inline]
    fn estimate(&self, memo: Self::Memo) -> Cost {
        (*self).estimate(memo)
    }
}

/// The maximum of two estimates: admissible if both are.
#[derive(Clone, Copy, Debug)]
pub struct Max<A, B>(pub A, pub B);

impl<P: Puzzle, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Max<A, B> {
    type Memo = (A::Memo, B::Memo);

    const IS_ZERO_AT_GOALS: bool = A::IS_ZERO_AT_GOALS && B::IS_ZERO_AT_GOALS;

    fn start(&self, puzzle: &P, state: &P::State) -> Self::Memo {
        (self.0.start(puzzle, state), self.1.start(puzzle, state))
    }

    #[inline]
    fn advance(
        &self,
        puzzle: &P,
        (first, second): Self::Memo,
        parent: &P::State,
        mv: P::Move,
        child: &P::State,
    ) -> Self::Memo {
        (
            self.0.advance(puzzle, first, parent, mv, child),
            self.1.advance(puzzle, second, parent, mv, child),
        )
    }

    #[inline]
    fn advance_within(
        &self,
        puzzle: &P,
        (first, second): Self::Memo,
        parent: &P::State,
        mv: P::Move,
        child: &P::State,
        bound: Cost,
    ) -> Result<Self::Memo, Cost> {
        let first = self.0.advance_within(puzzle, first, parent, mv, child, bound)?;
        let second = self.1.advance_within(puzzle, second, parent, mv, child, bound)?;
        Ok((first, second))
    }

    #[inline]
    fn estimate(&self, (first, second): Self::Memo) -> Cost {
        self.0.estimate(first).max(self.1.estimate(second))
    }
}
