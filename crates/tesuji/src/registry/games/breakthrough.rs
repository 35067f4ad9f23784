//! Breakthrough by name.

use tesuji_breakthrough::{Breakthrough, Position};

use crate::hints::{BreakthroughHints, PawnsAndRows};
use crate::registry::dimensions::Dimensions;
use crate::registry::position::Placed;
use crate::registry::two_players::TwoPlayers;
use crate::registry::{AnyPosition, GameEntry, RegistryError, SettingInfo, Settings};

const NAME: &str = "breakthrough";

const SETTINGS: &[SettingInfo] = &[
    SettingInfo { name: "size", summary: "width x height, 2x4 to 8x8; 8x8 by default" },
    SettingInfo { name: "rows", summary: "rows of pawns that each side starts with, 1 or 2" },
];

/// Breakthrough in the registry.
pub(super) struct Entry;

impl GameEntry for Entry {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "pawns race to the far side, capturing diagonally"
    }

    fn notation(&self) -> &'static str {
        "rows from the top, P white, p black, digits for empty cells, then who moves: \
         pp/2/2/PP w; moves a2-a3, a2xb3"
    }

    fn settings(&self) -> &'static [SettingInfo] {
        SETTINGS
    }

    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, RegistryError> {
        settings.check(NAME, SETTINGS)?;
        let size = settings.parse("size")?.unwrap_or(Dimensions { width: 8, height: 8 });
        let rows = settings.parse("rows")?.unwrap_or(2);
        let blamed = if settings.get("rows").is_some() { "rows" } else { "size" };
        let game = Breakthrough::with_rows(size.width, size.height, rows)
            .map_err(|error| settings.error(blamed, error))?;
        Placed::read(NAME, game, text)
    }
}

impl TwoPlayers for Breakthrough {
    type Hints = BreakthroughHints;
    type Estimate = PawnsAndRows;

    const HINTS: BreakthroughHints = BreakthroughHints;
    const ESTIMATE: PawnsAndRows = PawnsAndRows;

    fn facts(&self, position: &Position) -> Vec<(&'static str, String)> {
        let size = format!("{}x{}", self.width(), self.height());
        let moves = self.count_moves(position).to_string();
        vec![("size", size), ("rows of pawns", self.rows().to_string()), ("moves", moves)]
    }
}
