use std::fmt::Write;

use super::{Fate, Label, Layout, Node, Recording, Side};

/// Sizes in user units, a little more than a pixel on most screens.
const HEIGHT: f64 = 22.0;
const LEVEL: f64 = 74.0;
const GAP: f64 = 12.0;
const MARGIN: f64 = 16.0;
/// What a character takes, on average and to be safe.
const CHARACTER: f64 = 7.2;
/// A line of text: the summary above, the key below.
const LINE: f64 = 18.0;
const HEAD: f64 = 34.0;

impl Recording {
    /// The tree as an SVG document, readable in light and dark: square nodes for the player to
    /// move at the root and for puzzles, round ones for the opponent, dashed where the tree was
    /// cut, bold along the path. The tooltip of a node is its position.
    #[must_use]
    pub fn svg(&self) -> String {
        let widths: Vec<_> = self.nodes.iter().map(width).collect();
        let layout = Layout::new(&self.children(), &widths, GAP);
        let deepest = self.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
        let tree_height = f64::from(deepest) * LEVEL + HEIGHT;
        let summary = self.summary();
        let key = self.key();
        let written = |text: &str| text.chars().count() as f64 * CHARACTER;
        let notes = key.iter().copied().chain([&*summary]).map(written);
        let inner = notes.fold(layout.width(), f64::max);
        let foot = MARGIN + HEAD + tree_height + LINE;
        let (across, down) = (inner + 2.0 * MARGIN, foot + key.len() as f64 * LINE + MARGIN);
        let drawing = Drawing {
            recording: self,
            settled: self.settled(),
            widths,
            left: MARGIN + (inner - layout.width()) / 2.0,
            layout,
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"search-tree\" width=\"{across:.0}\" \
             height=\"{down:.0}\" viewBox=\"0 0 {across:.0} {down:.0}\" role=\"img\">\n"
        );
        let _ = writeln!(svg, "<title>{}</title>", escaped(&summary));
        svg += STYLE;
        svg += "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n";
        let line = |svg: &mut String, y: f64, text: &str| {
            let _ = writeln!(
                svg,
                "<text class=\"note\" x=\"{MARGIN}\" y=\"{y:.1}\">{}</text>",
                escaped(text)
            );
        };
        line(&mut svg, MARGIN + 10.0, &summary);
        drawing.edges(&mut svg);
        drawing.nodes(&mut svg);
        for (number, part) in (1..).zip(&key) {
            line(&mut svg, foot + f64::from(number) * LINE, part);
        }
        svg += "</svg>\n";
        svg
    }

    /// What the shapes and lines mean, as far as they occur.
    fn key(&self) -> Vec<&'static str> {
        let mut parts = Vec::new();
        if self.nodes[0].side == Side::Max {
            parts.push("square: the player to move at the root; round: the opponent");
        }
        let labels = || self.nodes.iter().filter_map(|node| node.label);
        if labels().any(|label| matches!(label, Label::Numbers { .. })) {
            parts.push("proof / disproof number of the claim that the former wins");
        }
        if labels().any(|label| matches!(label, Label::Cost { left: Some(_), .. })) {
            parts.push("cost so far + estimate of what is left");
        } else if labels().any(|label| matches!(label, Label::Cost { .. })) {
            parts.push("cost so far");
        }
        if labels().any(|label| matches!(label, Label::Mean { samples: Some(_), .. })) {
            parts.push("mean to the former (number of playouts)");
        } else if labels().any(|label| matches!(label, Label::Mean { .. })) {
            parts.push("mean to the former");
        }
        if labels().any(|label| matches!(label, Label::Worth { .. })) {
            parts.push("value to the former; for wins and losses, the distance from the root");
        }
        let has = |fate: Fate| self.nodes.iter().any(|node| node.fate == fate);
        for (fate, meaning) in [
            (Fate::Refuted, "dashed: pruned, a sibling refutes the position above"),
            (Fate::OverBound, "dashed: over the bound"),
            (Fate::Duplicate, "dashed: met before"),
        ] {
            if has(fate) {
                parts.push(meaning);
            }
        }
        if self.path.len() > 1 {
            parts.push("bold: the path of the result");
        }
        parts
    }
}

struct Drawing<'a> {
    recording: &'a Recording,
    settled: Vec<bool>,
    widths: Vec<f64>,
    /// Where the tree begins.
    left: f64,
    layout: Layout,
}

impl Drawing<'_> {
    fn place(&self, node: usize) -> (f64, f64) {
        let depth = f64::from(self.recording.nodes[node].depth);
        (self.left + self.layout.middles()[node], MARGIN + HEAD + depth * LEVEL)
    }

    fn class(&self, node: usize) -> &'static str {
        match self.recording.nodes[node].fate {
            _ if self.settled[node] => "settled",
            fate if fate.is_cut() => "cut",
            Fate::Horizon => "horizon",
            Fate::Finished => "finished",
            _ => "open",
        }
    }

    fn edges(&self, svg: &mut String) {
        for (index, node) in self.recording.nodes.iter().enumerate() {
            let Some(parent) = node.parent else { continue };
            let ((from_x, from_y), (x, y)) = (self.place(parent), self.place(index));
            let class = self.class(index);
            let from_y = from_y + HEIGHT;
            let half = (y - from_y) / 2.0;
            let _ = writeln!(
                svg,
                "<path class=\"{class}\" d=\"M{from_x:.1} {from_y:.1}C{from_x:.1} {:.1} {x:.1} {:.1} {x:.1} {y:.1}\"/>",
                from_y + half,
                y - half,
            );
            if let Some(mv) = &node.mv {
                let _ = writeln!(
                    svg,
                    "<text class=\"move {class}\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                    y - 7.0,
                    escaped(mv)
                );
            }
        }
    }

    fn nodes(&self, svg: &mut String) {
        for (index, node) in self.recording.nodes.iter().enumerate() {
            let ((x, y), class) = (self.place(index), self.class(index));
            let width = self.widths[index];
            let rounding = if node.side == Side::Min { HEIGHT / 2.0 } else { 2.0 };
            let _ = writeln!(
                svg,
                "<g><title>{}</title><rect class=\"{class}\" x=\"{:.1}\" y=\"{y:.1}\" \
                 width=\"{width:.1}\" height=\"{HEIGHT}\" rx=\"{rounding}\"/>",
                escaped(&node.position),
                x - width / 2.0,
            );
            if let Some(label) = node.label {
                let _ = writeln!(
                    svg,
                    "<text class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                    y + 15.0,
                    escaped(&label.to_string())
                );
            }
            svg.push_str("</g>\n");
        }
    }
}

/// The width of a node: room for its label, and for its move above it.
fn width(node: &Node) -> f64 {
    let label = node.label.map_or(0, |label| label.to_string().chars().count());
    let mv = node.mv.as_ref().map_or(0, |mv| mv.chars().count());
    (label.max(mv).max(2) as f64) * CHARACTER + 10.0
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

// Every rule starts with the drawing's own class: inside a web page, styles reach everything.
const STYLE: &str = "<style>
.search-tree text { font: 12px sans-serif; text-anchor: middle; fill: #1f2328 }
.search-tree text.note { text-anchor: start; fill: #59636e }
.search-tree text.move { fill: #59636e; stroke: #ffffff; stroke-width: 4px; paint-order: stroke }
.search-tree text.settled { font-weight: bold; fill: #1a56b0 }
.search-tree path { fill: none; stroke: #8a8f98; stroke-width: 1.2 }
.search-tree rect { fill: #ffffff; stroke: #59636e; stroke-width: 1.2 }
.search-tree rect.page { stroke: none }
.search-tree rect.finished { fill: #eef1f4 }
.search-tree rect.horizon { fill: #fff6db }
.search-tree .cut { stroke-dasharray: 4 3; stroke: #b3261e }
.search-tree text.cut { stroke-dasharray: none; fill: #b3261e }
.search-tree rect.settled, .search-tree path.settled { stroke: #1a56b0; stroke-width: 3 }
@media (prefers-color-scheme: dark) {
.search-tree text { fill: #e6edf3 }
.search-tree text.note { fill: #9198a1 }
.search-tree text.move { fill: #9198a1; stroke: #0d1117 }
.search-tree text.settled { fill: #82b1ff }
.search-tree rect { fill: #161b22; stroke: #9198a1 }
.search-tree rect.page { fill: #0d1117 }
.search-tree rect.finished { fill: #2d333b }
.search-tree rect.horizon { fill: #3a3115 }
.search-tree .cut { stroke: #ff8a80 }
.search-tree text.cut { fill: #ff8a80 }
.search-tree rect.settled, .search-tree path.settled { stroke: #82b1ff }
}
</style>
";
