use std::fmt::Write;

use tesuji_core::{Game, Player, Render};

use crate::lines;
use crate::notation::{end, letter};
use crate::position::{Cell, Position, cells};
use crate::rules::ConnectFour;
use crate::word::Word;

const ANY_TEXT: &str = "a string takes any text";

/// The side of a cell in a drawing.
const SIDE: u32 = 50;

impl<W: Word> ConnectFour<W> {
    /// The turn or the result of the game, in words.
    fn status(&self, position: &Position<W>) -> String {
        match self.result(position) {
            Some(result) => end(result),
            None => format!("{} to move", letter(self.to_move(position))),
        }
    }

    /// The stones of completed fours in a row.
    fn fours(&self, position: &Position<W>) -> W {
        let of = |stones| self.with_height(move |height| lines::fours(stones, height));
        of(position.own()) | of(position.opponent())
    }
}

impl<W: Word> Render for ConnectFour<W> {
    /// The rows, the numbers of the columns, and the turn or the result; four in a row in capital
    /// letters.
    fn text(&self, position: &Position<W>) -> String {
        let fours = self.fours(position);
        let stone = |cell: Cell| match self.stone(position, cell).map(letter) {
            Some(letter) if fours & cell.bit() != W::ZERO => letter.to_ascii_uppercase(),
            Some(letter) => letter,
            None => '.',
        };
        let wide = if self.width() > 9 { 2 } else { 1 };
        let mut text = String::new();
        let mut line = |items: Vec<String>| {
            text += items.join(" ").trim_end();
            text.push('\n');
        };
        for row in (0..self.height()).rev() {
            let stones = (0..self.width()).map(|column| stone(self.cell(column, row)));
            line(stones.map(|stone| format!("{stone:>wide$}")).collect());
        }
        line((1..=self.width()).map(|number| format!("{number:>wide$}")).collect());
        line(vec![self.status(position)]);
        text
    }

    /// A blue board with red stones for x and yellow ones for o, in the page's light or dark theme;
    /// four in a row have a ring.
    fn svg(&self, position: &Position<W>) -> String {
        let (width, height) = (u32::from(self.width()) * SIDE, u32::from(self.height()) * SIDE);
        let fours = self.fours(position);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"connect-four\" \
             viewBox=\"0 0 {width} {}\" role=\"img\">\n",
            height + SIDE / 2
        );
        writeln!(svg, "<title>Connect Four: {}</title>", self.status(position)).expect(ANY_TEXT);
        svg += STYLE;
        writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" rx=\"8\"/>").expect(ANY_TEXT);
        for cell in cells(self.board()) {
            let (column, row) = (u32::from(self.column_of(cell)), u32::from(self.row_of(cell)));
            let (x, y) = (column * SIDE + SIDE / 2, height - row * SIDE - SIDE / 2);
            let class = match self.stone(position, cell) {
                Some(Player::First) => "x",
                Some(Player::Second) => "o",
                None => "hole",
            };
            let ring = if fours & cell.bit() != W::ZERO { " four" } else { "" };
            writeln!(svg, "<circle class=\"{class}{ring}\" cx=\"{x}\" cy=\"{y}\" r=\"20\"/>")
                .expect(ANY_TEXT);
        }
        for column in 0..u32::from(self.width()) {
            let (x, y, number) = (column * SIDE + SIDE / 2, height + 18, column + 1);
            writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{number}</text>").expect(ANY_TEXT);
        }
        svg += "</svg>\n";
        svg
    }
}

// Every rule starts with the drawing's own class, because styles in a web page are global.
const STYLE: &str = "<style>
.connect-four rect { fill: #294059 }
.connect-four .hole { fill: #1b2b3d }
.connect-four .x { fill: #e26a52 }
.connect-four .o { fill: #efe2c6 }
.connect-four .four { stroke: #fff; stroke-width: 5 }
.connect-four text { fill: #444; font: 16px sans-serif; text-anchor: middle }
@media (prefers-color-scheme: dark) {
.connect-four text { fill: #bbb }
}
</style>
";
