//! The argument `hemmed-in` of certificates: cars that can never leave the red car's row.
//!
//! It works on cards, cell by cell, and shares no code with the rules or with
//! [`RushHour::unsolvable`](crate::RushHour::unsolvable), which it confirms.

use std::collections::BTreeSet;

use crate::card::{Axis, Car, Card, Cell};

/// The cars of one row or column, and the ways they can stand that are known so far: each an offset
/// for each car.
struct Line {
    cars: Vec<Car>,
    ways: BTreeSet<Vec<u8>>,
}

impl Line {
    /// The lines of a card, the red car's first, each in one way.
    fn all(card: &Card) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for &car in card.cars() {
            let same = |line: &&mut Line| {
                line.cars.iter().any(|other| (other.axis, other.line) == (car.axis, car.line))
            };
            match lines.iter_mut().find(same) {
                Some(line) => line.cars.push(car),
                None => lines.push(Line { cars: vec![car], ways: BTreeSet::new() }),
            }
        }
        for line in &mut lines {
            line.ways.insert(line.cars.iter().map(|car| car.offset).collect());
        }
        lines
    }

    /// Whether a car covers a cell in one of the ways.
    fn covers(&self, way: &[u8], cell: Cell) -> bool {
        let cars = self.cars.iter().zip(way);
        cars.into_iter().any(|(&car, &offset)| Car { offset, ..car }.cells().any(|c| c == cell))
    }

    /// Whether a car covers a cell in every known way.
    fn always_covers(&self, cell: Cell) -> bool {
        self.ways.iter().all(|way| self.covers(way, cell))
    }

    /// The ways that one more step leads to, if it enters no cell that another line always covers.
    fn further(&self, card: &Card, others: &[&Line]) -> Vec<Vec<u8>> {
        let mut further = Vec::new();
        for way in &self.ways {
            for (index, &car) in self.cars.iter().enumerate() {
                let offset = way[index];
                let ahead = (offset + car.length, offset + 1);
                let back = offset.checked_sub(1).map(|to| (to, to));
                for (entered, to) in back.into_iter().chain([ahead]) {
                    let cell = match car.axis {
                        Axis::Horizontal => Cell { row: car.line, column: entered },
                        Axis::Vertical => Cell { row: entered, column: car.line },
                    };
                    let on_board = cell.row < card.height() && cell.column < card.width();
                    if on_board
                        && !card.is_wall(cell)
                        && !self.covers(way, cell)
                        && !others.iter().any(|line| line.always_covers(cell))
                    {
                        let mut next = way.clone();
                        next[index] = to;
                        further.push(next);
                    }
                }
            }
        }
        further
    }
}

/// Proves that the red car can never reach the exit.
///
/// The known ways of each line are at first the one in which its cars stand. Steps add more, except
/// steps onto a cell that another line covers in all its known ways. When nothing can be added, no
/// step leads out of the known ways, because the cell it enters is covered. If the red car is at
/// the exit in none of the ways of its line, it never will be.
pub(crate) fn check(card: &Card) -> Result<(), String> {
    let mut lines = Line::all(card);
    loop {
        let mut grown = false;
        for index in 0..lines.len() {
            let (before, rest) = lines.split_at(index);
            let Some((line, after)) = rest.split_first() else { break };
            let others: Vec<&Line> = before.iter().chain(after).collect();
            for way in line.further(card, &others) {
                grown |= lines[index].ways.insert(way);
            }
        }
        if !grown {
            break;
        }
    }
    let red = lines.first().ok_or("there is no red car")?;
    let exit = card.width().checked_sub(card.red().length).ok_or("the red car is too long")?;
    let leaves = red.cars.iter().position(|car| car.letter == card.red().letter);
    let leaves = leaves.ok_or("there is no red car")?;
    if red.ways.iter().any(|way| way[leaves] >= exit) {
        return Err(
            "no cell on the red car's way to the exit is shown to be always covered".to_owned()
        );
    }
    Ok(())
}
