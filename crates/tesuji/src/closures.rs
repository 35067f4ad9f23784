//! Rules as closures, for a puzzle or game of a few lines.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use tesuji_core::{
    Answer, Budget, Cost, Game, GameAnswer, GameResult, GameSolver, Player, Puzzle, Rules, Score,
    Silent, Solver,
};

/// Begins a search from a state, by rules that are closures: a puzzle with a [goal](Steps::goal),
/// or a game for [two players](Steps::players). [`Rules`] says what a state and a move must be.
///
/// The closures are called as the methods of [`Rules`] are: a search takes about as long as with a
/// type that implements it. Such a type can do more: undo a move in place, leave out the inverse of
/// the last move, pass an estimate from state to state, be given a name and a notation.
///
/// # Example
/// Four litres by jugs of three and five (Dijkstra's algorithm, A* with a heuristic, and limits):
/// ```
/// use tesuji::core::{Budget, Outcome};
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
/// enum Step { Fill(usize), Empty(usize), Pour(usize, usize) }
/// use Step::*;
///
/// let size = [3, 5];
/// let problem = tesuji::search([0_u32, 0])
///     .moves(
///         |_| [Fill(0), Fill(1), Empty(0), Empty(1), Pour(0, 1), Pour(1, 0)],
///         |&jugs, step| {
///             let mut jugs = jugs;
///             match step {
///                 Fill(one) => jugs[one] = size[one],
///                 Empty(one) => jugs[one] = 0,
///                 Pour(from, to) => {
///                     let amount = jugs[from].min(size[to] - jugs[to]);
///                     jugs[from] -= amount;
///                     jugs[to] += amount;
///                 }
///             }
///             jugs
///         },
///     )
///     .goal(|jugs| jugs.contains(&4));
/// let Outcome::Optimal(plan) = problem.bfs().outcome else { panic!("it can be done") };
/// assert_eq!(plan.moves, [Fill(1), Pour(1, 0), Empty(0), Pour(1, 0), Fill(1), Pour(1, 0)]);
///
/// let heuristic = |jugs: &[u32; 2]| u32::from(!jugs.contains(&4));
/// let answer = problem.heuristic(heuristic).within(Budget::unlimited().nodes(1000)).astar();
/// assert_eq!(answer.outcome.plan().unwrap().cost, 6);
/// ```
/// A game: the players take at most three tokens in turn, and the one who takes the last wins.
/// ```
/// use tesuji::core::{GameResult, Player, Value};
///
/// let game = tesuji::search((10_u32, Player::First))
///     .moves(|&(left, _)| 1..=left.min(3), |&(left, player), take| (left - take, player.other()))
///     .players(
///         |&(_, player)| player,
///         |&(left, player)| (left == 0).then(|| GameResult::Win(player.other())),
///     );
/// let judgement = game.pvs().judgement;
/// assert_eq!((judgement.value, judgement.best), (Value::Win(Some(5)), Some(2)));
/// ```
pub fn search<S: Clone + Eq + Hash + Debug>(start: S) -> Start<S> {
    Start { start }
}

/// A search of which the start is known.
#[derive(Clone, Copy, Debug)]
pub struct Start<S> {
    start: S,
}

/// A search of which the start and the moves are known; `E` says how play ends.
#[derive(Clone, Debug)]
pub struct Steps<S, M, I, L, P, E = ()> {
    start: S,
    list: L,
    play: P,
    end: E,
    budget: Budget,
    types: PhantomData<fn() -> (M, I)>,
}

/// A puzzle: a goal, what moves cost, and an estimate of the cost to go.
#[derive(Clone, Copy, Debug)]
pub struct Alone<G, C, H> {
    goal: G,
    cost: C,
    heuristic: H,
}

/// A game: who is to move, the result of a finished game, and a score for the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Against<T, R, V> {
    to_move: T,
    result: R,
    #[cfg_attr(
        not(feature = "adversarial"),
        expect(dead_code, reason = "it is for searches to a depth")
    )]
    score: V,
    depth: Option<u32>,
}

impl<S: Clone + Eq + Hash + Debug> Start<S> {
    /// Sets the legal moves of a state, in any collection, and the state after a move.
    pub fn moves<M, I, L, P>(self, list: L, play: P) -> Steps<S, M, I, L, P>
    where
        M: Copy + Eq + Hash + Debug,
        I: IntoIterator<Item = M>,
        L: Fn(&S) -> I,
        P: Fn(&S, M) -> S,
    {
        let (start, end, budget) = (self.start, (), Budget::unlimited());
        Steps { start, list, play, end, budget, types: PhantomData }
    }
}

impl<S, M, I, L, P, E> Steps<S, M, I, L, P, E> {
    /// Limits the search.
    #[must_use]
    pub fn within(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    fn with<F>(self, end: impl FnOnce(E) -> F) -> Steps<S, M, I, L, P, F> {
        let Steps { start, list, play, budget, types, .. } = self;
        Steps { start, list, play, end: end(self.end), budget, types }
    }
}

impl<S, M, I, L, P> Steps<S, M, I, L, P> {
    /// Makes it a puzzle with this goal, of moves that cost 1.
    #[expect(clippy::type_complexity, reason = "no alias can hide the type of a closure")]
    pub fn goal<G: Fn(&S) -> bool>(
        self,
        goal: G,
    ) -> Steps<S, M, I, L, P, Alone<G, impl Fn(&S, M) -> Cost, impl Fn(&S) -> Cost>> {
        self.with(|()| Alone { goal, cost: |_: &S, _: M| 1, heuristic: |_: &S| 0 })
    }

    /// Makes it a game: who is to move, and the result of a state in which the game is over, which
    /// has no moves.
    #[expect(clippy::type_complexity, reason = "no alias can hide the type of a closure")]
    pub fn players<T, R>(
        self,
        to_move: T,
        result: R,
    ) -> Steps<S, M, I, L, P, Against<T, R, impl Fn(&S) -> Score>>
    where
        T: Fn(&S) -> Player,
        R: Fn(&S) -> Option<GameResult>,
    {
        self.with(|()| Against { to_move, result, score: |_: &S| 0, depth: None })
    }
}

impl<S, M, I, L, P, E> Rules for Steps<S, M, I, L, P, E>
where
    S: Clone + Eq + Hash + Debug,
    M: Copy + Eq + Hash + Debug,
    I: IntoIterator<Item = M>,
    L: Fn(&S) -> I,
    P: Fn(&S, M) -> S,
{
    type State = S;
    type Move = M;
    type Undo = S;

    fn initial(&self) -> S {
        self.start.clone()
    }

    #[inline(always)]
    fn visit_moves<B>(&self, state: &S, visit: impl FnMut(M) -> ControlFlow<B>) -> ControlFlow<B> {
        (self.list)(state).into_iter().try_for_each(visit)
    }

    #[inline]
    fn play(&self, state: &mut S, mv: M) -> S {
        let next = (self.play)(state, mv);
        std::mem::replace(state, next)
    }

    #[inline]
    fn undo(&self, state: &mut S, _: M, before: S) {
        *state = before;
    }

    #[inline]
    fn successor(&self, state: &S, mv: M) -> S {
        (self.play)(state, mv)
    }
}

impl<S, M, I, L, P, G, C, H> Puzzle for Steps<S, M, I, L, P, Alone<G, C, H>>
where
    Self: Rules<State = S, Move = M>,
    G: Fn(&S) -> bool,
    C: Fn(&S, M) -> Cost,
{
    #[inline]
    fn is_goal(&self, state: &S) -> bool {
        (self.end.goal)(state)
    }

    #[inline]
    fn cost(&self, state: &S, mv: M) -> Cost {
        (self.end.cost)(state, mv)
    }

    /// What a closure returns is not known before.
    fn has_unit_costs(&self) -> bool {
        false
    }
}

impl<S, M, I, L, P, G, C, H> Steps<S, M, I, L, P, Alone<G, C, H>>
where
    Self: Puzzle<State = S, Move = M>,
    H: Fn(&S) -> Cost,
{
    /// Sets what a move in a state costs: at least 1.
    pub fn cost<D: Fn(&S, M) -> Cost>(self, cost: D) -> Steps<S, M, I, L, P, Alone<G, D, H>> {
        self.with(|Alone { goal, heuristic, .. }| Alone { goal, cost, heuristic })
    }

    /// Sets an estimate of the cost from a state to a goal. Solutions are optimal if it is never
    /// too high and falls by at most its cost with a move.
    pub fn heuristic<F: Fn(&S) -> Cost>(
        self,
        heuristic: F,
    ) -> Steps<S, M, I, L, P, Alone<G, C, F>> {
        self.with(|Alone { goal, cost, .. }| Alone { goal, cost, heuristic })
    }

    /// Solves it by any search.
    pub fn by(&self, solver: &impl Solver<Self>) -> Answer<M> {
        solver.solve_within(self, &self.initial(), &self.budget, &mut Silent)
    }

    /// [Breadth-first search](crate::uninformed::BreadthFirst): a solution of the fewest moves.
    #[cfg(feature = "uninformed")]
    pub fn bfs(&self) -> Answer<M> {
        self.by(&crate::uninformed::BreadthFirst)
    }

    /// [Dijkstra's algorithm](crate::uninformed::UniformCost): a cheapest solution.
    #[cfg(feature = "uninformed")]
    pub fn dijkstra(&self) -> Answer<M> {
        self.by(&crate::uninformed::UniformCost)
    }

    /// [A*](crate::informed::AStar): a cheapest solution.
    #[cfg(feature = "informed")]
    pub fn astar(&self) -> Answer<M> {
        self.by(&crate::informed::AStar::new(tesuji_core::FromFn(|_: &Self, state: &S| {
            (self.end.heuristic)(state)
        })))
    }

    /// [IDA*](crate::informed::IdaStar): a cheapest solution in little memory.
    #[cfg(feature = "informed")]
    pub fn idastar(&self) -> Answer<M> {
        self.by(&crate::informed::IdaStar::new(tesuji_core::FromFn(|_: &Self, state: &S| {
            (self.end.heuristic)(state)
        })))
    }
}

impl<S, M, I, L, P, T, R, V> Game for Steps<S, M, I, L, P, Against<T, R, V>>
where
    Self: Rules<State = S, Move = M>,
    T: Fn(&S) -> Player,
    R: Fn(&S) -> Option<GameResult>,
{
    #[inline]
    fn to_move(&self, state: &S) -> Player {
        (self.end.to_move)(state)
    }

    #[inline]
    fn result(&self, state: &S) -> Option<GameResult> {
        (self.end.result)(state)
    }
}

impl<S, M, I, L, P, T, R, V> Steps<S, M, I, L, P, Against<T, R, V>>
where
    Self: Game<State = S, Move = M>,
    V: Fn(&S) -> Score,
{
    /// Sets an estimate of a state for the player to move: higher is better.
    pub fn score<W: Fn(&S) -> Score>(self, score: W) -> Steps<S, M, I, L, P, Against<T, R, W>> {
        self.with(|Against { to_move, result, depth, .. }| Against {
            to_move,
            result,
            score,
            depth,
        })
    }

    /// Limits the depth of [`pvs`](Self::pvs) in plies; a game in which play can go in cycles needs
    /// it.
    #[must_use]
    pub fn depth(mut self, plies: u32) -> Self {
        self.end.depth = Some(plies);
        self
    }

    /// Judges it by any search.
    pub fn by(&self, solver: &impl GameSolver<Self>) -> GameAnswer<M> {
        solver.solve_within(self, &self.initial(), &self.budget, &mut Silent)
    }

    /// [Principal variation search](crate::adversarial::TableSearch): alpha-beta with a table.
    #[cfg(feature = "adversarial")]
    pub fn pvs(&self) -> GameAnswer<M> {
        let search = crate::adversarial::TableSearch::principal_variation();
        let search = search.evaluator(|_: &Self, state: &S| (self.end.score)(state));
        match self.end.depth {
            Some(plies) => self.by(&search.depth(plies)),
            None => self.by(&search),
        }
    }

    /// [Monte-Carlo tree search](crate::montecarlo::MonteCarlo) of this many simulations.
    #[cfg(feature = "montecarlo")]
    pub fn uct(&self, playouts: u64) -> GameAnswer<M> {
        self.by(&crate::montecarlo::MonteCarlo::uct().playouts(playouts))
    }
}
