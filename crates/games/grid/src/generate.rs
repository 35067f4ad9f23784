use std::collections::VecDeque;
use std::ops::ControlFlow;

use rand_core::Rng;
use tesuji_core::{Limit, Meter, Rules};

use crate::direction::Directions;
use crate::grid::{Cell, Grid};
use crate::map::GridMap;
use crate::notation::GridError;

/// A generated puzzle.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzle.
    pub grid: Grid,
    /// The fewest moves from its start to its goal.
    pub moves: u32,
    /// The number of cells that the goal can be reached from; the start is a farthest of them.
    pub cells: u64,
}

/// Generates maps with walls in random places.
///
/// # Example
/// ```
/// use rand_pcg::{Pcg64, rand_core::SeedableRng};
/// use tesuji_core::{Budget, Meter, Silent};
/// use tesuji_grid::{Directions, Generator};
///
/// let generator = Generator::new(12, 8, Directions::Four).walls(20);
/// let (mut random, budget, mut silent) = (Pcg64::seed_from_u64(1), Budget::unlimited(), Silent);
/// let mut meter = Meter::new(&budget, &mut silent);
/// let made = generator.generate(15, 1000, &mut random, &mut meter)?.expect("15 moves are few");
/// assert!(made.moves >= 15);
/// assert_eq!(made.grid.map().free_cells(), 12 * 8 - 20);
/// # Ok::<(), tesuji_core::Limit>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    width: usize,
    height: usize,
    directions: Directions,
    walls: usize,
}

impl Generator {
    /// A generator of maps without walls, of at most [`MAX_SIDE`](crate::MAX_SIDE) columns and
    /// rows.
    #[must_use]
    pub fn new(width: usize, height: usize, directions: Directions) -> Self {
        Generator { width, height, directions, walls: 0 }
    }

    /// The number of walls.
    #[must_use]
    pub fn walls(mut self, walls: usize) -> Self {
        self.walls = walls;
        self
    }

    /// A map with a random goal, and with the start that is the most moves away from it: the first
    /// of at most `tries` with `min_moves` or more, if there is one.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn generate(
        &self,
        min_moves: u32,
        tries: u64,
        random: &mut impl Rng,
        meter: &mut Meter,
    ) -> Result<Option<Generated>, Limit> {
        for _ in 0..tries {
            let Ok(Some(grid)) = self.draw(random) else { return Ok(None) };
            let (farthest, moves, cells) = farthest(&grid, meter)?;
            if moves >= min_moves {
                let grid = grid.starting_at(farthest);
                return Ok(Some(Generated { grid, moves, cells }));
            }
        }
        Ok(None)
    }

    /// A map with a random goal where the agent starts; `None` if all is wall.
    fn draw(&self, random: &mut impl Rng) -> Result<Option<Grid>, GridError> {
        let mut cells = vec!['.'; self.width * self.height];
        let mut free: Vec<usize> = (0..cells.len()).collect();
        for _ in 0..self.walls.min(free.len()) {
            cells[free.swap_remove(below(free.len(), random))] = '#';
        }
        if free.is_empty() {
            return Ok(None);
        }
        let goal = free[below(free.len(), random)];
        let rows: Vec<String> = cells.chunks(self.width).map(|row| row.iter().collect()).collect();
        let map = GridMap::from_rows(rows.iter().map(String::as_str))?;
        let goal = (goal % self.width, goal / self.width);
        Grid::new(map, self.directions, goal, goal).map(Some)
    }
}

/// A number below `limit`, each with nearly the same chance.
fn below(limit: usize, random: &mut impl Rng) -> usize {
    ((u128::from(random.next_u64()) * limit as u128) >> 64) as usize
}

/// The cell that is the most moves away from the goal, the number of these moves, and the number of
/// cells that are connected with the goal.
fn farthest(grid: &Grid, meter: &mut Meter) -> Result<(Cell, u32, u64), Limit> {
    let mut moves = vec![u32::MAX; grid.cells()];
    moves[grid.goal().index()] = 0;
    let mut queue = VecDeque::from([grid.goal()]);
    let (mut last, mut cells) = (grid.goal(), 0);
    while let Some(cell) = queue.pop_front() {
        meter.charge(1)?;
        (last, cells) = (cell, cells + 1);
        let ControlFlow::Continue(()) = grid.visit_moves(&cell, |way| {
            let next = grid.after(cell, way);
            if moves[next.index()] == u32::MAX {
                moves[next.index()] = moves[cell.index()] + 1;
                queue.push_back(next);
            }
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
    }
    Ok((last, moves[last.index()], cells))
}
