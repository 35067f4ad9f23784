//! Breakthrough by name.

use tesuji_breakthrough::{Breakthrough, Position};

use crate::dimensions::Dimensions;
use crate::position::{Described, Placed};
use crate::two_players::TwoPlayers;
use crate::{AnyPosition, CatalogueError, GameEntry, HeuristicInfo, SettingInfo, Settings};
use tesuji_breakthrough::{BreakthroughHints, PawnsAndRows};

const NAME: &str = "breakthrough";

const SETTINGS: &[SettingInfo] = &[
    SettingInfo {
        name: "size",
        summary: "width x height, 2x4 to 8x8, or up to 4x16, 5x12, 6x10 and 7x9, or 2x3 to 8x3 with \
                  one row of pawns; as the position has it, or 8x8",
    },
    SettingInfo { name: "rows", summary: "rows of pawns that each side starts with, 1 or 2" },
];

/// The size of the board that the rows of a position make: what is no digit is taken for one cell.
fn size_of(text: &str) -> Option<Dimensions> {
    let rows = text.split_whitespace().next().filter(|rows| rows.contains('/'))?;
    let cells = |symbol: char| symbol.to_digit(10).map_or(1, |empty| empty as usize);
    let width = rows.split('/').next()?.chars().map(cells).sum();
    Some(Dimensions { width, height: rows.split('/').count() })
}

/// Breakthrough in the catalogue.
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

    fn heuristics(&self) -> &'static [HeuristicInfo] {
        Breakthrough::HEURISTICS
    }

    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, CatalogueError> {
        settings.check(NAME, SETTINGS)?;
        let told = text.and_then(size_of);
        let by_default = || told.unwrap_or(Dimensions { width: 8, height: 8 });
        let size = settings.parse("size")?.unwrap_or_else(by_default);
        let rows = settings.parse("rows")?.unwrap_or(2);
        let game =
            Breakthrough::with_rows(size.width, size.height, rows).map_err(|error| {
                match (text, settings.get("rows"), settings.get("size")) {
                    (_, Some(_), _) => settings.error("rows", error),
                    (Some(text), None, None) => CatalogueError::position(NAME, text, error),
                    _ => settings.error("size", error),
                }
            })?;
        Placed::read(NAME, game, text)
    }
}

impl Described for Breakthrough {
    fn facts(&self, position: &Position) -> Vec<(&'static str, String)> {
        let size = format!("{}x{}", self.width(), self.height());
        let moves = self.count_moves(position).to_string();
        vec![("size", size), ("rows of pawns", self.rows().to_string()), ("legal moves", moves)]
    }
}

impl TwoPlayers for Breakthrough {
    type Hints = BreakthroughHints;
    type Estimate = PawnsAndRows;

    const HINTS: BreakthroughHints = BreakthroughHints;
    const ESTIMATE: PawnsAndRows = PawnsAndRows;

    const HEURISTICS: &'static [HeuristicInfo] = &[HeuristicInfo {
        name: "pawns-and-rows",
        summary: "ten for each pawn, one for each row that it has come",
    }];
}
