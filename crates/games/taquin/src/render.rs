use std::fmt::{self, Write};

use tesuji_core::Render;

use crate::board::{Board, Word};
use crate::rules::Taquin;

/// In a terminal, a box with the blank empty. In SVG, tiles on a tray, those on their goal cells
/// tinted; the colours follow the reader's choice of a light or a dark page.
impl<W: Word> Render for Taquin<W> {
    fn text(&self, board: &Board<W>) -> String {
        let mut out = String::new();
        self.write_box(*board, &mut out).expect("a string takes any text");
        out
    }

    fn svg(&self, board: &Board<W>) -> String {
        let mut out = String::new();
        self.write_svg(*board, &mut out).expect("a string takes any text");
        out
    }
}

impl<W: Word> Taquin<W> {
    fn write_box(&self, board: Board<W>, out: &mut impl Write) -> fmt::Result {
        let digits: usize = if self.cells() > 10 { 2 } else { 1 };
        let line = "─".repeat(digits + 2);
        let rule = |out: &mut dyn Write, left: &str, between: &str, right: &str| {
            let lines = vec![line.as_str(); self.width.into()];
            writeln!(out, "{left}{}{right}", lines.join(between))
        };
        for row in 0..self.height {
            match row {
                0 => rule(out, "┌", "┬", "┐")?,
                _ => rule(out, "├", "┼", "┤")?,
            }
            for column in 0..self.width {
                match board.tile(row * self.width + column) {
                    0 => write!(out, "│ {:digits$} ", "")?,
                    tile => write!(out, "│ {tile:digits$} ")?,
                }
            }
            writeln!(out, "│")?;
        }
        rule(out, "└", "┴", "┘")
    }

    fn write_svg(&self, board: Board<W>, out: &mut impl Write) -> fmt::Result {
        let side = |cells: u8| u32::from(cells) * PITCH + GAP;
        let (width, height) = (side(self.width), side(self.height));
        write!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" "#)?;
        writeln!(out, r#"width="{width}" height="{height}" role="img">"#)?;
        writeln!(out, "<title>{}</title>", self.caption(board))?;
        writeln!(out, "<style>{STYLE}</style>")?;
        writeln!(out, r#"<rect class="taquin-tray" width="{width}" height="{height}" rx="16"/>"#)?;
        for cell in (0..self.cells()).filter(|&cell| board.tile(cell) != 0) {
            let tile = board.tile(cell);
            let home = self.goal_cells[usize::from(tile)] == cell;
            let class = if home { "taquin-tile taquin-home" } else { "taquin-tile" };
            let (left, top) = (side(cell % self.width), side(cell / self.width));
            let (x, y) = (left + (PITCH - GAP) / 2, top + (PITCH - GAP) / 2);
            let edge = PITCH - GAP;
            write!(out, r#"<g class="{class}"><rect x="{left}" y="{top}" "#)?;
            write!(out, r#"width="{edge}" height="{edge}" rx="12"/>"#)?;
            writeln!(out, r#"<text x="{x}" y="{y}" dy=".36em">{tile}</text></g>"#)?;
        }
        writeln!(out, "</svg>")
    }

    /// The board in words: "Taquin 3x3: 1 2 5 / 3 7 4 / 6 8 blank".
    fn caption(&self, board: Board<W>) -> String {
        let name = |tile| if tile == 0 { "blank".to_owned() } else { u8::to_string(&tile) };
        let tiles: Vec<_> = self.tiles(board).map(name).collect();
        let rows: Vec<_> = tiles.chunks(self.width.into()).map(|row| row.join(" ")).collect();
        format!("Taquin {}: {}", self.board_size(), rows.join(" / "))
    }
}

/// The distance from a tile to the next.
const PITCH: u32 = 80;
/// The gap between two tiles, and around them.
const GAP: u32 = 8;

const STYLE: &str = "
.taquin-tray{fill:#6e7781}
.taquin-tile rect{fill:#ffffff}
.taquin-home rect{fill:#c8ebd3}
.taquin-tile text{fill:#1c2530;font:600 32px system-ui,sans-serif;text-anchor:middle}
@media (prefers-color-scheme:dark){
.taquin-tray{fill:#0d1117}
.taquin-tile rect{fill:#5b6979}
.taquin-home rect{fill:#337a54}
.taquin-tile text{fill:#f4f6f8}
}
";
