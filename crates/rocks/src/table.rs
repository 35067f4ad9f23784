use std::collections::HashSet;

use tesuji_core::{Budget, GameResult, Limit, Meter, Player, Puzzle, Rules, Silent};
use tesuji_retrograde::{Exact, LaneTable, Lanes};
use tesuji_rush_hour::{RocksCluster, RocksMove, RocksState, RushHourRocks};

/// A cluster as the lanes of its rocks.
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

    #[inline(always)]
    fn lanes(&self, node: usize) -> u64 {
        self.0.lanes(number(node))
    }

    #[inline(always)]
    fn winning(&self, node: usize) -> u64 {
        if self.0.wins(number(node)) { self.lanes(node) } else { 0 }
    }

    #[inline(always)]
    fn visit_neighbours(&self, node: usize, mut visit: impl FnMut(usize)) {
        for &neighbour in self.0.neighbours(number(node)) {
            visit(neighbour as usize);
        }
    }

    #[inline(always)]
    fn choices(&self, node: usize, lane: u32) -> u64 {
        self.0.choices(number(node), lane)
    }
}

/// The exact value of every position that a game against rocks can come to, and more.
///
/// The driver wants to win in as few of his moves as he can, the adversary to make it as many as he
/// can or, better, to hold for ever or to block the driver, and that soon. Costs are counted in
/// moves of the driver.
#[derive(Debug)]
pub struct RocksTable<'g> {
    table: LaneTable<RockLanes<'g>>,
}

impl<'g> RocksTable<'g> {
    /// Solves the game from `start` on, whose turn it may be; a driver who cannot move has lost.
    ///
    /// # Panics
    /// If the machine's memory does not suffice.
    #[must_use]
    pub fn solve(game: &'g RushHourRocks, start: &RocksState) -> Self {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let table = Self::solve_within(game, start, &mut Meter::new(&budget, &mut silent));
        table.expect("memory for the table")
    }

    /// Solves the game within the limits of a meter's budget.
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

    /// The boards before the driver has won, as a graph.
    #[must_use]
    pub fn cluster(&self) -> &RocksCluster<'g> {
        &self.table.game().0
    }

    /// What a position is worth to the player to move, in moves of the driver; none if its board
    /// cannot be reached or its rock cannot lie there.
    #[must_use]
    pub fn value(&self, state: &RocksState) -> Option<Exact> {
        if self.game().alone().is_goal(&state.board()) {
            return Some(Exact::of_end(GameResult::Win(Player::First), state.turn()));
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

    /// What both sides play if each takes the first of the best moves: to the end of the game, or
    /// until a position returns.
    #[must_use]
    pub fn line(&self, state: &RocksState) -> Vec<RocksMove> {
        let (mut state, mut line, mut seen) = (*state, Vec::new(), HashSet::new());
        while seen.insert(state) {
            let Some(&mv) = self.best_moves(&state).first() else { break };
            self.game().play(&mut state, mv);
            line.push(mv);
        }
        line
    }
}
