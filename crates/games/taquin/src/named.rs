//! The sliding-tile puzzle in the registry of games.

use tesuji_core::{NamedGame, OpenError, Setting, Settings};

use crate::board::{Board, Word};
use crate::rules::{Goal, Taquin};
use crate::size::Size;
use crate::tiles::read_tiles;

impl<W: Word> NamedGame for Taquin<W> {
    const NAME: &'static str = "taquin";
    const ALIASES: &'static [&'static str] = &["sliding-tiles", "8-puzzle", "n-puzzle"];
    const SUMMARY: &'static str =
        "the sliding-tile puzzle (8-puzzle, 15-puzzle, 24-puzzle), 2x2 to 5x5";
    const NOTATION: &'static str = "tiles row by row, 0 the blank: 806547231, or 1 2 3 0 / 4 5 6 7; \
                                    spaces between numbers if there are more than 9 tiles";
    const SETTINGS: &'static [Setting] = &[
        Setting {
            name: "size",
            value: "WxH",
            summary: "the board, such as 4x3; by default that of the position, or 3x3",
        },
        Setting {
            name: "goal",
            value: "GOAL",
            summary: "blank-first (the default), blank-last, or a position",
        },
    ];

    fn open(settings: &Settings, position: Option<&str>) -> Result<Self, OpenError> {
        let size: Option<Size> = settings.parse("size")?;
        let size = match position {
            None => size.unwrap_or_else(|| Size::new(3, 3).expect("a valid size")),
            Some(text) => {
                let read = read_tiles(text, size);
                read.map_err(|error| OpenError::position(text, error))?.size
            }
        };
        let goal: Goal = settings.parse("goal")?.unwrap_or_default();
        Taquin::new(size.width(), size.height(), goal)
            .map_err(|error| settings.error("goal", error))
    }

    fn settings(&self) -> Settings {
        let tiles: Vec<_> = self.tiles(self.goal()).map(|tile| tile.to_string()).collect();
        Settings::new().with("size", self.board_size()).with("goal", tiles.join(" "))
    }

    fn facts(&self, &board: &Board<W>) -> Vec<(&'static str, String)> {
        use tesuji_core::Notation;
        let (size, goal) = (self.board_size().to_string(), self.state_text(&self.goal()));
        let chaos = self.level_of_chaos(board).to_string();
        vec![("size", size), ("goal", goal), ("level of chaos", chaos)]
    }
}
