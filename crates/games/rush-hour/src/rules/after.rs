//! Move pruning: the moves that are not redundant after a move.
//!
//! A car does not go back, nor slide twice in a row. Of two moves of cars in different lines that
//! do not interact, only one order is tried: that of the lines, first row, first column, second
//! row and so on.

use std::ops::ControlFlow;

use crate::Metric;
use crate::card::MAX_SIDE;
use crate::lines::{LINES, span};
use crate::occupied::Occupied;

use super::{Board, CarTable, RushHour, Slide, Standing};

/// The consequences of the last move for the next one.
#[derive(Clone, Copy, Debug)]
struct After {
    /// The car that moved.
    car: u8,
    /// Its targets that would be redundant.
    spent: u8,
    /// The position of its line in the order of lines.
    place: u32,
    /// The earlier lines that it did not cross: their moves are redundant.
    settled: u64,
    /// The cell at which it crossed others.
    crossing: u8,
}

impl After {
    /// There was no move.
    const NOTHING: After = After { car: 0, spent: 0, place: 0, settled: 0, crossing: 0 };

    #[inline]
    fn new(game: &RushHour, Slide { car, from, to }: Slide) -> Self {
        let CarTable { line, length, .. } = game.cars[usize::from(car)];
        let swept = span(from.min(to), from.abs_diff(to) + length);
        let place = place(line);
        let settled = ((1 << place) - 1) & !Occupied::across_in_order(line, swept);
        let spent = match game.metric {
            Metric::Steps => 0x80 >> from,
            Metric::Slides => u8::MAX,
        };
        After { car, spent, place, settled, crossing: 1 << (line % MAX_SIDE) }
    }
}

/// The position of a line in the order of lines: a bit of [`Occupied::in_order`].
#[inline]
fn place(line: u8) -> u32 {
    u32::from(8 * (line % MAX_SIDE) + line / MAX_SIDE)
}

impl RushHour {
    /// Shows the moves that are not redundant after `last`.
    #[inline]
    pub(super) fn visit_after<B>(
        &self,
        last: Option<Slide>,
        board: Board,
        mut visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Standing { covered, beside } = self.standing(board);
        let after = last.map_or(After::NOTHING, |last| After::new(self, last));
        let mut places = beside.without(covered).in_order() & !after.settled;
        while places != 0 {
            let at = places.trailing_zeros();
            places &= places - 1;
            let line = at as u8 / 8 + MAX_SIDE * (at as u8 % 2);
            let way = board.way(line);
            let covered = covered.line(line);
            // Targets to which the last move was never an obstacle are redundant, too.
            let settled = if at < after.place { covered | after.crossing } else { u8::MAX };
            for &index in self.cars_of[usize::from(line) % LINES].as_slice() {
                let car = &self.cars[usize::from(index)];
                let reach = car.reach[way];
                let mut targets = reach.targets(covered) & !reach.targets(settled);
                if index == after.car {
                    targets &= !after.spent;
                }
                let from = car.offset[way];
                while targets != 0 {
                    let to = 7 - targets.trailing_zeros() as u8;
                    targets &= targets - 1;
                    visit(Slide { car: index, from, to })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
