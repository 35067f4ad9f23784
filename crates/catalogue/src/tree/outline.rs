use std::fmt::Write;

use super::{Event, Fate, Recording};

impl Recording {
    /// The tree as indented lines for a terminal: each node's move and label, `*` behind those on
    /// the settled line, and why a branch was cut.
    #[must_use]
    pub fn outline(&self) -> String {
        let (children, settled) = (self.children(), self.settled());
        let mut text = String::new();
        // The nodes still to be written, the next one last, with what stands before them.
        let roots = self.roots().rev();
        let mut waiting: Vec<_> = roots.map(|root| (root, String::new(), String::new())).collect();
        while let Some((node, head, indent)) = waiting.pop() {
            let _ = writeln!(text, "{head}{}", self.line_of(node, settled[node]));
            for (index, &child) in children[node].iter().enumerate().rev() {
                let is_last = index + 1 == children[node].len();
                let (branch, below) =
                    if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                waiting.push((child, format!("{indent}{branch}"), format!("{indent}{below}")));
            }
        }
        text
    }

    fn line_of(&self, node: usize, settled: bool) -> String {
        let node = &self.nodes[node];
        let mut text = node.mv.clone().unwrap_or_else(|| node.position.clone());
        if let Some(label) = node.label {
            let _ = write!(text, "  {label}");
        }
        text.push_str(match node.fate {
            Fate::Refuted => "  (cut)",
            Fate::OverBound => "  (over the bound)",
            Fate::Duplicate => "  (met before)",
            Fate::Horizon => "  (no deeper)",
            Fate::Open | Fate::Expanded | Fate::Finished => "",
        });
        if settled {
            text.push_str("  *");
        }
        text
    }

    /// What the recording comes to, in a sentence.
    #[must_use]
    pub fn summary(&self) -> String {
        let count =
            |wanted: fn(Fate) -> bool| self.nodes.iter().filter(|node| wanted(node.fate)).count();
        let mut text = format!(
            "{}: {}, {}, {} expanded, {} cut",
            self.algorithm,
            counted(self.nodes.len(), "node", "nodes"),
            counted(self.visits(), "visit", "visits"),
            count(|fate| fate == Fate::Expanded),
            counted(count(Fate::is_cut), "branch", "branches"),
        );
        let iterations =
            self.events.iter().filter(|event| matches!(event, Event::Iteration { .. })).count();
        if iterations > 0 {
            let _ = write!(text, ", {}", counted(iterations, "iteration", "iterations"));
        }
        if let Some(limit) = &self.limit {
            let _ = match limit.as_str() {
                "interrupted" => write!(text, "; interrupted"),
                limit => write!(text, "; the limit on {limit} was reached"),
            };
        }
        text
    }
}

/// A number of things, in the singular or the plural.
fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
