use std::fmt::{self, Write};

use tesuji_core::{Notation, Render};

use crate::card::{Axis, Cell};
use crate::rocks::{RocksState, RushHourRocks};
use crate::rules::{Board, RushHour};

/// In a terminal, the letters in a box that is open at the exit; walls are blocks. In SVG, cars
/// on a board with an opening at the exit; the colours follow the page's light or dark theme.
impl Render for RushHour {
    fn text(&self, board: &Board) -> String {
        self.draw_text(*board, None)
    }

    fn svg(&self, board: &Board) -> String {
        self.draw_svg(*board, None)
    }
}

/// Like [`RushHour`], with the rock as a disc. In a terminal, the turn is written below.
impl Render for RushHourRocks {
    fn text(&self, state: &RocksState) -> String {
        let mut text = self.alone().draw_text(state.board(), state.rock());
        let state = self.state_text(state);
        let turn = state.rsplit(' ').next().expect("a text has a last word");
        writeln!(text, "{turn} to move").expect("a string takes any text");
        text
    }

    fn svg(&self, state: &RocksState) -> String {
        self.alone().draw_svg(state.board(), state.rock())
    }
}

impl RushHour {
    fn draw_text(&self, board: Board, rock: Option<Cell>) -> String {
        let mut out = String::new();
        self.write_box(board, rock, &mut out).expect("a string takes any text");
        out
    }

    fn draw_svg(&self, board: Board, rock: Option<Cell>) -> String {
        let mut out = String::new();
        self.write_svg(board, rock, &mut out).expect("a string takes any text");
        out
    }

    fn write_box(&self, board: Board, rock: Option<Cell>, out: &mut impl Write) -> fmt::Result {
        let card = self.card();
        let letters = card.letters(|car| self.offset(board, car));
        let line = "─".repeat(2 * usize::from(card.width()) + 1);
        writeln!(out, "┌{line}┐")?;
        for row in 0..card.height() {
            out.write_str("│")?;
            for column in 0..card.width() {
                let symbol = match letters[usize::from(row)][usize::from(column)] {
                    _ if rock == Some(Cell { row, column }) => '●',
                    b'.' => '·',
                    b'x' => '█',
                    letter => letter.into(),
                };
                write!(out, " {symbol}")?;
            }
            let exit = row == card.red().line;
            writeln!(out, " {}", if exit { '→' } else { '│' })?;
        }
        writeln!(out, "└{line}┘")
    }

    fn write_svg(&self, board: Board, rock: Option<Cell>, out: &mut impl Write) -> fmt::Result {
        let card = self.card();
        let side = |cells: u8| 2 * FRAME + u32::from(cells) * CELL;
        let (width, height) = (side(card.width()), side(card.height()));
        write!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" "#)?;
        writeln!(out, r#"width="{width}" height="{height}" role="img">"#)?;
        write!(out, "<title>Rush Hour: {}", self.state_text(&board))?;
        if let Some(Cell { row, column }) = rock {
            write!(out, ", rock on {row}-{column}")?;
        }
        writeln!(out, "</title>\n<style>{STYLE}</style>")?;
        let start = |along: u8| FRAME + u32::from(along) * CELL;
        let (floor_width, floor_height) = (width - 2 * FRAME, height - 2 * FRAME);
        writeln!(out, r#"<rect class="rush-frame" width="{width}" height="{height}" rx="14"/>"#)?;
        write!(
            out,
            r#"<path class="rush-floor" d="M{FRAME} {FRAME}h{floor_width}v{floor_height}"#
        )?;
        // The floor extends to the edge at the exit.
        let (exit_x, exit_y) = (width - FRAME, start(card.red().line));
        writeln!(out, r#"h-{floor_width}zM{exit_x} {exit_y}h{FRAME}v{CELL}h-{FRAME}z"/>"#)?;
        for wall in card.walls() {
            let (x, y) = (start(wall.column), start(wall.row));
            writeln!(
                out,
                r#"<rect class="rush-wall" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>"#
            )?;
        }
        for index in 0..card.cars().len() {
            let car = self.car(board, index);
            let first = car.axis.cell(car.line, car.offset);
            let long = u32::from(car.length) * CELL - 2 * GAP;
            let (width, height) = match car.axis {
                Axis::Horizontal => (long, CELL - 2 * GAP),
                Axis::Vertical => (CELL - 2 * GAP, long),
            };
            let (x, y) = (start(first.column) + GAP, start(first.row) + GAP);
            let (middle_x, middle_y) = (x + width / 2, y + height / 2);
            let class = match (index, car.length) {
                (0, _) => "rush-red",
                (_, 2) => "rush-car",
                (..) => "rush-long",
            };
            write!(out, r#"<g class="{class}"><rect x="{x}" y="{y}" "#)?;
            write!(out, r#"width="{width}" height="{height}" rx="14"/>"#)?;
            writeln!(
                out,
                r#"<text x="{middle_x}" y="{middle_y}" dy=".36em">{}</text></g>"#,
                car.name()
            )?;
        }
        if let Some(rock) = rock {
            let (x, y) = (start(rock.column) + CELL / 2, start(rock.row) + CELL / 2);
            writeln!(out, r#"<circle class="rush-rock" cx="{x}" cy="{y}" r="{}"/>"#, CELL / 3)?;
        }
        writeln!(out, "</svg>")
    }
}

/// The side of a cell.
const CELL: u32 = 60;
/// The gap between a car and the edge of its cells.
const GAP: u32 = 4;
/// The width of the frame around the board.
const FRAME: u32 = 12;

const STYLE: &str = "
.rush-frame{fill:#8c98a5}
.rush-floor{fill:#e6eaee}
.rush-wall{fill:#8c98a5}
.rush-red rect{fill:#cf222e}
.rush-car rect{fill:#4d86c6}
.rush-long rect{fill:#43936c}
.rush-rock{fill:#57493b}
text{fill:#ffffff;font:600 24px system-ui,sans-serif;text-anchor:middle}
@media (prefers-color-scheme:dark){
.rush-frame{fill:#4a5561}
.rush-floor{fill:#171c22}
.rush-wall{fill:#4a5561}
.rush-car rect{fill:#3a72b0}
.rush-long rect{fill:#2f7d55}
.rush-rock{fill:#c2b09d}
}
";
