//! Alpha-beta pruning (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", Artificial
//! Intelligence 6, 1975), fail-soft (Fishburn, "Another Optimization of Alpha-Beta Search",
//! SIGART Newsletter 84, 1983).

use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{
    Evaluator, Game, GameSolver, Judgement, Limit, Meter, NodeEvent, ObservableGameSolver,
    Observer, Player, Score, Unobserved, no_moves,
};

use crate::deep::descend;
use crate::plain::{Below, Terms, judge_root};
use crate::pv_table::PvTable;
use crate::score::{self, INFINITE, Told};
use crate::{Even, finished};

/// The move ordering of a search without a table.
pub trait MoveOrder<G: Game> {
    /// Sorts `moves`, the legal moves of `state` in the order of the rules.
    fn arrange(&self, game: &G, state: &G::State, moves: &mut [G::Move]);
}

/// The order of the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct RulesOrder;

impl<G: Game> MoveOrder<G> for RulesOrder {
    #[inline]
    fn arrange(&self, _: &G, _: &G::State, _: &mut [G::Move]) {}
}

/// The reverse of the order of the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reversed;

impl<G: Game> MoveOrder<G> for Reversed {
    fn arrange(&self, _: &G, _: &G::State, moves: &mut [G::Move]) {
        moves.reverse();
    }
}

/// The order of the rules where there is none.
impl<G: Game, O: MoveOrder<G>> MoveOrder<G> for Option<O> {
    #[inline]
    fn arrange(&self, game: &G, state: &G::State, moves: &mut [G::Move]) {
        if let Some(order) = self {
            order.arrange(game, state, moves);
        }
    }
}

/// Alpha-beta in its textbook form: minimax that prunes moves that cannot change the value. It has
/// no table, and no move ordering but the given one.
///
/// [`TableSearch`](crate::TableSearch) is stronger; this one is for teaching and comparison.
///
/// # Complexity
/// Time `O(b^d)` with the worst order of moves, `O(b^(d/2))` with the best; memory `O(d² + bd)`.
/// Without a [depth](Self::depth) it ends only where every game does.
///
/// # Example
/// ```
/// use tesuji_adversarial::{AlphaBeta, Minimax};
/// use tesuji_core::{GameSolver, Rules, Value};
/// use tesuji_tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// let answer = AlphaBeta::new().solve(&game, &game.initial());
/// assert_eq!(answer.judgement.value, Value::Draw);
/// assert!(answer.stats.generated < 50_000, "minimax looks at 549,946 nodes");
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<E = Even, O = RulesOrder> {
    evaluator: E,
    order: O,
    depth: Option<u32>,
    best_moves: bool,
    distances: bool,
}

impl AlphaBeta {
    /// A search to the end of the game for the outcome and its distance in plies.
    #[must_use]
    pub fn new() -> Self {
        AlphaBeta {
            evaluator: Even,
            order: RulesOrder,
            depth: None,
            best_moves: false,
            distances: true,
        }
    }

    /// A search to the end of the game for the outcome only: the values are −1, 0 and 1, the window
    /// is (−1, +1), and the first winning move ends the search of a position.
    #[must_use]
    pub fn outcome_only() -> Self {
        AlphaBeta { distances: false, ..Self::new() }
    }
}

impl Default for AlphaBeta {
    fn default() -> Self {
        Self::new()
    }
}

impl<E, O> AlphaBeta<E, O> {
    /// At most `plies` deep, and at least 1; positions there count what the evaluator says. One
    /// that asks only who wins counts them as even.
    #[must_use]
    pub fn depth(mut self, plies: u32) -> Self {
        self.depth = Some(plies.max(1));
        self
    }

    /// Estimates by `evaluator`.
    #[must_use]
    pub fn evaluator<F>(self, evaluator: F) -> AlphaBeta<F, O> {
        let AlphaBeta { order, depth, best_moves, distances, .. } = self;
        AlphaBeta { evaluator, order, depth, best_moves, distances }
    }

    /// Tries moves in this order.
    #[must_use]
    pub fn order<P>(self, order: P) -> AlphaBeta<E, P> {
        let AlphaBeta { evaluator, depth, best_moves, distances, .. } = self;
        AlphaBeta { evaluator, order, depth, best_moves, distances }
    }

    /// Whether to report all moves that are as good as the best; it takes more nodes.
    #[must_use]
    pub fn best_moves(mut self, wanted: bool) -> Self {
        self.best_moves = wanted;
        self
    }
}

impl<G: Game, E: Evaluator<G>, M: MoveOrder<G>> GameSolver<G> for AlphaBeta<E, M> {
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.search_observed(game, state, Unobserved, meter)
    }
}

impl<G: Game, E: Evaluator<G>, M: MoveOrder<G>> ObservableGameSolver<G> for AlphaBeta<E, M> {
    fn search_observed<O: Observer<G>>(
        &self,
        game: &G,
        state: &G::State,
        observer: O,
        meter: &mut Meter,
    ) -> Judgement<G::Move> {
        let root = observer.root(state);
        if let Some(judgement) = finished(game, state, (observer, root), meter) {
            return judgement;
        }
        meter.expand(0);
        let mut run = Run {
            game,
            settings: self,
            observer,
            root,
            depth: self.depth.unwrap_or(u32::MAX),
            us: game.to_move(state),
            meter,
            moves: Vec::new(),
            pvs: PvTable::new(),
            estimated: false,
        };
        let terms =
            Terms { depth: self.depth, best_moves: self.best_moves, distances: self.distances };
        let ceiling = if self.distances { INFINITE } else { 1 };
        observer.note_with(root, || run.told().window(run.us, -ceiling, ceiling));
        let mut moves = game.moves(state);
        self.order.arrange(game, state, &mut moves);
        let observed = (observer, root);
        judge_root(game, &self.evaluator, state, &moves, ceiling, terms, observed, &mut run)
    }
}

/// Everything that changes while searching.
struct Run<'r, 'm, G: Game, E, M, O: Observer<G>> {
    game: &'r G,
    settings: &'r AlphaBeta<E, M>,
    observer: O,
    root: O::Node,
    depth: u32,
    /// The player to move at the root.
    us: Player,
    meter: &'r mut Meter<'m>,
    /// The moves still to be tried at each ply of the path, one ply after the other.
    moves: Vec<G::Move>,
    pvs: PvTable<G::Move>,
    estimated: bool,
}

impl<G, E, M, O> Run<'_, '_, G, E, M, O>
where
    G: Game,
    E: Evaluator<G>,
    M: MoveOrder<G>,
    O: Observer<G>,
{
    /// How scores are reported now.
    fn told(&self) -> Told {
        Told { distances: self.settings.distances, estimated: self.estimated }
    }

    /// The score of `state` for its player to move: the exact one between `floor` and `beta`,
    /// an upper bound at or below `floor`, a lower bound at or above `beta`.
    fn alpha_beta(
        &mut self,
        state: &G::State,
        ply: u32,
        floor: Score,
        beta: Score,
        node: O::Node,
    ) -> ControlFlow<Limit, Score> {
        self.meter.generate(1)?;
        self.pvs.clear(ply as usize);
        let (game, observer) = (self.game, self.observer);
        let (mover, mut alpha) = (game.to_move(state), floor);
        observer.note_with(node, || self.told().window(mover, floor, beta));
        if let Some(result) = game.result(state) {
            let score = score::of_result(result, mover);
            let distances = self.settings.distances;
            let score = if distances { score::at_ply(score, ply) } else { score.signum() };
            observer.note_with(node, || self.told().exactly(mover, score));
            observer.note(node, NodeEvent::Finished);
            return ControlFlow::Continue(score);
        }
        if ply >= self.depth {
            self.estimated = true;
            let score = if self.settings.distances {
                score::estimate(self.settings.evaluator.score(game, state))
            } else {
                0
            };
            observer.note_with(node, || self.told().exactly(mover, score));
            observer.note(node, NodeEvent::Horizon);
            return ControlFlow::Continue(score);
        }
        self.meter.expand(ply);
        observer.note(node, NodeEvent::Expanded);
        let first = self.moves.len();
        let ControlFlow::Continue(()) = game.visit_moves(state, |mv| {
            self.moves.push(mv);
            ControlFlow::<Infallible>::Continue(())
        });
        if self.moves.len() == first {
            no_moves(state);
        }
        self.settings.order.arrange(game, state, &mut self.moves[first..]);
        let mut best = -INFINITE;
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            let child = game.successor(state, mv);
            let below = observer.child(node, mv, &child);
            let score = if game.to_move(&child) == mover {
                descend(ply, || self.alpha_beta(&child, ply + 1, alpha, beta, below))?
            } else {
                -descend(ply, || self.alpha_beta(&child, ply + 1, -beta, -alpha, below))?
            };
            if score > best {
                best = score;
                observer.note_with(node, || self.told().at_least(mover, best));
                if score > alpha {
                    alpha = score;
                    self.pvs.lead(ply as usize, mv);
                }
                if score >= beta {
                    if O::IS_ON {
                        self.moves[index + 1..].iter().for_each(|&mv| observer.cut(node, mv));
                    }
                    break;
                }
            }
        }
        self.moves.truncate(first);
        observer.note_with(node, || self.told().within(mover, best, floor, beta));
        ControlFlow::Continue(best)
    }
}

impl<G, E, M, O> Below<G> for Run<'_, '_, G, E, M, O>
where
    G: Game,
    E: Evaluator<G>,
    M: MoveOrder<G>,
    O: Observer<G>,
{
    fn below(&mut self, mv: G::Move, state: &G::State, floor: Score) -> ControlFlow<Limit, Score> {
        let node = self.observer.child(self.root, mv, state);
        let ceiling = if self.settings.distances { INFINITE } else { 1 };
        let floor = if self.settings.distances { floor } else { floor.max(-1) };
        let same = self.game.to_move(state) == self.us;
        if same {
            self.alpha_beta(state, 1, floor, ceiling, node)
        } else {
            self.alpha_beta(state, 1, -ceiling, -floor, node).map_continue(|score| -score)
        }
    }

    fn pv(&mut self) -> Vec<G::Move> {
        self.pvs.take(1)
    }

    fn estimated(&self) -> bool {
        self.estimated
    }
}
