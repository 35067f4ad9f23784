use tesuji_core::{
    Game, GameSolver, Judgement, Limit, Meter, NodeEvent, ObservableGameSolver, Observer,
};

/// Iterative deepening: repeats a depth-limited search, each time a ply deeper, until the value is
/// proved, the tree ends, or the budget is spent; then it returns the result of the last completed
/// depth (Slate and Atkin, "CHESS 4.5", 1977).
///
/// [`TableSearch`](crate::TableSearch) has iterative deepening built in. This type is for the
/// searches that would return nothing when a budget ends them: [`Minimax`](crate::Minimax),
/// [`Negamax`](crate::Negamax), [`AlphaBeta`](crate::AlphaBeta), [`Expectimax`](crate::Expectimax).
///
/// # Complexity
/// With *b* moves in each position about *b*/(*b* − 1) times the nodes of the last depth.
///
/// # Example
/// ```
/// use tesuji_adversarial::{AlphaBeta, Deepening};
/// use tesuji_core::{Budget, GameSolver, Limit, Rules, Silent, Value};
/// use tesuji_tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// let search = Deepening::new(|plies| AlphaBeta::new().depth(plies));
/// let solved = search.solve(&game, &game.initial()).judgement;
/// assert_eq!((solved.value, solved.depth), (Value::Draw, Some(9)));
///
/// let budget = Budget::unlimited().nodes(2_000);
/// let cut = search.solve_within(&game, &game.initial(), &budget, &mut Silent).judgement;
/// assert_eq!((cut.depth, cut.limit), (Some(5), Some(Limit::Nodes)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Deepening<F> {
    to_depth: F,
}

impl<F> Deepening<F> {
    /// Iterative deepening of the searches that `to_depth` creates: its argument is the depth in
    /// plies.
    #[must_use]
    pub fn new(to_depth: F) -> Self {
        Deepening { to_depth }
    }

    /// Runs the search of one depth after another.
    fn deepen<M, S>(
        &self,
        meter: &mut Meter,
        search: impl Fn(S, u32, &mut Meter) -> Judgement<M>,
    ) -> Judgement<M>
    where
        F: Fn(u32) -> S,
    {
        let mut known: Option<Judgement<M>> = None;
        for depth in 1.. {
            let found = search((self.to_depth)(depth), depth, meter);
            let cut = found.limit.filter(|&limit| limit != Limit::Depth);
            match (cut, known) {
                (Some(limit), Some(known)) if !found.value.is_proved() => {
                    return Judgement { limit: Some(limit), ..known };
                }
                (Some(_), _) => return found,
                (None, _) => meter.complete(depth),
            }
            // Nothing was expanded in the last ply: the tree ends before.
            let is_whole = meter.deepest.is_none_or(|deepest| deepest + 1 < depth);
            if found.limit.is_none() || is_whole {
                return found;
            }
            known = Some(found);
        }
        unreachable!("the depths are unlimited")
    }
}

impl<G: Game, S: GameSolver<G>, F: Fn(u32) -> S> GameSolver<G> for Deepening<F> {
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.deepen(meter, |one: S, _, meter| one.search(game, state, meter))
    }
}

impl<G, S, F> ObservableGameSolver<G> for Deepening<F>
where
    G: Game,
    S: ObservableGameSolver<G>,
    F: Fn(u32) -> S,
{
    fn search_observed<O: Observer<G>>(
        &self,
        game: &G,
        state: &G::State,
        observer: O,
        meter: &mut Meter,
    ) -> Judgement<G::Move> {
        let root = observer.root(state);
        self.deepen(meter, |one: S, depth, meter| {
            observer.note(root, NodeEvent::Iteration { bound: Some(depth) });
            one.search_observed(game, state, observer, meter)
        })
    }
}
