//! A game and a puzzle that the page knows nothing of.

use std::fmt;
use std::ops::ControlFlow;

use tesuji::core::{
    Game, GameResult, NamedGame, Notation, OpenError, Player, Puzzle, Render, Rules, Setting,
    Settings,
};

/// A text is no position or move.
#[derive(Debug)]
pub(crate) struct Unreadable(&'static str);

impl fmt::Display for Unreadable {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.0)
    }
}

impl std::error::Error for Unreadable {}

const SIZE: Setting = Setting {
    name: "size",
    value: "N",
    summary: "how many cells a row and a column have, 1 to 5; 3 by default",
};

fn open_side(settings: &Settings) -> Result<u32, OpenError> {
    let side: u32 = settings.parse("size")?.unwrap_or(3);
    match side {
        1..=5 => Ok(side),
        _ => Err(settings.error("size", Unreadable("a side has 1 to 5 cells"))),
    }
}

fn cell_name(side: u32, cell: u32) -> String {
    format!("{}{}", char::from(b'a' + (cell % side) as u8), cell / side + 1)
}

/// Row by row, `#` for a cell of `cells` and `.` for another.
fn write_cells(side: u32, cells: u32, out: &mut impl fmt::Write) -> fmt::Result {
    (0..side * side).try_for_each(|cell| {
        let row = if cell > 0 && cell % side == 0 { "/" } else { "" };
        write!(out, "{row}{}", if cells >> cell & 1 == 1 { '#' } else { '.' })
    })
}

fn parse_cells(side: u32, text: &str) -> Result<u32, Unreadable> {
    let signs: Vec<char> = text.chars().filter(|&sign| sign != '/').collect();
    if signs.len() != (side * side) as usize || signs.iter().any(|sign| !".#".contains(*sign)) {
        return Err(Unreadable("a board has a . or # for each cell"));
    }
    Ok((0..).zip(signs).map(|(cell, sign)| u32::from(sign == '#') << cell).sum())
}

/// A square for each cell, which stands for the move of its name. With what no page should let in.
fn draw(side: u32, cells: u32) -> String {
    let square = |cell: u32| {
        let (x, y) = (cell % side * 20, cell / side * 20);
        let class = if cells >> cell & 1 == 1 { "full" } else { "free" };
        format!(
            r#"<rect x="{x}" y="{y}" width="20" height="20" class="{class}" data-move="{}"
                style="stroke-opacity: 0.5" onclick="document.title = 'attribute'"/>"#,
            cell_name(side, cell)
        )
    };
    let squares: String = (0..side * side).map(square).collect();
    let size = side * 20;
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">
        <style>.full {{ fill: #57606a; }} .free {{ fill: #fff; stroke: #57606a; }}</style>
        <script>document.title = "script";</script>
        <a href="javascript:document.title = 'link'"><text>elsewhere</text></a>
        <image href="http://127.0.0.1:1/image.png" width="1" height="1"/>
        <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="/"></iframe></foreignObject>
        {squares}</svg>"##
    )
}

/// Dominoes on a square, one player's upright, the other's flat; the player who cannot place one
/// loses.
#[derive(Clone, Debug)]
pub(crate) struct Dominoes {
    side: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    covered: u32,
    to_move: Player,
}

impl Dominoes {
    fn shape(&self, player: Player, cell: u32) -> Option<u32> {
        let (column, row) = (cell % self.side, cell / self.side);
        match player {
            Player::First => (row + 1 < self.side).then(|| (1 | 1 << self.side) << cell),
            Player::Second => (column + 1 < self.side).then(|| 0b11 << cell),
        }
    }
}

/// A move is the upper or left cell of a domino.
impl Rules for Dominoes {
    type State = Board;
    type Move = u32;
    type Undo = Board;

    fn initial(&self) -> Board {
        Board { covered: 0, to_move: Player::First }
    }

    fn visit_moves<B>(
        &self,
        board: &Board,
        visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let fits = |&cell: &u32| {
            self.shape(board.to_move, cell).is_some_and(|shape| board.covered & shape == 0)
        };
        (0..self.side * self.side).filter(fits).try_for_each(visit)
    }

    fn play(&self, board: &mut Board, cell: u32) -> Board {
        let before = *board;
        board.covered |= self.shape(board.to_move, cell).expect("a legal move");
        board.to_move = board.to_move.other();
        before
    }

    fn undo(&self, board: &mut Board, _: u32, before: Board) {
        *board = before;
    }
}

impl Game for Dominoes {
    const NEVER_REPEATS: bool = true;

    fn to_move(&self, board: &Board) -> Player {
        board.to_move
    }

    fn result(&self, board: &Board) -> Option<GameResult> {
        self.moves(board).is_empty().then(|| GameResult::Win(board.to_move.other()))
    }
}

impl Notation for Dominoes {
    type Error = Unreadable;

    fn parse_state(&self, text: &str) -> Result<Board, Unreadable> {
        let (cells, turn) = text.split_once(' ').ok_or(Unreadable("whose turn is it?"))?;
        let to_move = match turn {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return Err(Unreadable("it is the turn of first or second")),
        };
        Ok(Board { covered: parse_cells(self.side, cells)?, to_move })
    }

    fn write_state(&self, board: &Board, out: &mut impl fmt::Write) -> fmt::Result {
        write_cells(self.side, board.covered, out)?;
        out.write_str(match board.to_move {
            Player::First => " first",
            Player::Second => " second",
        })
    }

    fn parse_move(&self, board: &Board, text: &str) -> Result<u32, Unreadable> {
        let legal = self.moves(board);
        let found = legal.into_iter().find(|&cell| cell_name(self.side, cell) == text);
        found.ok_or(Unreadable("it is no legal move"))
    }

    fn write_move(&self, _: &Board, cell: u32, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(&cell_name(self.side, cell))
    }
}

impl Render for Dominoes {
    fn svg(&self, board: &Board) -> String {
        draw(self.side, board.covered)
    }
}

impl NamedGame for Dominoes {
    const NAME: &'static str = "square-dominoes";
    const SUMMARY: &'static str = "place a domino, or lose";
    const NOTATION: &'static str = "rows of . and #, then who moves: ../## first";
    const SETTINGS: &'static [Setting] = &[SIZE];

    fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        Ok(Dominoes { side: open_side(settings)? })
    }

    fn settings(&self) -> Settings {
        Settings::new().with("size", self.side)
    }
}

/// Lamps on a square. A move switches a lamp and its neighbours; all must be off.
#[derive(Clone, Debug)]
pub(crate) struct Lamps {
    side: u32,
}

impl Rules for Lamps {
    type State = u32;
    type Move = u32;
    type Undo = ();

    /// All lamps are off but those that the switch in the first corner turns on.
    fn initial(&self) -> u32 {
        let mut lamps = 0;
        self.play(&mut lamps, 0);
        lamps
    }

    fn visit_moves<B>(&self, _: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.side * self.side).try_for_each(visit)
    }

    fn play(&self, lamps: &mut u32, cell: u32) {
        let (column, row) = (cell % self.side, cell / self.side);
        for other in 0..self.side * self.side {
            let distance = column.abs_diff(other % self.side) + row.abs_diff(other / self.side);
            *lamps ^= u32::from(distance <= 1) << other;
        }
    }

    fn undo(&self, lamps: &mut u32, cell: u32, (): ()) {
        self.play(lamps, cell);
    }
}

impl Puzzle for Lamps {
    fn is_goal(&self, &lamps: &u32) -> bool {
        lamps == 0
    }
}

impl Notation for Lamps {
    type Error = Unreadable;

    fn parse_state(&self, text: &str) -> Result<u32, Unreadable> {
        parse_cells(self.side, text)
    }

    fn write_state(&self, &lamps: &u32, out: &mut impl fmt::Write) -> fmt::Result {
        write_cells(self.side, lamps, out)
    }

    fn parse_move(&self, _: &u32, text: &str) -> Result<u32, Unreadable> {
        let found = (0..self.side * self.side).find(|&cell| cell_name(self.side, cell) == text);
        found.ok_or(Unreadable("there is no such lamp"))
    }

    fn write_move(&self, _: &u32, cell: u32, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(&cell_name(self.side, cell))
    }
}

impl Render for Lamps {
    fn svg(&self, &lamps: &u32) -> String {
        draw(self.side, lamps)
    }
}

impl NamedGame for Lamps {
    const NAME: &'static str = "lamps";
    const SUMMARY: &'static str = "a switch turns a lamp and its neighbours; turn all off";
    const NOTATION: &'static str = "rows of . and #, a lamp that is on";
    const SETTINGS: &'static [Setting] = &[SIZE];

    fn open(settings: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        Ok(Lamps { side: open_side(settings)? })
    }

    fn settings(&self) -> Settings {
        Settings::new().with("size", self.side)
    }
}
