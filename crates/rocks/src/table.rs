use std::collections::HashSet;

use tesuji_core::{Budget, GameResult, Limit, Meter, Player, Puzzle, Rules, Silent};
use tesuji_retrograde::{Exact, LaneTable, Lanes};
use tesuji_rush_hour::{RocksCluster, RocksMove, RocksState, RushHourRocks};

/// A cluster as a graph with the rocks as lanes.
#[derive(Debug)]
struct RockLanes<'g>(RocksCluster<'g>);

/// The number of a board; a cluster has fewer than 2³² of them.
#[expect(clippy::cast_possible_truncation, reason = "a cluster has fewer than 2^32 boards")]
fn number(node: usize) -> u32 {
    node as u32
}

impl Lanes for RockLanes<'_> {
    fn len(&self) -> usize {
        self.0.len() as usize
    }

    #[inline]
    fn lanes(&self, node: usize) -> u64 {
        self.0.lanes(number(node))
    }

    #[inline]
    fn winning(&self, node: usize) -> u64 {
        if self.0.wins(number(node)) { self.lanes(node) } else { 0 }
    }

    #[inline]
    fn visit_neighbours(&self, node: usize, mut visit: impl FnMut(usize)) {
        for &neighbour in self.0.neighbours(number(node)) {
            visit(neighbour as usize);
        }
    }

    #[inline]
    fn choices(&self, node: usize, lane: u32) -> u64 {
        self.0.choices(number(node), lane)
    }
}

/// The exact value of every reachable position of a game against rocks, with best moves.
///
/// The driver minimises the number of his moves to a win; the adversary maximises it, prefers to
/// hold for ever, and most of all to block the driver as soon as possible. Costs are moves of the
/// driver.
#[derive(Debug)]
pub struct RocksTable<'g> {
    table: LaneTable<RockLanes<'g>>,
}

impl<'g> RocksTable<'g> {
    /// Solves the game from `start` on, in either player's turn; a driver without a move has lost.
    ///
    /// # Panics
    /// If the allocation fails.
    #[must_use]
    pub fn solve(game: &'g RushHourRocks, start: &RocksState) -> Self {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let table = Self::solve_within(game, start, &mut Meter::new(&budget, &mut silent));
        table.expect("memory for the table")
    }

    /// Solves the game within the budget of `meter`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn solve_within(
        game: &'g RushHourRocks,
        start: &RocksState,
        meter: &mut Meter,
    ) -> Result<Self, Limit> {
        let cluster = RocksCluster::within(game, start.board(), meter)?;
        Ok(RocksTable { table: LaneTable::solve_within(RockLanes(cluster), meter)? })
    }

    /// The rules.
    #[must_use]
    pub fn game(&self) -> &'g RushHourRocks {
        self.cluster().game()
    }

    /// The graph of the boards until the driver wins.
    #[must_use]
    pub fn cluster(&self) -> &RocksCluster<'g> {
        &self.table.game().0
    }

    /// The value of a position for the player to move, in moves of the driver; `None` if its board
    /// is not reachable or its rock cannot lie there.
    #[must_use]
    pub fn value(&self, state: &RocksState) -> Option<Exact> {
        if self.game().alone().is_goal(&state.board()) {
            return Some(Exact::of_result(GameResult::Win(Player::First), state.turn()));
        }
        let node = self.cluster().find(state.board())?;
        self.table.value(node as usize, self.cluster().lane(state.rock()), state.turn())
    }

    /// The moves that keep the value and its cost, in the order of the rules; none if the game is
    /// over or the position unknown.
    #[must_use]
    pub fn best_moves(&self, state: &RocksState) -> Vec<RocksMove> {
        let Some(value) = self.value(state) else { return Vec::new() };
        let game = self.game();
        let ticks = u32::from(state.turn() == Player::First);
        let keeps = |&mv: &RocksMove| match (
            value,
            self.value(&game.successor(state, mv)).map(Exact::reversed),
        ) {
            (Exact::Win(cost), Some(Exact::Win(rest)))
            | (Exact::Loss(cost), Some(Exact::Loss(rest))) => cost == rest + ticks,
            (_, Some(after)) => value == after,
            (_, None) => false,
        };
        game.moves(state).into_iter().filter(keeps).collect()
    }

    /// The principal variation: the first of the best moves of both sides, to the end of the game
    /// or until a position repeats.
    #[must_use]
    pub fn principal_variation(&self, state: &RocksState) -> Vec<RocksMove> {
        let (mut state, mut pv, mut seen) = (*state, Vec::new(), HashSet::new());
        while seen.insert(state) {
            let Some(&mv) = self.best_moves(&state).first() else { break };
            self.game().play(&mut state, mv);
            pv.push(mv);
        }
        pv
    }
}
