use std::fmt;

use crate::card::{Axis, Cell, MAX_SIDE};
use crate::lines::{LINES, Line};
use crate::rules::{Board, RushHour};

/// A reason why the red car can never leave, found without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// A wall is in its way.
    Wall {
        /// The cell.
        cell: Cell,
    },
    /// Another horizontal car is between it and the exit: cars do not pass each other.
    CarAhead {
        /// The car's letter.
        letter: char,
    },
    /// A cell of its row is covered for ever: the cars of this column, confined by walls and by
    /// other confined cars, can never all leave it.
    Held {
        /// The cell.
        cell: Cell,
        /// The letter of the car that is there.
        letter: char,
    },
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolvable::Wall { cell } => write!(out, "a wall on {cell} is in the red car's way"),
            Unsolvable::CarAhead { letter } => {
                write!(out, "car {letter} is ahead of the red car in its row and cannot leave it")
            }
            Unsolvable::Held { cell, letter } => {
                write!(out, "{cell} can never be freed: car {letter} is there, and confined")
            }
        }
    }
}

impl RushHour {
    /// Proves a board unsolvable if that is possible without a search; `None` proves nothing.
    ///
    /// Cells that a line covers in every way of its cars are closed to the lines that cross it.
    /// That leaves these fewer ways, so they may cover further cells for ever, until a fixed point.
    /// If the red car then cannot pass the closed cells of its row, the board is unsolvable.
    ///
    /// # Example
    /// ```
    /// use tesuji_core::Rules;
    /// use tesuji_rush_hour::{Metric, RushHour};
    ///
    /// // Three cars of length 2 fill column 4: none of them ever moves.
    /// let card = "....B. ....B. AA..C. ....C. ....D. ....D.".parse()?;
    /// let game = RushHour::new(card, Metric::Steps);
    /// assert_eq!(
    ///     game.unsolvable(game.initial()).expect("C cannot move").to_string(),
    ///     "row 2, column 4 (from 0) can never be freed: car C is there, and confined",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unsolvable(&self, board: Board) -> Option<Unsolvable> {
        let (closed, open) = self.hemmed_in(board);
        let red = self.red_line();
        if open[usize::from(red)] & self.exits() != 0 {
            return None;
        }
        let car = self.car(board, 0);
        let ahead = (car.offset + car.length..self.card().width())
            .map(|column| Cell { row: car.line, column });
        let reason = ahead.into_iter().find_map(|cell| {
            if self.card().is_wall(cell) {
                return Some(Unsolvable::Wall { cell });
            }
            let index = self.car_on(board, cell)?;
            let other = self.card().cars()[index];
            match other.axis {
                Axis::Horizontal => Some(Unsolvable::CarAhead { letter: other.name() }),
                Axis::Vertical => {
                    let column = usize::from(MAX_SIDE + cell.column);
                    let held = closed[column] >> cell.row & 1 == 1;
                    held.then_some(Unsolvable::Held { cell, letter: other.name() })
                }
            }
        });
        Some(reason.expect("something is in the red car's way"))
    }

    /// The cells that each line covers for ever, and the remaining ways of each line.
    fn hemmed_in(&self, board: Board) -> ([u8; LINES], [u16; LINES]) {
        let mut closed = [0; LINES];
        let mut open = [0; LINES];
        loop {
            let before = open;
            for line in self.lines() {
                let number = usize::from(line.number);
                let crossing = crossing(&closed, line.number);
                open[number] = self.reachable_ways(line, board.way(line.number), crossing);
                let ways = (0..line.ways.len()).filter(|way| open[number] >> way & 1 == 1);
                closed[number] = ways.fold(u8::MAX, |cells, way| cells & line.covered[way]);
            }
            if open == before {
                return (closed, open);
            }
        }
    }

    /// The ways of a line that its cars can reach without passing these cells.
    fn reachable_ways(&self, line: &Line, way: usize, closed: u8) -> u16 {
        let mut reached = 1u16 << way;
        loop {
            let before = reached;
            for to in 0..line.ways.len() {
                let from = (0..line.ways.len()).filter(|from| before >> from & 1 == 1);
                let sweeps = from.filter_map(|from| line.sweep(from, to, MAX_SIDE, self.card()));
                if sweeps.into_iter().any(|sweep| sweep & closed == 0) {
                    reached |= 1 << to;
                }
            }
            if reached == before {
                return reached;
            }
        }
    }

    /// The index of the car on a cell.
    pub(crate) fn car_on(&self, board: Board, cell: Cell) -> Option<usize> {
        let mut cars = 0..self.card().cars().len();
        cars.find(|&car| self.car(board, car).cells().any(|covered| covered == cell))
    }
}

/// The cells of a line that the lines across it cover for ever.
fn crossing(closed: &[u8; LINES], line: u8) -> u8 {
    let across = MAX_SIDE - (line & MAX_SIDE);
    let cell = line % MAX_SIDE;
    (0..MAX_SIDE)
        .fold(0, |cells, other| cells | (closed[usize::from(across + other)] >> cell & 1) << other)
}
