//! Expectimax (Michie, "Game-Playing and Game-Learning Automata", 1966), with Star1 and Star2
//! pruning (Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes",
//! Artificial Intelligence 21, 1983).

mod chance;
mod opponent;
mod run;

pub use chance::{Chance, NoChance};
pub use opponent::{
    OpponentModel, Reply, ReplyWeights, SoftMax, SoftMin, Uniform, UnknownModel, Weights,
};

use std::ops::ControlFlow;

use tesuji_core::{
    Evaluator, Game, GameSolver, Judgement, Limit, Meter, NodeEvent, ObservableGameSolver,
    Observer, Score, Unobserved, Value,
};

use crate::{Even, finished};
use run::Run;

/// What may be left out of the search because it cannot change the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruning {
    /// Nothing.
    None,
    /// The rest of the replies, once even the best or the worst of them would not matter.
    #[default]
    Star1,
    /// The same after a look at one move below each reply.
    Star2,
}

/// Expectimax: our moves count what the best of them is worth, the opponent's what they are worth
/// on average under a [model](ReplyWeights) of what the opponent does.
///
/// Values are real numbers in the unit of the [payoffs](Self::payoffs): 1000 for a win, 0 for a
/// draw, −1000 for a loss unless set otherwise, and whatever the evaluator says at the depth.
/// [`expectation`](Self::expectation) gives them as they are; as a [`GameSolver`] it
/// rounds the value to an estimate, for what rests on a model of the opponent is no proof.
///
/// # Complexity
/// Time `O(b^d)`, memory `O(bd)`. Where the evaluator is [bounded](Self::bounded) and the
/// model does not look at values, pruning leaves out part of it.
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
    /// No estimate is further from 0.
    bound: Option<Score>,
    pruning: Pruning,
    best_moves: bool,
}

/// What the ends of the game are worth to us.
#[derive(Clone, Copy, Debug)]
struct Payoffs {
    win: f64,
    draw: f64,
    loss: f64,
    /// By what each ply multiplies them.
    discount: f64,
}

/// What expectimax found out.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectimaxResult<M> {
    /// The expected payoff, for the player to move.
    pub value: f64,
    /// The move that has it, the first of several; `None` if the game is over.
    pub best: Option<M>,
    /// What each move is worth, in the order of the rules; of moves that are not as good
    /// as one before them, an upper bound.
    pub moves: Vec<(M, f64)>,
}

impl<O> Expectimax<O> {
    /// To the end of the game, against this opponent.
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
    /// At most `plies` deep; positions there count what the evaluator says.
    #[must_use]
    pub fn depth(mut self, plies: u32) -> Self {
        self.depth = Some(plies.max(1));
        self
    }

    /// Estimates by `evaluator`, in the unit of the payoffs. Not bounded until
    /// [said so](Self::bounded).
    #[must_use]
    pub fn evaluator<F>(self, evaluator: F) -> Expectimax<O, F, C> {
        let Expectimax { opponent, chance, depth, payoffs, pruning, best_moves, .. } = self;
        let bound = None;
        Expectimax { opponent, evaluator, chance, depth, payoffs, bound, pruning, best_moves }
    }

    /// Leaves to chance what `chance` says.
    #[must_use]
    pub fn chance<D>(self, chance: D) -> Expectimax<O, E, D> {
        let Expectimax { opponent, evaluator, depth, payoffs, bound, pruning, best_moves, .. } =
            self;
        Expectimax { opponent, evaluator, chance, depth, payoffs, bound, pruning, best_moves }
    }

    /// What a win, a draw and a loss are worth.
    #[must_use]
    pub fn payoffs(mut self, win: f64, draw: f64, loss: f64) -> Self {
        self.payoffs = Payoffs { win, draw, loss, ..self.payoffs };
        self
    }

    /// Multiplies what the end of the game is worth by `factor`, above 0 and at most 1, for each
    /// ply until then: below 1, sooner wins and later losses are better. 1 unless set.
    #[must_use]
    pub fn discount(mut self, factor: f64) -> Self {
        self.payoffs.discount = factor;
        self
    }

    /// Says that the evaluator's scores are between −`bound` and `bound`, as pruning needs; those
    /// that are not are cut off there.
    #[must_use]
    pub fn bounded(mut self, bound: Score) -> Self {
        self.bound = Some(bound.saturating_abs());
        self
    }

    /// What may be left out: by [`Pruning::Star1`] unless set. The value is the same.
    #[must_use]
    pub fn pruning(mut self, pruning: Pruning) -> Self {
        self.pruning = pruning;
        self
    }

    /// Whether to report all moves that are as good as the best (up to rounding).
    #[must_use]
    pub fn best_moves(mut self, wanted: bool) -> Self {
        self.best_moves = wanted;
        self
    }

    /// The expected payoff of `state` for its player to move, and of its moves.
    ///
    /// # Errors
    /// The limit of the budget that ended the search.
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
        limit.map_or(Ok(expectation), Err)
    }

    /// What was found before the limit, if one was reached.
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
        (found, None)
    }
}

/// By how much sums of the same numbers may differ.
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
        let best_moves = if self.best_moves && limit.is_none() {
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
            depth: if limit.is_some() { Some(0) } else { self.depth },
            limit,
            ..Judgement::of_move(found.best)
        }
    }
}
