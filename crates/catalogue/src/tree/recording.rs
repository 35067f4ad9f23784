use super::Label;

/// The steps of a search, and the tree that it built.
///
/// Nodes are numbered in the order in which the search reached them: node 0 is the root, and a child
/// comes after its parent. A bidirectional search has one more root for each goal; below it a move
/// leads from the child to the parent. [`events`](Self::events) replay the search from the start;
/// [`nodes`](Self::nodes) are the state at its end.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Recording {
    /// The name of the search.
    pub algorithm: &'static str,
    /// The name of the heuristic that leads the search of a puzzle, if one does.
    pub heuristic: Option<&'static str>,
    /// The tree.
    pub nodes: Vec<Node>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The nodes of the result, from the root: those of a solution, or of the principal variation.
    /// Only the root if the search did not complete. Where a bidirectional search meets, the common
    /// position is in it twice, once for each direction.
    pub path: Vec<usize>,
    /// The limit that ended the search; `None` if it completed.
    pub limit: Option<String>,
}

/// A node of the tree: a position with the moves that lead to it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Node {
    /// The node it was reached from; `None` for a root.
    pub parent: Option<usize>,
    /// The move from the parent, in the game's notation; below a goal, the move to the parent.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: Option<String>,
    /// The position in the game's notation.
    pub position: String,
    /// How many moves it is from the root.
    pub depth: u32,
    /// Who chooses the move.
    pub side: Side,
    /// How the search treated it.
    pub fate: Fate,
    /// What the search found out about it; `None` if nothing.
    pub label: Option<Label>,
}

/// Who chooses the move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Side {
    /// The player to move at the root, who wants the largest value; an OR node.
    Max,
    /// The opponent, who wants the smallest; an AND node.
    Min,
    /// The only player.
    Alone,
}

/// How a search treats a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Fate {
    /// Generated, and not expanded.
    Open,
    /// Expanded: its moves were generated.
    Expanded,
    /// A finished game, a goal, or a position that static bounds settle.
    Finished,
    /// At the depth limit: its value is estimated.
    Horizon,
    /// Pruned: a sibling refutes the parent (a cutoff).
    Refuted,
    /// Pruned: its estimate exceeds the bound.
    OverBound,
    /// Pruned: the position is known already.
    Duplicate,
}

impl Fate {
    /// Whether the tree was cut here.
    #[must_use]
    pub fn is_cut(self) -> bool {
        matches!(self, Fate::Refuted | Fate::OverBound | Fate::Duplicate)
    }
}

/// One step of a search.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "event", rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Event {
    /// An iteration begins: a depth-first search starts again at the root, retrograde analysis goes
    /// on to the positions that are farther from the end.
    Iteration {
        /// No line may be longer; or cost more, by the estimate of what is left of it. `null` is
        /// without bound.
        bound: Option<u32>,
    },
    /// A node comes to be.
    Created {
        /// Which.
        node: usize,
    },
    /// The search comes to a node. A search that begins anew comes again.
    Visited {
        /// Which.
        node: usize,
        /// What matters here, for an alpha-beta search: the worth to the player to move at the root
        /// must lie between the two to change anything. `null` is without end.
        window: Option<(Option<Label>, Option<Label>)>,
    },
    /// The search learns what a node is worth, or learns it better.
    Updated {
        /// Which.
        node: usize,
        /// The new label.
        label: Label,
    },
    /// What becomes of a node is settled, for the time being.
    Settled {
        /// Which.
        node: usize,
        /// What becomes of it.
        fate: Fate,
    },
}

impl Recording {
    /// How many nodes the search visited, as often as it did: what the counter of generated nodes
    /// says of a search that comes to a node once for each time that it makes it.
    #[must_use]
    pub fn visits(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Visited { .. })).count()
    }

    /// The children of each node, in the order of the moves.
    #[must_use]
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(index);
            }
        }
        children
    }

    /// The nodes without a parent.
    pub(super) fn roots(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(|(_, node)| node.parent.is_none()).map(|(index, _)| index)
    }

    /// For each node, whether it lies on the line that the search settled on.
    pub(super) fn settled(&self) -> Vec<bool> {
        let mut settled = vec![false; self.nodes.len()];
        for &node in &self.path {
            settled[node] = true;
        }
        settled
    }
}
