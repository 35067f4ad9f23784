//! Games that are solved 64 positions at a time, by bit-parallel retrograde analysis.

mod solve;

use tesuji_core::{Budget, Limit, Meter, Player, Silent};

use crate::exact::Exact;
use solve::Solution;

/// A game in which the first player moves in a graph and the second places an obstacle. A position
/// is a *node*, a *lane* and the player to move.
///
/// The first player goes from node to node and keeps the lane; the second chooses another lane and
/// keeps the node. Rush Hour against rocks is an example: the board is the node, the rock the lane.
/// The at most 64 lanes of a node fit a machine word, so [`LaneTable`] computes all of them at the
/// same time.
///
/// The first player wins by a move that leaves the graph, and loses without a move.
///
/// # Contract
/// Nodes are numbered from 0, and each has at least one lane. Neighbourhood is mutual: if a node
/// has a neighbour, it is that neighbour's neighbour. A move leads from a node to a neighbour in
/// every lane that both have, and in no other. The result of [`choices`](Self::choices) is a
/// non-empty set of lanes of the node.
pub trait Lanes {
    /// The number of nodes.
    fn len(&self) -> usize;

    /// Whether there are no nodes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lanes that a node has.
    fn lanes(&self, node: usize) -> u64;

    /// The lanes of a node in which the first player has a move that wins at once.
    fn winning(&self, node: usize) -> u64;

    /// Visits the nodes that one move of the first player reaches from `node`.
    fn visit_neighbours(&self, node: usize, visit: impl FnMut(usize));

    /// The lanes that the second player may choose in `node` if the lane is `lane`.
    fn choices(&self, node: usize, lane: u32) -> u64;
}

/// The exact value of every position of a game in [`Lanes`]: what a [`Table`](crate::Table) with
/// the clock [`MovesOf`](crate::MovesOf) the first player holds, computed about ten times as fast.
///
/// # Complexity
/// Time: a node is processed a few times, each time that more of its lanes are decided, with a few
/// instructions per neighbour and lane. Memory: 4 bytes per position, and 36 per node during the
/// computation.
///
/// # Example
/// A walker in a corridor goes one place to the left or right; he wants to leave at the right end.
/// After each step the keeper locks one of the other places, and unlocks the one before.
/// ```
/// use tesuji_core::Player;
/// use tesuji_retrograde::{Exact, LaneTable, Lanes};
///
/// struct Corridor(usize);
/// impl Lanes for Corridor {
///     fn len(&self) -> usize { self.0 }
///     // A lane for each place that may be locked.
///     fn lanes(&self, node: usize) -> u64 { ((1 << self.0) - 1) & !(1 << node) }
///     fn winning(&self, node: usize) -> u64 {
///         if node + 1 == self.0 { self.lanes(node) } else { 0 }
///     }
///     fn visit_neighbours(&self, node: usize, mut visit: impl FnMut(usize)) {
///         if node > 0 { visit(node - 1) }
///         if node + 1 < self.0 { visit(node + 1) }
///     }
///     fn choices(&self, node: usize, lane: u32) -> u64 { self.lanes(node) & !(1 << lane) }
/// }
///
/// let table = LaneTable::solve(Corridor(5));
/// let walker = Player::First;
/// assert_eq!(table.value(4, 0, walker), Some(Exact::Win(1)));
/// // The last place has just been locked, so it cannot be locked again.
/// assert_eq!(table.value(2, 4, walker), Some(Exact::Win(3)));
/// // With the place before him locked, the walker is driven back and locked in.
/// assert_eq!(table.value(1, 3, walker), Some(Exact::Loss(5)));
/// ```
#[derive(Clone, Debug)]
pub struct LaneTable<L> {
    game: L,
    /// Where the cells of each node begin, and at last where all end.
    starts: Vec<u32>,
    /// The code of each position's value to the player to move, by player.
    cells: [Vec<u16>; 2],
}

impl<L: Lanes> LaneTable<L> {
    /// Solves the game.
    ///
    /// # Panics
    /// If memory allocation fails.
    pub fn solve(game: L) -> Self {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let table = Self::solve_within(game, &mut Meter::new(&budget, &mut silent));
        table.expect("memory for the table")
    }

    /// Solves the game within the limits of a meter's budget.
    ///
    /// # Errors
    /// The limit that was reached; [`Limit::Depth`] if a win takes more than 30,000 moves.
    pub fn solve_within(game: L, meter: &mut Meter) -> Result<Self, Limit> {
        let mut starts = meter.claimed_vec(0u32, game.len() + 1)?;
        for node in 0..game.len() {
            let end = starts[node].checked_add(game.lanes(node).count_ones());
            starts[node + 1] = end.ok_or(Limit::Memory)?;
        }
        let size = starts[game.len()] as usize;
        let endless = u16::try_from(Exact::Endless.code()).expect("a small code");
        let cells = [meter.claimed_vec(endless, size)?, meter.claimed_vec(endless, size)?];
        let mut table = LaneTable { game, starts, cells };
        Solution::new(&mut table, meter)?.first_wins()?;
        Solution::new(&mut table, meter)?.second_wins()?;
        Ok(table)
    }

    /// The game.
    pub fn game(&self) -> &L {
        &self.game
    }

    /// The value of a position for the player to move, at a cost in moves of the first player;
    /// `None` if there is no such node or lane.
    ///
    /// # Panics
    /// If `lane` is not below 64.
    pub fn value(&self, node: usize, lane: u32, to_move: Player) -> Option<Exact> {
        if node >= self.game.len() || self.game.lanes(node) >> lane & 1 == 0 {
            return None;
        }
        Exact::from_code(self.cells[to_move as usize][self.cell(node, lane)].into())
    }

    /// The place of a position's cell.
    #[inline(always)]
    fn cell(&self, node: usize, lane: u32) -> usize {
        let before = self.game.lanes(node) & ((1 << lane) - 1);
        self.starts[node] as usize + before.count_ones() as usize
    }

    /// Sets the value of a node's positions in some lanes.
    #[inline(always)]
    fn settle(&mut self, node: usize, lanes: u64, to_move: Player, code: u16) {
        let mut left = lanes;
        while left != 0 {
            let cell = self.cell(node, left.trailing_zeros());
            self.cells[to_move as usize][cell] = code;
            left &= left - 1;
        }
    }
}
