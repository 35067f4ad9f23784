use crate::{
    Cost, Game, GameSolver, Judgement, Meter, Outcome, Player, Puzzle, Rules, Solver, Value,
};

/// Receives the events of a search: each node that it reaches, and what it finds out there.
///
/// A search is written once, with the calls in it. With [`Unobserved`] the compiler removes them; a
/// reference to a type with interior mutability can record, draw or count the events. No decision
/// of a search depends on what an observer returns, so an observed search does the same as an
/// unobserved one.
///
/// The nodes form the tree of move sequences from the root: a position that two sequences reach is
/// two nodes. If a search reaches a node again, by the same moves from the same root, it announces
/// the node again; an observer that needs to recognise it must do so itself.
pub trait Observer<R: Rules>: Copy {
    /// Whether the observer uses the events. If `false`, searches compute nothing that only an
    /// observer needs.
    const IS_ON: bool = true;

    /// The observer's handle to a node. Searches store it with their own data about the node.
    type Node: Copy;

    /// The search starts, or restarts, at `state`.
    fn root(self, state: &R::State) -> Self::Node;

    /// The search reaches `state` from `parent` by `mv`.
    fn child(self, parent: Self::Node, mv: R::Move, state: &R::State) -> Self::Node;

    /// A backward search reaches `state`, from which `mv` leads to `node`.
    fn predecessor(self, node: Self::Node, mv: R::Move, state: &R::State) -> Self::Node;

    /// The search prunes `mv` at `parent`, because another move refutes the position.
    fn cut(self, parent: Self::Node, mv: R::Move);

    /// The event `event` happens at a node.
    fn note(self, node: Self::Node, event: NodeEvent);

    /// Like [`note`](Self::note), for an event that is costly to compute: it is computed only if
    /// the observer uses events.
    #[inline]
    fn note_with(self, node: Self::Node, event: impl FnOnce() -> NodeEvent) {
        if Self::IS_ON {
            self.note(node, event());
        }
    }
}

/// An event at a node of a search.
///
/// The distances of wins and losses are in plies from the root.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum NodeEvent {
    /// An iterative search begins an iteration at this root.
    Iteration {
        /// The bound of the iteration: a depth or a cost; `None` if it has no bound.
        bound: Option<u32>,
    },
    /// The node is searched with a window of values.
    Window {
        /// The player from whose point of view the values are.
        player: Player,
        /// The lower end; `None` is −∞.
        low: Option<Value>,
        /// The upper end; `None` is +∞.
        high: Option<Value>,
    },
    /// The node is expanded: its moves are generated.
    Expanded,
    /// The game is over, the goal is reached, or static bounds settle the value.
    Finished,
    /// The depth limit is reached.
    Horizon,
    /// Pruned: the position is known already, or a cheaper path to it was found.
    Duplicate,
    /// Pruned: it exceeds the bound of the iteration.
    OverBound,
    /// Pruned: another move refutes the parent.
    Refuted,
    /// The heuristic was evaluated.
    Estimate {
        /// The estimated cost to a goal; [`DEAD_END`](crate::DEAD_END) if no goal can be reached.
        left: Cost,
    },
    /// Bounds on the position's value; the value is exact if they are equal.
    Worth {
        /// The player from whose point of view the values are.
        player: Player,
        /// The lower bound; `None` if it is unknown.
        low: Option<Value>,
        /// The upper bound; `None` if it is unknown.
        high: Option<Value>,
    },
    /// Proof and disproof number of the claim that a player wins.
    Numbers {
        /// The player who is claimed to win.
        claimant: Player,
        /// The proof number; `None` if the claim is disproved.
        proof: Option<u32>,
        /// The disproof number; `None` if the claim is proved.
        disproof: Option<u32>,
    },
    /// The mean value of the position.
    Mean {
        /// The player from whose point of view the mean is.
        player: Player,
        /// The mean of the results; a playout counts 1 for a win, 0 for a draw and −1 for a loss.
        mean: f64,
        /// The number of samples; `None` if the mean is over all outcomes.
        samples: Option<u32>,
    },
}

impl NodeEvent {
    /// The event that the position has exactly this value.
    #[must_use]
    pub fn exactly(player: Player, value: Value) -> Self {
        NodeEvent::Worth { player, low: Some(value), high: Some(value) }
    }
}

/// No observer: the compiler removes all calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unobserved;

impl<R: Rules> Observer<R> for Unobserved {
    const IS_ON: bool = false;

    type Node = ();

    #[inline]
    fn root(self, _: &R::State) {}

    #[inline]
    fn child(self, (): (), _: R::Move, _: &R::State) {}

    #[inline]
    fn predecessor(self, (): (), _: R::Move, _: &R::State) {}

    #[inline]
    fn cut(self, (): (), _: R::Move) {}

    #[inline]
    fn note(self, (): (), _: NodeEvent) {}
}

/// A search for one agent that reports to an [`Observer`].
pub trait ObservableSolver<P: Puzzle>: Solver<P> {
    /// [`search`](Solver::search) with an observer: the same nodes, the same outcome.
    fn search_observed<O: Observer<P>>(
        &self,
        puzzle: &P,
        start: &P::State,
        observer: O,
        meter: &mut Meter,
    ) -> Outcome<P::Move>;
}

/// A search for two players that reports to an [`Observer`].
pub trait ObservableGameSolver<G: Game>: GameSolver<G> {
    /// [`search`](GameSolver::search) with an observer: the same nodes, the same judgement.
    fn search_observed<O: Observer<G>>(
        &self,
        game: &G,
        state: &G::State,
        observer: O,
        meter: &mut Meter,
    ) -> Judgement<G::Move>;
}
