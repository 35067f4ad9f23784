//! Disproofs that hold as long as certain positions stay on the path.
//!
//! A disproof that comes from a repetition says: this is not won as long as that position
//! further up is not. It is kept under a condition, the deepest node of the path that it rests on,
//! and found again anywhere below that node, whatever the way. When the node is disproved itself,
//! what rested on it rests on what is left; with nothing left it holds everywhere, since then the
//! positions that were disproved under each other's conditions are a set that the other player
//! never has to leave. When the node is proved it is void, and while the search is away from the
//! node it waits.

/// The plies of the path that a disproof rests on: none below the lowest, none beyond the deepest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rests {
    pub(crate) lowest: u32,
    pub(crate) deepest: u32,
}

impl Rests {
    /// On nothing: it holds everywhere.
    pub(crate) const NOTHING: Rests = Rests { lowest: u32::MAX, deepest: 0 };

    /// On the position at this ply.
    #[inline]
    pub(crate) fn on(ply: u32) -> Rests {
        Rests { lowest: ply, deepest: ply }
    }

    /// On everything that either rests on.
    #[inline]
    pub(crate) fn and(self, other: Rests) -> Rests {
        Rests { lowest: self.lowest.min(other.lowest), deepest: self.deepest.max(other.deepest) }
    }

    /// What is left when the position at `ply` is disproved itself, and nothing beyond it is on the
    /// path any more.
    #[inline]
    pub(crate) fn above(self, ply: u32) -> Rests {
        if self.lowest >= ply {
            return Rests::NOTHING;
        }
        Rests { lowest: self.lowest, deepest: self.deepest.min(ply - 1) }
    }
}

/// Stands for a node at the end of a path from the root: while it is on the path, while the search
/// is away from it, and after it is settled.
pub(crate) type Condition = u32;

/// The condition of a node on which nothing rests yet.
pub(crate) const UNNAMED: Condition = Condition::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The node before it on the path; [`UNNAMED`] for the root.
    before: Condition,
    ply: u32,
    fate: Fate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    OnPath,
    /// The search has left it, and may come back.
    Away,
    /// The claim holds there.
    Proved,
    /// It was disproved, which rests on nothing below this ply. What rested on it now rests on
    /// that, and, as far as is known, on the node before it.
    Disproved {
        lowest: u32,
    },
}

/// What became of the nodes that disproofs rest on.
#[derive(Debug)]
pub(crate) struct Conditions {
    nodes: Vec<Node>,
    max_nodes: usize,
    /// Whose they are, and how often all were given up to make room.
    era: u64,
}

/// What is left of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It holds on this path, resting on this; on nothing if everywhere.
    Holds(Rests),
    Void,
}

impl Conditions {
    /// The memory that each takes.
    pub(crate) const BYTES: usize = size_of::<Node>();

    /// None yet, and never more than `max_nodes`; those of different owners share no keys.
    pub(crate) fn new(max_nodes: usize, owner: u32) -> Self {
        Conditions {
            nodes: Vec::new(),
            max_nodes: max_nodes.min(1 << 24),
            era: u64::from(owner) << 32,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * Self::BYTES
    }

    /// Makes room for `more`, if there is any.
    #[inline]
    pub(crate) fn make_room_for(&mut self, more: usize) -> bool {
        let needed = self.nodes.len() + more;
        needed <= self.max_nodes && (needed <= self.nodes.capacity() || self.grow(more))
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, more: usize) -> bool {
        let length = self.nodes.len();
        let extra = length.max(64).max(more).min(self.max_nodes - length);
        let grown = self.nodes.try_reserve_exact(extra).is_ok();
        if !grown {
            // The machine has less than was allowed.
            self.max_nodes = self.nodes.capacity();
        }
        grown
    }

    /// Gives them all up: whatever was kept under one is void.
    pub(crate) fn give_up(&mut self) {
        self.nodes.clear();
        self.era += 1;
    }

    /// What keys are combined with under which something is kept on a condition.
    #[inline]
    pub(crate) fn salt(&self) -> u64 {
        (self.era + 1).wrapping_mul(0x5bd1_e995_7b93_4d21)
    }

    /// A condition for the node on the path that comes after the one of `before`, for which there
    /// is [room](Self::make_room_for).
    #[inline]
    pub(crate) fn name(&mut self, before: Condition) -> Condition {
        let ply = if before == UNNAMED { 0 } else { self.nodes[before as usize].ply + 1 };
        self.nodes.push(Node { before, ply, fate: Fate::OnPath });
        (self.nodes.len() - 1) as Condition
    }

    /// What keys are combined with under which the node after that of `before` is found again.
    #[inline]
    pub(crate) fn way(&self, before: Condition) -> u64 {
        let mixed = (self.salt() ^ u64::from(before)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 32)
    }

    /// The search comes back to the node with this condition, after the one of `before`. Whether it
    /// is that node.
    #[inline]
    pub(crate) fn come_back(&mut self, condition: Condition, before: Condition) -> bool {
        match self.nodes.get_mut(condition as usize) {
            Some(node) if node.before == before && node.fate == Fate::Away => {
                node.fate = Fate::OnPath;
                true
            }
            Some(_) | None => false,
        }
    }

    /// The search leaves the node unsettled.
    #[inline]
    pub(crate) fn leave(&mut self, condition: Condition) {
        self.nodes[condition as usize].fate = Fate::Away;
    }

    /// The claim holds at the node: whatever rested on something else is void.
    #[inline]
    pub(crate) fn prove(&mut self, condition: Condition) {
        self.nodes[condition as usize].fate = Fate::Proved;
    }

    /// The node was disproved, resting on nothing below the ply `lowest`.
    #[inline]
    pub(crate) fn disprove(&mut self, condition: Condition, lowest: u32) {
        self.nodes[condition as usize].fate = Fate::Disproved { lowest };
    }

    /// What is left of a disproof that rested on the node with this condition as the deepest, and
    /// on nothing below `lowest`.
    #[inline]
    pub(crate) fn standing(&self, mut condition: Condition, mut lowest: u32) -> Standing {
        loop {
            let Node { before, ply, fate } = self.nodes[condition as usize];
            match fate {
                Fate::OnPath => return Standing::Holds(Rests { lowest, deepest: ply }),
                Fate::Away | Fate::Proved => return Standing::Void,
                Fate::Disproved { lowest: lower } => {
                    lowest = lowest.min(lower);
                    if lowest >= ply {
                        return Standing::Holds(Rests::NOTHING);
                    }
                    condition = before;
                }
            }
        }
    }
}
