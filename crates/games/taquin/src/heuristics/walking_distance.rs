use std::sync::Arc;

use tesuji_core::{Budget, Cost, Heuristic, Inserted, Meter, Silent, StateTable};

use crate::board::{Board, Word};
use crate::rules::{Slide, Taquin};
use crate::size::Size;

/// Walking distance: the fewest vertical slides that bring every tile into its goal row, if tiles
/// are distinguished only by that row, plus the same for columns.
///
/// The abstract state of the vertical slides is how many tiles of each row belong to which row;
/// any tile of the row above or below may step into the row of the blank. There are few such
/// matrices (24,964 for 4×4); breadth-first search computes their distances from the goal's when
/// the heuristic is constructed. At least the Manhattan distance. Incrementally, one look-up per
/// move, in tables of 1 MB for 4×4 and 25 MB for 3×5.
///
/// # Sources
/// Ken'ichiro Takahashi, "How to write a 15 puzzle solver" (web page, in Japanese).
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    rows: Arc<Walk>,
    columns: Arc<Walk>,
    /// The goal row and the goal column of each tile.
    home_row: [u8; 32],
    home_column: [u8; 32],
}

/// An error that prevents the construction of a walking distance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WalkingDistanceError {
    /// The tables would have tens of millions of entries or more.
    #[error("walking distance is limited to 16 cells; a {size} board has {}", size.cells())]
    TooLarge {
        /// The size of the board.
        size: Size,
    },
}

impl WalkingDistance {
    /// The heuristic for the size and goal of `taquin`. Construction takes milliseconds for 4×4,
    /// a fraction of a second for 3×5.
    ///
    /// # Errors
    /// The board has more than 16 cells.
    pub fn new<W: Word>(taquin: &Taquin<W>) -> Result<Self, WalkingDistanceError> {
        let size = taquin.board_size();
        if size.cells() > 16 {
            return Err(WalkingDistanceError::TooLarge { size });
        }
        let (width, height, blank) = (taquin.width, taquin.height, taquin.goal.blank());
        let rows = Arc::new(Walk::new(height, width, blank / width));
        let columns = if width == height && blank / width == blank % width {
            Arc::clone(&rows)
        } else {
            Arc::new(Walk::new(width, height, blank % width))
        };
        let (mut home_row, mut home_column) = ([0; 32], [0; 32]);
        for (tile, &cell) in taquin.goal_cells.iter().enumerate() {
            (home_row[tile], home_column[tile]) = (cell / width, cell % width);
        }
        Ok(WalkingDistance { rows, columns, home_row, home_column })
    }
}

/// The last step of each of the two walks along a path: [`WalkingDistance`]'s memo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkingMemo {
    rows: Step,
    columns: Step,
}

impl<W: Word> Heuristic<Taquin<W>> for WalkingDistance {
    type Memo = WalkingMemo;

    const IS_ZERO_AT_GOALS: bool = true;

    fn start(&self, taquin: &Taquin<W>, board: &Board<W>) -> WalkingMemo {
        let tiles = (0..taquin.cells())
            .map(|cell| (cell, usize::from(board.tile(cell))))
            .filter(|&(_, tile)| tile != 0);
        let rows = tiles.clone().map(|(cell, tile)| (cell / taquin.width, self.home_row[tile]));
        let columns = tiles.map(|(cell, tile)| (cell % taquin.width, self.home_column[tile]));
        WalkingMemo { rows: self.rows.arrive(rows), columns: self.columns.arrive(columns) }
    }

    #[inline]
    fn advance(
        &self,
        _: &Taquin<W>,
        memo: WalkingMemo,
        parent: &Board<W>,
        Slide { from, to }: Slide,
        _: &Board<W>,
    ) -> WalkingMemo {
        let tile = usize::from(parent.tile(from) & 31);
        let WalkingMemo { rows, columns } = memo;
        let forward = to > from;
        if from.abs_diff(to) == 1 {
            let columns = self.columns.step(columns, forward, self.home_column[tile]);
            WalkingMemo { rows, columns }
        } else {
            WalkingMemo { rows: self.rows.step(rows, forward, self.home_row[tile]), columns }
        }
    }

    #[inline]
    fn estimate(&self, memo: WalkingMemo) -> Cost {
        memo.rows.distance() + memo.columns.distance()
    }
}

/// All crowds of the rows of a board, or of its columns, and the steps between them.
///
/// A crowd counts, for each line and each goal line, the tiles of the one that belong to the
/// other: a square of small numbers, packed with as many bits for each as fit.
#[derive(Debug)]
struct Walk {
    lines: u8,
    /// The crowds in the order of their distance from the goal's crowd.
    crowds: StateTable<u64, Reached>,
    /// For each crowd, the steps of a tile into the blank's line: backward from the next line, then
    /// forward from the line before, for each goal line of the tile.
    steps: Vec<Step>,
}

/// The data of a crowd.
#[derive(Clone, Copy, Debug)]
struct Reached {
    distance: u8,
    /// The line of the blank.
    blank: u8,
}

/// A crowd as the target of a step: the index of its first step and, in the lowest 8 bits, its
/// distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step(u32);

impl Step {
    #[inline]
    fn distance(self) -> Cost {
        self.0 & 0xff
    }
}

impl Walk {
    /// The walk for `lines` lines of `length` cells with the blank's goal in line `home`.
    fn new(lines: u8, length: u8, home: u8) -> Self {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let mut walk = Walk { lines, crowds: StateTable::new(), steps: Vec::new() };
        let mut arrive = |crowds: &mut StateTable<_, _>, crowd, reached| match crowds
            .insert(crowd, reached, &mut meter)
            .expect("an unlimited budget")
        {
            Inserted::New(number) | Inserted::Known(number) => number,
        };

        let at_home = (0..lines).map(|line| (line, u64::from(length) - u64::from(line == home)));
        let goal = at_home.map(|(line, tiles)| tiles * walk.one(line, line)).sum();
        let mut number = arrive(&mut walk.crowds, goal, Reached { distance: 0, blank: home });
        while number < walk.crowds.len() {
            let crowd = *walk.crowds.state(number);
            let Reached { distance, blank } = *walk.crowds.datum(number);
            for from in [blank + 1, blank.wrapping_sub(1)] {
                for home in 0..lines {
                    let mut step = Step(0);
                    if from < lines && walk.has(crowd, from, home) {
                        let next = crowd - walk.one(from, home) + walk.one(blank, home);
                        let reached = Reached { distance: distance + 1, blank: from };
                        let next = arrive(&mut walk.crowds, next, reached);
                        step = walk.step_to(next);
                    }
                    walk.steps.push(step);
                }
            }
            number += 1;
        }
        walk
    }

    /// The crowd of a single tile.
    fn one(&self, line: u8, home: u8) -> u64 {
        1 << (self.bits() * (line * self.lines + home))
    }

    fn has(&self, crowd: u64, line: u8, home: u8) -> bool {
        crowd & (((1 << self.bits()) - 1) * self.one(line, home)) != 0
    }

    /// The bits of a number in a crowd.
    fn bits(&self) -> u8 {
        64 / (self.lines * self.lines)
    }

    fn step_to(&self, crowd: u32) -> Step {
        let steps_of_a_crowd = 2 * u32::from(self.lines);
        Step((crowd * steps_of_a_crowd) << 8 | u32::from(self.crowds.datum(crowd).distance))
    }

    /// The step to the crowd of a board: `tiles` yields line and goal line of each tile.
    fn arrive(&self, tiles: impl Iterator<Item = (u8, u8)>) -> Step {
        let crowd = tiles.map(|(line, home)| self.one(line, home)).sum();
        self.step_to(self.crowds.find(&crowd).expect("every crowd is reachable"))
    }

    /// The step of a tile with goal line `home`.
    #[inline]
    fn step(&self, last: Step, forward: bool, home: u8) -> Step {
        let way = if forward { self.lines + home } else { home };
        self.steps[(last.0 >> 8) as usize + usize::from(way)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_4x4_have_24964_crowds() {
        for home in 0..4 {
            let walk = Walk::new(4, 4, home);
            assert_eq!(walk.crowds.len(), 24_964);
            assert_eq!(walk.crowds.datum(24_963).distance, 35, "the farthest");
        }
    }
}
