//! Counting lines and positions, for any game.

use std::time::Instant;

use tesuji_core::{Budget, NamedGame, Progress};
use tesuji_uninformed::{IncompleteDivide, complete_games, divide, reachable};

use super::{CatalogueError, Settings};

/// The number of lines of exactly so many moves from a position, or of complete games.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PerftReport {
    /// The name of the game.
    pub game: &'static str,
    /// The settings that it was played under.
    pub settings: Settings,
    /// The position in the game's canonical notation.
    pub position: String,
    /// The number of moves in each line; none where complete games were counted.
    pub depth: Option<u32>,
    /// How many lines there are; at a limit, those of the moves in `by_move`.
    pub lines: u64,
    /// How many of them begin with each move; at a limit, of the moves that were done with.
    pub by_move: Vec<(String, u64)>,
    /// Wall-clock time.
    pub seconds: f64,
    /// The limit that was reached, if the count is not complete.
    pub limit: Option<String>,
}

impl PerftReport {
    /// Counts the lines of so many moves.
    pub(crate) fn of_lines<R: NamedGame>(
        game: &'static str,
        rules: &R,
        state: &R::State,
        depth: u32,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Self {
        let started = Instant::now();
        let (split, limit) = match divide(rules, state, depth, budget, progress) {
            Ok(split) => (split, None),
            Err(IncompleteDivide { limit, by_move }) => (by_move, Some(limit.to_string())),
        };
        let lines = if depth == 0 { 1 } else { split.iter().map(|(_, lines)| lines).sum() };
        let report = Self::new(game, rules, state, started, (split, lines));
        PerftReport { depth: Some(depth), limit, ..report }
    }

    /// Counts the complete games.
    pub(crate) fn of_complete_games<R: NamedGame>(
        game: &'static str,
        rules: &R,
        state: &R::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Self, CatalogueError> {
        let started = Instant::now();
        let games = complete_games(rules, state, budget, progress);
        let games = games.map_err(|error| CatalogueError::uncounted(game, error))?;
        Ok(Self::new(game, rules, state, started, (games.by_move, games.total)))
    }

    fn new<R: NamedGame>(
        game: &'static str,
        rules: &R,
        state: &R::State,
        started: Instant,
        (split, lines): (Vec<(R::Move, u64)>, u64),
    ) -> Self {
        let by_move =
            split.into_iter().map(|(mv, lines)| (rules.move_text(state, mv), lines)).collect();
        let seconds = started.elapsed().as_secs_f64();
        let (settings, position) = (Settings::of(game, rules), rules.state_text(state));
        PerftReport { game, settings, position, depth: None, lines, by_move, seconds, limit: None }
    }
}

/// The number of positions that can be reached from a position.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CountReport {
    /// The name of the game.
    pub game: &'static str,
    /// The settings that it was played under.
    pub settings: Settings,
    /// The position in the game's canonical notation.
    pub position: String,
    /// How many positions there are in all.
    pub positions: u64,
    /// How many positions are 0, 1, 2, … moves away and no fewer.
    pub by_ply: Vec<u64>,
    /// Wall-clock time.
    pub seconds: f64,
    /// The most that the search's own tables took at one time.
    pub peak_bytes: usize,
    /// The limit that was reached, if the count is not complete.
    pub limit: Option<String>,
    /// How many of the positions are worth what, in a game for two players, where it was asked for
    /// and no limit was reached.
    pub values: Option<ValueCounts>,
}

/// How many positions have each value to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ValueCounts {
    /// The player to move wins.
    pub won: u64,
    /// The player to move loses.
    pub lost: u64,
    /// Neither can win.
    pub drawn: u64,
}

impl CountReport {
    pub(crate) fn new<R: NamedGame>(
        game: &'static str,
        rules: &R,
        state: &R::State,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Self {
        let count = reachable(rules, state, budget, progress);
        CountReport {
            game,
            settings: Settings::of(game, rules),
            position: rules.state_text(state),
            positions: count.total(),
            by_ply: count.layers,
            seconds: count.elapsed.as_secs_f64(),
            peak_bytes: count.stats.peak_bytes,
            limit: count.limit.map(|limit| limit.to_string()),
            values: None,
        }
    }
}
