use std::collections::HashSet;

use rand::RngExt;
use rand_pcg::Pcg64;
use tesuji_adversarial::{Modelled, OpponentModel, Reply, ReplyWeights as _};
use tesuji_core::{Budget, Evaluator, Game, Limit, Meter, Player, Rules, Silent};
use tesuji_rush_hour::{LabGame, LabState, RocksMove, lab_evaluation};

/// The depth-limited searches of a lab assignment, as the authors of a solution wrote them.
///
/// Rush Hour against rocks was lab assignment 2 ("TP2") of the course INF8215, artificial
/// intelligence, at Polytechnique Montréal in autumn 2019. The searches are minimax and alpha-beta
/// with the evaluation [`lab_evaluation`](tesuji_rush_hour::lab_evaluation()), and the ones that
/// the solution calls expectimax, [here under the names of what they compute](Self::best_replies).
/// A proper [expectimax](Self::expectimax) over the same game completes them.
///
/// They are reproduced node for node, for comparison with this workspace's own searches, and differ
/// from them: a position that the driver has won is evaluated like any other; the first of equal
/// moves is chosen; every decision begins with a full window; every node counts one when it is
/// entered.
///
/// # Example
/// ```
/// use tesuji_rocks::{LabEnd, LabSearch};
/// use tesuji_rush_hour::LabGame;
///
/// let game = LabGame::against_rocks("....B.....BC.AA.BC.D.....D.....DEEE.".parse()?);
/// let minimax = LabSearch::minimax(3).play_out(&game);
/// let alpha_beta = LabSearch::alpha_beta(3).play_out(&game);
/// let optimistic = LabSearch::best_replies(3).play_out(&game);
/// assert_eq!((minimax.visited, alpha_beta.visited, optimistic.visited), (15_984, 5_560, 13_724));
/// assert_eq!(minimax.decisions.len(), 19);
/// assert_eq!(minimax.end, LabEnd::Won);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Sources
/// É. Beauchamp and J. E. Assaf, solution of lab assignment 2 (adversarial search) of the course
/// INF8215, Polytechnique Montréal, 2019.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabSearch {
    depth: u32,
    replies: Replies,
    /// The seed of the adversary's random choices.
    seed: u64,
}

/// A search's model of the adversary.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Replies {
    /// The rock that is worst for the driver.
    Worst { prunes: bool },
    /// The rock that is best for the driver.
    Best,
    /// A random rock, drawn at every node: its value is the node's value.
    Sampled,
    /// Every rock with a probability: the value is the expectation.
    Expected { model: OpponentModel, temperature: f64 },
}

/// A move chosen by a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabDecision {
    /// The move.
    pub mv: RocksMove,
    /// The value of the search; larger is better for the driver in either player's turn. An integer
    /// unless it is an expectation.
    pub value: f64,
    /// The number of nodes entered for it.
    pub visited: u64,
}

/// A game in which a search moves for both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct LabRecord {
    /// Its moves.
    pub decisions: Vec<LabDecision>,
    /// The total number of nodes entered.
    pub visited: u64,
    /// The end of the game.
    pub end: LabEnd,
}

/// The end of a game between lab searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabEnd {
    /// The red car is out.
    Won,
    /// The driver cannot move.
    Blocked,
    /// A position was repeated, and would be for ever: the search makes the same move in the same
    /// position.
    Cycle,
    /// A game with random choices reached the limit of plies.
    GivenUp,
    /// A budget limit was reached.
    Stopped(Limit),
}

/// The maximum number of plies of a game with random choices.
const MAX_PLIES: usize = 1000;

/// The value of a blocked driver: less than any evaluation, and finite, so that it can be part of
/// an expectation.
const BLOCKED: f64 = -1e6;

impl LabSearch {
    /// Returns minimax of this depth; in a game [alone](LabGame::alone), a single-agent search.
    #[must_use]
    pub fn minimax(depth: u32) -> Self {
        Self::new(depth, Replies::Worst { prunes: false })
    }

    /// Returns alpha-beta of this depth.
    #[must_use]
    pub fn alpha_beta(depth: u32) -> Self {
        Self::new(depth, Replies::Worst { prunes: true })
    }

    /// Returns expectimax of this depth, with rocks weighted by the model: softmin and softmax of
    /// this temperature, in the unit of the evaluation. The adversary's moves are drawn by the same
    /// probabilities.
    #[must_use]
    pub fn expectimax(depth: u32, model: OpponentModel, temperature: f64) -> Self {
        Self::new(depth, Replies::Expected { model, temperature })
    }

    /// Returns the search that the lab calls optimistic expectimax: both sides maximise, so every
    /// rock is the one best for the driver. (Its pessimistic expectimax is
    /// [minimax](Self::minimax).)
    #[must_use]
    pub fn best_replies(depth: u32) -> Self {
        Self::new(depth, Replies::Best)
    }

    /// Returns the search that the lab calls random expectimax: at an adversary's node it visits
    /// all replies, and takes the value of a random one for the node's.
    #[must_use]
    pub fn sampled_replies(depth: u32) -> Self {
        Self::new(depth, Replies::Sampled)
    }

    fn new(depth: u32, replies: Replies) -> Self {
        LabSearch { depth: depth.max(1), replies, seed: 0 }
    }

    /// Sets the seed of the random choices.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Whether its moves depend on random choices.
    #[must_use]
    pub fn is_random(&self) -> bool {
        matches!(self.replies, Replies::Sampled | Replies::Expected { .. })
    }

    /// Chooses a move; `None` if the game is over.
    #[must_use]
    pub fn decide(&self, game: &LabGame, state: &LabState) -> Option<LabDecision> {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let decided = self.decide_within(game, state, &mut Meter::new(&budget, &mut silent));
        decided.expect("an unlimited budget has no limit to reach")
    }

    /// [`decide`](Self::decide) within the budget of `meter`, which is charged for every node
    /// entered.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn decide_within(
        &self,
        game: &LabGame,
        state: &LabState,
        meter: &mut Meter,
    ) -> Result<Option<LabDecision>, Limit> {
        if game.is_won(state) {
            return Ok(None);
        }
        // The random numbers of a decision do not depend on earlier decisions.
        let random = Pcg64::new(self.seed.into(), state.plies.into());
        let mut run =
            Run { game, replies: self.replies, random, visited: 0, meter, weighed: Vec::new() };
        let (value, best) = run.value(*state, self.depth, f64::NEG_INFINITY, f64::INFINITY)?;
        Ok(best.map(|mv| LabDecision { mv, value, visited: run.visited }))
    }

    /// Plays a game from the start, for both sides.
    #[must_use]
    pub fn play_out(&self, game: &LabGame) -> LabRecord {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        self.play_out_within(game, &mut Meter::new(&budget, &mut silent))
    }

    /// [`play_out`](Self::play_out) within the budget of `meter`, which is charged for every node
    /// entered: at a limit the game ends with the moves decided so far.
    #[must_use]
    pub fn play_out_within(&self, game: &LabGame, meter: &mut Meter) -> LabRecord {
        let mut state = game.initial();
        let mut decisions: Vec<LabDecision> = Vec::new();
        let mut seen = HashSet::new();
        let end = loop {
            // The number of plies changes all values equally.
            if !self.is_random() && !seen.insert(LabState { plies: 0, ..state }) {
                break LabEnd::Cycle;
            }
            if decisions.len() == MAX_PLIES {
                break LabEnd::GivenUp;
            }
            let decision = match self.decide_within(game, &state, meter) {
                Ok(Some(decision)) => decision,
                Ok(None) if game.is_won(&state) => break LabEnd::Won,
                Ok(None) => break LabEnd::Blocked,
                Err(limit) => break LabEnd::Stopped(limit),
            };
            game.play(&mut state, decision.mv);
            decisions.push(decision);
        };
        let visited = decisions.iter().map(|decision| decision.visited).sum();
        LabRecord { decisions, visited, end }
    }
}

struct Run<'g, 'm, 'b> {
    game: &'g LabGame,
    replies: Replies,
    random: Pcg64,
    visited: u64,
    meter: &'m mut Meter<'b>,
    /// The replies at each adversary's node of the path, one node after the other.
    weighed: Vec<Reply<RocksMove>>,
}

impl Run<'_, '_, '_> {
    /// The value for the driver, and the move: his best, or the adversary's.
    fn value(
        &mut self,
        state: LabState,
        depth: u32,
        alpha: f64,
        beta: f64,
    ) -> Result<(f64, Option<RocksMove>), Limit> {
        self.visited += 1;
        self.meter.charge(1)?;
        let drives = self.game.to_move(&state) == Player::First;
        if depth == 0 || self.game.is_won(&state) {
            let score = lab_evaluation.score(self.game, &state);
            return Ok((f64::from(if drives { score } else { -score }), None));
        }
        match self.replies {
            _ if drives => self.best(&state, depth, alpha, beta, true),
            Replies::Worst { .. } => self.best(&state, depth, alpha, beta, false),
            Replies::Best => self.best(&state, depth, alpha, beta, true),
            Replies::Sampled | Replies::Expected { .. } => self.weigh(&state, depth),
        }
    }

    /// The maximum or minimum value of the moves, and the first move that has it.
    fn best(
        &mut self,
        state: &LabState,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
        largest: bool,
    ) -> Result<(f64, Option<RocksMove>), Limit> {
        let prunes = self.replies == Replies::Worst { prunes: true };
        let mut best = (BLOCKED, None);
        for mv in self.game.moves(state) {
            let child = self.game.successor(state, mv);
            let (value, _) = self.value(child, depth - 1, alpha, beta)?;
            if best.1.is_none() || if largest { value > best.0 } else { value < best.0 } {
                best = (value, Some(mv));
            }
            if largest {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if prunes && beta <= alpha {
                break;
            }
        }
        Ok(best)
    }

    /// An adversary's node with weighted replies: the expectation, and a reply drawn by the
    /// weights. There is always a reply, a pass if no other.
    fn weigh(&mut self, state: &LabState, depth: u32) -> Result<(f64, Option<RocksMove>), Limit> {
        let first = self.weighed.len();
        for mv in self.game.moves(state) {
            let child = self.game.successor(state, mv);
            let (value, _) = self.value(child, depth - 1, f64::NEG_INFINITY, f64::INFINITY)?;
            self.weighed.push(Reply { mv, value, weight: 1.0 });
        }
        let replies = &mut self.weighed[first..];
        if let Replies::Expected { model, temperature } = self.replies {
            Modelled { model, temperature }.weigh(self.game, state, replies);
        }
        let sum: f64 = replies.iter().map(|reply| reply.weight).sum();
        let mut left = sum * self.random.random::<f64>();
        let passed = |reply: &&Reply<RocksMove>| {
            left -= reply.weight;
            left < 0.0
        };
        let drawn = *replies.iter().find(passed).unwrap_or(&replies[replies.len() - 1]);
        let mean = replies.iter().map(|reply| reply.weight * reply.value).sum::<f64>() / sum;
        self.weighed.truncate(first);
        let value = if self.replies == Replies::Sampled { drawn.value } else { mean };
        Ok((value, Some(drawn.mv)))
    }
}
