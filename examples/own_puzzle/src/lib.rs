//! Lights Out (Tiger Electronics, 1995): pressing a cell switches its light and those of its
//! neighbours; all lights are to be switched off.

mod rbfs;
mod rows;
mod sites;

use std::fmt;
use std::ops::ControlFlow;

use tesuji::catalogue::{IntoEntry, OnePlayer};
use tesuji::core::{
    AtSite, BoardSize, Cost, FromFn, NamedGame, Notation, OpenError, Puzzle, Render, Rules,
    Setting, Settings, quoted,
};

use crate::sites::CellsFrom;

pub use rbfs::Rbfs;
pub use rows::Rows;

/// The board. Its states are the lights that are on, one bit for each, row by row from the upper
/// left; its moves are cells in the same order.
#[derive(Clone, Debug)]
pub struct LightsOut {
    width: usize,
    height: usize,
    /// The lights that a press of each cell switches.
    switched: Vec<u64>,
}

impl LightsOut {
    /// The board with all lights on; none if a side is 0 or above 8.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        if !(1..=8).contains(&width) || !(1..=8).contains(&height) {
            return None;
        }
        let place = |cell: usize| (cell % width, cell / width);
        let reaches = |cell: usize, other: usize| {
            let ((x, y), (to_x, to_y)) = (place(cell), place(other));
            x.abs_diff(to_x) + y.abs_diff(to_y) <= 1
        };
        let cells = width * height;
        let mask = |cell| (0..cells).filter(|&other| reaches(cell, other)).map(|n| 1 << n).sum();
        Some(LightsOut { width, height, switched: (0..cells).map(mask).collect() })
    }

    fn size(&self) -> BoardSize {
        BoardSize { width: self.width, height: self.height }
    }

    /// The column's letter and the row's number, counted from the lower left as on a chessboard.
    fn cell_name(&self, cell: usize) -> String {
        let column = char::from(b'a' + (cell % self.width) as u8);
        format!("{column}{}", self.height - cell / self.width)
    }
}

impl Rules for LightsOut {
    type State = u64;
    type Move = u8;
    type Undo = ();

    /// All lights on, which can be solved on every board (Sutner, "Linear Cellular Automata and the
    /// Garden-of-Eden", 1989).
    fn initial(&self) -> u64 {
        u64::MAX >> (64 - self.switched.len())
    }

    fn visit_moves<B>(&self, _: &u64, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.switched.len() as u8).try_for_each(visit)
    }

    fn play(&self, lights: &mut u64, cell: u8) {
        *lights ^= self.switched[usize::from(cell)];
    }

    fn undo(&self, lights: &mut u64, cell: u8, (): ()) {
        self.play(lights, cell);
    }

    fn inverse(&self, cell: u8) -> Option<u8> {
        Some(cell)
    }

    /// The order of presses does not matter: each set of cells is tried in one order alone.
    fn visit_moves_after<B>(
        &self,
        last: Option<u8>,
        _: &u64,
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (last.map_or(0, |cell| cell + 1)..self.switched.len() as u8).try_for_each(visit)
    }

    fn with_site<T: AtSite<Self>>(&self, _: &u64, then: T) -> T::Output {
        then.at(CellsFrom(0))
    }
}

impl Puzzle for LightsOut {
    fn is_goal(&self, &lights: &u64) -> bool {
        lights == 0
    }

    /// A second press takes the first one back, so that certificates can also count from the goal.
    fn undirected_goals(&self) -> Option<Vec<u64>> {
        Some(vec![0])
    }
}

/// A heuristic: a press switches at most five lights off.
pub fn fifth(_: &LightsOut, lights: &u64) -> Cost {
    lights.count_ones().div_ceil(5)
}

/// Why a text is not a position or a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError(String);

impl fmt::Display for NotationError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}

impl Notation for LightsOut {
    type Error = NotationError;

    fn parse_state(&self, text: &str) -> Result<u64, NotationError> {
        let rows = text.trim();
        let is_row = |row: &str| row.chars().count() == self.width;
        if rows.split('/').count() != self.height || !rows.split('/').all(is_row) {
            let problem = format!("{} is not a board of {}", quoted(rows), self.size());
            return Err(NotationError(problem));
        }
        let mut lights = 0;
        for (cell, letter) in rows.chars().filter(|&letter| letter != '/').enumerate() {
            match letter {
                '.' => {}
                '*' => lights |= 1 << cell,
                _ => {
                    let name = self.cell_name(cell);
                    return Err(NotationError(format!("cell {name}: {letter:?} is not . or *")));
                }
            }
        }
        Ok(lights)
    }

    fn write_state(&self, &lights: &u64, out: &mut impl fmt::Write) -> fmt::Result {
        for cell in 0..self.switched.len() {
            if cell > 0 && cell % self.width == 0 {
                out.write_char('/')?;
            }
            out.write_char(if lights >> cell & 1 == 1 { '*' } else { '.' })?;
        }
        Ok(())
    }

    fn parse_move(&self, _: &u64, text: &str) -> Result<u8, NotationError> {
        let found = (0..self.switched.len()).find(|&cell| self.cell_name(cell) == text);
        found
            .map(|cell| cell as u8)
            .ok_or_else(|| NotationError(format!("{} is not a cell", quoted(text))))
    }

    fn write_move(&self, _: &u64, cell: u8, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(&self.cell_name(usize::from(cell)))
    }
}

impl Render for LightsOut {
    fn text(&self, lights: &u64) -> String {
        let rows = self.state_text(lights);
        let rows = (0..).zip(rows.split('/'));
        let rows: String =
            rows.map(|(row, cells)| format!("{} {cells}\n", self.height - row)).collect();
        rows + &format!("  {}\n", &"abcdefgh"[..self.width])
    }

    fn svg(&self, lights: &u64) -> String {
        let cell = |cell: usize| {
            let (x, y) = (cell % self.width * 40 + 20, cell / self.width * 40 + 20);
            let fill = if lights >> cell & 1 == 1 { "#ffd33d" } else { "#57606a" };
            let name = self.cell_name(cell);
            // A click on a light presses its cell.
            format!(r#"<circle cx="{x}" cy="{y}" r="17" fill="{fill}" data-move="{name}"/>"#)
        };
        let cells: String = (0..self.switched.len()).map(cell).collect();
        let (width, height) = (self.width * 40, self.height * 40);
        let head = r#"<svg xmlns="http://www.w3.org/2000/svg""#;
        format!(r#"{head} viewBox="0 0 {width} {height}">{cells}</svg>"#)
    }
}

impl NamedGame for LightsOut {
    const NAME: &'static str = "lights-out";
    const SUMMARY: &'static str = "a press switches a light and its neighbours; switch all off";
    const NOTATION: &'static str =
        "rows from the top, * a light that is on: .*./***/.*.; a move is the cell to press: b2";
    const SETTINGS: &'static [Setting] = &[Setting {
        name: "size",
        value: "WxH",
        summary: "the size of the board, 1x1 to 8x8; 4x4 by default",
    }];

    fn open(settings: &Settings, position: Option<&str>) -> Result<Self, OpenError> {
        let read = position.map(|text| {
            let width = text.trim().split('/').next().unwrap_or_default().chars().count();
            BoardSize { width, height: text.split('/').count() }
        });
        let size = settings.parse("size")?.or(read).unwrap_or(BoardSize { width: 4, height: 4 });
        let made = LightsOut::new(size.width, size.height);
        made.ok_or_else(|| match position {
            Some(text) if settings.get("size").is_none() => OpenError::position(text, TOO_LARGE),
            _ => settings.error("size", TOO_LARGE),
        })
    }

    fn settings(&self) -> Settings {
        Settings::new().with("size", self.size())
    }
}

const TOO_LARGE: &str = "a board has 1x1 to 8x8 cells";

/// The puzzle as a catalogue has it: with every search and one of its own, by name.
#[must_use]
pub fn entry() -> impl IntoEntry {
    OnePlayer::<LightsOut>::new()
        .heuristic("fifth", "a fifth of the lights that are on", |_| Ok(FromFn(fifth)))
        .heuristic("rows", "pattern database of half the rows", |board| Ok(Rows::new(board)))
        .solver("rbfs", "best-first search in memory linear in the depth (Korf)", |_, _| {
            Box::new(Rbfs::new(FromFn(fifth)))
        })
        .default_algorithm("a*")
}
