//! Domineering (Göran Andersson, 1973): dominoes on a board, one player's upright, the other's
//! flat; who cannot place one loses.

use std::fmt;
use std::ops::ControlFlow;

use tesuji::core::{
    BoardSize, Game, GameResult, NamedGame, Notation, OpenError, Player, Render, Rules, Setting,
    Settings,
};
use tesuji::zobrist::exact_key;

/// The board, up to 7×7. What stays the same during a game.
#[derive(Clone, Debug)]
pub(crate) struct Domineering {
    width: u32,
    height: u32,
}

/// What changes: one bit for each covered cell, row by row from the upper left, and whose turn
/// it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    covered: u64,
    to_move: Player,
}

/// The two cells that a domino covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Domino(u64);

impl Domineering {
    /// An empty board.
    ///
    /// # Panics
    /// If a side is 0 or above 7.
    pub(crate) fn new(width: u32, height: u32) -> Self {
        assert!((1..=7).contains(&width) && (1..=7).contains(&height), "1x1 to 7x7");
        Domineering { width, height }
    }

    /// The upper or left cells of all the dominoes that can be placed, and what a domino covers
    /// from its upper or left cell.
    fn places(&self, position: &Position) -> (u64, u64) {
        let cells = self.width * self.height;
        let free = !position.covered & ((1 << cells) - 1);
        match position.to_move {
            Player::First => (free & free >> self.width, 1 | 1 << self.width),
            Player::Second => {
                // The last cell of a row and the first of the next are no neighbours.
                let last: u64 = (1..=self.height).map(|row| 1 << (row * self.width - 1)).sum();
                (free & free >> 1 & !last, 0b11)
            }
        }
    }
}

impl Rules for Domineering {
    type State = Position;
    type Move = Domino;
    type Undo = ();

    fn initial(&self) -> Position {
        Position { covered: 0, to_move: Player::First }
    }

    fn visit_moves<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Domino) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (mut places, shape) = self.places(position);
        while places != 0 {
            visit(Domino(shape << places.trailing_zeros()))?;
            places &= places - 1;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, position: &mut Position, domino: Domino) {
        position.covered |= domino.0;
        position.to_move = position.to_move.other();
    }

    fn undo(&self, position: &mut Position, domino: Domino, (): ()) {
        position.covered &= !domino.0;
        position.to_move = position.to_move.other();
    }

    fn key(&self, position: &Position) -> u64 {
        exact_key(position.covered << 1 | u64::from(position.to_move == Player::Second))
    }
}

impl Game for Domineering {
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    fn result(&self, position: &Position) -> Option<GameResult> {
        let stuck = self.places(position).0 == 0;
        stuck.then_some(GameResult::Win(position.to_move.other()))
    }
}

/// Why a text is no position or move.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NotationError(String);

impl fmt::Display for NotationError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}

/// Positions are rows of `.` and `#` with `/` between them, then who moves: `..#/..# first`. A move
/// is its upper or left cell, column and row: `a1` is the upper left.
impl Notation for Domineering {
    type Error = NotationError;

    fn parse_state(&self, text: &str) -> Result<Position, NotationError> {
        let mut words = text.split_whitespace();
        let (rows, turn) = (words.next().unwrap_or_default(), words.next());
        let cells: String = rows.split('/').collect();
        if cells.len() != (self.width * self.height) as usize
            || rows.split('/').any(|row| row.len() != self.width as usize)
        {
            let (width, height) = (self.width, self.height);
            return Err(NotationError(format!("{rows:?} is no board of {width}x{height} cells")));
        }
        let mut covered = 0;
        for (cell, letter) in cells.chars().enumerate() {
            match letter {
                '.' => {}
                '#' => covered |= 1 << cell,
                _ => return Err(NotationError(format!("cell {cell}: {letter:?} is not . or #"))),
            }
        }
        let to_move = match turn {
            Some("first") => Player::First,
            Some("second") => Player::Second,
            turn => {
                let turn = turn.unwrap_or("nothing");
                return Err(NotationError(format!("{turn:?} is not first or second")));
            }
        };
        Ok(Position { covered, to_move })
    }

    fn write_state(&self, position: &Position, out: &mut impl fmt::Write) -> fmt::Result {
        for cell in 0..self.width * self.height {
            if cell > 0 && cell % self.width == 0 {
                out.write_char('/')?;
            }
            out.write_char(if position.covered >> cell & 1 == 1 { '#' } else { '.' })?;
        }
        out.write_str(match position.to_move {
            Player::First => " first",
            Player::Second => " second",
        })
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Domino, NotationError> {
        let legal = self.moves(position);
        let found = legal.into_iter().find(|&domino| self.move_text(position, domino) == text);
        found.ok_or_else(|| NotationError(format!("{text:?} is no move here")))
    }

    fn write_move(&self, _: &Position, domino: Domino, out: &mut impl fmt::Write) -> fmt::Result {
        let cell = domino.0.trailing_zeros();
        let column = char::from(b'a' + (cell % self.width) as u8);
        write!(out, "{column}{}", cell / self.width + 1)
    }
}

impl Render for Domineering {
    fn text(&self, position: &Position) -> String {
        let board = self.state_text(position);
        let (rows, _) = board.split_once(' ').unwrap_or_default();
        rows.split('/').map(|row| format!("{row}\n")).collect()
    }

    fn svg(&self, position: &Position) -> String {
        let cell = |index: u32| {
            let (x, y) = (index % self.width * 20, index / self.width * 20);
            let fill = if position.covered >> index & 1 == 1 { "#57606a" } else { "none" };
            format!(
                r##"<rect x="{x}" y="{y}" width="20" height="20" fill="{fill}" stroke="#57606a"/>"##
            )
        };
        let cells: String = (0..self.width * self.height).map(cell).collect();
        let (width, height) = (self.width * 20, self.height * 20);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{cells}</svg>"#
        )
    }
}

/// A file names the game, its settings and a position; the rules are made from these.
impl NamedGame for Domineering {
    const NAME: &'static str = "domineering";
    const SUMMARY: &'static str = "place dominoes, one player upright, the other flat";
    const NOTATION: &'static str = "rows of . and # from the top, then who moves: ..#/..# first";
    const SETTINGS: &'static [Setting] =
        &[Setting { name: "size", value: "WxH", summary: "the board, 1x1 to 7x7; 4x4 by default" }];

    fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        let size = settings.parse("size")?.unwrap_or(BoardSize { width: 4, height: 4 });
        let side = |cells: usize| u32::try_from(cells).ok().filter(|side| (1..=7).contains(side));
        let sides = side(size.width).zip(side(size.height));
        let (width, height) =
            sides.ok_or_else(|| settings.error("size", "a board has 1x1 to 7x7 cells"))?;
        Ok(Domineering::new(width, height))
    }

    fn settings(&self) -> Settings {
        Settings::new().with("size", format!("{}x{}", self.width, self.height))
    }
}
