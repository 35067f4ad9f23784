//! What can be said of a position without a search.

use std::collections::BTreeMap;

use tesuji_core::{Cost, GameResult, Player, Settings};

use crate::GamePosition;

/// Whether the game goes on, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(into = "Tagged"))]
pub enum Status {
    /// A puzzle that is not solved yet.
    Unsolved,
    /// A solved puzzle.
    Solved,
    /// It is this player's turn.
    ToMove(Player),
    /// A finished game.
    Finished(GameResult),
}

/// The status in JSON: the word, and the player whom it is about.
#[cfg(feature = "serde")]
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Status"))]
#[serde(tag = "state", rename_all = "kebab-case")]
enum Tagged {
    Unsolved,
    Solved,
    ToMove { player: PlayerName },
    Won { player: PlayerName },
    Drawn,
}

#[cfg(feature = "serde")]
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum PlayerName {
    First,
    Second,
}

#[cfg(feature = "serde")]
impl From<Status> for Tagged {
    fn from(status: Status) -> Self {
        let name = |player| match player {
            Player::First => PlayerName::First,
            Player::Second => PlayerName::Second,
        };
        match status {
            Status::Unsolved => Tagged::Unsolved,
            Status::Solved => Tagged::Solved,
            Status::ToMove(player) => Tagged::ToMove { player: name(player) },
            Status::Finished(GameResult::Win(player)) => Tagged::Won { player: name(player) },
            Status::Finished(GameResult::Draw) => Tagged::Drawn,
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Status {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Tagged::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Tagged::json_schema(generator)
    }
}

/// A position, its status and its moves.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PositionReport {
    /// The name of the game.
    pub game: &'static str,
    /// The settings of the game.
    pub settings: Settings,
    /// The position in the game's canonical notation.
    pub position: String,
    /// Whether the game goes on, and who is to move.
    pub status: Status,
    /// The legal moves, in the order of the rules.
    pub moves: Vec<String>,
    /// What each of the moves costs; empty in a game for two players, and where each costs 1.
    pub costs: Vec<Cost>,
    /// What is known without a search, by name; `unsolvable` is why a puzzle cannot be solved.
    pub facts: BTreeMap<&'static str, String>,
}

impl PositionReport {
    /// The report on a position.
    #[must_use]
    pub fn of(position: &dyn GamePosition) -> Self {
        let facts = position.facts().into_iter();
        let unsolvable = position.why_unsolvable().map(|reason| ("unsolvable", reason));
        PositionReport {
            game: position.game(),
            settings: position.settings(),
            position: position.notation(),
            status: position.status(),
            moves: position.moves(),
            costs: position.costs(),
            facts: facts.chain(unsolvable).collect(),
        }
    }
}
