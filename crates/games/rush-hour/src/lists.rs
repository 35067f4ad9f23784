//! Cards from lists of numbers.

use tesuji_core::quoted;

use crate::card::{Axis, Car, Card, Cell, MAX_CARS};

/// The side of a board that is given as lists.
const SIDE: u8 = 6;

/// Why lists of numbers are no card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ListsError {
    /// A list is missing.
    #[error(
        "found {found} lists of numbers in brackets, not 4: whether each car is horizontal, its \
         length, its row or column, its position"
    )]
    Missing {
        /// How many lists there are.
        found: usize,
    },
    /// The lists have different lengths.
    #[error("the list {name} has {found} entries, and the first one has {expected}")]
    Unequal {
        /// Which list.
        name: &'static str,
        /// How many entries it has.
        found: usize,
        /// How many cars there are.
        expected: usize,
    },
    /// Something else stands where a number should.
    #[error(
        "entry {index} (from 0) of the list {name}: {text} is not {wanted}",
        text = quoted(.text)
    )]
    BadEntry {
        /// Which list.
        name: &'static str,
        /// Which entry.
        index: usize,
        /// What stands there.
        text: String,
        /// What should.
        wanted: &'static str,
    },
    /// There are no cars.
    #[error("there are no cars: the first is the red one")]
    NoCars,
    /// There are more cars than letters.
    #[error("{cars} cars are too many: there are letters for {MAX_CARS}")]
    TooManyCars {
        /// How many there are.
        cars: usize,
    },
    /// The first car is vertical.
    #[error("car 0, the red one, is vertical: it must lie in a row, to leave at its right end")]
    RedUpright,
    /// A car is too short.
    #[error("car {car} (from 0) has length {length}: a car has 2 cells at least")]
    TooShort {
        /// Which car.
        car: usize,
        /// Its length.
        length: u8,
    },
    /// A car is not on the board, or not with all its cells.
    #[error(
        "car {car} (from 0), of length {length} at {offset} of its line {line}, is not on the \
         board of 6x6"
    )]
    Outside {
        /// Which car.
        car: usize,
        /// Its length.
        length: u8,
        /// Its row or column.
        line: u8,
        /// Its first cell.
        offset: u8,
    },
    /// Two cars are on the same cell.
    #[error("cars {first} and {second} (from 0) are both on {cell}")]
    Overlap {
        /// One car.
        first: usize,
        /// The other.
        second: usize,
        /// The cell.
        cell: Cell,
    },
}

impl Card {
    /// A 6×6 card from four lists, an entry for each car, the red one first: whether it is
    /// horizontal, its length, its row or column, and its position there. The cars are named
    /// `A`, `B`, `C` and so on.
    ///
    /// # Errors
    /// Names the car that cannot be, or the list that is not like the others.
    ///
    /// # Example
    /// ```
    /// use tesuji_rush_hour::Card;
    ///
    /// let card = Card::from_lists(&[true, false], &[2, 3], &[2, 4], &[1, 0])?;
    /// assert_eq!(card.to_string(), "....B.....B..AA.B...................");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_lists(
        horizontal: &[bool],
        length: &[u8],
        line: &[u8],
        position: &[u8],
    ) -> Result<Card, ListsError> {
        let count = horizontal.len();
        for (name, list) in [("length", length), ("move_on", line), ("pos", position)] {
            if list.len() != count {
                return Err(ListsError::Unequal { name, found: list.len(), expected: count });
            }
        }
        if count > MAX_CARS {
            return Err(ListsError::TooManyCars { cars: count });
        }
        let red = horizontal.first().ok_or(ListsError::NoCars)?;
        if !red {
            return Err(ListsError::RedUpright);
        }
        let mut cars: Vec<Car> = Vec::with_capacity(count);
        for (car, letter) in (0..count).zip(b'A'..) {
            let (length, line, offset) = (length[car], line[car], position[car]);
            if length < 2 {
                return Err(ListsError::TooShort { car, length });
            }
            if line >= SIDE || length > SIDE || offset > SIDE - length {
                return Err(ListsError::Outside { car, length, line, offset });
            }
            let axis = if horizontal[car] { Axis::Horizontal } else { Axis::Vertical };
            let new = Car { letter, axis, line, length, offset };
            for (first, other) in cars.iter().enumerate() {
                if let Some(cell) = new.cells().find(|cell| other.cells().any(|c| c == *cell)) {
                    return Err(ListsError::Overlap { first, second: car, cell });
                }
            }
            cars.push(new);
        }
        Ok(Card { width: SIDE, height: SIDE, walls: 0, cars })
    }

    /// Reads [the four lists](Self::from_lists) in brackets, with commas between the entries, in
    /// this order; what stands around the brackets is skipped, and so are lists of quoted
    /// strings. Python programs that hold a board as lists can thus be pasted in.
    ///
    /// # Errors
    /// Names the list and the entry that is wrong.
    ///
    /// # Example
    /// ```
    /// use tesuji_rush_hour::Card;
    ///
    /// let card = Card::parse_lists(
    ///     r#"rh = Rushhour([True, False], [2, 3], [2, 4], ["red", "green"])
    ///        s = State([1, 0])"#,
    /// )?;
    /// assert_eq!(card.to_string(), "....B.....B..AA.B...................");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_lists(text: &str) -> Result<Card, ListsError> {
        let lists: Vec<Vec<&str>> = text
            .split('[')
            .skip(1)
            .filter_map(|rest| rest.split_once(']'))
            .map(|(inside, _)| inside.split(',').map(str::trim).collect())
            .filter(|list: &Vec<&str>| !list[0].starts_with(['"', '\'']))
            .collect();
        let [horizontal, length, line, position] = lists.as_slice() else {
            return Err(ListsError::Missing { found: lists.len() });
        };
        let horizontal = read(horizontal, "horiz", "True or False", |entry| match entry {
            "True" | "true" | "1" => Some(true),
            "False" | "false" | "0" => Some(false),
            _ => None,
        })?;
        let number = |entry: &str| entry.parse().ok();
        Card::from_lists(
            &horizontal,
            &read(length, "length", "a length", number)?,
            &read(line, "move_on", "a row or column", number)?,
            &read(position, "pos", "a position", number)?,
        )
    }
}

/// The entries of a list, up to the comma that may end it.
fn read<T>(
    list: &[&str],
    name: &'static str,
    wanted: &'static str,
    entry: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, ListsError> {
    let list = list.strip_suffix(&[""]).unwrap_or(list);
    let entries = list.iter().enumerate().map(|(index, text)| {
        let bad = || ListsError::BadEntry { name, index, text: (*text).to_owned(), wanted };
        entry(text).ok_or_else(bad)
    });
    entries.collect()
}
