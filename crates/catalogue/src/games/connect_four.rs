//! Connect Four by name.

use tesuji_adversarial::Even;
use tesuji_connect_four::{ConnectFour, Position, Word};
use tesuji_core::Rules;

use crate::dimensions::Dimensions;
use crate::position::{Described, Placed};
use crate::two_players::TwoPlayers;
use crate::{AnyPosition, CatalogueError, GameEntry, SettingInfo, Settings};
use tesuji_connect_four::ConnectFourHints;

const NAME: &str = "connect-four";

const SETTINGS: &[SettingInfo] = &[SettingInfo {
    name: "size",
    summary: "width x height, as in 6x5, 8x8 or 10x6, with width * (height + 1) at most 128; as the \
              rows of the position have it, or 7x6",
}];

/// The size of the board that the rows of a position make.
fn size_of(text: &str) -> Option<Dimensions> {
    let cells = |row: &str| row.chars().filter(|symbol| !symbol.is_whitespace()).count();
    let rows = text.split('/').map(cells).filter(|&cells| cells > 0);
    let (width, height) = (rows.clone().next()?, rows.count());
    text.contains('/').then_some(Dimensions { width, height })
}

/// Connect Four in the catalogue.
pub(super) struct Entry;

impl GameEntry for Entry {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "stones fall into columns, four in a line win"
    }

    fn notation(&self) -> &'static str {
        "the columns played, 1 from the left: 4453; or rows from the top with x, o and ."
    }

    fn settings(&self) -> &'static [SettingInfo] {
        SETTINGS
    }

    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, CatalogueError> {
        settings.check(NAME, SETTINGS)?;
        let told = text.and_then(size_of);
        let by_default = || told.unwrap_or(Dimensions { width: 7, height: 6 });
        let size = settings.parse("size")?.unwrap_or_else(by_default);
        // Most boards fit a word of 64 bits, in which searches are faster.
        if let Ok(game) = ConnectFour::new(size.width, size.height) {
            return Placed::read(NAME, game, text);
        }
        let game = ConnectFour::wide(size.width, size.height).map_err(|error| match text {
            Some(text) if settings.get("size").is_none() => {
                CatalogueError::position(NAME, text, error)
            }
            _ => settings.error("size", error),
        })?;
        Placed::read(NAME, game, text)
    }
}

impl<W: Word> Described for ConnectFour<W> {
    fn facts(&self, position: &Position<W>) -> Vec<(&'static str, String)> {
        let size = format!("{}x{}", self.width(), self.height());
        vec![("size", size), ("legal moves", self.moves(position).len().to_string())]
    }
}

impl<W: Word> TwoPlayers for ConnectFour<W> {
    type Hints = ConnectFourHints;
    type Estimate = Even;

    const HINTS: ConnectFourHints = ConnectFourHints;
    const ESTIMATE: Even = Even;
}
