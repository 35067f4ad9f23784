use tesuji_core::{Cost, DEAD_END, Heuristic};

use crate::direction::Directions;
use crate::distance::{Way, distances};
use crate::grid::{Cell, DIAGONAL, Grid, STRAIGHT};

/// The columns and rows between a cell and the goal, the larger number first.
fn apart(grid: &Grid, cell: Cell) -> (Cost, Cost) {
    let ((column, row), goal) = (grid.position(cell), grid.position(grid.goal()));
    let (across, down) = (column.abs_diff(goal.0) as Cost, row.abs_diff(goal.1) as Cost);
    (across.max(down), across.min(down))
}

/// The error for a heuristic that needs another number of directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is for {wanted} directions, and this grid has {found}: choose {instead}")]
pub struct WrongDirectionsError {
    wanted: Directions,
    found: Directions,
    instead: &'static str,
}

/// The larger of the numbers of columns and rows to go, times the least cost of a step.
#[derive(Clone, Copy, Debug)]
pub struct Chebyshev;

impl Heuristic<Grid> for Chebyshev {
    type Memo = Cost;

    #[inline]
    fn start(&self, grid: &Grid, &cell: &Cell) -> Cost {
        let step = if grid.directions() == Directions::Eight { STRAIGHT } else { 1 };
        apart(grid, cell).0 * step * grid.min_cost()
    }

    #[inline]
    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}

/// The columns and rows to go, times the least cost of a cell: exact without walls, if there are 4
/// directions and all costs are equal.
#[derive(Clone, Copy, Debug)]
pub struct Manhattan(());

impl Manhattan {
    /// The heuristic for a grid of 4 directions.
    ///
    /// # Errors
    /// There are 8: a diagonal step covers a column and a row at once.
    pub fn new(grid: &Grid) -> Result<Self, WrongDirectionsError> {
        match grid.directions() {
            Directions::Four => Ok(Manhattan(())),
            found @ Directions::Eight => {
                Err(WrongDirectionsError { wanted: Directions::Four, found, instead: "octile" })
            }
        }
    }
}

impl Heuristic<Grid> for Manhattan {
    type Memo = Cost;

    #[inline]
    fn start(&self, grid: &Grid, &cell: &Cell) -> Cost {
        let (long, short) = apart(grid, cell);
        (long + short) * grid.min_cost()
    }

    #[inline]
    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}

/// The length of a shortest path if there were no walls, times the least cost of a cell: diagonal
/// steps, then straight ones. With 4 directions it is the Manhattan distance.
#[derive(Clone, Copy, Debug)]
pub struct Octile;

impl Heuristic<Grid> for Octile {
    type Memo = Cost;

    #[inline]
    fn start(&self, grid: &Grid, &cell: &Cell) -> Cost {
        let (long, short) = apart(grid, cell);
        let length = match grid.directions() {
            Directions::Four => long + short,
            Directions::Eight => short * DIAGONAL + (long - short) * STRAIGHT,
        };
        length * grid.min_cost()
    }

    #[inline]
    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}

/// The differential heuristic: lower bounds by the exact distances of a few cells, the landmarks.
///
/// For each landmark L, the triangle inequality bounds the distance from a cell to the goal: by
/// that from L to the goal less that from L to the cell, and by that from the cell to L less that
/// from the goal to L. The estimate is the largest of these and of [`Octile`]; a cell that the goal
/// cannot be reached from is a dead end. Building it takes two runs of Dijkstra's algorithm for
/// each landmark, more than one search saves: it pays if many are made on one map.
///
/// # Sources
/// Goldberg & Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005;
/// Sturtevant, Felner, Barrer, Schaeffer & Burch, "Memory-Based Heuristics for Explicit State
/// Spaces", IJCAI 2009.
#[derive(Clone, Debug)]
pub struct Landmarks {
    estimates: Vec<Cost>,
}

impl Landmarks {
    /// The number of landmarks.
    pub const COUNT: usize = 4;

    /// Finds landmarks far from the goal and from each other, and measures distances.
    ///
    /// # Complexity
    /// Time `O(n log n)` and memory `O(n)` for *n* cells.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        let goal = grid.goal();
        let octile = |cell: u32| Octile.start(grid, &Cell(cell));
        let connected = distances(grid, goal, Way::To);
        let mut estimates: Vec<Cost> = (0u32..)
            .zip(&connected)
            .map(|(cell, &distance)| if distance == DEAD_END { DEAD_END } else { octile(cell) })
            .collect();
        // The farthest from all that were chosen before, and from the goal.
        let mut nearest = connected;
        for _ in 0..Self::COUNT {
            let reached = (0u32..).zip(&nearest).filter(|(_, distance)| **distance != DEAD_END);
            let Some((landmark, _)) = reached.max_by_key(|&(cell, distance)| (distance, cell))
            else {
                break;
            };
            let from = distances(grid, Cell(landmark), Way::From);
            let to = distances(grid, Cell(landmark), Way::To);
            for (cell, estimate) in estimates.iter_mut().enumerate() {
                if *estimate != DEAD_END {
                    let behind = from[goal.index()].saturating_sub(from[cell]);
                    let beyond = to[cell].saturating_sub(to[goal.index()]);
                    *estimate = (*estimate).max(behind).max(beyond);
                }
            }
            for (nearest, &distance) in nearest.iter_mut().zip(&from) {
                *nearest = (*nearest).min(distance);
            }
        }
        Landmarks { estimates }
    }
}

impl Heuristic<Grid> for Landmarks {
    type Memo = Cost;

    #[inline]
    fn start(&self, _: &Grid, cell: &Cell) -> Cost {
        self.estimates[cell.index()]
    }

    #[inline]
    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}
