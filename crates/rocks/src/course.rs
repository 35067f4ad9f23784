use std::collections::HashSet;

use tesuji_core::{Budget, Evaluator, Game, Limit, Meter, Player, Rules, Score, Silent};
use tesuji_rush_hour::{CourseGame, CourseState, RocksMove, course};

/// The searches of the course that Rush Hour against rocks comes from, as its authors wrote them:
/// minimax and alpha-beta to a depth, led by the evaluation [`course`](tesuji_rush_hour::course()).
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
/// assert_eq!((minimax.visited, alpha_beta.visited), (15_984, 5_560));
/// assert_eq!(minimax.decisions.len(), 19);
/// assert_eq!(minimax.end, CourseEnd::Won);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Sources
/// É. Beauchamp and J. E. Assaf, work for the course INF8215 (adversarial search), Polytechnique
/// Montréal, 2019.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CourseSearch {
    depth: u32,
    prunes: bool,
}

/// A move that a search has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CourseDecision {
    /// The move.
    pub mv: RocksMove,
    /// What the search expects of it; larger is better for the driver, whoever moves.
    pub value: Score,
    /// How many nodes the search entered for it.
    pub visited: u64,
}

/// A game in which a search moves for both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

impl CourseSearch {
    /// Minimax so many plies deep; on a game [alone](CourseGame::alone), the search for one agent.
    #[must_use]
    pub fn minimax(depth: u32) -> Self {
        CourseSearch { depth: depth.max(1), prunes: false }
    }

    /// Alpha-beta so many plies deep.
    #[must_use]
    pub fn alpha_beta(depth: u32) -> Self {
        CourseSearch { depth: depth.max(1), prunes: true }
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
        let mut run = Run { game, prunes: self.prunes, visited: 0, meter };
        let (value, best) = run.value(*state, self.depth, Score::MIN, Score::MAX)?;
        Ok(best.map(|mv| CourseDecision { mv, value, visited: run.visited }))
    }

    /// Plays a game from the start, for both sides.
    #[must_use]
    pub fn play_out(&self, game: &CourseGame) -> CourseGamePlayed {
        let mut state = game.initial();
        let mut decisions: Vec<CourseDecision> = Vec::new();
        let mut seen = HashSet::new();
        let end = loop {
            // How many plies were played changes all values alike.
            if !seen.insert(CourseState { plies: 0, ..state }) {
                break CourseEnd::Circle;
            }
            let Some(decision) = self.decide(game, &state) else {
                break if game.is_won(&state) { CourseEnd::Won } else { CourseEnd::Blocked };
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
    prunes: bool,
    visited: u64,
    meter: &'m mut Meter<'b>,
}

impl Run<'_, '_, '_> {
    /// The value for the driver, and the best move.
    fn value(
        &mut self,
        state: CourseState,
        depth: u32,
        mut alpha: Score,
        mut beta: Score,
    ) -> Result<(Score, Option<RocksMove>), Limit> {
        self.visited += 1;
        self.meter.charge(1)?;
        let drives = self.game.to_move(&state) == Player::First;
        if depth == 0 || self.game.is_won(&state) {
            let score = course.score(self.game, &state);
            return Ok((if drives { score } else { -score }, None));
        }
        // A driver who is blocked keeps the worst value there is.
        let mut best = (if drives { Score::MIN } else { Score::MAX }, None);
        for mv in self.game.moves(&state) {
            let child = self.game.successor(&state, mv);
            let (value, _) = self.value(child, depth - 1, alpha, beta)?;
            if best.1.is_none() || if drives { value > best.0 } else { value < best.0 } {
                best = (value, Some(mv));
            }
            if drives {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if self.prunes && beta <= alpha {
                break;
            }
        }
        Ok(best)
    }
}
