//! The boards of a game against rocks, as a graph.

use std::ops::ControlFlow;

use tesuji_core::{Budget, Inserted, Limit, Meter, Puzzle, Rules, Silent, StateTable};

use crate::card::Cell;
use crate::rocks::RushHourRocks;
use crate::rules::Board;

/// The boards reachable in a game against rocks until the driver wins, numbered, with their
/// neighbours and the cells where a rock may lie.
///
/// Since a rock stays while the driver moves, a position is a board with a rock on it, and a move
/// leads from a board to a neighbour with the same rock: it is legal exactly if the rock may lie
/// on both. A rock is a *lane*: the bit of its cell, eight bits per row. No rock may lie in the red
/// car's row, so the first bit of that row represents the absence of a rock.
///
/// # Complexity
/// That of a [`Cluster`](crate::Cluster), plus 4 bytes for each move.
///
/// # Example
/// ```
/// use tesuji_core::Rules;
/// use tesuji_rush_hour::{RocksCluster, RushHourRocks};
///
/// let game = RushHourRocks::new("B..CCCB..D.FAA.DEFGGG.EF..I.KKHHIJJ.".parse()?);
/// let cluster = RocksCluster::of(&game, game.initial().board());
/// assert_eq!(cluster.len(), 21_055);
/// let start = cluster.find(game.initial().board()).expect("the first of its boards");
/// // Ten cells are free for a rock, and there may be none.
/// assert_eq!((start, cluster.lanes(start).count_ones()), (0, 11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RocksCluster<'g> {
    game: &'g RushHourRocks,
    boards: StateTable<Board>,
    /// For each board, the rocks that may lie on it.
    lanes: Vec<u64>,
    /// For each board, whether a move of the red car wins.
    wins: Vec<bool>,
    /// The first neighbour of each board, and at the end their number.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl<'g> RocksCluster<'g> {
    /// Computes the boards from `start` on.
    ///
    /// # Panics
    /// If there are 2³² moves or more.
    #[must_use]
    pub fn of(game: &'g RushHourRocks, start: Board) -> Self {
        let budget = Budget::unlimited();
        let cluster = Self::within(game, start, &mut Meter::new(&budget, &mut Silent));
        cluster.expect("an unlimited budget suffices for 2^32 moves")
    }

    /// Computes the boards from `start` on within the budget of `meter`. There are none if the
    /// driver has won already.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn within(game: &'g RushHourRocks, start: Board, meter: &mut Meter) -> Result<Self, Limit> {
        let (alone, no_rock) = (game.alone(), game.no_rock_lane());
        let mut cluster = RocksCluster {
            game,
            boards: StateTable::new(),
            lanes: Vec::new(),
            wins: Vec::new(),
            starts: Vec::new(),
            neighbours: Vec::new(),
        };
        let RocksCluster { boards, lanes, wins, starts, neighbours, .. } = &mut cluster;
        meter.make_room(starts)?;
        starts.push(0);
        if !alone.is_goal(&start) {
            boards.insert(start, (), meter)?;
        }
        while lanes.len() < boards.len() as usize {
            let board = *boards.state(lanes.len() as u32);
            let occupied = alone.occupied(board);
            let mut wins_here = false;
            meter.tally.expanded += 1;
            let walk = alone.visit_slides(board, occupied, |step| {
                meter.generate(1)?;
                let next = alone.successor(&board, step);
                if alone.is_goal(&next) {
                    wins_here = true;
                    return ControlFlow::Continue(());
                }
                let number = boards.insert(next, (), meter).map(|inserted| match inserted {
                    Inserted::New(number) => number,
                    Inserted::Known(number) => {
                        meter.duplicates += 1;
                        number
                    }
                });
                match number.and_then(|number| meter.make_room(neighbours).map(|()| number)) {
                    Ok(number) => neighbours.push(number),
                    Err(limit) => return ControlFlow::Break(limit),
                }
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(limit) = walk {
                return Err(limit);
            }
            meter.make_room(lanes)?;
            lanes.push(game.allowed_anywhere() & !occupied.rows() | 1 << no_rock);
            meter.make_room(wins)?;
            wins.push(wins_here);
            meter.make_room(starts)?;
            starts.push(u32::try_from(neighbours.len()).map_err(|_| Limit::Memory)?);
        }
        Ok(cluster)
    }

    /// The rules of the cluster.
    #[must_use]
    pub fn game(&self) -> &'g RushHourRocks {
        self.game
    }

    /// The number of boards.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.boards.len()
    }

    /// Whether there are no boards, because the driver has won already.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Returns the board with a number.
    ///
    /// # Panics
    /// If the number is not below [`len`](Self::len).
    #[must_use]
    pub fn board(&self, number: u32) -> Board {
        *self.boards.state(number)
    }

    /// Returns the number of a board, if it is in the cluster.
    #[must_use]
    pub fn find(&self, board: Board) -> Option<u32> {
        self.boards.find(&board)
    }

    /// The lanes of the rocks that may lie on a board, and the lane of no rock.
    #[inline]
    #[must_use]
    pub fn lanes(&self, number: u32) -> u64 {
        self.lanes[number as usize]
    }

    /// Whether the driver has a winning move on a board, which no rock can prevent.
    #[inline]
    #[must_use]
    pub fn wins(&self, number: u32) -> bool {
        self.wins[number as usize]
    }

    /// The boards one step away, except won ones, in the order of the steps.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.neighbours[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The lanes of the rocks that the adversary may put on a board after one in `lane`; the lane
    /// of no rock, if there is no such cell.
    #[inline]
    #[must_use]
    pub fn choices(&self, number: u32, lane: u32) -> u64 {
        let no_rock = self.game.no_rock_lane();
        let cells = self.lanes(number) & !(1 << no_rock);
        let cells = if lane == no_rock { cells } else { cells & self.game.allowed_after(lane) };
        if cells == 0 { 1 << no_rock } else { cells }
    }

    /// The lane of a rock, or of its absence.
    #[must_use]
    pub fn lane(&self, rock: Option<Cell>) -> u32 {
        let bit = rock.map(|cell| u32::from(8 * cell.row + cell.column));
        bit.unwrap_or(self.game.no_rock_lane())
    }
}
