//! Move pruning: the moves that are not redundant after a move.
//!
//! A car does not go back, nor slide twice in a row. Of two moves of cars in different lines that
//! do not interact, only one order is tried: that of the lines, first row, first column, second
//! row and so on.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::Metric;
use crate::card::MAX_SIDE;
use crate::lines::{LINES, WAYS, span};
use crate::occupied::Occupied;
use crate::reach::Reach;

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
    fn new(game: &RushHour, Slide { car, from, to }: Slide, metric: Metric) -> Self {
        let CarTable { line, length, .. } = game.cars[usize::from(car)];
        let swept = span(from.min(to), from.abs_diff(to) + length);
        let place = place(line);
        let settled = ((1 << place) - 1) & !Occupied::across_in_order(line, swept);
        let spent = match metric {
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

/// A car that can move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    /// Its index.
    pub(crate) car: u8,
    /// Its offset.
    from: u8,
    /// Its targets that are not redundant.
    targets: u8,
    reach: Reach,
    /// The covered cells of its line.
    covered: u8,
}

impl Mover {
    /// Whether none of its targets is redundant.
    #[inline]
    pub(crate) fn has_all(self) -> bool {
        self.targets == self.reach.targets(self.covered)
    }

    /// Shows its moves, the farthest to the right or down first.
    #[inline(always)]
    pub(crate) fn visit_slides<B>(
        self,
        mut visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut targets = self.targets;
        while targets != 0 {
            let to = 7 - targets.trailing_zeros() as u8;
            targets &= targets - 1;
            visit(Slide { car: self.car, from: self.from, to })?;
        }
        ControlFlow::Continue(())
    }
}

impl RushHour {
    /// Shows the moves of this metric that are not redundant after `last`.
    #[inline]
    pub(super) fn visit_after<B>(
        &self,
        last: Option<Slide>,
        board: Board,
        metric: Metric,
        reach: impl Fn(&CarTable) -> &[Reach; WAYS],
        mut visit: impl FnMut(Slide) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_movers_after(last, board, metric, reach, 0, |mover| {
            mover.visit_slides(&mut visit)
        })
    }

    /// [`visit_after`](Self::visit_after), car by car, but for the cars with a bit in `except`.
    #[inline(always)]
    fn visit_movers_after<B>(
        &self,
        last: Option<Slide>,
        board: Board,
        metric: Metric,
        reach: impl Fn(&CarTable) -> &[Reach; WAYS],
        except: u32,
        mut visit: impl FnMut(Mover) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Standing { covered, beside } = self.standing(board);
        let after = last.map_or(After::NOTHING, |last| After::new(self, last, metric));
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
                if except >> index & 1 == 1 {
                    continue;
                }
                let car = &self.cars[usize::from(index)];
                let reach = reach(car)[way];
                let mut targets = reach.targets(covered) & !reach.targets(settled);
                if index == after.car {
                    targets &= !after.spent;
                }
                if targets != 0 {
                    visit(Mover { car: index, from: car.offset[way], targets, reach, covered })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows the cars that have moves that are not redundant after `last`, with these moves; none
    /// with a bit in `except`.
    #[inline]
    pub(crate) fn visit_movers(
        &self,
        last: Option<Slide>,
        board: Board,
        except: u32,
        mut visit: impl FnMut(Mover),
    ) {
        let ControlFlow::Continue(()) = self.visit_movers_after(
            last,
            board,
            self.metric,
            |car| &car.reach,
            except,
            |mover| {
                visit(mover);
                ControlFlow::<Infallible>::Continue(())
            },
        );
    }

    /// The red car, with all its moves.
    #[inline]
    pub(crate) fn red_mover(&self, board: Board) -> Mover {
        let red = &self.cars[0];
        let way = board.way(red.line);
        let (reach, covered) = (red.reach[way], self.occupied(board).line(red.line));
        Mover { car: 0, from: red.offset[way], targets: reach.targets(covered), reach, covered }
    }
}
