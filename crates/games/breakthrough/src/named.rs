//! Breakthrough in the registry of games.

use tesuji_core::{BoardSize, NamedGame, OpenError, Rules, Setting, Settings};

use crate::position::Position;
use crate::rules::Breakthrough;

/// The board size of a position in rows: a character that is not a digit is one cell.
fn size_of(text: &str) -> Option<BoardSize> {
    let rows = text.split_whitespace().next().filter(|rows| rows.contains('/'))?;
    let cells = |symbol: char| symbol.to_digit(10).map_or(1, |empty| empty as usize);
    let width = rows.split('/').next()?.chars().map(cells).sum();
    Some(BoardSize { width, height: rows.split('/').count() })
}

impl NamedGame for Breakthrough {
    const NAME: &'static str = "breakthrough";
    const SUMMARY: &'static str = "pawns race to the far side, capturing diagonally";
    const NOTATION: &'static str = "rows from the top, P white, p black, digits for empty cells, then the player to move: \
         pp/2/2/PP w; moves a2-a3, a2xb3";
    const SETTINGS: &'static [Setting] = &[
        Setting {
            name: "size",
            value: "WxH",
            summary: "the board, 2x4 to 8x8, or up to 4x16, 5x12, 6x10 and 7x9, from 2x3 on with \
                      one row of pawns; by default that of the position, or 8x8",
        },
        Setting {
            name: "rows",
            value: "N",
            summary: "rows of pawns that each side starts with, 1 or 2; 2 by default",
        },
    ];

    fn open(settings: &Settings, position: Option<&str>) -> Result<Self, OpenError> {
        let told = position.and_then(size_of);
        let by_default = || told.unwrap_or(BoardSize { width: 8, height: 8 });
        let BoardSize { width, height } = settings.parse("size")?.unwrap_or_else(by_default);
        let rows = settings.parse("rows")?.unwrap_or(2);
        Breakthrough::with_rows(width, height, rows).map_err(|error| {
            match (position, settings.get("rows"), settings.get("size")) {
                (_, Some(_), _) => settings.error("rows", error),
                (Some(text), None, None) => OpenError::position(text, error),
                _ => settings.error("size", error),
            }
        })
    }

    fn settings(&self) -> Settings {
        let (width, height) = (self.width().into(), self.height().into());
        Settings::new().with("size", BoardSize { width, height }).with("rows", self.rows())
    }

    fn facts(&self, position: &Position) -> Vec<(&'static str, String)> {
        let size = format!("{}x{}", self.width(), self.height());
        let moves = self.count_moves(position).to_string();
        vec![("size", size), ("rows of pawns", self.rows().to_string()), ("legal moves", moves)]
    }
}
