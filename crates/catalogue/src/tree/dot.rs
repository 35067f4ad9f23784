use std::fmt::Write;

use super::{Fate, Node, Recording, Side};

impl Recording {
    /// The tree in the language of Graphviz: boxes for the player to move at the root and for
    /// puzzles, ellipses for the opponent, dashed where it was cut, bold along the settled line.
    #[must_use]
    pub fn dot(&self) -> String {
        let settled = self.settled();
        let mut text = String::from("digraph search {\n");
        let _ = writeln!(text, "  label={};", quoted(&self.summary()));
        text.push_str("  node [fontname=\"sans-serif\", fontsize=11, shape=box];\n");
        text.push_str("  edge [fontname=\"sans-serif\", fontsize=10, arrowhead=none];\n");
        for (index, node) in self.nodes.iter().enumerate() {
            let written = label(node);
            let style = style(node.fate, settled[index]);
            let shape = if node.side == Side::Min { ", shape=ellipse" } else { "" };
            let tooltip = quoted(&node.position);
            let _ =
                writeln!(text, "  n{index} [label={written}{shape}{style}, tooltip={tooltip}];");
            if let (Some(parent), Some(mv)) = (node.parent, &node.mv) {
                let _ = writeln!(text, "  n{parent} -> n{index} [label={}{style}];", quoted(mv));
            }
        }
        text.push_str("}\n");
        text
    }
}

fn label(node: &Node) -> String {
    quoted(&node.label.map_or_else(String::new, |label| label.to_string()))
}

fn style(fate: Fate, settled: bool) -> &'static str {
    if settled {
        ", style=bold"
    } else if fate.is_cut() {
        ", style=dashed"
    } else {
        ""
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
