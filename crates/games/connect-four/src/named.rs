//! Connect Four in the registry of games.

use tesuji_core::{BoardSize, NamedGame, OpenError, Rules, Setting, Settings};

use crate::position::Position;
use crate::rules::ConnectFour;
use crate::word::Word;

/// The board size of a position in rows.
fn size_of(text: &str) -> Option<BoardSize> {
    let cells = |row: &str| row.chars().filter(|symbol| !symbol.is_whitespace()).count();
    let rows = text.split('/').map(cells).filter(|&cells| cells > 0);
    let (width, height) = (rows.clone().next()?, rows.count());
    text.contains('/').then_some(BoardSize { width, height })
}

impl<W: Word> NamedGame for ConnectFour<W> {
    const NAME: &'static str = "connect-four";
    const SUMMARY: &'static str = "stones fall into columns, four in a line win";
    const NOTATION: &'static str =
        "the columns played, 1 from the left: 4453; or rows from the top with x, o and .";
    const SETTINGS: &'static [Setting] = &[Setting {
        name: "size",
        value: "WxH",
        summary: "the board, as in 6x5, 8x8 or 10x6, with width * (height + 1) at most 128; by \
                  default that of the position, or 7x6",
    }];

    fn open(settings: &Settings, position: Option<&str>) -> Result<Self, OpenError> {
        let told = position.and_then(size_of);
        let by_default = || told.unwrap_or(BoardSize { width: 7, height: 6 });
        let BoardSize { width, height } = settings.parse("size")?.unwrap_or_else(by_default);
        ConnectFour::in_word(width, height).map_err(|error| match position {
            Some(text) if settings.get("size").is_none() => OpenError::position(text, error),
            _ => settings.error("size", error),
        })
    }

    fn settings(&self) -> Settings {
        let (width, height) = (self.width().into(), self.height().into());
        Settings::new().with("size", BoardSize { width, height })
    }

    fn facts(&self, position: &Position<W>) -> Vec<(&'static str, String)> {
        let size = format!("{}x{}", self.width(), self.height());
        vec![("size", size), ("legal moves", self.moves(position).len().to_string())]
    }
}
