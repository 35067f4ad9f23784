//! TODO: describe your puzzle here. Until then: a token walks on a row of cells, by steps of one or
//! jumps of three, to the last cell.

use std::fmt;
use std::ops::ControlFlow;

use tesuji::catalogue::{IntoEntry, OnePlayer};
use tesuji::core::{
    Cost, FromFn, NamedGame, Notation, OpenError, Puzzle, Render, Rules, Setting, Settings,
};

/// The rules: what stays the same while the puzzle is solved.
#[derive(Clone, Debug)]
pub struct TemplateGame {
    size: u8,
}

/// A state: what changes. Here the cell of the token, from 1.
pub type Cell = u8;

/// The puzzle with what searches may know of it beyond its rules.
pub fn entry() -> impl IntoEntry {
    // Without a heuristic, `OnePlayer::<TemplateGame>::new()` alone is an entry.
    OnePlayer::<TemplateGame>::new()
        .heuristic("jumps", "the jumps to the last cell", |_| Ok(FromFn(jumps)))
        .default_algorithm("a*")
}

/// The heuristic of informed searches.
/// TODO: an estimate that is never above the true number of moves; a test checks it.
pub fn jumps(puzzle: &TemplateGame, cell: &Cell) -> Cost {
    (puzzle.size - cell).div_ceil(3).into()
}

impl Rules for TemplateGame {
    type State = Cell;
    /// How many cells the token moves, to the left if negative.
    type Move = i8;
    /// What `undo` needs besides the move.
    type Undo = ();

    fn initial(&self) -> Cell {
        1
    }

    fn visit_moves<B>(
        &self,
        cell: &Cell,
        visit: impl FnMut(i8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let on_the_row =
            |mv: &i8| cell.checked_add_signed(*mv).is_some_and(|to| (1..=self.size).contains(&to));
        [-3, -1, 1, 3].into_iter().filter(on_the_row).try_for_each(visit)
    }

    fn play(&self, cell: &mut Cell, mv: i8) {
        *cell = cell.wrapping_add_signed(mv);
    }

    fn undo(&self, cell: &mut Cell, mv: i8, (): ()) {
        *cell = cell.wrapping_add_signed(-mv);
    }

    /// The move that takes a move back, if there is one: searches do not try it at once.
    fn inverse(&self, mv: i8) -> Option<i8> {
        Some(-mv)
    }
}

impl Puzzle for TemplateGame {
    fn is_goal(&self, cell: &Cell) -> bool {
        *cell == self.size
    }

    /// TODO: `None` (the default) if a move cannot be taken back.
    fn undirected_goals(&self) -> Option<Vec<Cell>> {
        Some(vec![self.size])
    }
}

/// A text is not a state or move.
#[derive(Debug)]
pub struct NotationError(String);

impl fmt::Display for NotationError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}

impl Notation for TemplateGame {
    type Error = NotationError;

    fn parse_state(&self, text: &str) -> Result<Cell, NotationError> {
        let cell = text.parse().ok().filter(|cell| (1..=self.size).contains(cell));
        cell.ok_or_else(|| NotationError(format!("a cell from 1 to {} is expected", self.size)))
    }

    fn write_state(&self, cell: &Cell, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{cell}")
    }

    fn parse_move(&self, cell: &Cell, text: &str) -> Result<i8, NotationError> {
        let legal = self.moves(cell);
        let found = legal.into_iter().find(|&mv| self.move_text(cell, mv) == text);
        found.ok_or_else(|| NotationError("+1, +3, -1 or -3 is expected, on the row".into()))
    }

    fn write_move(&self, _: &Cell, mv: i8, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{mv:+}")
    }
}

impl Render for TemplateGame {
    fn text(&self, cell: &Cell) -> String {
        let cells = (1..=self.size).map(|index| if index == *cell { 'o' } else { '.' });
        cells.chain(['\n']).collect()
    }

    fn svg(&self, cell: &Cell) -> String {
        let (x, width) = (20 * u32::from(*cell) - 10, 20 * u32::from(self.size));
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 20"><rect width="{width}" height="20" fill="#d0d7de"/><circle cx="{x}" cy="10" r="8" fill="#57606a"/></svg>"##
        )
    }
}

impl NamedGame for TemplateGame {
    const NAME: &'static str = "template-game";
    const SUMMARY: &'static str = "a token walks on a row of cells to the last one";
    const NOTATION: &'static str = "the token's cell, from 1; moves +1, +3, -1, -3";
    const SETTINGS: &'static [Setting] = &[Setting {
        name: "size",
        value: "N",
        summary: "the number of cells, 1 to 100; by default 12",
    }];

    fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        let size = settings.parse("size")?.unwrap_or(12);
        if !(1..=100).contains(&size) {
            return Err(settings.error("size", "a row has 1 to 100 cells"));
        }
        Ok(TemplateGame { size })
    }

    fn settings(&self) -> Settings {
        Settings::new().with("size", self.size)
    }
}
