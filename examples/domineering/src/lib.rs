//! Domineering (Göran Andersson, 1973): one player places dominoes upright, the other flat, and the
//! player who cannot place one loses.

use std::fmt;
use std::ops::ControlFlow;

use tesuji::catalogue::{IntoEntry, TwoPlayers};
use tesuji::core::{
    BoardSize, Game, GameResult, NamedGame, Notation, OpenError, Player, Render, Rules, Score,
    Setting, Settings, quoted,
};

/// The board. What stays the same during a game.
#[derive(Clone, Debug)]
pub struct Domineering {
    width: usize,
    height: usize,
}

/// What changes: one bit for each covered cell, row by row from the upper left, and whose turn it
/// is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    covered: u64,
    to_move: Player,
}

/// The two cells that a domino covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Domino(u64);

impl Domineering {
    /// An empty board; none if a side is 0 or above 8.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let valid = (1..=8).contains(&width) && (1..=8).contains(&height);
        valid.then_some(Domineering { width, height })
    }

    /// The cells at which a player's dominoes can be placed, each the upper or left one of the two,
    /// and what a domino covers from the first cell on.
    fn places(&self, position: &Position, player: Player) -> (u64, u64) {
        let free = !position.covered & (u64::MAX >> (64 - self.width * self.height));
        match player {
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
        let (mut places, shape) = self.places(position, position.to_move);
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
}

impl Game for Domineering {
    // A domino stays where it is.
    const NEVER_REPEATS: bool = true;

    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    fn result(&self, position: &Position) -> Option<GameResult> {
        let (places, _) = self.places(position, position.to_move);
        (places == 0).then_some(GameResult::Win(position.to_move.other()))
    }
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

impl Notation for Domineering {
    type Error = NotationError;

    fn parse_state(&self, text: &str) -> Result<Position, NotationError> {
        let (rows, turn) = text.trim().split_once(' ').unwrap_or((text, ""));
        let is_row = |row: &str| row.chars().count() == self.width;
        if rows.split('/').count() != self.height || !rows.split('/').all(is_row) {
            let problem = format!("{} is not a board of {}", quoted(rows), self.size());
            return Err(NotationError(problem));
        }
        let to_move = match turn.trim() {
            "first" => Player::First,
            "second" => Player::Second,
            other => {
                let problem = format!("first or second is to move, not {}", quoted(other));
                return Err(NotationError(problem));
            }
        };
        let mut covered = 0;
        for (cell, letter) in rows.chars().filter(|&letter| letter != '/').enumerate() {
            match letter {
                '.' => {}
                '#' => covered |= 1 << cell,
                _ => {
                    let name = self.cell_name(cell);
                    return Err(NotationError(format!("cell {name}: {letter:?} is not . or #")));
                }
            }
        }
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
        let mut moves = self.moves(position).into_iter();
        let found = moves.find(|&domino| self.move_text(position, domino) == text);
        found.ok_or_else(|| NotationError(format!("{} is not a legal move", quoted(text))))
    }

    fn write_move(&self, _: &Position, domino: Domino, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(&self.cell_name(domino.0.trailing_zeros() as usize))
    }
}

impl Domineering {
    /// The column's letter and the row's number, counted from the lower left as on a chessboard.
    fn cell_name(&self, cell: usize) -> String {
        let column = char::from(b'a' + (cell % self.width) as u8);
        format!("{column}{}", self.height - cell / self.width)
    }

    fn size(&self) -> BoardSize {
        BoardSize { width: self.width, height: self.height }
    }
}

impl Render for Domineering {
    fn text(&self, position: &Position) -> String {
        let board = self.state_text(position);
        let (rows, turn) = board.split_once(' ').expect("written by write_state");
        let mut text = String::new();
        for (row, cells) in rows.split('/').enumerate() {
            text += &format!("{} {cells}\n", self.height - row);
        }
        text + &format!("  {}\n{turn} to move\n", &"abcdefgh"[..self.width])
    }

    fn svg(&self, position: &Position) -> String {
        let (places, _) = self.places(position, position.to_move);
        let cell = |cell: usize| {
            let (x, y) = (cell % self.width * 40, cell / self.width * 40);
            let fill = if position.covered >> cell & 1 == 1 { "#57606a" } else { "#fff" };
            // A click on such a cell plays the move.
            let mv = match places >> cell & 1 {
                1 => format!(r#" data-move="{}""#, self.cell_name(cell)),
                _ => String::new(),
            };
            let shape = format!(r#"x="{x}" y="{y}" width="40" height="40" fill="{fill}""#);
            format!(r##"<rect {shape} stroke="#57606a"{mv}/>"##)
        };
        let cells: String = (0..self.width * self.height).map(cell).collect();
        let (width, height) = (self.width * 40, self.height * 40);
        let head = r#"<svg xmlns="http://www.w3.org/2000/svg""#;
        format!(r#"{head} viewBox="0 0 {width} {height}">{cells}</svg>"#)
    }
}

impl NamedGame for Domineering {
    const NAME: &'static str = "domineering";
    const SUMMARY: &'static str =
        "upright dominoes against flat ones; the player who cannot place one loses";
    const NOTATION: &'static str =
        "rows from the top, then who moves: ..#/..# first; a move is an upper or left cell: b3";
    const SETTINGS: &'static [Setting] = &[Setting {
        name: "size",
        value: "WxH",
        summary: "the size of the board, 1x1 to 8x8; 6x6 by default",
    }];

    fn open(settings: &Settings, position: Option<&str>) -> Result<Self, OpenError> {
        let read = position.map(|text| {
            let rows = text.split_whitespace().next().unwrap_or_default();
            let width = rows.split('/').next().unwrap_or_default().chars().count();
            BoardSize { width, height: rows.split('/').count() }
        });
        let size = settings.parse("size")?.or(read).unwrap_or(BoardSize { width: 6, height: 6 });
        let made = Domineering::new(size.width, size.height);
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

/// An evaluator: how many places the player to move has more than the opponent.
#[must_use]
pub fn mobility(board: &Domineering, position: &Position) -> Score {
    let count = |player| board.places(position, player).0.count_ones() as Score;
    count(position.to_move) - count(position.to_move.other())
}

/// The game as a catalogue has it: with every search, by name.
#[must_use]
pub fn entry() -> impl IntoEntry {
    TwoPlayers::<Domineering>::new().evaluator(
        "mobility",
        "places for dominoes, less the opponent's",
        mobility,
    )
}
