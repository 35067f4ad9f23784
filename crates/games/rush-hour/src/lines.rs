//! Rows and columns, each with the possible placements ("ways") of its cars.

use crate::card::{Axis, Card, MAX_SIDE};

/// Eight rows and eight columns.
pub(crate) const LINES: usize = 2 * MAX_SIDE as usize;
/// The number of ways that fit a nibble. No line has more than 15: cars never pass each other or
/// a wall, and the worst case is two cars of length 2 in eight cells, with four free cells to
/// distribute.
pub(crate) const WAYS: usize = 16;

/// A row or column with the cars that move along it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The number of the line: rows from 0, columns from 8.
    pub(crate) number: u8,
    /// The indices of its cars, ordered by place.
    pub(crate) cars: Vec<u8>,
    /// The offsets of its cars, for each way.
    pub(crate) ways: Vec<Vec<u8>>,
    /// The covered cells, for each way.
    pub(crate) covered: Vec<u8>,
}

impl Line {
    /// Returns the lines of a card that have cars.
    pub(crate) fn all(card: &Card) -> Vec<Line> {
        let rows = (0..card.height).map(|row| (Axis::Horizontal, row));
        let columns = (0..card.width).map(|column| (Axis::Vertical, column));
        let lines = rows.chain(columns).map(|(axis, line)| Line::new(card, axis, line));
        lines.filter(|line| !line.cars.is_empty()).collect()
    }

    fn new(card: &Card, axis: Axis, line: u8) -> Self {
        let mut cars: Vec<u8> = (0..)
            .zip(&card.cars)
            .filter(|(_, car)| car.axis == axis && car.line == line)
            .map(|(index, _)| index)
            .collect();
        cars.sort_by_key(|&car| card.cars[usize::from(car)].offset);
        let side = card.side(axis);
        let walls: Vec<u8> =
            (0..side).filter(|&along| card.is_wall(axis.cell(line, along))).collect();
        // The cells that each car can ever cover, by the walls.
        let stretches: Vec<(u8, u8, u8)> = cars
            .iter()
            .map(|&car| {
                let car = card.cars[usize::from(car)];
                let start = walls.iter().filter(|&&wall| wall < car.offset).max();
                let end = walls.iter().filter(|&&wall| wall > car.offset).min();
                (start.map_or(0, |wall| wall + 1), end.copied().unwrap_or(side), car.length)
            })
            .collect();
        let mut ways = Vec::new();
        arrange(&stretches, &mut Vec::new(), &mut ways);
        assert!(ways.len() < WAYS, "a line has at most 15 ways");
        let covered = ways.iter().map(|way| {
            let cars = way.iter().zip(&stretches);
            cars.fold(0, |covered, (&offset, &(.., length))| covered | span(offset, length))
        });
        let covered = covered.collect();
        Line { number: axis as u8 * MAX_SIDE + line, cars, ways, covered }
    }

    /// The offset of one of its cars in a way.
    #[inline]
    pub(crate) fn offset(&self, way: usize, car: u8) -> u8 {
        let place = self.cars.iter().position(|&other| other == car);
        self.ways[way][place.expect("the car is in this line")]
    }

    /// The way in which its cars have these offsets.
    pub(crate) fn way_of(&self, offsets: impl Fn(u8) -> u8) -> Option<usize> {
        self.ways
            .iter()
            .position(|way| self.cars.iter().zip(way).all(|(&car, &offset)| offsets(car) == offset))
    }

    /// The ways whose covered cells satisfy `such`.
    pub(crate) fn ways_where(&self, such: impl Fn(u8) -> bool) -> u16 {
        let ways = self.covered.iter().enumerate().filter(|&(_, &covered)| such(covered));
        ways.fold(0, |ways, (way, _)| ways | 1 << way)
    }

    /// The cells that a move from one way to another sweeps, both ends included; `None` if that is
    /// not one move.
    #[inline]
    pub(crate) fn sweep(&self, from: usize, to: usize, longest: u8, card: &Card) -> Option<u8> {
        let (from, to) = (&self.ways[from], &self.ways[to]);
        let mut moved = from.iter().zip(to).enumerate().filter(|(_, (from, to))| from != to);
        let (index, (&from, &to)) = moved.next()?;
        if moved.next().is_some() || from.abs_diff(to) > longest {
            return None;
        }
        let length = card.cars[usize::from(self.cars[index])].length;
        Some(span(from.min(to), from.abs_diff(to) + length))
    }
}

/// The bits of `length` cells from `offset` on.
#[inline]
pub(crate) fn span(offset: u8, length: u8) -> u8 {
    (((1u16 << length) - 1) << offset) as u8
}

/// Adds all ways to place the remaining cars, in the order of their offsets.
fn arrange(stretches: &[(u8, u8, u8)], placed: &mut Vec<u8>, ways: &mut Vec<Vec<u8>>) {
    let index = placed.len();
    let Some(&(start, end, length)) = stretches.get(index) else {
        ways.push(placed.clone());
        return;
    };
    let before = match index.checked_sub(1) {
        Some(last) => placed[last] + stretches[last].2,
        None => 0,
    };
    for offset in start.max(before)..=end - length {
        placed.push(offset);
        arrange(stretches, placed, ways);
        placed.pop();
    }
}
