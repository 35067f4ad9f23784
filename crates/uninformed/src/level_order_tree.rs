//! The parents of the states of a breadth-first search, in two bits per state.

use std::io;

use tesuji_core::{Limit, Meter, StateReader, StateWriter};

/// A forest whose nodes are numbered level by level, as a breadth-first search meets them: for each
/// node in turn the number of its children in unary, a 1 for each and a final 0.
///
/// The k-th 1 is node k, and the 0s before it count the nodes that were closed before its parent.
/// That is enough to climb from a node to its root; a link per state would take 32 bits. (Jacobson,
/// "Space-efficient Static Trees and Graphs", FOCS 1989.)
#[derive(Debug, Default)]
pub(crate) struct LevelOrderTree {
    words: Vec<u64>,
    /// The 1s.
    nodes: usize,
}

impl LevelOrderTree {
    /// Adds a node, the child of `parent`, or a root. Roots come first, and the children of a
    /// node before those of nodes after it.
    #[inline]
    pub(crate) fn add(&mut self, parent: Option<u32>, meter: &mut Meter) -> Result<(), Limit> {
        // The list of the roots, and those of the nodes before the parent.
        let closed = parent.map_or(0, |parent| parent as usize + 1);
        let position = self.nodes + closed;
        while self.words.len() * 64 <= position {
            meter.make_room(&mut self.words)?;
            self.words.push(0);
        }
        self.words[position / 64] |= 1 << (position % 64);
        self.nodes += 1;
        Ok(())
    }

    /// The parents of the nodes from `first` on, in order; no root is among them. Time: one sweep
    /// over the tree.
    #[expect(clippy::cast_possible_truncation, reason = "a node's number is a u32")]
    pub(crate) fn parents(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        let ones = self.words.iter().enumerate().flat_map(|(word, &bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                let position = word * 64 + rest.trailing_zeros() as usize;
                let is_one = rest != 0;
                rest &= rest.wrapping_sub(1);
                is_one.then_some(position)
            })
        });
        let nodes = ones.enumerate().skip(first as usize);
        nodes.map(|(node, position)| (position - node) as u32 - 1)
    }

    pub(crate) fn save(&self, out: &mut StateWriter) -> io::Result<()> {
        out.number(self.nodes as u64)?;
        out.list(&self.words)
    }

    pub(crate) fn load(input: &mut StateReader, meter: &mut Meter) -> io::Result<Self> {
        let nodes = input.small()?;
        let words: Vec<u64> = input.list(meter)?;
        let ones: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
        if ones != nodes as u64 {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is no tree of states"));
        }
        Ok(LevelOrderTree { words, nodes })
    }

    /// The nodes from `node` up to its root, both included. Time: at most one sweep over
    /// the tree.
    #[expect(clippy::cast_possible_truncation, reason = "a node's number is a u32")]
    pub(crate) fn ancestry(&self, node: u32) -> Vec<u32> {
        let mut line = vec![node];
        let mut node = node as usize;
        let mut word = self.words.len();
        // The 1s before `words[word]`: the number of its first node.
        let mut first = self.nodes;
        loop {
            while first > node {
                word -= 1;
                first -= self.words[word].count_ones() as usize;
            }
            let mut ones = self.words[word];
            for _ in first..node {
                ones &= ones - 1;
            }
            let position = word * 64 + ones.trailing_zeros() as usize;
            // The first to be closed is the list of the roots, which is no node.
            let Some(parent) = (position - node).checked_sub(1) else { return line };
            line.push(parent as u32);
            node = parent;
        }
    }
}

#[cfg(test)]
mod tests {
    use tesuji_core::{Budget, Silent};

    use super::*;

    #[test]
    fn ancestry_is_what_explicit_links_say() {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        for roots in [1, 3] {
            let mut tree = LevelOrderTree::default();
            let mut parents = vec![None; roots];
            for _ in 0..roots {
                tree.add(None, &mut meter).unwrap();
            }
            for node in 0..5_000u32 {
                // Bursts of children and stretches without: 0s and 1s fill whole words, too.
                let children = match node {
                    0..10 => 100,
                    _ if node / 200 % 2 == 0 => node % 5,
                    _ => node % 997 / 7 * u32::from(node % 97 == 0),
                };
                for _ in 0..children {
                    parents.push(Some(node));
                    tree.add(Some(node), &mut meter).unwrap();
                }
            }
            for node in 0..parents.len() as u32 {
                let expected: Vec<u32> =
                    std::iter::successors(Some(node), |&node| parents[node as usize]).collect();
                assert_eq!(tree.ancestry(node), expected);
            }
            let expected: Vec<u32> =
                parents[roots..].iter().map(|parent| parent.unwrap()).collect();
            assert_eq!(tree.parents(roots as u32).collect::<Vec<_>>(), expected);
        }
    }
}
