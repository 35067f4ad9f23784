use std::fmt::{self, Write};

use tesuji_core::{Notation, Render, Rules};

use crate::grid::{Cell, Grid};

/// In a terminal a character for each cell: `A` the agent, `X` the goal, blocks for walls, `~` for
/// water. In SVG, squares by terrain, a disc for the agent and a flag for the goal.
impl Render for Grid {
    fn text(&self, &agent: &Cell) -> String {
        let mut out = String::new();
        let space = if self.map().width() <= 40 { " " } else { "" };
        for (number, row) in self.map().rows().enumerate() {
            let cells = row.chars().enumerate().map(|(column, character)| {
                let here = self.cell(column, number);
                match character {
                    _ if here == Some(agent) => 'A',
                    _ if here == Some(self.goal()) => 'X',
                    '.' | 'G' => '·',
                    'W' => '~',
                    '@' | 'O' | 'T' | '#' => '█',
                    other => other,
                }
            });
            let cells: Vec<String> = cells.map(String::from).collect();
            out.push_str(cells.join(space).trim_end());
            out.push('\n');
        }
        out
    }

    fn svg(&self, agent: &Cell) -> String {
        let mut out = String::new();
        self.write_svg(*agent, &mut out).expect("a string takes any text");
        out
    }
}

/// The side of a cell.
const CELL: usize = 24;

impl Grid {
    fn write_svg(&self, agent: Cell, out: &mut impl Write) -> fmt::Result {
        let (width, height) = (self.map().width() * CELL, self.map().height() * CELL);
        let ((column, row), goal) = (self.position(agent), self.position(self.goal()));
        write!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" "#)?;
        writeln!(out, r#"width="{width}" height="{height}" role="img">"#)?;
        write!(out, "<title>Grid: agent in column {column}, row {row}, ")?;
        writeln!(out, "goal in column {}, row {}</title>\n<style>{STYLE}</style>", goal.0, goal.1)?;
        writeln!(out, r#"<rect class="grid-land" width="{width}" height="{height}"/>"#)?;
        let classes = [("grid-wall", "@OT#"), ("grid-water", "W"), ("grid-swamp", "S")];
        for (class, characters) in classes {
            self.write_terrain(class, &|cell| characters.contains(cell), out)?;
        }
        for cost in '2'..='9' {
            self.write_terrain(&format!("grid-cost grid-cost-{cost}"), &|cell| cell == cost, out)?;
        }
        write!(out, r#"<path class="grid-line" d=""#)?;
        (1..self.map().width()).try_for_each(|x| write!(out, "M{} 0v{height}", x * CELL))?;
        (1..self.map().height()).try_for_each(|y| write!(out, "M0 {}h{width}", y * CELL))?;
        writeln!(out, r#""/>"#)?;
        let middle = |at: usize| at * CELL + CELL / 2;
        let (x, y) = (goal.0 * CELL, goal.1 * CELL);
        writeln!(
            out,
            r#"<path class="grid-goal" d="M{} {}v-18h12l-4 4 4 4h-10v10z"/>"#,
            x + 7,
            y + 21
        )?;
        let (x, y) = (middle(column), middle(row));
        writeln!(out, r#"<circle class="grid-agent" cx="{x}" cy="{y}" r="{}"/>"#, CELL / 3)?;
        for way in self.moves(&agent) {
            let (name, (x, y)) =
                (self.move_text(&agent, way), self.position(self.after(agent, way)));
            let (x, y) = (x * CELL, y * CELL);
            write!(out, r#"<rect class="grid-step" data-move="{name}" x="{x}" y="{y}" "#)?;
            writeln!(out, r#"width="{CELL}" height="{CELL}"/>"#)?;
        }
        writeln!(out, "</svg>")
    }

    /// One path for all cells of a kind, a rectangle for those that are side by side.
    fn write_terrain(
        &self,
        class: &str,
        is: &dyn Fn(char) -> bool,
        out: &mut impl Write,
    ) -> fmt::Result {
        let mut path = String::new();
        for (row, cells) in self.map().rows().enumerate() {
            let mut column = 0;
            while column < cells.len() {
                let run = cells[column..].chars().take_while(|&cell| is(cell)).count();
                if run > 0 {
                    let (x, y, long) = (column * CELL, row * CELL, run * CELL);
                    write!(path, "M{x} {y}h{long}v{CELL}h-{long}z")?;
                }
                column += run.max(1);
            }
        }
        if path.is_empty() {
            return Ok(());
        }
        writeln!(out, r#"<path class="{class}" d="{path}"/>"#)
    }
}

const STYLE: &str = "
.grid-land{fill:#f4f6f8}
.grid-wall{fill:#59636e}
.grid-water{fill:#79b8ff}
.grid-swamp{fill:#b9cf9f}
.grid-cost{fill:#a5793a}
.grid-cost-2{fill-opacity:.2}
.grid-cost-3{fill-opacity:.28}
.grid-cost-4{fill-opacity:.36}
.grid-cost-5{fill-opacity:.44}
.grid-cost-6{fill-opacity:.52}
.grid-cost-7{fill-opacity:.6}
.grid-cost-8{fill-opacity:.68}
.grid-cost-9{fill-opacity:.76}
.grid-line{stroke:#d1d9e0;fill:none}
.grid-goal,.grid-agent{stroke:#ffffff;stroke-width:3;paint-order:stroke}
.grid-goal{fill:#1a7f37}
.grid-agent{fill:#cf222e}
.grid-step{fill:#cf222e;fill-opacity:.12}
@media (prefers-color-scheme:dark){
.grid-land{fill:#171c22}
.grid-wall{fill:#9198a1}
.grid-water{fill:#1f4b7a}
.grid-swamp{fill:#3a4a2a}
.grid-line{stroke:#2d343c}
.grid-goal,.grid-agent{stroke:#0d1117}
.grid-goal{fill:#3fb950}
.grid-agent{fill:#f85149}
.grid-step{fill:#f85149;fill-opacity:.2}
}
";
