//! Minimax with one rule for both players (Knuth and Moore, "An Analysis of Alpha-Beta
//! Pruning", Artificial Intelligence 6, 1975).

use std::ops::ControlFlow;

use tesuji_core::{Evaluator, Game, GameSolver, Judgement, Limit, Meter, Score};

use crate::deep::descend;
use crate::line::Lines;
use crate::plain::{Below, Terms, judge_root, whole_tree_settings};
use crate::{Even, finished, score};

/// [`Minimax`](crate::Minimax) in its negamax form: every value is seen by the player to move, and
/// what is good for one is as bad for the other. The same tree, the same values.
///
/// # Complexity
/// Time `O(b^d)` with `b` moves in a position and `d` plies, memory `O(d²)`. Without a
/// [depth](Self::depth) it ends only where every game does.
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
        if let Some(judgement) = finished(game, state, meter) {
            return judgement;
        }
        meter.expand(0);
        let depth = self.depth.unwrap_or(u32::MAX);
        let evaluator = &self.evaluator;
        let root = game.to_move(state);
        let mut run =
            Run { game, evaluator, depth, meter, lines: Lines::new(), estimated: false, root };
        let terms = Terms { depth: self.depth, best_moves: self.best_moves, distances: true };
        let moves = game.moves(state);
        judge_root(game, evaluator, state, &moves, score::INFINITE, terms, &mut run)
    }
}

/// Everything that changes while searching.
struct Run<'r, 'm, G: Game, E> {
    game: &'r G,
    evaluator: &'r E,
    depth: u32,
    meter: &'r mut Meter<'m>,
    lines: Lines<G::Move>,
    estimated: bool,
    root: tesuji_core::Player,
}

impl<G: Game, E: Evaluator<G>> Run<'_, '_, G, E> {
    /// The score of `state` for its player to move.
    fn negamax(&mut self, state: &G::State, ply: u32) -> ControlFlow<Limit, Score> {
        self.meter.generate(1)?;
        self.lines.clear(ply as usize);
        if let Some(score) = score::of_finished(self.game, state, ply) {
            return ControlFlow::Continue(score);
        }
        if ply >= self.depth {
            self.estimated = true;
            return ControlFlow::Continue(score::estimate(self.evaluator.score(self.game, state)));
        }
        self.meter.expand(ply);
        let game = self.game;
        let mover = game.to_move(state);
        let mut best = -score::INFINITE;
        game.visit_moves(state, |mv| {
            let child = game.successor(state, mv);
            let score = descend(ply, ply + 1, || self.negamax(&child, ply + 1))?;
            let score = if game.to_move(&child) == mover { score } else { -score };
            if score > best {
                best = score;
                self.lines.lead(ply as usize, mv);
            }
            ControlFlow::Continue(())
        })?;
        ControlFlow::Continue(best)
    }
}

impl<G: Game, E: Evaluator<G>> Below<G> for Run<'_, '_, G, E> {
    fn below(&mut self, state: &G::State, _: Score) -> ControlFlow<Limit, Score> {
        let score = self.negamax(state, 1)?;
        let same = self.game.to_move(state) == self.root;
        ControlFlow::Continue(if same { score } else { -score })
    }

    fn line(&mut self) -> Vec<G::Move> {
        self.lines.take(1)
    }

    fn estimated(&self) -> bool {
        self.estimated
    }
}
