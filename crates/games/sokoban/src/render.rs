use std::fmt::{self, Write};

use tesuji_core::{Notation, Render, Rules};

use crate::level::WALL;
use crate::metric::Metric;
use crate::rules::{Direction, Sokoban, Warehouse};

/// In a terminal the characters of the notation, with blocks for walls. In SVG a board with boxes,
/// which are darker on goals, and the player as a disc.
impl Render for Sokoban {
    fn text(&self, state: &Warehouse) -> String {
        let characters = self.level().characters(state.boxes, state.player);
        let mut out = String::new();
        for row in characters.chunks(self.level().width()) {
            let row: String = row.iter().map(|&cell| character(cell)).collect();
            out.push_str(row.trim_end());
            out.push('\n');
        }
        out
    }

    fn svg(&self, state: &Warehouse) -> String {
        let mut out = String::new();
        self.write_svg(state, &mut out).expect("a string takes any text");
        out
    }
}

fn character(cell: u8) -> char {
    match cell {
        b'#' => '█',
        b'-' => ' ',
        b'.' => '·',
        other => other.into(),
    }
}

/// The side of a cell.
const CELL: usize = 40;

impl Sokoban {
    fn write_svg(&self, state: &Warehouse, out: &mut impl Write) -> fmt::Result {
        let level = self.level();
        let (width, height) = (level.width() * CELL, level.height() * CELL);
        write!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" "#)?;
        writeln!(out, r#"width="{width}" height="{height}" role="img">"#)?;
        writeln!(
            out,
            "<title>Sokoban: {}</title>\n<style>{STYLE}</style>",
            self.state_text(state)
        )?;
        let mut path = |class: &str, places: &mut dyn Iterator<Item = usize>| {
            write!(out, r#"<path class="{class}" d=""#)?;
            for place in places {
                let (x, y) = (place % level.width() * CELL, place / level.width() * CELL);
                write!(out, "M{x} {y}h{CELL}v{CELL}h-{CELL}z")?;
            }
            writeln!(out, r#""/>"#)
        };
        // What is neither wall nor floor is outside, or a box that is decoration.
        let solid = |&place: &usize| matches!(level.walls[place], b'#' | b'*');
        path("sokoban-wall", &mut (0..level.walls.len()).filter(solid))?;
        path("sokoban-floor", &mut level.places.iter().map(|&place| place as usize))?;
        let corner = |cell: u8| {
            let (column, row) = level.position(cell);
            (column * CELL, row * CELL)
        };
        for goal in level.goals().iter() {
            let (x, y) = corner(goal);
            let (x, y) = (x + CELL / 2, y + CELL / 2);
            writeln!(out, r#"<circle class="sokoban-goal" cx="{x}" cy="{y}" r="7"/>"#)?;
        }
        for cell in state.boxes.iter() {
            let class = if level.goals().contains(cell) { "sokoban-home" } else { "sokoban-box" };
            let ((x, y), side) = (corner(cell), CELL - 8);
            write!(out, r#"<rect class="{class}" x="{}" y="{}" "#, x + 4, y + 4)?;
            writeln!(out, r#"width="{side}" height="{side}" rx="5"/>"#)?;
        }
        let (x, y) = corner(state.player);
        let (x, y) = (x + CELL / 2, y + CELL / 2);
        writeln!(out, r#"<circle class="sokoban-player" cx="{x}" cy="{y}" r="13"/>"#)?;
        for mv in self.moves(state) {
            let name = self.move_text(state, mv);
            let to = level.next(mv.cell, mv.way);
            debug_assert_ne!(to, WALL, "a move leads to the floor");
            let (x, y) = corner(to);
            write!(out, r#"<path class="sokoban-move" data-move="{name}" d=""#)?;
            match self.metric() {
                Metric::Moves => write!(out, "M{x} {y}h{CELL}v{CELL}h-{CELL}z")?,
                // An arrow on the side of the cell that the box comes from.
                Metric::Pushes => {
                    let (x, y) = (x + CELL / 2, y + CELL / 2);
                    match mv.way {
                        Direction::Up => write!(out, "M{} {}h24l-12 -14z", x - 12, y + 18)?,
                        Direction::Right => write!(out, "M{} {}v24l14 -12z", x - 18, y - 12)?,
                        Direction::Down => write!(out, "M{} {}h24l-12 14z", x - 12, y - 18)?,
                        Direction::Left => write!(out, "M{} {}v24l-14 -12z", x + 18, y - 12)?,
                    }
                }
            }
            writeln!(out, r#""/>"#)?;
        }
        writeln!(out, "</svg>")
    }
}

const STYLE: &str = "
.sokoban-wall{fill:#59636e}
.sokoban-floor{fill:#eef1f4}
.sokoban-goal{fill:#cf222e}
.sokoban-box{fill:#b7791f}
.sokoban-home{fill:#1a7f37}
.sokoban-player{fill:#0969da}
.sokoban-move{fill:#0969da;fill-opacity:.16}
@media (prefers-color-scheme:dark){
.sokoban-wall{fill:#9198a1}
.sokoban-floor{fill:#171c22}
.sokoban-goal{fill:#f85149}
.sokoban-box{fill:#d29922}
.sokoban-home{fill:#3fb950}
.sokoban-player{fill:#4493f8}
.sokoban-move{fill:#4493f8;fill-opacity:.26}
}
";
