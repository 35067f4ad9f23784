//! Perft and counts of reachable positions, for any game.

use tesuji_core::Instant;

use tesuji_core::{Budget, NamedGame, Progress, Settings};
use tesuji_uninformed::{IncompleteDivide, complete_games, divide};

use crate::workers::reachable_states;
use crate::{CatalogueError, DistributedSearch};

/// The number of move sequences of a given length from a position (perft), or of complete games.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PerftReport {
    /// The name of the game.
    pub game: &'static str,
    /// The settings of the game.
    pub settings: Settings,
    /// The position in the game's canonical notation.
    pub position: String,
    /// The length of the sequences in plies; none if complete games were counted.
    pub depth: Option<u32>,
    /// The number of sequences; at a limit, of those that begin with the moves in `by_move`.
    pub sequences: u64,
    /// The number of sequences for each first move; at a limit, for the completed moves.
    pub by_move: Vec<(String, u64)>,
    /// Wall-clock time.
    pub seconds: f64,
    /// The limit that was reached, if the count is not complete.
    pub limit: Option<String>,
}

impl PerftReport {
    /// Counts the move sequences of `depth` plies.
    pub(crate) fn of_moves<R: NamedGame<State: Send + Sync> + Sync>(
        rules: &R,
        state: &R::State,
        (depth, threads): (u32, usize),
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Self {
        let started = Instant::now();
        let (split, limit) = match divide(rules, state, depth, threads, budget, progress) {
            Ok(split) => (split, None),
            Err(IncompleteDivide { limit, by_move }) => (by_move, Some(limit.to_string())),
        };
        let sequences =
            if depth == 0 { 1 } else { split.iter().map(|(_, sequences)| sequences).sum() };
        let report = Self::new(R::NAME, rules, state, started, (split, sequences));
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
        (split, sequences): (Vec<(R::Move, u64)>, u64),
    ) -> Self {
        let by_move = split
            .into_iter()
            .map(|(mv, sequences)| (rules.move_text(state, mv), sequences))
            .collect();
        let seconds = started.elapsed().as_secs_f64();
        let (settings, position) = (Settings::new(), rules.state_text(state));
        PerftReport {
            game,
            settings,
            position,
            depth: None,
            sequences,
            by_move,
            seconds,
            limit: None,
        }
    }
}

/// The number of positions reachable from a position.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CountReport {
    /// The name of the game.
    pub game: &'static str,
    /// The settings of the game.
    pub settings: Settings,
    /// The position in the game's canonical notation.
    pub position: String,
    /// The total number of positions.
    pub positions: u64,
    /// The number of positions at distance 0, 1, 2, … in moves.
    pub by_ply: Vec<u64>,
    /// Wall-clock time.
    pub seconds: f64,
    /// The peak memory of the search's tables.
    pub peak_bytes: usize,
    /// The limit that was reached, if the count is not complete.
    pub limit: Option<String>,
    /// The number of positions of each value, in a game for two players, if requested and no limit
    /// was reached.
    pub values: Option<ValueCounts>,
}

/// The number of positions of each value for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueCounts {
    /// The player to move wins.
    pub won: u64,
    /// The player to move loses.
    pub lost: u64,
    /// The position is a draw.
    pub drawn: u64,
}

impl CountReport {
    pub(crate) fn new<R: NamedGame + Clone + Send + Sync + 'static>(
        rules: &R,
        state: &R::State,
        workers: Option<&DistributedSearch>,
        budget: &Budget,
        progress: &mut dyn Progress,
    ) -> Result<Self, CatalogueError> {
        let count = reachable_states(rules, state, workers, budget, progress)?;
        Ok(CountReport {
            game: R::NAME,
            settings: Settings::new(),
            position: rules.state_text(state),
            positions: count.total(),
            by_ply: count.layers,
            seconds: count.elapsed.as_secs_f64(),
            peak_bytes: count.stats.peak_bytes,
            limit: count.limit.map(|limit| limit.to_string()),
            values: None,
        })
    }
}
