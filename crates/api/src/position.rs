//! Positions as questions name them and as answers show them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tesuji::catalogue::{AnyPosition, Catalogue, GameEntry, GamePosition, PositionReport};
use tesuji::core::Settings;

use crate::question::{Question, Work};
use crate::refusal::Refusal;
use crate::service::Service;

/// A position as a question names it; itself the question what it looks like.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct At {
    /// The game by name.
    game: String,
    /// The game's settings by name; a setting that is not given has the game's default.
    #[serde(default)]
    settings: BTreeMap<String, String>,
    /// The position in the game's notation; by default the initial one.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(length(max = MAX_TEXT)))]
    position: Option<String>,
    /// Whether positions in the answer have a drawing.
    #[serde(default)]
    pub(crate) svg: bool,
}

/// The longest text of a position: an 8×8 board with a space after each number has fewer letters.
const MAX_TEXT: usize = 400;
/// The most moves that an answer lists.
const MAX_MOVES: usize = 1000;

impl At {
    pub(crate) fn entry<'a>(&self, catalogue: &'a Catalogue) -> Result<&'a dyn GameEntry, Refusal> {
        Ok(catalogue.game(&self.game)?)
    }

    /// The position's text, if it is not the initial one.
    pub(crate) fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    pub(crate) fn settings(&self) -> Result<Settings, Refusal> {
        self.settings.values().try_for_each(|value| check_length("a setting", value))?;
        Ok(self.settings.iter().collect())
    }

    pub(crate) fn open(&self, catalogue: &Catalogue) -> Result<AnyPosition, Refusal> {
        let (entry, settings) = (self.entry(catalogue)?, self.settings()?);
        self.position().map_or(Ok(()), check_text)?;
        let position = entry.open(self.position.as_deref(), &settings)?;
        check_moves(&*position)?;
        Ok(position)
    }
}

impl Question for At {
    const NAME: &'static str = "position";
    type Answer = PositionView;

    fn prepare(self, service: &Service) -> Result<Work<PositionView>, Refusal> {
        let position = self.open(service.catalogue())?;
        Ok(Work::Done(PositionView::of(&*position, self.svg)))
    }
}

/// Checks the length of the text of a position.
pub(crate) fn check_text(text: &str) -> Result<(), Refusal> {
    check_length("a position", text)
}

pub(crate) fn check_length(what: &str, text: &str) -> Result<(), Refusal> {
    let length = text.chars().count();
    if length <= MAX_TEXT {
        return Ok(());
    }
    let message = format!("{what} has at most {MAX_TEXT} characters here, not {length}");
    Err(Refusal::BadRequest(message))
}

/// Checks that the moves of a position can be listed.
pub(crate) fn check_moves(position: &dyn GamePosition) -> Result<(), Refusal> {
    if position.has_more_moves_than(MAX_MOVES) {
        let message = format!("a position has at most {MAX_MOVES} legal moves here");
        return Err(Refusal::BadRequest(message));
    }
    Ok(())
}

/// A position as an answer shows it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionView {
    #[serde(flatten)]
    report: PositionReport,
    /// The drawing, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
}

impl PositionView {
    /// The view of a position, with a drawing if `svg`.
    pub(crate) fn of(position: &dyn GamePosition, svg: bool) -> Self {
        PositionView { report: PositionReport::of(position), svg: svg.then(|| position.svg()) }
    }
}
