//! Minimax with one rule for both players (Knuth and Moore, "An Analysis of Alpha-Beta
//! Pruning", Artificial Intelligence 6, 1975).

use std::ops::ControlFlow;

use tesuji_core::{
    Evaluator, Game, GameSolver, Judgement, Limit, Meter, NodeEvent, ObservableGameSolver,
    Observer, Player, Score, Unobserved, no_moves,
};

use crate::deep::descend;
use crate::plain::{Below, Terms, judge_root, whole_tree_settings};
use crate::pv_table::PvTable;
use crate::score::{self, Told};
use crate::{Even, finished};

/// [`Minimax`](crate::Minimax) in its negamax form: every value is from the point of view of the
/// player to move, and changes its sign between the players. The tree and the values are the same.
///
/// # Complexity
/// Time `O(b^d)` with `b` moves in a position and `d` plies, memory `O(d²)`. Without a
/// [depth](Self::depth) it terminates only if every game does.
///
/// # Example
/// ```
/// use tesuji_adversarial::{Minimax, Negamax};
/// use tesuji_core::{GameSolver, Notation, Value};
/// use tesuji_tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// let board = game.parse_state("X.. / .O. / ..X")?;
/// let negamax = Negamax::new().solve(&game, &board);
/// let minimax = Minimax::new().solve(&game, &board);
/// assert_eq!(negamax.judgement.value, Value::Draw);
/// assert_eq!(negamax.judgement, minimax.judgement);
/// assert_eq!(negamax.stats, minimax.stats);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Negamax<E = Even> {
    evaluator: E,
    depth: Option<u32>,
    best_moves: bool,
}

whole_tree_settings!(Negamax);

impl<G: Game, E: Evaluator<G>> GameSolver<G> for Negamax<E> {
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.search_observed(game, state, Unobserved, meter)
    }
}

impl<G: Game, E: Evaluator<G>> ObservableGameSolver<G> for Negamax<E> {
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
        let depth = self.depth.unwrap_or(u32::MAX);
        let evaluator = &self.evaluator;
        let (us, pvs) = (game.to_move(state), PvTable::new());
        let mut run =
            Run { game, evaluator, observer, root, depth, meter, pvs, estimated: false, us };
        let terms = Terms { depth: self.depth, best_moves: self.best_moves, distances: true };
        let moves = game.moves(state);
        let (ceiling, observed) = (score::INFINITE, (observer, root));
        judge_root(game, evaluator, state, &moves, ceiling, terms, observed, &mut run)
    }
}

/// Everything that changes while searching.
struct Run<'r, 'm, G: Game, E, O: Observer<G>> {
    game: &'r G,
    evaluator: &'r E,
    observer: O,
    root: O::Node,
    depth: u32,
    meter: &'r mut Meter<'m>,
    pvs: PvTable<G::Move>,
    estimated: bool,
    /// The player to move at the root.
    us: Player,
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Run<'_, '_, G, E, O> {
    /// The form in which scores are reported to the observer.
    fn told(&self) -> Told {
        Told { distances: true, estimated: self.estimated }
    }

    /// The score of `state` for its player to move.
    fn negamax(&mut self, state: &G::State, ply: u32, node: O::Node) -> ControlFlow<Limit, Score> {
        self.meter.generate(1)?;
        self.pvs.clear(ply as usize);
        let (game, observer) = (self.game, self.observer);
        let mover = game.to_move(state);
        if let Some(score) = score::of_finished(game, state, ply) {
            observer.note_with(node, || self.told().exactly(mover, score));
            observer.note(node, NodeEvent::Finished);
            return ControlFlow::Continue(score);
        }
        if ply >= self.depth {
            self.estimated = true;
            let score = score::estimate(self.evaluator.score(game, state));
            observer.note_with(node, || self.told().exactly(mover, score));
            observer.note(node, NodeEvent::Horizon);
            return ControlFlow::Continue(score);
        }
        self.meter.expand(ply);
        observer.note(node, NodeEvent::Expanded);
        let mut best = -score::INFINITE;
        game.visit_moves(state, |mv| {
            let child = game.successor(state, mv);
            let below = observer.child(node, mv, &child);
            let score = descend(ply, || self.negamax(&child, ply + 1, below))?;
            let score = if game.to_move(&child) == mover { score } else { -score };
            if score > best {
                best = score;
                observer.note_with(node, || self.told().at_least(mover, best));
                self.pvs.lead(ply as usize, mv);
            }
            ControlFlow::Continue(())
        })?;
        if best == -score::INFINITE {
            no_moves(state);
        }
        observer.note_with(node, || self.told().exactly(mover, best));
        ControlFlow::Continue(best)
    }
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Below<G> for Run<'_, '_, G, E, O> {
    fn below(&mut self, mv: G::Move, state: &G::State, _: Score) -> ControlFlow<Limit, Score> {
        let node = self.observer.child(self.root, mv, state);
        let score = self.negamax(state, 1, node)?;
        let same = self.game.to_move(state) == self.us;
        ControlFlow::Continue(if same { score } else { -score })
    }

    fn pv(&mut self) -> Vec<G::Move> {
        self.pvs.take(1)
    }

    fn estimated(&self) -> bool {
        self.estimated
    }
}
