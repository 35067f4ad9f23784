//! Minimax and alpha-beta as they are taught, recorded.

use tesuji_core::{Evaluator, Game, GameResult, Limit, Notation, Player, Score, Value};

use super::recorder::Recorder;
use super::{Bound, Bounds, Fate, Label, Recording, Side};

/// Records [`Minimax`](tesuji_adversarial::Minimax): every line to its end, or to the depth.
pub fn minimax<G: Game + Notation>(
    game: &G,
    root: &G::State,
    evaluator: &impl Evaluator<G>,
    bounds: &Bounds,
) -> Recording {
    Run::new(game, root, evaluator, bounds, Style::Minimax).record("minimax", root)
}

/// Records [`AlphaBeta`](tesuji_adversarial::AlphaBeta), with the moves that it need not look at.
pub fn alpha_beta<G: Game + Notation>(
    game: &G,
    root: &G::State,
    evaluator: &impl Evaluator<G>,
    bounds: &Bounds,
) -> Recording {
    Run::new(game, root, evaluator, bounds, Style::AlphaBeta).record("alpha-beta", root)
}

/// Records [`AlphaBeta::outcome_only`](tesuji_adversarial::AlphaBeta::outcome_only), which does not
/// ask how soon: the window is (loss, win), and the first winning move settles a position.
pub fn who_wins<G: Game + Notation>(game: &G, root: &G::State, bounds: &Bounds) -> Recording {
    let even = tesuji_adversarial::Even;
    Run::new(game, root, &even, bounds, Style::WhoWins).record("who-wins", root)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Minimax,
    AlphaBeta,
    WhoWins,
}

/// A win at the root; each ply makes one of it.
const WIN: Score = 1 << 26;
const INFINITE: Score = WIN + 1;
/// What lies beyond is decided.
const LARGEST_ESTIMATE: Score = WIN / 2;

/// Everything that changes while searching. Scores are those of the player to move.
struct Run<'r, G: Game, E> {
    game: &'r G,
    evaluator: &'r E,
    style: Style,
    depth: u32,
    maximizer: Player,
    recorder: Recorder,
    /// For each node the best child so far.
    best: Vec<Option<usize>>,
    /// Whether a horizon was met.
    estimated: bool,
}

impl<'r, G: Game + Notation, E: Evaluator<G>> Run<'r, G, E> {
    fn new(game: &'r G, root: &G::State, evaluator: &'r E, bounds: &Bounds, style: Style) -> Self {
        let recorder = Recorder::new(game, root, Side::Max, bounds);
        let depth = bounds.depth.unwrap_or(Bounds::DEEPEST).min(Bounds::DEEPEST);
        let (maximizer, best) = (game.to_move(root), vec![None]);
        Run { game, evaluator, style, depth, maximizer, recorder, best, estimated: false }
    }

    fn record(mut self, name: &'static str, root: &G::State) -> Recording {
        let edge = if self.style == Style::WhoWins { 1 } else { INFINITE };
        let limit = self.search(0, root, -edge, edge).err();
        let line = match limit {
            Some(_) => vec![0],
            None => std::iter::successors(Some(0), |&node| self.best[node]).collect(),
        };
        let limit = limit.or_else(|| self.estimated.then_some(Limit::Depth));
        self.recorder.finish(name, line, limit)
    }

    /// The score of `state`: exact between `alpha` and `beta`, an upper bound at or below
    /// `alpha`, a lower bound at or above `beta`.
    fn search(
        &mut self,
        node: usize,
        state: &G::State,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Limit> {
        let game = self.game;
        let mover = game.to_move(state);
        match self.style {
            Style::Minimax => self.recorder.visit(node),
            Style::AlphaBeta | Style::WhoWins => {
                let window = self.window(mover, alpha, beta);
                self.recorder.visit_within(node, window);
            }
        }
        if let Some((score, fate)) = self.leaf(node, state) {
            self.label(node, mover, score, Bound::Exact);
            self.recorder.settle(node, fate);
            return Ok(score);
        }
        self.recorder.settle(node, Fate::Expanded);
        let moves = game.moves(state);
        let mut best = -INFINITE;
        let mut low = alpha;
        for (index, &mv) in moves.iter().enumerate() {
            let child = game.successor(state, mv);
            let number = self.child(node, state, mv, &child)?;
            let score = if game.to_move(&child) == mover {
                self.search(number, &child, low, beta)?
            } else {
                -self.search(number, &child, -beta, -low)?
            };
            if score > best {
                best = score;
                low = low.max(score);
                self.best[node] = Some(number);
                self.label(node, mover, best, Bound::Lower);
                if self.prunes() && score >= beta {
                    self.refute(node, state, &moves[index + 1..])?;
                    break;
                }
            }
        }
        let bound = match self.style {
            Style::Minimax => Bound::Exact,
            _ if best <= alpha && best > -self.least() => Bound::Upper,
            _ if best >= beta && best < self.least() => Bound::Lower,
            _ => Bound::Exact,
        };
        self.label(node, mover, best, bound);
        Ok(best)
    }

    fn prunes(&self) -> bool {
        self.style != Style::Minimax
    }

    /// A score that nothing is better than.
    fn least(&self) -> Score {
        if self.style == Style::WhoWins { 1 } else { INFINITE }
    }

    /// The score of a node that is not looked into, and why it is not.
    fn leaf(&mut self, node: usize, state: &G::State) -> Option<(Score, Fate)> {
        let ply = self.recorder.depth(node);
        if let Some(result) = self.game.result(state) {
            let sign = match result {
                GameResult::Draw => 0,
                GameResult::Win(winner) if winner == self.game.to_move(state) => 1,
                GameResult::Win(_) => -1,
            };
            let score = match self.style {
                Style::WhoWins => sign,
                Style::Minimax | Style::AlphaBeta => sign * (WIN - ply.cast_signed()),
            };
            return Some((score, Fate::Finished));
        }
        if ply < self.depth {
            return None;
        }
        self.estimated = true;
        let score = match self.style {
            Style::WhoWins => 0,
            Style::Minimax | Style::AlphaBeta => {
                let score = self.evaluator.score(self.game, state);
                score.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE)
            }
        };
        Some((score, Fate::Horizon))
    }

    fn child(
        &mut self,
        node: usize,
        state: &G::State,
        mv: G::Move,
        child: &G::State,
    ) -> Result<usize, Limit> {
        let maximizing = self.game.to_move(child) == self.maximizer;
        let side = if maximizing { Side::Max } else { Side::Min };
        self.best.push(None);
        self.recorder.child(self.game, (node, state), mv, child, side)
    }

    /// Notes the moves that are not looked at any more.
    fn refute(&mut self, node: usize, state: &G::State, moves: &[G::Move]) -> Result<(), Limit> {
        for &mv in moves {
            let child = self.game.successor(state, mv);
            let number = self.child(node, state, mv, &child)?;
            self.recorder.settle(number, Fate::Refuted);
        }
        Ok(())
    }

    /// Labels a node with a score of its player to move.
    fn label(&mut self, node: usize, mover: Player, score: Score, bound: Bound) {
        let maximizing = mover == self.maximizer;
        let value = self.value(if maximizing { score } else { -score });
        let bound = match bound {
            Bound::Lower if !maximizing => Bound::Upper,
            Bound::Upper if !maximizing => Bound::Lower,
            bound => bound,
        };
        self.recorder.label(node, Label::Worth { value, bound });
    }

    /// What a score of the maximizer means.
    fn value(&self, score: Score) -> Value {
        let even = if self.estimated { Value::Estimate(0) } else { Value::Draw };
        if self.style == Style::WhoWins {
            return match score {
                1.. => Value::Win(None),
                0 => even,
                ..0 => Value::Loss(None),
            };
        }
        let plies = |score: Score| Some((WIN - score).cast_unsigned());
        match score {
            0 => even,
            score if score > LARGEST_ESTIMATE => Value::Win(plies(score)),
            score if score < -LARGEST_ESTIMATE => Value::Loss(plies(-score)),
            score => Value::Estimate(score),
        }
    }

    /// The window as the maximizer sees it.
    fn window(&self, mover: Player, alpha: Score, beta: Score) -> (Option<Label>, Option<Label>) {
        let (low, high) = if mover == self.maximizer { (alpha, beta) } else { (-beta, -alpha) };
        let edge = |score: Score| (score.abs() < INFINITE).then(|| Label::exact(self.value(score)));
        (edge(low), edge(high))
    }
}
