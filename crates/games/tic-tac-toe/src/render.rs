use std::fmt::Write;

use tesuji_core::{Game, Player, Render};

use crate::board::{Board, CELLS, Cell, end, letter};
use crate::rules::TicTacToe;

impl TicTacToe {
    /// The turn or the result of the game, in words.
    fn status(&self, board: &Board) -> String {
        match self.result(board) {
            Some(result) => end(result),
            None => format!("{} to move", letter(self.to_move(board))),
        }
    }
}

impl Render for TicTacToe {
    /// The three rows with their coordinates, and the turn or the result.
    fn text(&self, board: &Board) -> String {
        let mut text = String::new();
        for row in 0..3u8 {
            let mark = |column: u8| board.mark(Cell(3 * row + column)).map_or('.', letter);
            let (number, left, middle, right) = (3 - row, mark(0), mark(1), mark(2));
            text += &format!("{number} {left} {middle} {right}\n");
        }
        text += "  a b c\n";
        text += &self.status(board);
        text.push('\n');
        text
    }

    /// The grid with its marks in the page's light or dark theme; three in a row are thicker.
    fn svg(&self, board: &Board) -> String {
        let lines = board.marks.lines(Player::First) | board.marks.lines(Player::Second);
        let mut svg = String::from(HEAD);
        writeln!(svg, "<title>Tic-tac-toe: {}</title>", self.status(board)).expect(ANY_TEXT);
        svg += STYLE;
        svg += "<path class=\"grid\" d=\"M100 10V290M200 10V290M10 100H290M10 200H290\"/>\n";
        for cell in (0..CELLS).map(Cell) {
            let Some(mark) = board.mark(cell) else { continue };
            let row_of_three = if lines & cell.bit() != 0 { " row" } else { "" };
            let (x, y) = (100 * u32::from(cell.0 % 3) + 50, 100 * u32::from(cell.0 / 3) + 50);
            match mark {
                Player::First => writeln!(
                    svg,
                    "<path class=\"x{row_of_three}\" d=\"M{} {}l56 56m0 -56l-56 56\"/>",
                    x - 28,
                    y - 28
                ),
                Player::Second => writeln!(
                    svg,
                    "<circle class=\"o{row_of_three}\" cx=\"{x}\" cy=\"{y}\" r=\"30\"/>"
                ),
            }
            .expect(ANY_TEXT);
        }
        svg += "</svg>\n";
        svg
    }
}

const ANY_TEXT: &str = "a string takes any text";

const HEAD: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tic-tac-toe\" \
                    viewBox=\"0 0 300 300\" role=\"img\">\n";

// Every rule starts with the drawing's own class, because styles in a web page are global.
const STYLE: &str = "<style>
.tic-tac-toe path, .tic-tac-toe circle { fill: none; stroke-width: 9; stroke-linecap: round }
.tic-tac-toe .grid { stroke: #8a8f98; stroke-width: 4 }
.tic-tac-toe .x { stroke: #b63a26 }
.tic-tac-toe .o { stroke: #2c3e52 }
.tic-tac-toe .row { stroke-width: 15 }
@media (prefers-color-scheme: dark) {
.tic-tac-toe .x { stroke: #e0705a }
.tic-tac-toe .o { stroke: #8fa9c8 }
}
</style>
";
