//! Minimax (von Neumann, "Zur Theorie der Gesellschaftsspiele", Mathematische Annalen 100, 1928;
//! as a program: Shannon, "Programming a Computer for Playing Chess", Philosophical Magazine 41,
//! 1950).

use std::ops::ControlFlow;

use tesuji_core::{Evaluator, Game, GameSolver, Judgement, Limit, Meter, Player, Score};

use crate::deep::descend;
use crate::line::Lines;
use crate::plain::{Below, Terms, judge_root, whole_tree_settings};
use crate::{Even, finished, score};

/// Minimax as it is taught: one player takes the largest value, the other the smallest, down to the
/// end of the game or to a depth where positions are estimated.
///
/// Every node of the tree is looked at: [`Stats::generated`](tesuji_core::Stats::generated) is
/// their number, root and leaves counted. It is the yardstick for all the others.
///
/// # Complexity
/// Time `O(b^d)` with `b` moves in a position and `d` plies, memory `O(d²)`. Without a
/// [depth](Self::depth) it ends only where every game does: where play can go in circles,
/// give one.
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
        if let Some(judgement) = finished(game, state, meter) {
            return judgement;
        }
        meter.expand(0);
        let depth = self.depth.unwrap_or(u32::MAX);
        let mut run = Run {
            game,
            evaluator: &self.evaluator,
            maximizer: game.to_move(state),
            depth,
            meter,
            lines: Lines::new(),
            estimated: false,
        };
        let terms = Terms { depth: self.depth, best_moves: self.best_moves, distances: true };
        let moves = game.moves(state);
        // No score reaches the ceiling: all of the tree is searched.
        judge_root(game, &self.evaluator, state, &moves, score::INFINITE, terms, &mut run)
    }
}

/// Everything that changes while searching. Scores are the maximizer's.
struct Run<'r, 'm, G: Game, E> {
    game: &'r G,
    evaluator: &'r E,
    maximizer: Player,
    depth: u32,
    meter: &'r mut Meter<'m>,
    lines: Lines<G::Move>,
    estimated: bool,
}

impl<G: Game, E: Evaluator<G>> Run<'_, '_, G, E> {
    fn minimax(&mut self, state: &G::State, ply: u32) -> ControlFlow<Limit, Score> {
        self.meter.generate(1)?;
        self.lines.clear(ply as usize);
        let maximizing = self.game.to_move(state) == self.maximizer;
        let seen_by_maximizer = |score: Score| if maximizing { score } else { -score };
        if let Some(score) = score::of_finished(self.game, state, ply) {
            return ControlFlow::Continue(seen_by_maximizer(score));
        }
        if ply >= self.depth {
            self.estimated = true;
            let score = score::estimate(self.evaluator.score(self.game, state));
            return ControlFlow::Continue(seen_by_maximizer(score));
        }
        self.meter.expand(ply);
        let game = self.game;
        let mut best = if maximizing { -score::INFINITE } else { score::INFINITE };
        game.visit_moves(state, |mv| {
            let child = game.successor(state, mv);
            let score = descend(ply, ply + 1, || self.minimax(&child, ply + 1))?;
            if if maximizing { score > best } else { score < best } {
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
        self.minimax(state, 1)
    }

    fn line(&mut self) -> Vec<G::Move> {
        self.lines.take(1)
    }

    fn estimated(&self) -> bool {
        self.estimated
    }
}
