//! The searches of the course that Rush Hour comes from, by name.

use std::time::Instant;

use tesuji_core::{Budget, Meter, Notation, Render, Rules, Score, Silent};
use tesuji_rush_hour::{CourseGame, CourseState, instances};

use super::games::{card, cars};
use super::{Algorithm, RegistryError};
use tesuji_rocks::{CourseDecision, CourseEnd, CourseSearch};

const ROCKS: &str = "rush-hour-rocks";

/// A game in which a search of the course moved for both sides.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CourseReport {
    /// The name of the game.
    pub game: &'static str,
    /// The position it began from.
    pub position: String,
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// The moves in their order.
    pub moves: Vec<PlayedMove>,
    /// How many nodes were visited for all of them.
    pub visited: u64,
    /// How it ended: `won`, `blocked`, or `circle` if it would go on for ever.
    pub end: &'static str,
    /// Wall-clock time.
    pub seconds: f64,
}

/// A move with what the search thought of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PlayedMove {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
    /// The value of the search, for the driver.
    pub value: Score,
    /// How many nodes it visited for this move.
    pub visited: u64,
    /// The drawing of the board after it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub board: String,
}

/// Has a search of the course play a whole game: `rush-hour-rocks` with minimax or alpha-beta for
/// both sides, `rush-hour` with the search for one agent, which goes by minimax.
///
/// # Errors
/// The course has no such game or search, or the text is no board.
pub fn course(
    game: &str,
    board: Option<&str>,
    algorithm: Algorithm,
    depth: u32,
) -> Result<CourseReport, RegistryError> {
    let game = super::game(game)?.name();
    let text = board.unwrap_or(instances::COURSE[0]);
    let rules = match game {
        "rush-hour" => CourseGame::alone(card(game, Some(text))?),
        ROCKS => CourseGame::against_rocks(card(game, Some(text))?),
        _ => return Err(RegistryError::NotOffered { game, what: "a search of the course" }),
    };
    let search = match algorithm {
        Algorithm::Minimax => CourseSearch::minimax(depth),
        Algorithm::AlphaBeta if game == ROCKS => CourseSearch::alpha_beta(depth),
        _ => {
            let what = "such a search of the course (minimax; against rocks alpha-beta, too)";
            return Err(RegistryError::NotOffered { game, what });
        }
    };
    let started = Instant::now();
    let played = search.play_out(&rules);
    let seconds = started.elapsed().as_secs_f64();
    let mut state = rules.initial();
    let moves = played.decisions.iter().map(|&decision| play(&rules, &mut state, decision));
    Ok(CourseReport {
        game,
        position: rules.rocks().alone().card().to_string(),
        algorithm: algorithm.name(),
        depth,
        moves: moves.collect(),
        visited: played.visited,
        end: match played.end {
            CourseEnd::Won => "won",
            CourseEnd::Blocked => "blocked",
            CourseEnd::Circle => "circle",
        },
        seconds,
    })
}

/// What the course's alpha-beta, so many plies deep, plays in `rush-hour-rocks` when these moves
/// have been made from a position, the course's first if there is none; nothing if the game is
/// over. The moves count because the search does not like the driver to take back his last one.
///
/// # Errors
/// A text is no position, or no move where it stands, or a limit was reached.
///
/// # Example
/// ```
/// use tesuji_core::Budget;
///
/// let made = ["C-1".to_owned()];
/// let played = tesuji_catalogue::course_move(None, &made, 3, &Budget::unlimited())?;
/// assert_eq!(played.map(|played| played.mv).as_deref(), Some("0-0"));
/// # Ok::<(), tesuji_catalogue::RegistryError>(())
/// ```
pub fn course_move(
    position: Option<&str>,
    moves: &[String],
    depth: u32,
    budget: &Budget,
) -> Result<Option<PlayedMove>, RegistryError> {
    let rules = CourseGame::against_rocks(card(ROCKS, position.map(cars))?);
    let mut state = rules.initial();
    if let Some(text) = position {
        let read = rules.parse_state(text);
        state = read.map_err(|error| RegistryError::position(ROCKS, text, error))?;
    }
    for text in moves {
        let read = rules.parse_move(&state, text);
        let mv = read.map_err(|error| {
            let (text, source) = (text.clone(), error.into());
            RegistryError::Notation { what: "a move", game: ROCKS, text, source }
        })?;
        rules.play(&mut state, mv);
    }
    let (search, mut silent) = (CourseSearch::alpha_beta(depth), Silent);
    let decision = search.decide_within(&rules, &state, &mut Meter::new(budget, &mut silent));
    let decision = decision.map_err(RegistryError::Stopped)?;
    Ok(decision.map(|decision| play(&rules, &mut state, decision)))
}

/// Makes the move that was decided on.
fn play(
    rules: &CourseGame,
    state: &mut CourseState,
    CourseDecision { mv, value, visited }: CourseDecision,
) -> PlayedMove {
    let text = rules.move_text(state, mv);
    rules.play(state, mv);
    PlayedMove { mv: text, value, visited, board: rules.text(state) }
}
