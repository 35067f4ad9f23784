use std::collections::HashSet;

use rand::RngExt;
use rand_pcg::Pcg64;
use tesuji_adversarial::{Opponent as _, OpponentModel, Reply, SoftMax, SoftMin, Uniform};
use tesuji_core::{Budget, Evaluator, Game, Limit, Meter, Player, Rules, Silent};
use tesuji_rush_hour::{CourseGame, CourseState, RocksMove, course};

/// The searches of the course that Rush Hour against rocks comes from, as its authors wrote them:
/// minimax and alpha-beta to a depth, led by the evaluation [`course`](tesuji_rush_hour::course()),
/// and what they called expectimax, [under the names of what it computes](Self::best_replies). With
/// them comes an [expectimax](Self::expectimax) that takes expectations, in the same game.
///
/// They differ from this workspace's own searches in what a course can afford, and are kept to
/// compare with: a position that the driver has won is valued by the evaluation like any other; the
/// first of equally good moves is taken; every decision begins anew with a full window; every node
/// counts one when it is entered.
///
/// # Example
/// ```
/// use tesuji_rocks::{CourseEnd, CourseSearch};
/// use tesuji_rush_hour::CourseGame;
///
/// let game = CourseGame::against_rocks("....B.....BC.AA.BC.D.....D.....DEEE.".parse()?);
/// let minimax = CourseSearch::minimax(3).play_out(&game);
/// let alpha_beta = CourseSearch::alpha_beta(3).play_out(&game);
/// let optimistic = CourseSearch::best_replies(3).play_out(&game);
/// assert_eq!((minimax.visited, alpha_beta.visited, optimistic.visited), (15_984, 5_560, 13_724));
/// assert_eq!(minimax.decisions.len(), 19);
/// assert_eq!(minimax.end, CourseEnd::Won);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Sources
/// É. Beauchamp and J. E. Assaf, work for the course INF8215 (adversarial search), Polytechnique
/// Montréal, 2019.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CourseSearch {
    depth: u32,
    replies: Replies,
    /// Where the random choices of the adversary start.
    seed: u64,
}

/// What a search takes the adversary to do.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Replies {
    /// The rock that is worst for the driver.
    Worst { prunes: bool },
    /// The rock that is best for him.
    Best,
    /// One at random, drawn anew at every node: what it is worth is taken for the value.
    Sampled,
    /// Every rock with a probability: the value is the expectation.
    Expected { model: OpponentModel, temperature: f64 },
}

/// A move that a search has chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CourseDecision {
    /// The move.
    pub mv: RocksMove,
    /// What the search expects of it; larger is better for the driver, whoever moves. A whole number
    /// unless it is an expectation.
    pub value: f64,
    /// How many nodes the search entered for it.
    pub visited: u64,
}

/// A game in which a search moves for both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct CourseGamePlayed {
    /// Its moves.
    pub decisions: Vec<CourseDecision>,
    /// How many nodes the search entered for all of them.
    pub visited: u64,
    /// How it ended.
    pub end: CourseEnd,
}

/// How a game of the course's searches ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseEnd {
    /// The red car is out.
    Won,
    /// The driver cannot move.
    Blocked,
    /// What was before has come again, and would for ever: the search moves alike in like
    /// positions.
    Circle,
    /// Where the adversary draws lots: so many plies were played that the game was given up.
    GivenUp,
    /// A limit was reached before the end.
    Stopped(Limit),
}

/// A game against random rocks is given up after so many plies.
const MAX_PLIES: usize = 1000;

/// What a driver who is blocked is worth: less than any evaluation, and finite, so that it has a
/// part in an expectation.
const BLOCKED: f64 = -1e6;

impl CourseSearch {
    /// Minimax so many plies deep; on a game [alone](CourseGame::alone), the search for one agent.
    #[must_use]
    pub fn minimax(depth: u32) -> Self {
        Self::new(depth, Replies::Worst { prunes: false })
    }

    /// Alpha-beta so many plies deep.
    #[must_use]
    pub fn alpha_beta(depth: u32) -> Self {
        Self::new(depth, Replies::Worst { prunes: true })
    }

    /// Expectimax so many plies deep: rocks as the model has them, by softmin and softmax of this
    /// temperature, in the unit of the evaluation. The adversary draws his moves by the same
    /// probabilities.
    #[must_use]
    pub fn expectimax(depth: u32, model: OpponentModel, temperature: f64) -> Self {
        Self::new(depth, Replies::Expected { model, temperature })
    }

    /// What the course calls an optimistic expectimax: both sides maximise, so that every rock is
    /// the one best for the driver. (Its pessimistic one is [minimax](Self::minimax).)
    #[must_use]
    pub fn best_replies(depth: u32) -> Self {
        Self::new(depth, Replies::Best)
    }

    /// What the course calls a random expectimax: of each node of the adversary it visits all
    /// replies, and takes the value of one that it draws at random for the node's.
    #[must_use]
    pub fn sampled_replies(depth: u32) -> Self {
        Self::new(depth, Replies::Sampled)
    }

    fn new(depth: u32, replies: Replies) -> Self {
        CourseSearch { depth: depth.max(1), replies, seed: 0 }
    }

    /// Draws what is left to chance from this seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Whether chance has a part in its moves.
    #[must_use]
    pub fn is_random(&self) -> bool {
        matches!(self.replies, Replies::Sampled | Replies::Expected { .. })
    }

    /// Chooses a move; none if the game is over.
    #[must_use]
    pub fn decide(&self, game: &CourseGame, state: &CourseState) -> Option<CourseDecision> {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let decided = self.decide_within(game, state, &mut Meter::new(&budget, &mut silent));
        decided.expect("an unlimited budget has no limit to reach")
    }

    /// [`decide`](Self::decide), with every node entered charged to `meter`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn decide_within(
        &self,
        game: &CourseGame,
        state: &CourseState,
        meter: &mut Meter,
    ) -> Result<Option<CourseDecision>, Limit> {
        if game.is_won(state) {
            return Ok(None);
        }
        // Each decision has numbers of its own, whatever was asked before.
        let random = Pcg64::new(self.seed.into(), state.plies.into());
        let mut run =
            Run { game, replies: self.replies, random, visited: 0, meter, weighed: Vec::new() };
        let (value, best) = run.value(*state, self.depth, f64::NEG_INFINITY, f64::INFINITY)?;
        Ok(best.map(|mv| CourseDecision { mv, value, visited: run.visited }))
    }

    /// Plays a game from the start, for both sides.
    #[must_use]
    pub fn play_out(&self, game: &CourseGame) -> CourseGamePlayed {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        self.play_out_within(game, &mut Meter::new(&budget, &mut silent))
    }

    /// [`play_out`](Self::play_out), with every node entered charged to `meter`: at a limit the game
    /// ends with the moves that are decided by then.
    #[must_use]
    pub fn play_out_within(&self, game: &CourseGame, meter: &mut Meter) -> CourseGamePlayed {
        let mut state = game.initial();
        let mut decisions: Vec<CourseDecision> = Vec::new();
        let mut seen = HashSet::new();
        let end = loop {
            // How many plies were played changes all values alike.
            if !self.is_random() && !seen.insert(CourseState { plies: 0, ..state }) {
                break CourseEnd::Circle;
            }
            if decisions.len() == MAX_PLIES {
                break CourseEnd::GivenUp;
            }
            let decision = match self.decide_within(game, &state, meter) {
                Ok(Some(decision)) => decision,
                Ok(None) if game.is_won(&state) => break CourseEnd::Won,
                Ok(None) => break CourseEnd::Blocked,
                Err(limit) => break CourseEnd::Stopped(limit),
            };
            game.play(&mut state, decision.mv);
            decisions.push(decision);
        };
        let visited = decisions.iter().map(|decision| decision.visited).sum();
        CourseGamePlayed { decisions, visited, end }
    }
}

struct Run<'g, 'm, 'b> {
    game: &'g CourseGame,
    replies: Replies,
    random: Pcg64,
    visited: u64,
    meter: &'m mut Meter<'b>,
    /// The replies at each node of the path whose values are all needed, one node after the other.
    weighed: Vec<Reply<RocksMove>>,
}

impl Run<'_, '_, '_> {
    /// The value for the driver, and the move: his best, or the adversary's.
    fn value(
        &mut self,
        state: CourseState,
        depth: u32,
        alpha: f64,
        beta: f64,
    ) -> Result<(f64, Option<RocksMove>), Limit> {
        self.visited += 1;
        self.meter.charge(1)?;
        let drives = self.game.to_move(&state) == Player::First;
        if depth == 0 || self.game.is_won(&state) {
            let score = course.score(self.game, &state);
            return Ok((f64::from(if drives { score } else { -score }), None));
        }
        match self.replies {
            _ if drives => self.best(&state, depth, alpha, beta, true),
            Replies::Worst { .. } => self.best(&state, depth, alpha, beta, false),
            Replies::Best => self.best(&state, depth, alpha, beta, true),
            Replies::Sampled | Replies::Expected { .. } => self.weigh(&state, depth),
        }
    }

    /// The largest value of the moves, or the smallest, and the first move that has it.
    fn best(
        &mut self,
        state: &CourseState,
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

    /// The adversary's node where all replies count: the value by their probabilities, and a reply
    /// drawn by them. He has one always, were it to pass.
    fn weigh(
        &mut self,
        state: &CourseState,
        depth: u32,
    ) -> Result<(f64, Option<RocksMove>), Limit> {
        let first = self.weighed.len();
        for mv in self.game.moves(state) {
            let child = self.game.successor(state, mv);
            let (value, _) = self.value(child, depth - 1, f64::NEG_INFINITY, f64::INFINITY)?;
            self.weighed.push(Reply { mv, value, weight: 1.0 });
        }
        let replies = &mut self.weighed[first..];
        if let Replies::Expected { model, temperature } = self.replies {
            match model {
                OpponentModel::Uniform => Uniform.weigh(self.game, state, replies),
                OpponentModel::Pessimistic => {
                    SoftMin { temperature }.weigh(self.game, state, replies);
                }
                OpponentModel::Optimistic => {
                    SoftMax { temperature }.weigh(self.game, state, replies);
                }
            }
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
