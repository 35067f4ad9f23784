//! The tree of best-first search, in one piece of memory.

use tesuji_core::{Limit, Meter};

use crate::numbers::Numbers;

/// A node's place in the tree.
pub(crate) type Link = u32;

/// The root's place.
pub(crate) const ROOT: Link = 0;

/// The link of a leaf.
const NONE: Link = Link::MAX;

/// A node: twelve bytes, two for its number of children, and the move that leads to it. With moves
/// of one or two bytes it takes 16 to 20.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<M, N> {
    pub(crate) numbers: Numbers,
    /// Where its children begin; they lie side by side.
    children: Link,
    /// How many there are.
    count: u16,
    /// None at the root.
    pub(crate) mv: Option<M>,
    /// How the observer knows it.
    pub(crate) seen: N,
}

/// A child that is to be added: the move, the numbers, and how the observer knows it.
pub(crate) type NewChild<M, N> = (M, Numbers, N);

/// Nodes in blocks of siblings. Blocks that are given back are used again for as many siblings.
#[derive(Debug)]
pub(crate) struct Tree<M, N> {
    nodes: Vec<Node<M, N>>,
    /// The blocks that were given back, by their length.
    free: Vec<Vec<Link>>,
    /// How many nodes are in use.
    live: usize,
}

impl<M: Copy, N: Copy> Tree<M, N> {
    pub(crate) fn new() -> Self {
        Tree { nodes: Vec::new(), free: Vec::new(), live: 0 }
    }

    /// Makes it a tree of one node with these numbers, the root, and keeps its memory.
    pub(crate) fn plant(
        &mut self,
        numbers: Numbers,
        seen: N,
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        self.nodes.clear();
        self.free.clear();
        self.live = 1;
        meter.make_room(&mut self.nodes)?;
        self.nodes.push(Node { numbers, children: NONE, count: 0, mv: None, seen });
        Ok(())
    }

    #[inline]
    pub(crate) fn node(&self, link: Link) -> &Node<M, N> {
        &self.nodes[link as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, link: Link) -> &mut Node<M, N> {
        &mut self.nodes[link as usize]
    }

    /// How many nodes are in use.
    pub(crate) fn live(&self) -> usize {
        self.live
    }

    #[inline]
    pub(crate) fn is_leaf(&self, link: Link) -> bool {
        self.node(link).children == NONE
    }

    /// The children with the link of the first; none of a leaf.
    #[inline]
    pub(crate) fn children(&self, link: Link) -> (Link, &[Node<M, N>]) {
        let node = self.node(link);
        if node.children == NONE {
            return (NONE, &[]);
        }
        let first = node.children as usize;
        (node.children, &self.nodes[first..first + usize::from(node.count)])
    }

    /// Gives a leaf these children, by their moves and numbers. There is at least one.
    ///
    /// # Errors
    /// There is no memory for them, or no more links; the leaf is as it was.
    pub(crate) fn grow(
        &mut self,
        link: Link,
        children: &[NewChild<M, N>],
        meter: &mut Meter,
    ) -> Result<(), Limit> {
        let count = u16::try_from(children.len()).map_err(|_| Limit::Memory)?;
        let new = children.iter().map(|&(mv, numbers, seen)| Node {
            numbers,
            children: NONE,
            count: 0,
            mv: Some(mv),
            seen,
        });
        let reused = self.free.get_mut(children.len()).and_then(Vec::pop);
        let first = match reused {
            Some(first) => {
                let block = &mut self.nodes[first as usize..][..children.len()];
                block.iter_mut().zip(new).for_each(|(place, node)| *place = node);
                first
            }
            None => {
                let first = Link::try_from(self.nodes.len()).map_err(|_| Limit::Memory)?;
                meter.make_room_for(&mut self.nodes, children.len())?;
                self.nodes.extend(new);
                first
            }
        };
        self.live += children.len();
        let node = self.node_mut(link);
        (node.children, node.count) = (first, count);
        Ok(())
    }

    /// Gives back everything below a node, which becomes a leaf.
    pub(crate) fn prune(&mut self, link: Link) {
        let mut waiting = vec![link];
        while let Some(link) = waiting.pop() {
            let node = self.node_mut(link);
            let (first, count) = (node.children, usize::from(node.count));
            (node.children, node.count) = (NONE, 0);
            if first == NONE {
                continue;
            }
            let inner = (first..).take(count).filter(|&child| !self.is_leaf(child));
            waiting.extend(inner);
            if self.free.len() <= count {
                self.free.resize_with(count + 1, Vec::new);
            }
            self.free[count].push(first);
            self.live -= count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_core::{Budget, Silent};

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Node<[u8; 2], ()>>(), 20);
        assert_eq!(size_of::<Node<u8, ()>>(), 16);
    }

    #[test]
    fn blocks_given_back_are_used_again() {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let mut tree = Tree::new();
        tree.plant([1, 1], (), &mut meter).unwrap();
        for _ in 0..100 {
            tree.grow(ROOT, &[('a', [1, 1], ()), ('b', [1, 2], ()), ('c', [2, 1], ())], &mut meter)
                .unwrap();
            let (first, children) = tree.children(ROOT);
            assert_eq!(children.len(), 3);
            for child in first..first + 3 {
                tree.grow(child, &[('d', [1, 1], ()), ('e', [1, 1], ())], &mut meter).unwrap();
            }
            assert_eq!(tree.live(), 10);
            tree.prune(ROOT);
            assert!(tree.is_leaf(ROOT));
            assert_eq!(tree.live(), 1);
        }
        assert_eq!(tree.nodes.len(), 10);
    }

    #[test]
    fn a_leaf_without_room_for_its_children_stays_a_leaf() {
        let budget = Budget::unlimited().memory(66 * size_of::<Node<char, ()>>());
        let mut silent = Silent;
        let mut meter = Meter::new(&budget, &mut silent);
        let mut tree = Tree::new();
        tree.plant([1, 1], (), &mut meter).unwrap();
        let children: Vec<_> = (0..100).map(|_| ('a', [1, 1], ())).collect();
        assert_eq!(tree.grow(ROOT, &children, &mut meter), Err(Limit::Memory));
        assert!(tree.is_leaf(ROOT));
        assert_eq!(tree.grow(ROOT, &children[..60], &mut meter), Ok(()));
    }
}
