//! Cars of Rush Hour that can never leave the red car's way.

use std::collections::BTreeSet;

use tesuji_rush_hour::{Axis, Car, Card, Cell};

/// The cars of one row or column, and the ways in which they can come to stand, as far as is known:
/// an offset for each car.
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

    /// Whether some car covers a cell in whichever way they stand.
    fn always_covers(&self, cell: Cell) -> bool {
        self.ways.iter().all(|way| self.covers(way, cell))
    }

    /// The ways that one step more leads to, past nothing that is covered for ever.
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

/// Proves that the red car can never leave.
///
/// Every line begins with the one way in which its cars stand, and gets the ways that steps lead
/// to, but for steps onto cells that another line covers in all its ways so far. When no
/// line gets any more, no step leads out of the ways there are: the cell it enters would be
/// covered. If the red car is at the exit in none of its line's ways, it never will be.
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
        return Err("nothing is seen to hold the red car for ever".to_owned());
    }
    Ok(())
}
