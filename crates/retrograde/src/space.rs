use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{Game, GameResult, Player, Ranked, Reversible};

use crate::graph::Edges;

/// A closed set of positions, numbered from 0: the domain of a table.
///
/// There are three: [`Reachable`](crate::Reachable) for any game, [`Numbered`] for games with a
/// ranking and reversible moves, [`NumberedForward`](crate::NumberedForward) for games with a
/// ranking alone.
///
/// # Contract
/// Every move from a position of the space leads to one of the space; the position of an index has
/// that index, and so have at most positions that are symmetric to it; predecessors are exactly the
/// positions of the space with a move that leads here, once for each such move.
pub trait Space {
    /// The rules.
    type Game: Game;
    /// The space's representation of a position: the position itself, or its index.
    type Node: Clone;

    /// The rules.
    fn game(&self) -> &Self::Game;

    /// The number of positions.
    fn len(&self) -> usize;

    /// Whether the space is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node of an index below [`len`](Self::len).
    fn node(&self, index: usize) -> Self::Node;

    /// The position of a node.
    fn state(&self, node: &Self::Node) -> <Self::Game as tesuji_core::Rules>::State;

    /// The index of a position, if it is in the space.
    fn index(&self, state: &<Self::Game as tesuji_core::Rules>::State) -> Option<usize>;

    /// The player to move.
    fn mover(&self, node: &Self::Node) -> Player;

    /// The result, if the game is over.
    fn end(&self, node: &Self::Node) -> Option<GameResult>;

    /// The number of moves.
    fn degree(&self, node: &Self::Node) -> u32;

    /// Visits the index of the successor by each move, in the order of the moves.
    fn visit_successors(&self, node: &Self::Node, visit: impl FnMut(usize));

    /// All moves as lists of indices in both directions, if the space stores them.
    #[doc(hidden)]
    fn lists(&self) -> Option<Lists<'_>> {
        None
    }

    /// Visits the predecessors with their indices.
    fn visit_predecessors(&self, node: &Self::Node, visit: impl FnMut(usize, &Self::Node));
}

/// Lists of successors and predecessors that a space stores.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Lists<'s> {
    pub(crate) successors: &'s Edges,
    pub(crate) predecessors: &'s Edges,
}

/// All positions of the game's ranking, reachable or not.
///
/// Takes no memory: positions are ranked and unranked, and their predecessors generated, when
/// needed.
#[derive(Clone, Copy, Debug)]
pub struct Numbered<'g, G> {
    game: &'g G,
    size: usize,
}

impl<'g, G: Game + Ranked + Reversible> Numbered<'g, G> {
    /// The space of `game`.
    ///
    /// # Panics
    /// If the number of positions exceeds `usize`.
    pub fn new(game: &'g G) -> Self {
        Numbered { game, size: usize_of(game.state_count()) }
    }
}

impl<G: Game + Ranked + Reversible> Space for Numbered<'_, G> {
    type Game = G;
    type Node = G::State;

    fn game(&self) -> &G {
        self.game
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.size
    }

    #[inline(always)]
    fn node(&self, index: usize) -> G::State {
        self.game.unrank(index as u64)
    }

    #[inline(always)]
    fn state(&self, node: &G::State) -> G::State {
        node.clone()
    }

    fn index(&self, state: &G::State) -> Option<usize> {
        Some(usize_of(self.game.rank(state)))
    }

    #[inline(always)]
    fn mover(&self, node: &G::State) -> Player {
        self.game.to_move(node)
    }

    #[inline(always)]
    fn end(&self, node: &G::State) -> Option<GameResult> {
        self.game.result(node)
    }

    #[inline(always)]
    fn degree(&self, node: &G::State) -> u32 {
        self.game.count_moves(node)
    }

    #[inline(always)]
    fn visit_successors(&self, node: &G::State, mut visit: impl FnMut(usize)) {
        let ControlFlow::Continue(()) = self.game.visit_moves(node, |mv| {
            visit(usize_of(self.game.rank(&self.game.successor(node, mv))));
            ControlFlow::<Infallible>::Continue(())
        });
    }

    #[inline(always)]
    fn visit_predecessors(&self, node: &G::State, mut visit: impl FnMut(usize, &G::State)) {
        let ControlFlow::Continue(()) = self.game.visit_predecessors(node, |_, from| {
            visit(usize_of(self.game.rank(&from)), &from);
            ControlFlow::<Infallible>::Continue(())
        });
    }
}

/// # Panics
/// On machines with narrow addresses.
#[inline(always)]
pub(crate) fn usize_of(rank: u64) -> usize {
    usize::try_from(rank).expect("a rank that memory can be indexed with")
}
