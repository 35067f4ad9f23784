use std::fmt;
use std::ops::ControlFlow;

use tesuji_core::{Cost, DEAD_END, KnownGoals, Pieces, Puzzle, Reversible, Rules, Step};

use crate::direction::{Direction, Directions};
use crate::distance::{Way, distances};
use crate::map::{GridMap, Ground};
use crate::notation::GridError;

/// The length of a straight step where there are diagonal ones.
pub const STRAIGHT: Cost = 985;

/// The length of a diagonal step. 1393/985 is a convergent of the continued fraction of √2, and
/// differs from it by 4 in ten million: no smaller whole numbers do better.
pub const DIAGONAL: Cost = 1393;

/// A cell of a [`Grid`]: the agent's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(crate) u32);

impl Cell {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Cell({})", self.0)
    }
}

/// The puzzle of an agent that walks on a [`GridMap`] from a start to a goal.
///
/// A step leads to a neighbouring cell: of 4, or of 8 if there are diagonal steps, which are
/// possible only where both cells beside the step can be walked on too (corners are not cut). A
/// step costs its length times the cost of the cell that it enters. With 4 directions the length is
/// 1; with 8 it is [`STRAIGHT`] or [`DIAGONAL`], so that costs divided by 985 are lengths in cells.
///
/// # Example
/// ```
/// use tesuji_core::{Puzzle, Rules};
/// use tesuji_grid::{Direction, Directions, Grid, GridMap};
///
/// let map: GridMap = "..9/.#./...".parse()?;
/// let grid = Grid::new(map, Directions::Eight, (0, 0), (2, 2))?;
/// let start = grid.initial();
/// assert_eq!(grid.moves(&start), [Direction::East, Direction::South]);
/// let beside = grid.successor(&start, Direction::East);
/// assert_eq!(grid.position(beside), (1, 0));
/// assert_eq!(grid.cost(&beside, Direction::East), 9 * 985);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grid {
    map: GridMap,
    directions: Directions,
    start: Cell,
    goal: Cell,
    /// The number of cells from row to row: a wall stands around the map.
    stride: usize,
    /// The directions that lead from each cell, a bit for each.
    ways: Vec<u8>,
    /// The cost of each cell.
    costs: Vec<u8>,
    /// The least cost of a cell.
    min_cost: Cost,
}

impl Grid {
    /// The puzzle on a map, with the columns and rows of the start and of the goal.
    ///
    /// # Errors
    /// The start or the goal is a wall or outside of the map, or the map is so large that the cost
    /// of a path may exceed what is counted.
    pub fn new(
        map: GridMap,
        directions: Directions,
        start: (usize, usize),
        goal: (usize, usize),
    ) -> Result<Self, GridError> {
        let stride = map.width() + 2;
        let cells = stride * (map.height() + 2);
        let (mut grounds, mut costs) = (vec![Ground::Wall; cells], vec![0; cells]);
        for row in 0..map.height() {
            for column in 0..map.width() {
                let at = (row + 1) * stride + column + 1;
                (grounds[at], costs[at]) = map.at(column, row).expect("the cell is on the map");
            }
        }
        let dearest = match directions {
            Directions::Four => 1,
            Directions::Eight => u64::from(DIAGONAL),
        };
        // A shortest path enters each cell once at most, and searches add an estimate to its cost.
        let total: u64 = costs.iter().map(|&cost| u64::from(cost) * dearest).sum();
        if 2 * total >= u64::from(DEAD_END) {
            return Err(GridError::TooLarge);
        }
        let mut grid = Grid {
            min_cost: costs.iter().filter(|&&cost| cost > 0).min().map_or(1, |&c| c.into()),
            map,
            directions,
            start: Cell(0),
            goal: Cell(0),
            stride,
            ways: Vec::new(),
            costs,
        };
        grid.ways = (0..cells).map(|at| grid.ways_from(&grounds, at)).collect();
        grid.start = grid.cell_at("start", start)?;
        grid.goal = grid.cell_at("goal", goal)?;
        Ok(grid)
    }

    /// The directions that lead from a cell.
    fn ways_from(&self, grounds: &[Ground], at: usize) -> u8 {
        let ground = grounds[at];
        if ground == Ground::Wall {
            return 0;
        }
        let same = |at: usize| grounds[at] == ground;
        let can = |direction: Direction| {
            let (right, down) = direction.step();
            let to = self.shifted(at, (right, down));
            if !direction.is_diagonal() {
                return same(to);
            }
            self.directions == Directions::Eight
                && same(to)
                && same(self.shifted(at, (right, 0)))
                && same(self.shifted(at, (0, down)))
        };
        Direction::ALL
            .into_iter()
            .filter(|&way| can(way))
            .fold(0, |ways, way| ways | 1 << way as u8)
    }

    fn shifted(&self, at: usize, (right, down): (i32, i32)) -> usize {
        at.wrapping_add_signed(right as isize + down as isize * self.stride.cast_signed())
    }

    /// The same puzzle from another start.
    pub(crate) fn starting_at(self, start: Cell) -> Self {
        Grid { start, ..self }
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &GridMap {
        &self.map
    }

    /// The directions of steps.
    #[must_use]
    pub fn directions(&self) -> Directions {
        self.directions
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> Cell {
        self.goal
    }

    /// The column and row of a cell.
    #[must_use]
    pub fn position(&self, cell: Cell) -> (usize, usize) {
        (cell.index() % self.stride - 1, cell.index() / self.stride - 1)
    }

    /// The cell in a column and row, unless it is a wall or outside of the map.
    #[must_use]
    pub fn cell(&self, column: usize, row: usize) -> Option<Cell> {
        self.map.cost(column, row)?;
        Some(Cell(((row + 1) * self.stride + column + 1) as u32))
    }

    pub(crate) fn cell_at(
        &self,
        what: &'static str,
        (column, row): (usize, usize),
    ) -> Result<Cell, GridError> {
        self.cell(column, row).ok_or(GridError::NotFree { what, column, row })
    }

    /// The length of a path in cells, with √2 for a diagonal step, whatever the terrain costs.
    #[must_use]
    pub fn length(&self, path: &[Direction]) -> f64 {
        let diagonal = path.iter().filter(|way| way.is_diagonal()).count();
        (path.len() - diagonal) as f64 + diagonal as f64 * std::f64::consts::SQRT_2
    }

    /// The cells that are not walls, row by row.
    fn free(&self) -> impl Iterator<Item = Cell> {
        let free = self.costs.iter().enumerate().filter(|(_, cost)| **cost > 0);
        free.map(|(at, _)| Cell(at as u32))
    }

    /// The number of a cell among the first 256 that are not walls.
    fn place(&self, cell: Cell) -> u8 {
        self.costs[..cell.index()].iter().filter(|&&cost| cost > 0).count() as u8
    }

    /// All cells of the map, walls included, and those around it.
    pub(crate) fn cells(&self) -> usize {
        self.ways.len()
    }

    /// The least cost of a cell that is not a wall.
    pub(crate) fn min_cost(&self) -> Cost {
        self.min_cost
    }

    /// The cost of a step into a cell.
    #[inline]
    pub(crate) fn cost_into(&self, cell: Cell, way: Direction) -> Cost {
        let length = match self.directions {
            Directions::Four => 1,
            Directions::Eight if way.is_diagonal() => DIAGONAL,
            Directions::Eight => STRAIGHT,
        };
        length * Cost::from(self.costs[cell.index()])
    }

    #[inline]
    pub(crate) fn after(&self, cell: Cell, way: Direction) -> Cell {
        Cell(self.shifted(cell.index(), way.step()) as u32)
    }
}

impl Rules for Grid {
    type State = Cell;
    type Move = Direction;
    type Undo = ();

    fn initial(&self) -> Cell {
        self.start
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        cell: &Cell,
        mut visit: impl FnMut(Direction) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut ways = self.ways[cell.index()];
        while ways != 0 {
            visit(Direction::ALL[ways.trailing_zeros() as usize])?;
            ways &= ways - 1;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&self, cell: &mut Cell, way: Direction) {
        *cell = self.after(*cell, way);
    }

    #[inline]
    fn undo(&self, cell: &mut Cell, way: Direction, (): ()) {
        *cell = self.after(*cell, way.opposite());
    }

    #[inline]
    fn inverse(&self, way: Direction) -> Option<Direction> {
        Some(way.opposite())
    }

    fn pack(&self, cell: &Cell, out: &mut Vec<u8>) -> bool {
        out.extend(cell.0.to_le_bytes());
        true
    }

    fn unpack(&self, bytes: &mut &[u8]) -> Option<Cell> {
        let (cell, rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        let cell = Cell(u32::from_le_bytes(*cell));
        (cell.index() < self.ways.len()).then_some(cell)
    }
}

impl Puzzle for Grid {
    #[inline]
    fn is_goal(&self, &cell: &Cell) -> bool {
        cell == self.goal
    }

    #[inline]
    fn cost(&self, &cell: &Cell, way: Direction) -> Cost {
        self.cost_into(self.after(cell, way), way)
    }

    /// With 4 directions, on a map without terrain.
    fn has_unit_costs(&self) -> bool {
        self.directions == Directions::Four && self.costs.iter().all(|&cost| cost <= 1)
    }

    /// The goal, if every step costs 1.
    fn undirected_goals(&self) -> Option<Vec<Cell>> {
        self.has_unit_costs().then(|| vec![self.goal])
    }

    /// The agent, with 4 directions on a map with at most 255 free cells: its pattern database has
    /// the exact distances, by which a checker refutes every cheaper path at once.
    fn pieces(&self) -> Option<Pieces> {
        if self.directions != Directions::Four {
            return None;
        }
        let places = u8::try_from(self.map.free_cells()).ok()?;
        let mut steps = Vec::new();
        for cell in self.free() {
            for way in self.moves(&cell) {
                steps.push((self.step(&cell, way)?, self.cost(&cell, way)));
            }
        }
        let goals = vec![self.places(&self.goal)];
        // A checker's databases have no larger entries.
        const MAX_ENTRY: Cost = 254;
        let reached = distances(self, self.goal, Way::To).into_iter();
        let exact = reached.filter(|&distance| distance != DEAD_END).all(|cost| cost <= MAX_ENTRY);
        let partitions = if exact { vec![vec![vec![0]]] } else { Vec::new() };
        Some(Pieces { count: 1, places, blank: false, steps, goals, partitions })
    }

    fn places(&self, &cell: &Cell) -> Vec<u8> {
        vec![self.place(cell)]
    }

    fn step(&self, &cell: &Cell, way: Direction) -> Option<Step> {
        let to = self.place(self.after(cell, way));
        Some(Step { piece: 0, from: self.place(cell), to })
    }
}

impl KnownGoals for Grid {
    fn goals(&self) -> Vec<Cell> {
        vec![self.goal]
    }
}

/// Whatever way leads from a cell to another leads back.
impl Reversible for Grid {
    #[inline]
    fn visit_predecessors<B>(
        &self,
        cell: &Cell,
        mut visit: impl FnMut(Direction, Cell) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_moves(cell, |back| visit(back.opposite(), self.after(*cell, back)))
    }
}
