//! The searches of the course that Rush Hour comes from, by name.

use std::time::Instant;

use tesuji_core::{Notation, Rules, Score};
use tesuji_rush_hour::{CourseGame, instances};

use super::{Algorithm, RegistryError};
use crate::rocks::{CourseDecision, CourseEnd, CourseSearch};

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

/// Has a search of the course play a whole game: `rush-hour-rocks` with minimax or alpha-beta for both
/// sides, `rush-hour` with the search for one agent, which goes by minimax.
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
    let card = || text.parse().map_err(|error| RegistryError::position(game, text, error));
    let rules = match game {
        "rush-hour" => CourseGame::alone(card()?),
        "rush-hour-rocks" => CourseGame::against_rocks(card()?),
        _ => return Err(RegistryError::NotOffered { game, what: "a search of the course" }),
    };
    let search = match algorithm {
        Algorithm::Minimax => CourseSearch::minimax(depth),
        Algorithm::AlphaBeta if game == "rush-hour-rocks" => CourseSearch::alpha_beta(depth),
        _ => {
            let what = "such a search of the course (minimax; against rocks alpha-beta, too)";
            return Err(RegistryError::NotOffered { game, what });
        }
    };
    let started = Instant::now();
    let played = search.play_out(&rules);
    let seconds = started.elapsed().as_secs_f64();
    let mut state = rules.initial();
    let moves = played.decisions.iter().map(|&CourseDecision { mv, value, visited }| {
        let text = rules.move_text(&state, mv);
        rules.play(&mut state, mv);
        let board = tesuji_core::Render::text(&rules, &state);
        PlayedMove { mv: text, value, visited, board }
    });
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
