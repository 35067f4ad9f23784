use std::fmt;

use tesuji_core::{Notation, Rules, quoted};

use crate::card::{Axis, Car, Card};
use crate::parse::CardError;
use crate::rules::{Board, RushHour, Slide};

/// An error for a text that is not a board of the card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The text is not a board.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The board has another size.
    #[error("the board has {found} cells, and the card {expected}")]
    OtherSize {
        /// The size of the board.
        found: String,
        /// The size of the card.
        expected: String,
    },
    /// The board has other walls.
    #[error("the walls differ from the card's at {cell}")]
    OtherWalls {
        /// The first cell with a wall on one of them and none on the other.
        cell: crate::Cell,
    },
    /// A car of the card is missing.
    #[error("car {letter} of the card is missing")]
    Missing {
        /// The car.
        letter: char,
    },
    /// A car is not on the card, or is different there.
    #[error("car {letter}, {found}, is not on the card{instead}")]
    OtherCar {
        /// The car.
        letter: char,
        /// The car in the text.
        found: String,
        /// The car of the card with this letter, if there is one.
        instead: String,
    },
    /// A car is on the wrong side of another car or of a wall.
    #[error(
        "car {letter} cannot stand at {offset} (from 0) of its {line}: on the card something it \
         cannot pass is in between"
    )]
    Passed {
        /// The car.
        letter: char,
        /// The offset of its first cell.
        offset: u8,
        /// Its row or column.
        line: String,
    },
    /// A list of offsets has the wrong length.
    #[error("there are {found} offsets, and the card has {expected} cars")]
    OffsetCount {
        /// The number of offsets.
        found: usize,
        /// The number of cars.
        expected: usize,
    },
    /// Two cars, or a car and a wall, are on the same cell.
    #[error("car {letter} cannot stand on {cell}: the cell is not free, or not on the board")]
    Overlap {
        /// The car.
        letter: char,
        /// The cell.
        cell: crate::Cell,
    },
}

/// An error for a text that is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error(
        "{text} is not a move: give a car, + for right or down, - for left or up, and how far, as \
         in B+2",
        text = quoted(.text)
    )]
    NotAMove {
        /// The text.
        text: String,
    },
    /// The card has no such car.
    #[error("{text}: there is no car {letter}", text = quoted(.text))]
    NoSuchCar {
        /// The text.
        text: String,
        /// The car.
        letter: char,
    },
    /// The car cannot make the move.
    #[error("{text} is not possible: car {letter} {can}", text = quoted(.text))]
    CannotGo {
        /// The text.
        text: String,
        /// The car.
        letter: char,
        /// The car's legal moves.
        can: String,
    },
}

/// An error for a text that is not a board, or not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The text is not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The text is not a move.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// Boards are written like [cards](Card). The parser also accepts the offsets of the cars' first
/// cells, in the order of their letters: `1 0 1 3 2`.
///
/// A move is the car's letter, `+` for right or down, `-` for left or up, and the number of cells:
/// `A+1`. The parser also accepts a move without its 1, and `>` `v` `<` `^` for the sign: `A>`,
/// `B^2`.
impl Notation for RushHour {
    type Error = NotationError;

    fn parse_state(&self, text: &str) -> Result<Board, NotationError> {
        Ok(self.read_board(text)?)
    }

    fn write_state(&self, board: &Board, out: &mut impl fmt::Write) -> fmt::Result {
        self.card().write_at(|car| self.offset(*board, car), out)
    }

    fn parse_move(&self, board: &Board, text: &str) -> Result<Slide, NotationError> {
        Ok(self.read_slide(&self.moves(board), text)?)
    }

    fn write_move(&self, _: &Board, slide: Slide, out: &mut impl fmt::Write) -> fmt::Result {
        self.write_slide(slide, out)
    }
}

impl RushHour {
    pub(crate) fn write_slide(&self, slide: Slide, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{}{:+}", self.card().cars()[usize::from(slide.car)].name(), slide.by())
    }

    /// Parses one of these moves.
    pub(crate) fn read_slide(&self, moves: &[Slide], text: &str) -> Result<Slide, MoveError> {
        let text = text.trim();
        let excerpt = || text.chars().take(20).collect::<String>();
        let not_a_move = || MoveError::NotAMove { text: excerpt() };
        let mut characters = text.chars();
        let letter = characters.next().filter(char::is_ascii_uppercase).ok_or_else(not_a_move)?;
        let sign = characters.next().ok_or_else(not_a_move)?;
        let found = self.card().cars().iter().position(|car| car.name() == letter);
        let index = found.ok_or_else(|| MoveError::NoSuchCar { text: excerpt(), letter })?;
        let axis = self.card().cars()[index].axis;
        let forward = match (sign, axis) {
            ('+', _) | ('>', Axis::Horizontal) | ('v', Axis::Vertical) => true,
            ('-', _) | ('<', Axis::Horizontal) | ('^', Axis::Vertical) => false,
            _ => return Err(not_a_move()),
        };
        let count = match characters.as_str() {
            "" => 1,
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse::<i8>().unwrap_or(i8::MAX)
            }
            _ => return Err(not_a_move()),
        };
        let by = if forward { count } else { -count };
        let mut own = moves.iter().filter(|slide| usize::from(slide.car) == index);
        own.clone().find(|slide| slide.by() == by).copied().ok_or_else(|| {
            let others: Vec<_> = own.by_ref().map(|slide| format!("{:+}", slide.by())).collect();
            let can = match others.as_slice() {
                [] => "cannot move".to_owned(),
                others => format!("can move {}", others.join(", ")),
            };
            MoveError::CannotGo { text: excerpt(), letter, can }
        })
    }

    /// Parses a board of this card: the board itself, or the offsets of its cars.
    pub(crate) fn read_board(&self, text: &str) -> Result<Board, BoardError> {
        let entries = || {
            text.split(|c: char| c.is_whitespace() || "[](),".contains(c))
                .filter(|entry| !entry.is_empty())
        };
        let has_digits = text.bytes().any(|byte| byte.is_ascii_digit());
        if has_digits && entries().all(|entry| entry.parse::<u8>().is_ok()) {
            let offsets: Vec<u8> = entries().filter_map(|entry| entry.parse().ok()).collect();
            return self.board_from_offsets(&offsets);
        }
        let read: Card = text.parse()?;
        self.board_from_card(&read)
    }

    /// The board with the cars at their places on another card of the same cars and walls.
    ///
    /// # Errors
    /// The first difference, or the car that cannot get there.
    pub(crate) fn board_from_card(&self, other: &Card) -> Result<Board, BoardError> {
        let card = self.card();
        if (card.width, card.height) != (other.width, other.height) {
            let size = |card: &Card| format!("{}x{}", card.width, card.height);
            return Err(BoardError::OtherSize { found: size(other), expected: size(card) });
        }
        if let Some(cell) = card.cells().find(|&cell| card.is_wall(cell) != other.is_wall(cell)) {
            return Err(BoardError::OtherWalls { cell });
        }
        let find =
            |cards: &Card, letter| cards.cars.iter().find(|car| car.letter == letter).copied();
        for &car in &other.cars {
            let instead = match find(card, car.letter) {
                Some(own) if (Car { offset: car.offset, ..own }) == car => continue,
                Some(own) => format!(": there it is {}", describe(own)),
                None => String::new(),
            };
            let found = describe(car);
            return Err(BoardError::OtherCar { letter: car.name(), found, instead });
        }
        if let Some(car) = card.cars.iter().find(|car| find(other, car.letter).is_none()) {
            return Err(BoardError::Missing { letter: car.name() });
        }
        let offsets: Vec<u8> = other.cars.iter().map(|car| car.offset).collect();
        self.board_from_offsets(&offsets)
    }

    /// Returns the board with the cars at these offsets, in the order of their letters.
    ///
    /// # Errors
    /// The car that cannot stand there.
    pub fn board_from_offsets(&self, offsets: &[u8]) -> Result<Board, BoardError> {
        let cars = self.card().cars();
        if offsets.len() != cars.len() {
            return Err(BoardError::OffsetCount { found: offsets.len(), expected: cars.len() });
        }
        let mut free = self.card().board() & !self.card().walls;
        for (&car, &offset) in cars.iter().zip(offsets) {
            let end = self.card().side(car.axis);
            for along in (0..car.length).map(|cell| offset.saturating_add(cell)) {
                let cell = car.axis.cell(car.line, along);
                if along >= end || free & cell.bit() == 0 {
                    return Err(BoardError::Overlap { letter: car.name(), cell });
                }
                free &= !cell.bit();
            }
        }
        let mut board = Board(0);
        for line in self.lines() {
            let Some(way) = line.way_of(|car| offsets[usize::from(car)]) else {
                let passed = |car: &u8| {
                    let (car, initial) = (usize::from(*car), self.initial());
                    offsets[car] != self.offset(initial, car)
                };
                let car = line.cars.iter().copied().find(passed).unwrap_or(line.cars[0]);
                let (offset, car) = (offsets[usize::from(car)], cars[usize::from(car)]);
                let line = line_name(car);
                return Err(BoardError::Passed { letter: car.name(), offset, line });
            };
            board = board.with(line.number, way);
        }
        Ok(board)
    }
}

/// "of length 3 in column 4 (from 0)".
fn describe(car: Car) -> String {
    format!("of length {} in {} (from 0)", car.length, line_name(car))
}

fn line_name(car: Car) -> String {
    match car.axis {
        Axis::Horizontal => format!("row {}", car.line),
        Axis::Vertical => format!("column {}", car.line),
    }
}
