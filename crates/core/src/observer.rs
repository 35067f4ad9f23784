use crate::{
    Cost, Game, GameSolver, Judgement, Meter, Outcome, Player, Puzzle, Rules, Solver, Value,
};

/// Watches a search: learns of every node that the search comes to, and of what it finds there.
///
/// A search is written once, with the calls in it. [`Unobserved`] makes them vanish; a reference to
/// something with interior mutability writes them down, draws them or counts them. What an observer
/// returns is no part of any decision, so a search does the same whether it is observed or not.
///
/// The nodes are those of the tree of lines that the search walks: a position that is reached by
/// two lines is two nodes. A node that a search comes to again, by the same moves from the same
/// root, is the same node, which is up to the observer to find.
pub trait Observer<R: Rules>: Copy {
    /// Whether there is anyone to tell: searches work out nothing that is for the observer alone
    /// where this is `false`.
    const IS_ON: bool = true;

    /// How the observer knows a node again. Searches keep it with what else they know of the node.
    type Node: Copy;

    /// The search begins at `state`, or begins there again.
    fn root(self, state: &R::State) -> Self::Node;

    /// The search comes from `parent` by `mv` to `state`.
    fn child(self, parent: Self::Node, mv: R::Move, state: &R::State) -> Self::Node;

    /// The search comes against the moves from `node` to `state`, where `mv` leads to `node`.
    fn predecessor(self, node: Self::Node, mv: R::Move, state: &R::State) -> Self::Node;

    /// The search leaves out `mv` at `parent`, as a move beside it refutes the position.
    fn cut(self, parent: Self::Node, mv: R::Move);

    /// The search learns something of a node.
    fn note(self, node: Self::Node, event: NodeEvent);

    /// The same where it takes some work to say what: which is not done if nobody is told.
    #[inline(always)]
    fn note_with(self, node: Self::Node, event: impl FnOnce() -> NodeEvent) {
        if Self::IS_ON {
            self.note(node, event());
        }
    }
}

/// What a search learns of a node, or what becomes of the node.
///
/// Wins and losses in so many plies count them from the root.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum NodeEvent {
    /// A search that begins again and again begins anew at this root, within this bound: a depth,
    /// or a cost.
    Iteration {
        /// The bound.
        bound: u32,
    },
    /// Nothing is asked but whether the value lies between two others.
    Window {
        /// By whom the values are seen.
        player: Player,
        /// The lower one; `None` is without end.
        low: Option<Value>,
        /// The upper one; `None` is without end.
        high: Option<Value>,
    },
    /// Its moves are tried.
    Expanded,
    /// The game is over, the goal is reached, or what the game itself tells settles the rest.
    Finished,
    /// The search looks no deeper.
    Horizon,
    /// Left alone: the search knows the position already, or has come to know a better way there.
    Duplicate,
    /// Left alone: to go on would exceed the bound.
    OverBound,
    /// Left alone: a move beside it refutes the position before.
    Refuted,
    /// So much is estimated to be left of the way to a goal; [`DEAD_END`](crate::DEAD_END) where
    /// there is none.
    Estimate {
        /// The estimate.
        left: Cost,
    },
    /// What the position is worth: exactly that, where the two are the same.
    Worth {
        /// By whom the values are seen.
        player: Player,
        /// At least this; `None` if the search does not know.
        low: Option<Value>,
        /// At most this; `None` if the search does not know.
        high: Option<Value>,
    },
    /// Proof and disproof number of the claim that a player wins.
    Numbers {
        /// Who is claimed to win.
        claimant: Player,
        /// The proof number; `None` if the claim is disproved.
        proof: Option<u32>,
        /// The disproof number; `None` if the claim is proved.
        disproof: Option<u32>,
    },
    /// What the position is worth on average.
    Mean {
        /// By whom the mean is seen.
        player: Player,
        /// The mean of the results: of playouts a win is 1, a draw 0 and a loss −1.
        mean: f64,
        /// Of how many samples; `None` where all that can happen was looked at.
        samples: Option<u32>,
    },
}

impl NodeEvent {
    /// That the position is worth exactly so much.
    #[must_use]
    pub fn exactly(player: Player, value: Value) -> Self {
        NodeEvent::Worth { player, low: Some(value), high: Some(value) }
    }
}

/// Nobody watches: all calls vanish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unobserved;

impl<R: Rules> Observer<R> for Unobserved {
    const IS_ON: bool = false;

    type Node = ();

    #[inline(always)]
    fn root(self, _: &R::State) {}

    #[inline(always)]
    fn child(self, (): (), _: R::Move, _: &R::State) {}

    #[inline(always)]
    fn predecessor(self, (): (), _: R::Move, _: &R::State) {}

    #[inline(always)]
    fn cut(self, (): (), _: R::Move) {}

    #[inline(always)]
    fn note(self, (): (), _: NodeEvent) {}
}

/// A search for one agent that can be watched.
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

/// A search for two players that can be watched.
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
