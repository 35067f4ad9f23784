//! Minimax (von Neumann, "Zur Theorie der Gesellschaftsspiele", Mathematische Annalen 100, 1928;
//! as a program: Shannon, "Programming a Computer for Playing Chess", Philosophical Magazine 41,
//! 1950).

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

/// Minimax in its textbook form: one player maximises, the other minimises, down to the end of the
/// game or to a depth limit with static evaluation.
///
/// It visits every node of the tree: [`Stats::generated`](tesuji_core::Stats::generated) is their
/// number, root and leaves included. It is the reference for all other searches.
///
/// # Complexity
/// Time `O(b^d)` with `b` moves in a position and `d` plies, memory `O(d²)`. Without a
/// [depth](Self::depth) it terminates only if every game does: set one if positions can repeat.
///
/// # Example
/// ```
/// use tesuji_adversarial::Minimax;
/// use tesuji_core::{Game, GameSolver, Value};
/// use tesuji_tic_tac_toe::TicTacToe;
/// # use tesuji_core::Notation;
///
/// let game = TicTacToe::new();
/// let board = game.parse_state("XX. / OO. / ...")?;
/// let answer = Minimax::new().solve(&game, &board);
/// assert_eq!(answer.judgement.value, Value::Win(Some(1)));
/// assert_eq!(game.move_text(&board, answer.judgement.best.unwrap()), "c3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Minimax<E = Even> {
    evaluator: E,
    depth: Option<u32>,
    best_moves: bool,
}

whole_tree_settings!(Minimax);

impl<G: Game, E: Evaluator<G>> GameSolver<G> for Minimax<E> {
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.search_observed(game, state, Unobserved, meter)
    }
}

impl<G: Game, E: Evaluator<G>> ObservableGameSolver<G> for Minimax<E> {
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
        let mut run = Run {
            game,
            evaluator: &self.evaluator,
            observer,
            root,
            maximizer: game.to_move(state),
            depth,
            meter,
            pvs: PvTable::new(),
            estimated: false,
        };
        let terms = Terms { depth: self.depth, best_moves: self.best_moves, distances: true };
        let moves = game.moves(state);
        // No score reaches the ceiling: all of the tree is searched.
        let (ceiling, observed) = (score::INFINITE, (observer, root));
        judge_root(game, &self.evaluator, state, &moves, ceiling, terms, observed, &mut run)
    }
}

/// Everything that changes while searching. Scores are the maximizer's.
struct Run<'r, 'm, G: Game, E, O: Observer<G>> {
    game: &'r G,
    evaluator: &'r E,
    observer: O,
    root: O::Node,
    maximizer: Player,
    depth: u32,
    meter: &'r mut Meter<'m>,
    pvs: PvTable<G::Move>,
    estimated: bool,
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Run<'_, '_, G, E, O> {
    /// The form in which scores are reported to the observer.
    fn told(&self) -> Told {
        Told { distances: true, estimated: self.estimated }
    }

    fn minimax(&mut self, state: &G::State, ply: u32, node: O::Node) -> ControlFlow<Limit, Score> {
        self.meter.generate(1)?;
        self.pvs.clear(ply as usize);
        let (game, observer, maximizer) = (self.game, self.observer, self.maximizer);
        let maximizing = game.to_move(state) == maximizer;
        let seen_by_maximizer = |score: Score| if maximizing { score } else { -score };
        if let Some(score) = score::of_finished(game, state, ply) {
            let score = seen_by_maximizer(score);
            observer.note_with(node, || self.told().exactly(maximizer, score));
            observer.note(node, NodeEvent::Finished);
            return ControlFlow::Continue(score);
        }
        if ply >= self.depth {
            self.estimated = true;
            let score = seen_by_maximizer(score::estimate(self.evaluator.score(game, state)));
            observer.note_with(node, || self.told().exactly(maximizer, score));
            observer.note(node, NodeEvent::Horizon);
            return ControlFlow::Continue(score);
        }
        self.meter.expand(ply);
        observer.note(node, NodeEvent::Expanded);
        let mut best = if maximizing { -score::INFINITE } else { score::INFINITE };
        game.visit_moves(state, |mv| {
            let child = game.successor(state, mv);
            let below = observer.child(node, mv, &child);
            let score = descend(ply, || self.minimax(&child, ply + 1, below))?;
            if if maximizing { score > best } else { score < best } {
                best = score;
                observer.note_with(node, || {
                    let told = self.told();
                    if maximizing {
                        told.at_least(maximizer, best)
                    } else {
                        told.at_most(maximizer, best)
                    }
                });
                self.pvs.lead(ply as usize, mv);
            }
            ControlFlow::Continue(())
        })?;
        if best.abs() == score::INFINITE {
            no_moves(state);
        }
        observer.note_with(node, || self.told().exactly(maximizer, best));
        ControlFlow::Continue(best)
    }
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Below<G> for Run<'_, '_, G, E, O> {
    fn below(&mut self, mv: G::Move, state: &G::State, _: Score) -> ControlFlow<Limit, Score> {
        let node = self.observer.child(self.root, mv, state);
        self.minimax(state, 1, node)
    }

    fn pv(&mut self) -> Vec<G::Move> {
        self.pvs.take(1)
    }

    fn estimated(&self) -> bool {
        self.estimated
    }
}
