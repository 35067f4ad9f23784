use tesuji_core::{NamedGame, OpenError, Rules, Setting, Settings};

use crate::direction::Directions;
use crate::grid::Grid;
use crate::map::read_cell;
use crate::notation::Board;

/// A wall with a gap at each end, one of which swamp of cost 5 fills.
const DEFAULT: &str = "
    ................
    ..........#.....
    ..s.......#.....
    ....###...#.....
    ......#...#..g..
    ......#...#.....
    ..#####...#.....
    .......555#.....
    .......555......";

impl NamedGame for Grid {
    const NAME: &'static str = "grid";
    const ALIASES: &'static [&'static str] = &["grid-world", "pathfinding"];
    const SUMMARY: &'static str =
        "a shortest path on a map with walls and terrain costs, in 4 or 8 directions";
    const NOTATION: &'static str = "the map's rows with / between them: . land, # wall, 1 to 9 costs, s start, g goal; or the \
         cells of start and goal after the map: .#./... 0,0 2,0; moves n, e, s, w, ne, se, sw, nw";
    const SETTINGS: &'static [Setting] = &[Setting {
        name: "directions",
        value: "N",
        summary: "4, or 8 (the default: straight steps cost 985, diagonal ones 1393)",
    }];

    fn open(settings: &Settings, position: Option<&str>) -> Result<Self, OpenError> {
        let directions: Directions = settings.parse("directions")?.unwrap_or_default();
        if let Some(map) = settings.get("map") {
            return Grid::parse(map, directions).map_err(|error| settings.error("map", error));
        }
        // An agent's cell alone is one of the default map.
        let text = position.filter(|text| read_cell(text.trim()).is_none()).unwrap_or(DEFAULT);
        let board = Board::read(text).map_err(|error| OpenError::position(text, error))?;
        let Board { map, start, goal } = board;
        Grid::new(map, directions, start, goal).map_err(|error| OpenError::position(text, error))
    }

    fn settings(&self) -> Settings {
        use tesuji_core::Notation;
        let map = self.state_text(&self.initial());
        Settings::new().with("directions", self.directions()).with("map", map)
    }

    fn facts(&self, &cell: &Self::State) -> Vec<(&'static str, String)> {
        let map = self.map();
        let text = |(column, row): (usize, usize)| format!("{column},{row}");
        vec![
            ("size", format!("{}x{}", map.width(), map.height())),
            ("free cells", map.free_cells().to_string()),
            ("agent", text(self.position(cell))),
            ("goal", text(self.position(self.goal()))),
        ]
    }
}
