//! Expectimax (Michie, "Game-Playing and Game-Learning Automata", 1966), with Star1 and Star2
//! pruning (Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes",
//! Artificial Intelligence 21, 1983).

mod chance;
mod opponent;
mod run;

pub use chance::{Chance, NoChance};
pub use opponent::{
    Modelled, OpponentModel, Reply, ReplyWeights, SoftMax, SoftMin, Uniform, UnknownModel, Weights,
};

use std::ops::ControlFlow;

use tesuji_core::{
    Evaluator, Game, GameSolver, Judgement, Limit, Meter, NodeEvent, ObservableGameSolver,
    Observer, Score, Unobserved, Value,
};

use crate::{Even, finished};
use run::Run;

/// The pruning of branches that cannot change the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruning {
    /// No pruning.
    None,
    /// Star1: prunes the remaining replies if no value of theirs can bring the mean into the
    /// window.
    #[default]
    Star1,
    /// Star2: Star1 after probing one move below each reply.
    Star2,
}

/// Expectimax: a position of ours has the value of its best move, a position of the opponent the
/// mean value of its replies under an [opponent model](ReplyWeights).
///
/// Values are real numbers in the unit of the [payoffs](Self::payoffs): 1000 for a win, 0 for a
/// draw, −1000 for a loss unless set otherwise, and the evaluator's score at the depth limit.
/// [`expectation`](Self::expectation) returns them unrounded; as a [`GameSolver`] it rounds the
/// value to an estimate, because a value under an opponent model is no proof.
///
/// # Complexity
/// Time `O(b^d)`, memory `O(bd)`. If the evaluator is [bounded](Self::bounded) and the model does
/// not use values, pruning saves part of it.
///
/// # Example
/// Against an opponent who plays at random, a corner is the best first move in tic-tac-toe:
/// ```
/// use tesuji_adversarial::{Expectimax, Uniform};
/// use tesuji_core::{Budget, Notation, Rules};
/// use tesuji_tic_tac_toe::TicTacToe;
///
/// let game = TicTacToe::new();
/// let board = game.initial();
/// let expected = Expectimax::new(Uniform).expectation(&game, &board, &Budget::unlimited())?;
/// assert_eq!(game.move_text(&board, expected.best.unwrap()), "a3");
/// assert!((expected.value - 994.79).abs() < 0.01);
/// # Ok::<(), tesuji_core::Limit>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expectimax<O, E = Even, C = NoChance> {
    opponent: O,
    evaluator: E,
    chance: C,
    depth: Option<u32>,
    payoffs: Payoffs,
    /// The maximum magnitude of an estimate.
    bound: Option<Score>,
    pruning: Pruning,
    best_moves: bool,
}

/// The values of the results for us.
#[derive(Clone, Copy, Debug)]
struct Payoffs {
    win: f64,
    draw: f64,
    loss: f64,
    /// The factor per ply.
    discount: f64,
}

/// The result of an expectimax search.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectimaxResult<M> {
    /// The expected payoff, for the player to move.
    pub value: f64,
    /// The best move, the first of several; `None` if the game is over, or chance is to move.
    pub best: Option<M>,
    /// The value of each move, in the order of the rules; an upper bound for moves that are worse
    /// than an earlier one.
    pub moves: Vec<(M, f64)>,
}

impl<O> Expectimax<O> {
    /// A search to the end of the game against this opponent model.
    #[must_use]
    pub fn new(opponent: O) -> Self {
        Expectimax {
            opponent,
            evaluator: Even,
            chance: NoChance,
            depth: None,
            payoffs: Payoffs { win: 1000.0, draw: 0.0, loss: -1000.0, discount: 1.0 },
            bound: Some(0),
            pruning: Pruning::default(),
            best_moves: false,
        }
    }
}

impl<O, E, C> Expectimax<O, E, C> {
    /// Limits the depth to `plies`, at least 1; leaves are scored by the evaluator.
    #[must_use]
    pub fn depth(mut self, plies: u32) -> Self {
        self.depth = Some(plies.max(1));
        self
    }

    /// Sets the evaluator, whose scores are in the unit of the payoffs. They are unbounded unless
    /// [`bounded`](Self::bounded) is set.
    #[must_use]
    pub fn evaluator<F>(self, evaluator: F) -> Expectimax<O, F, C> {
        let Expectimax { opponent, chance, depth, payoffs, pruning, best_moves, .. } = self;
        let bound = None;
        Expectimax { opponent, evaluator, chance, depth, payoffs, bound, pruning, best_moves }
    }

    /// Sets the chance events.
    #[must_use]
    pub fn chance<D>(self, chance: D) -> Expectimax<O, E, D> {
        let Expectimax { opponent, evaluator, depth, payoffs, bound, pruning, best_moves, .. } =
            self;
        Expectimax { opponent, evaluator, chance, depth, payoffs, bound, pruning, best_moves }
    }

    /// Sets the values of a win, a draw and a loss.
    #[must_use]
    pub fn payoffs(mut self, win: f64, draw: f64, loss: f64) -> Self {
        self.payoffs = Payoffs { win, draw, loss, ..self.payoffs };
        self
    }

    /// Multiplies payoffs by `factor`, above 0 and at most 1, for each ply before the end of the
    /// game: below 1, sooner wins and later losses are better. The default is 1.
    #[must_use]
    pub fn discount(mut self, factor: f64) -> Self {
        self.payoffs.discount = factor;
        self
    }

    /// Declares that the evaluator's scores lie between −`bound` and `bound`, which pruning needs;
    /// scores outside are clamped.
    #[must_use]
    pub fn bounded(mut self, bound: Score) -> Self {
        self.bound = Some(bound.saturating_abs());
        self
    }

    /// Sets the pruning; [`Pruning::Star1`] by default. It does not change the value.
    #[must_use]
    pub fn pruning(mut self, pruning: Pruning) -> Self {
        self.pruning = pruning;
        self
    }

    /// Whether to report all best moves (up to rounding).
    #[must_use]
    pub fn best_moves(mut self, wanted: bool) -> Self {
        self.best_moves = wanted;
        self
    }

    /// The expected payoff of `state` for its player to move, and of its moves.
    ///
    /// # Errors
    /// The limit that ended the search.
    pub fn expectation<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        budget: &tesuji_core::Budget,
    ) -> Result<ExpectimaxResult<G::Move>, Limit>
    where
        O: ReplyWeights<G>,
        E: Evaluator<G>,
        C: Chance<G>,
    {
        let mut silent = tesuji_core::Silent;
        let mut meter = Meter::new(budget, &mut silent);
        let (expectation, limit) = self.expect(game, state, (Unobserved, ()), &mut meter);
        limit.filter(|&limit| limit != Limit::Depth).map_or(Ok(expectation), Err)
    }

    /// The result, and the limit that ended the search, if any: that on depth if the result
    /// rests on estimates.
    fn expect<G: Game, W: Observer<G>>(
        &self,
        game: &G,
        state: &G::State,
        (observer, root): (W, W::Node),
        meter: &mut Meter,
    ) -> (ExpectimaxResult<G::Move>, Option<Limit>)
    where
        O: ReplyWeights<G>,
        E: Evaluator<G>,
        C: Chance<G>,
    {
        let us = game.to_move(state);
        let mut run = Run::new(self, game, us, observer, meter);
        let mut found =
            ExpectimaxResult { value: f64::NEG_INFINITY, best: None, moves: Vec::new() };
        if game.result(state).is_some() || self.chance.decides(game, state) {
            let end = run.value(state, 0, f64::NEG_INFINITY, f64::INFINITY, root);
            found.value = end.continue_value().unwrap_or(0.0);
            return (found, end.break_value());
        }
        observer.note(root, NodeEvent::Expanded);
        for mv in game.moves(state) {
            // Just below the best, so that an equal move comes out as one.
            let floor = if self.best_moves { found.value - SLACK } else { found.value };
            let child = game.successor(state, mv);
            let node = observer.child(root, mv, &child);
            match run.value(&child, 1, floor, f64::INFINITY, node) {
                ControlFlow::Break(limit) => {
                    found.best = found.best.or(Some(mv));
                    return (found, Some(limit));
                }
                ControlFlow::Continue(value) => {
                    found.moves.push((mv, value));
                    if value > found.value {
                        found.value = value;
                        found.best = Some(mv);
                    }
                }
            }
        }
        let (mean, samples) = (found.value, None);
        observer.note(root, NodeEvent::Mean { player: us, mean, samples });
        (found, run.estimated.then_some(Limit::Depth))
    }
}

/// The tolerance for sums of the same numbers.
const SLACK: f64 = 1e-9;

impl<G, O, E, C> GameSolver<G> for Expectimax<O, E, C>
where
    G: Game,
    O: ReplyWeights<G>,
    E: Evaluator<G>,
    C: Chance<G>,
{
    fn search(&self, game: &G, state: &G::State, meter: &mut Meter) -> Judgement<G::Move> {
        self.search_observed(game, state, Unobserved, meter)
    }
}

impl<G, O, E, C> ObservableGameSolver<G> for Expectimax<O, E, C>
where
    G: Game,
    O: ReplyWeights<G>,
    E: Evaluator<G>,
    C: Chance<G>,
{
    fn search_observed<W: Observer<G>>(
        &self,
        game: &G,
        state: &G::State,
        observer: W,
        meter: &mut Meter,
    ) -> Judgement<G::Move> {
        let observed = (observer, observer.root(state));
        if let Some(judgement) = finished(game, state, observed, meter) {
            return judgement;
        }
        meter.expand(0);
        let (found, limit) = self.expect(game, state, observed, meter);
        let good = |&(mv, value): &(G::Move, f64)| (value >= found.value - SLACK).then_some(mv);
        let is_cut = limit.is_some_and(|limit| limit != Limit::Depth);
        let best_moves = if self.best_moves && !is_cut {
            found.moves.iter().filter_map(good).collect()
        } else {
            Vec::new()
        };
        #[expect(clippy::cast_possible_truncation, reason = "`as` ends at the ends of the range")]
        let value =
            Value::Estimate(if found.value.is_finite() { found.value.round() as Score } else { 0 });
        Judgement {
            value,
            best_moves,
            depth: if is_cut { Some(0) } else { self.depth },
            limit,
            ..Judgement::of_move(found.best)
        }
    }
}
