//! A pattern database (Culberson and Schaeffer, "Pattern Databases", 1998): the fewest presses that
//! switch off the lights of the upper rows, whatever becomes of the others.

use std::ops::Range;

use tesuji::core::{Abstraction, ClassMove, Cost, DEAD_END, Heuristic};
use tesuji::informed::pdb::Database;

use crate::LightsOut;

/// The upper rows of a board. An abstract state is what their lights show.
struct UpperRows {
    name: String,
    lights: usize,
    /// What a press of each cell switches there, without the cells that switch nothing.
    switched: Vec<usize>,
}

impl UpperRows {
    /// Half of the rows, but no more than 16 lights.
    fn new(board: &LightsOut) -> Self {
        let rows = board.height.div_ceil(2).min(16 / board.width);
        let lights = rows * board.width;
        let switched = board.switched.iter().map(|&mask| mask as usize & ((1 << lights) - 1));
        UpperRows {
            name: format!("lights-out {}, the upper {rows} rows", board.size()),
            lights,
            switched: switched.filter(|&mask| mask != 0).collect(),
        }
    }
}

/// Every abstract state is a block of its own, with one class of one member.
impl Abstraction for UpperRows {
    fn identity(&self) -> String {
        self.name.clone()
    }

    fn entries(&self) -> usize {
        1 << self.lights
    }

    fn blocks(&self) -> usize {
        self.entries()
    }

    fn members(&self) -> usize {
        1
    }

    fn classes(&self, block: usize) -> Range<usize> {
        block..block + 1
    }

    fn entry(&self, block: usize, _: usize) -> usize {
        block
    }

    fn visit_goals(&self, mut visit: impl FnMut(usize, usize)) {
        visit(0, 0);
    }

    fn visit_class_moves(&self, _: usize, class: usize, mut visit: impl FnMut(ClassMove)) {
        for mask in &self.switched {
            visit(ClassMove { to: class ^ mask, reordering: None });
        }
    }

    fn origins(&self, _: usize) -> &[u16] {
        unreachable!("no move reorders members")
    }
}

/// The heuristic: the larger entry of the board and of the board turned upside down.
pub struct Rows {
    lights: usize,
    database: Database,
}

impl Rows {
    /// Builds the database, with at most 65,536 entries of one byte.
    #[must_use]
    pub fn new(board: &LightsOut) -> Self {
        let rows = UpperRows::new(board);
        Rows { lights: rows.lights, database: Database::build(&rows, 1) }
    }
}

impl Heuristic<LightsOut> for Rows {
    type Memo = Cost;

    fn start(&self, board: &LightsOut, &lights: &u64) -> Cost {
        let row = (1 << board.width) - 1;
        let turned = (0..board.height)
            .fold(0, |turned, place| turned << board.width | lights >> (place * board.width) & row);
        let distance = |lights: u64| {
            let entry = lights & ((1 << self.lights) - 1);
            self.database.distance(entry as usize, 0).unwrap_or(DEAD_END)
        };
        distance(lights).max(distance(turned))
    }

    fn estimate(&self, memo: Cost) -> Cost {
        memo
    }
}
