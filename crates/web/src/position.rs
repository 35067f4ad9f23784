//! Positions as requests name them and as answers show them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tesuji::catalogue::{AnyPosition, GameEntry, Position, Settings, Status, game};
use tesuji::core::{GameResult, Player, quoted};

use crate::error::ApiError;

/// A position as a request names it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct At {
    /// The game by name.
    game: String,
    /// The game's settings by name; what is not set has the game's default.
    #[serde(default)]
    settings: BTreeMap<String, String>,
    /// The position in the game's notation; the initial one if it is left out.
    #[serde(default)]
    position: Option<String>,
}

/// The longest text of a position: an 8×8 board with a space after each number has fewer letters.
const MAX_TEXT: usize = 400;
/// The most tokens in the heaps of a Nim, as a move is listed for every token.
const MAX_TOKENS: u64 = 500;

impl At {
    pub(crate) fn entry(&self) -> Result<&'static dyn GameEntry, ApiError> {
        Ok(game(&self.game)?)
    }

    /// The position's text, if it is not the initial one.
    pub(crate) fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    pub(crate) fn settings(&self) -> Result<Settings, ApiError> {
        let known = self.entry()?.settings();
        let mut settings = Settings::new();
        for (name, value) in &self.settings {
            let Some(setting) = known.iter().find(|setting| setting.name == name) else {
                let known: Vec<_> = known.iter().map(|setting| setting.name).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                let message =
                    format!("{} has no setting {}; its settings: {known}", self.game, quoted(name));
                return Err(ApiError::BadRequest(message));
            };
            modest("a setting", value)?;
            settings = settings.with(setting.name, value.as_str());
        }
        Ok(settings)
    }

    pub(crate) fn open(&self) -> Result<AnyPosition, ApiError> {
        let entry = self.entry()?;
        if let Some(text) = &self.position {
            modest("a position", text)?;
            if matches!(entry.name(), "simple-nim" | "nim" | "grundy" | "octal") {
                few_tokens(text)?;
            }
        }
        Ok(entry.open(self.position.as_deref(), &self.settings()?)?)
    }
}

fn modest(what: &str, text: &str) -> Result<(), ApiError> {
    if text.len() <= MAX_TEXT {
        return Ok(());
    }
    let length = text.len();
    let message = format!("{what} has at most {MAX_TEXT} characters here, not {length}");
    Err(ApiError::BadRequest(message))
}

fn few_tokens(text: &str) -> Result<(), ApiError> {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    let tokens =
        numbers.fold(0u64, |sum, number| sum.saturating_add(number.parse().unwrap_or(u64::MAX)));
    if tokens <= MAX_TOKENS {
        return Ok(());
    }
    let message = format!("the heaps of {} have more than {MAX_TOKENS} tokens", quoted(text));
    Err(ApiError::BadRequest(message))
}

/// A position as an answer shows it.
#[derive(Debug, Serialize)]
pub(crate) struct PositionView {
    game: &'static str,
    settings: Settings,
    position: String,
    status: StandingView,
    moves: Vec<String>,
    facts: BTreeMap<&'static str, String>,
}

impl PositionView {
    pub(crate) fn of(position: &dyn Position) -> Self {
        let mut facts = position.facts();
        facts.extend(position.why_unsolvable().map(|reason| ("unsolvable", reason)));
        PositionView {
            game: position.game(),
            settings: position.settings(),
            position: position.notation(),
            status: position.status().into(),
            moves: position.moves(),
            facts: facts.into_iter().collect(),
        }
    }
}

/// How a position stands: the word, and the player it speaks of.
#[derive(Debug, Serialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub(crate) enum StandingView {
    Unsolved,
    Solved,
    ToMove { player: PlayerName },
    Won { player: PlayerName },
    Drawn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayerName {
    First,
    Second,
}

impl From<Player> for PlayerName {
    fn from(player: Player) -> Self {
        match player {
            Player::First => PlayerName::First,
            Player::Second => PlayerName::Second,
        }
    }
}

impl From<Status> for StandingView {
    fn from(status: Status) -> Self {
        match status {
            Status::Unsolved => StandingView::Unsolved,
            Status::Solved => StandingView::Solved,
            Status::ToMove(player) => StandingView::ToMove { player: player.into() },
            Status::Finished(GameResult::Win(player)) => {
                StandingView::Won { player: player.into() }
            }
            Status::Finished(GameResult::Draw) => StandingView::Drawn,
        }
    }
}
