//! The searches of the lab assignment that Rush Hour against rocks comes from, by name.

use tesuji_core::Instant;

use tesuji_core::{Budget, Meter, Notation, Progress, Render, Rules, Silent};
use tesuji_rocks::{LabDecision, LabEnd, LabSearch};
use tesuji_rush_hour::{LabGame, LabState, instances};

use tesuji_rush_hour::{Card, cars};

use crate::{CatalogueError, OpponentModel};

const ALONE: &str = "rush-hour";
const ROCKS: &str = "rush-hour-rocks";

/// An algorithm of the assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabAlgorithm {
    /// Minimax.
    Minimax,
    /// Alpha-beta.
    AlphaBeta,
    /// Expectimax.
    Expectimax,
}

impl LabAlgorithm {
    /// The algorithm's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LabAlgorithm::Minimax => "minimax",
            LabAlgorithm::AlphaBeta => "alpha-beta",
            LabAlgorithm::Expectimax => "expectimax",
        }
    }
}

/// Parses a card; without a text, the first of the assignment.
fn card(game: &'static str, text: Option<&str>) -> Result<Card, CatalogueError> {
    let text = text.unwrap_or(instances::LAB[0]);
    text.parse()
        .map_err(|error: tesuji_rush_hour::CardError| CatalogueError::position(game, text, error))
}

/// A search of the assignment with its options.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LabOptions {
    /// Minimax, alpha-beta or expectimax.
    pub algorithm: LabAlgorithm,
    /// The depth in plies.
    pub depth: u32,
    /// The opponent model of expectimax.
    pub opponent: OpponentModel,
    /// The temperature of a pessimistic or optimistic opponent model, in the unit of the
    /// assignment's evaluation, in which a blocking car counts 5 or more.
    pub temperature: f64,
    /// Whether expectimax is the assignment's own version, which computes no expectation.
    pub as_written: bool,
    /// The seed of random choices.
    pub seed: u64,
}

impl LabOptions {
    /// A search with the defaults: a uniform opponent model, temperature 5.
    #[must_use]
    pub fn new(algorithm: LabAlgorithm, depth: u32) -> Self {
        let opponent = OpponentModel::Uniform;
        LabOptions { algorithm, depth, opponent, temperature: 5.0, as_written: false, seed: 0 }
    }

    /// The search against an adversary, and a description of what it computes.
    fn against_rocks(&self) -> (LabSearch, &'static str) {
        use OpponentModel as Model;
        let depth = self.depth;
        let (search, computes) = match (self.algorithm, self.opponent) {
            (LabAlgorithm::Minimax, _) => {
                (LabSearch::minimax(depth), "the rock worst for the driver")
            }
            (LabAlgorithm::AlphaBeta, _) => {
                let computes = "the rock worst for the driver, with pruning";
                (LabSearch::alpha_beta(depth), computes)
            }
            (LabAlgorithm::Expectimax, Model::Uniform) if self.as_written => {
                let computes =
                    "no expectation: the value of one rock, drawn at random at every node";
                (LabSearch::sampled_replies(depth), computes)
            }
            (LabAlgorithm::Expectimax, Model::Pessimistic) if self.as_written => {
                let computes = "no expectation: minimax, the rock worst for the driver";
                (LabSearch::minimax(depth), computes)
            }
            (LabAlgorithm::Expectimax, Model::Optimistic) if self.as_written => {
                let computes = "no expectation: max-max, the rock best for the driver";
                (LabSearch::best_replies(depth), computes)
            }
            (LabAlgorithm::Expectimax, model) => {
                let computes = match model {
                    Model::Uniform => "the expectation if all rocks are equally likely",
                    Model::Pessimistic => {
                        "the expectation if rocks bad for the driver are likelier"
                    }
                    Model::Optimistic => {
                        "the expectation if rocks good for the driver are likelier"
                    }
                };
                (LabSearch::expectimax(depth, model, self.temperature), computes)
            }
        };
        (search.seed(self.seed), computes)
    }
}

/// A game in which a search of the assignment moves for both sides.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LabReport {
    /// The name of the game.
    pub game: &'static str,
    /// The start position.
    pub position: String,
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// The opponent model of expectimax; none for the other searches.
    pub opponent: Option<&'static str>,
    /// Whether it is the assignment's own expectimax.
    pub as_written: bool,
    /// A description of the value that the search computes at the adversary's turns; none if there
    /// is no adversary.
    pub computes: Option<&'static str>,
    /// The depth in plies.
    pub depth: u32,
    /// The seed of random choices; none if there were none.
    pub seed: Option<u64>,
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// The number of nodes visited for all moves.
    pub visited: u64,
    /// The end of the game: `won`, `blocked`, `cycle` if a position repeats, `given up` after a
    /// thousand plies against random rocks, or `stopped` at a limit.
    pub end: &'static str,
    /// The limit that was reached, if the game was stopped.
    pub limit: Option<String>,
    /// Wall-clock time.
    pub seconds: f64,
}

/// A move with the result of its search.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlayedMove {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
    /// The value of the search, for the driver.
    pub value: f64,
    /// The number of nodes visited for this move.
    pub visited: u64,
    /// The drawing of the board after the move.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub board: String,
}

/// Plays a complete game by a search of the assignment: `rush-hour-rocks` by minimax, alpha-beta or
/// expectimax for both sides, `rush-hour` by the search for one agent, which is called minimax.
///
/// # Errors
/// The assignment has no such game or search, or the text is not a board.
pub fn lab(
    game: &str,
    board: Option<&str>,
    options: &LabOptions,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Result<LabReport, CatalogueError> {
    let known = [ALONE, ROCKS].into_iter().find(|known| known.eq_ignore_ascii_case(game));
    let game = known.ok_or_else(|| CatalogueError::UnknownGame {
        name: game.to_owned(),
        known: format!("{ALONE}, {ROCKS}"),
    })?;
    let card = card(game, board)?;
    let rules = if game == ROCKS { LabGame::against_rocks(card) } else { LabGame::alone(card) };
    let (search, computes) = match (game, options.algorithm) {
        (ROCKS, _) => {
            let (search, computes) = options.against_rocks();
            (search, Some(computes))
        }
        (_, LabAlgorithm::Minimax) => (LabSearch::minimax(options.depth), None),
        _ => {
            let what = "a lab search other than minimax, because it has no adversary";
            return Err(CatalogueError::NotOffered { game, what });
        }
    };
    let started = Instant::now();
    let played = search.play_out_within(&rules, &mut Meter::new(budget, progress));
    let seconds = started.elapsed().as_secs_f64();
    let mut state = rules.initial();
    let moves = played.decisions.iter().map(|&decision| play(&rules, &mut state, decision));
    Ok(LabReport {
        game,
        position: rules.rocks().alone().card().to_string(),
        algorithm: options.algorithm.name(),
        opponent: (options.algorithm == LabAlgorithm::Expectimax).then(|| options.opponent.name()),
        as_written: options.as_written,
        computes,
        depth: options.depth,
        seed: search.is_random().then_some(options.seed),
        moves: moves.collect(),
        visited: played.visited,
        end: match played.end {
            LabEnd::Won => "won",
            LabEnd::Blocked => "blocked",
            LabEnd::Cycle => "cycle",
            LabEnd::GivenUp => "given up",
            LabEnd::Stopped(_) => "stopped",
        },
        limit: match played.end {
            LabEnd::Stopped(limit) => Some(limit.to_string()),
            _ => None,
        },
        seconds,
    })
}

/// The move of the assignment's alpha-beta to depth `depth` in `rush-hour-rocks`, after `moves` from
/// a position, by default the assignment's first; none if the game is over. The search depends on
/// the moves because it penalizes a driver who reverses his last one.
///
/// # Errors
/// `position` is not a position, a text in `moves` is not a legal move, or a limit was reached.
///
/// # Example
/// ```
/// use tesuji_core::Budget;
///
/// let made = ["C-1".to_owned()];
/// let budget = Budget::unlimited();
/// let played = tesuji_catalogue::lab_move("rush-hour-rocks", None, &made, 3, &budget)?;
/// assert_eq!(played.map(|played| played.mv).as_deref(), Some("0-0"));
/// # Ok::<(), tesuji_catalogue::CatalogueError>(())
/// ```
pub fn lab_move(
    game: &'static str,
    position: Option<&str>,
    moves: &[String],
    depth: u32,
    budget: &Budget,
) -> Result<Option<PlayedMove>, CatalogueError> {
    if game != ROCKS {
        return Err(CatalogueError::NotOffered { game, what: "the search of the lab" });
    }
    let rules = LabGame::against_rocks(card(ROCKS, position.map(cars))?);
    let mut state = rules.initial();
    if let Some(text) = position {
        let read = rules.parse_state(text);
        state = read.map_err(|error| CatalogueError::position(ROCKS, text, error))?;
    }
    for text in moves {
        let read = rules.parse_move(&state, text);
        let mv = read.map_err(|error| {
            let (text, source) = (text.clone(), error.into());
            CatalogueError::Notation { what: "a move", game: ROCKS, text, source }
        })?;
        rules.play(&mut state, mv);
    }
    let (search, mut silent) = (LabSearch::alpha_beta(depth), Silent);
    let decision = search.decide_within(&rules, &state, &mut Meter::new(budget, &mut silent));
    let decision = decision.map_err(CatalogueError::Stopped)?;
    Ok(decision.map(|decision| play(&rules, &mut state, decision)))
}

/// Plays the move of a decision.
fn play(
    rules: &LabGame,
    state: &mut LabState,
    LabDecision { mv, value, visited }: LabDecision,
) -> PlayedMove {
    let text = rules.move_text(state, mv);
    rules.play(state, mv);
    PlayedMove { mv: text, value, visited, board: rules.text(state) }
}
