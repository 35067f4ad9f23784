use std::fmt::{self, Write};

use tesuji_core::{Game, GameResult, Player, Render};

use crate::notation::column_name;
use crate::position::{Position, name};
use crate::rules::Breakthrough;

/// The side of a square in an SVG drawing.
const SQUARE: u32 = 48;
/// The margins for the names of the rows, and for those of the columns.
const MARGIN: u32 = 24;

/// Squares and pawns have the same colours on any page; the names follow the page's light or dark
/// theme.
const STYLE: &str = "\
text { font: 14px sans-serif; text-anchor: middle; fill: #444 }
@media (prefers-color-scheme: dark) { text { fill: #ccc } }
.light { fill: #e3cfa6 } .dark { fill: #c9ad77 }
.pawn { stroke-width: 1.5 }
.white { fill: #fbf8f1; stroke: #3b332b } .black { fill: #2f2a26; stroke: #efe6d8 }
";

/// A pawn's outline, relative to the centre of its square: body, neck and head.
const PAWN: &str = "M-13 17h26c0-9-8-10-8.5-18a7.5 7.5 0 1 0-9 0c-.5 8-8.5 9-8.5 18z";

impl Render for Breakthrough {
    fn text(&self, position: &Position) -> String {
        let mut text = String::new();
        self.write_text(position, &mut text).expect("a string takes any text");
        text
    }

    fn svg(&self, position: &Position) -> String {
        let mut svg = String::new();
        self.write_svg(position, &mut svg).expect("a string takes any text");
        svg
    }
}

impl Breakthrough {
    fn write_text(&self, position: &Position, out: &mut impl Write) -> fmt::Result {
        let digits = if self.height() > 9 { 2 } else { 1 };
        for row in (0..self.height()).rev() {
            write!(out, "{:>digits$}", row + 1)?;
            for column in 0..self.width() {
                let symbol = position.pawn(self.geometry.cell(row, column)).map_or('·', disc);
                write!(out, " {symbol}")?;
            }
            writeln!(out)?;
        }
        write!(out, "{:digits$}", "")?;
        for column in 0..self.width() {
            write!(out, " {}", column_name(column))?;
        }
        writeln!(out)?;
        let (player, does) = match self.result(position) {
            Some(GameResult::Win(winner)) => (winner, "has won"),
            Some(GameResult::Draw) | None => (position.turn, "to move"),
        };
        writeln!(out, "{} {} {does}", disc(player), name(player))
    }

    fn write_svg(&self, position: &Position, out: &mut impl Write) -> fmt::Result {
        let (width, height) = (u32::from(self.width()), u32::from(self.height()));
        let (right, bottom) = (MARGIN + SQUARE * width, SQUARE * height);
        let (full_width, full_height) = (right + MARGIN / 4, bottom + MARGIN);
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full_width} {full_height}" width="{full_width}" height="{full_height}" role="img">"#
        )?;
        let mut title = String::new();
        tesuji_core::Notation::write_state(self, position, &mut title)?;
        writeln!(out, "<title>{title}</title>\n<style>\n{STYLE}</style>")?;
        writeln!(out, r#"<defs><path id="pawn" class="pawn" d="{PAWN}"/></defs>"#)?;
        for row in (0..self.height()).rev() {
            let top = SQUARE * u32::from(self.height() - 1 - row);
            let middle = top + SQUARE / 2;
            writeln!(out, r#"<text x="{}" y="{}">{}</text>"#, MARGIN / 2, middle + 5, row + 1)?;
            for column in 0..self.width() {
                let left = MARGIN + SQUARE * u32::from(column);
                let shade = if (row + column) % 2 == 0 { "dark" } else { "light" };
                writeln!(
                    out,
                    r#"<rect class="{shade}" x="{left}" y="{top}" width="{SQUARE}" height="{SQUARE}"/>"#
                )?;
                if let Some(player) = position.pawn(self.geometry.cell(row, column)) {
                    writeln!(
                        out,
                        r##"<use href="#pawn" class="{}" x="{}" y="{middle}"/>"##,
                        name(player),
                        left + SQUARE / 2
                    )?;
                }
            }
        }
        for column in 0..self.width() {
            let middle = MARGIN + SQUARE * u32::from(column) + SQUARE / 2;
            let y = bottom + MARGIN * 3 / 4;
            writeln!(out, r#"<text x="{middle}" y="{y}">{}</text>"#, column_name(column))?;
        }
        writeln!(out, "</svg>")
    }
}

fn disc(player: Player) -> char {
    match player {
        Player::First => '○',
        Player::Second => '●',
    }
}
