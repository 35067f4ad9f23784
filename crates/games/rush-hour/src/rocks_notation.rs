use std::fmt;

use tesuji_core::{Notation, Player, Render, Rules, quoted};

use crate::card::Cell;
use crate::course::{CourseGame, CourseState};
use crate::notation::{BoardError, MoveError};
use crate::rocks::{RocksMove, RocksState, RushHourRocks};

/// Why a text is no position or move of the game with rocks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RocksError {
    /// The cars are not those of the card.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The driver's move is none.
    #[error(transparent)]
    Drive(#[from] MoveError),
    /// A rock lies where none can.
    #[error("a rock cannot lie on {cell}: {reason}")]
    BadRock {
        /// The cell.
        cell: Cell,
        /// Why not.
        reason: &'static str,
    },
    /// The adversary's move is none.
    #[error(
        "{text} is no move of the adversary: give the row and the column of the rock, as in \
         3-4, or \"pass\" if there is no free cell",
        text = quoted(.text)
    )]
    NotARock {
        /// What was read.
        text: String,
    },
    /// What follows the rock is no player.
    #[error("who moves is driver or adversary, not {text}", text = quoted(.text))]
    NotATurn {
        /// What was read.
        text: String,
    },
    /// A player who can move may not pass.
    #[error("\"pass\" is not possible: there are {moves} moves")]
    CannotPass {
        /// How many.
        moves: usize,
    },
    /// The game is over.
    #[error("{text} is not possible: the game is over", text = quoted(.text))]
    Over {
        /// What was read.
        text: String,
    },
    /// The number of plies is none.
    #[error("{text} is no number of plies and last move, as in 12 or 12:B+1", text = quoted(.text))]
    BadMemory {
        /// What was read.
        text: String,
    },
}

/// A position is the board, then the rock's row and column, `3-4`, or `-` if there is none, then
/// whose turn it is: `driver` or `adversary`. What is read may leave out the last two, for a
/// driver without a rock. Rows and columns count from 0.
///
/// The driver's moves are those of [`RushHour`](crate::RushHour): `B+1`. The adversary's is the
/// cell of the rock, `3-4`; either can be `pass`.
impl Notation for RushHourRocks {
    type Error = RocksError;

    fn parse_state(&self, text: &str) -> Result<RocksState, RocksError> {
        let mut text = text.trim_end();
        let mut turn = Player::First;
        for (name, player) in [("driver", Player::First), ("adversary", Player::Second)] {
            if let Some(rest) = text.strip_suffix(name) {
                (text, turn) = (rest.trim_end(), player);
                break;
            }
        }
        let (board, rock) = match text.rsplit_once(char::is_whitespace) {
            Some((board, "-")) => (board, None),
            Some((board, last)) if last.contains('-') => {
                let not_a_rock = || RocksError::NotARock { text: excerpt(last) };
                (board, Some(read_cell(last).ok_or_else(not_a_rock)?))
            }
            Some((board, last)) if board.contains('-') => {
                return Err(RocksError::NotATurn { text: excerpt(last) });
            }
            Some(_) | None => (text, None),
        };
        let board = self.alone().read_board(board)?;
        if let Some(cell) = rock {
            self.check_rock(&self.state(board, None, turn), cell)?;
        }
        Ok(self.state(board, rock, turn))
    }

    fn write_state(&self, state: &RocksState, out: &mut impl fmt::Write) -> fmt::Result {
        self.alone().write_state(&state.board(), out)?;
        match state.rock() {
            Some(cell) => write!(out, " {}-{}", cell.row, cell.column)?,
            None => out.write_str(" -")?,
        }
        out.write_str(match state.turn() {
            Player::First => " driver",
            Player::Second => " adversary",
        })
    }

    fn parse_move(&self, state: &RocksState, text: &str) -> Result<RocksMove, RocksError> {
        let text = text.trim();
        let moves = self.moves(state);
        if moves.is_empty() {
            return Err(RocksError::Over { text: excerpt(text) });
        }
        if text == "pass" {
            return if moves == [RocksMove::Pass] {
                Ok(RocksMove::Pass)
            } else {
                Err(RocksError::CannotPass { moves: moves.len() })
            };
        }
        match state.turn() {
            Player::First => {
                let slides = moves.iter().filter_map(|mv| match mv {
                    RocksMove::Drive(slide) => Some(*slide),
                    RocksMove::Rock(_) | RocksMove::Pass => None,
                });
                let slides: Vec<_> = slides.collect();
                Ok(RocksMove::Drive(self.alone().read_slide(&slides, text)?))
            }
            Player::Second => {
                let not_a_rock = || RocksError::NotARock { text: excerpt(text) };
                let cell = read_cell(text).ok_or_else(not_a_rock)?;
                self.check_rock(state, cell)?;
                Ok(RocksMove::Rock(cell))
            }
        }
    }

    fn write_move(&self, _: &RocksState, mv: RocksMove, out: &mut impl fmt::Write) -> fmt::Result {
        match mv {
            RocksMove::Drive(slide) => self.alone().write_slide(slide, out),
            RocksMove::Rock(cell) => write!(out, "{}-{}", cell.row, cell.column),
            RocksMove::Pass => out.write_str("pass"),
        }
    }
}

impl RushHourRocks {
    /// Whether a rock may be put on a cell, as far as cars and the rock before allow.
    fn check_rock(&self, state: &RocksState, cell: Cell) -> Result<(), RocksError> {
        let card = self.alone().card();
        let reason = if cell.row >= card.height() || cell.column >= card.width() {
            "it is not on the board"
        } else if card.is_wall(cell) {
            "there is a wall"
        } else if self.alone().car_on(state.board(), cell).is_some() {
            "there is a car"
        } else if cell.row == card.red().line {
            "it is in the red car's row"
        } else if self.rock_cells(state) & cell.bit() == 0 {
            "it is in the row or column of the rock before"
        } else {
            return Ok(());
        };
        Err(RocksError::BadRock { cell, reason })
    }
}

/// A cell as the adversary's move writes it.
fn read_cell(text: &str) -> Option<Cell> {
    let (row, column) = text.split_once('-')?;
    Some(Cell { row: row.parse().ok()?, column: column.parse().ok()? })
}

fn excerpt(text: &str) -> String {
    text.chars().take(20).collect()
}

/// As [`RushHourRocks`] writes it, and then how many plies were played, and after a colon the
/// driver's last move if there is one, and `!` if it took back the one before and was the last ply.
impl Notation for CourseGame {
    type Error = RocksError;

    fn parse_state(&self, text: &str) -> Result<CourseState, RocksError> {
        let text = text.trim();
        let initial = self.initial();
        let (position, memory) = match text.rsplit_once(char::is_whitespace) {
            Some((position, memory))
                if memory.starts_with(|c: char| c.is_ascii_digit())
                    && position.ends_with(['r', 'y']) =>
            {
                (position, Some(memory))
            }
            Some(_) | None => (text, None),
        };
        let position = self.rocks().parse_state(position)?;
        let Some(memory) = memory else { return Ok(CourseState { position, ..initial }) };
        let bad = || RocksError::BadMemory { text: excerpt(memory) };
        let (memory, takes_back) = match memory.strip_suffix('!') {
            Some(rest) => (rest, true),
            None => (memory, false),
        };
        let (plies, last) = match memory.split_once(':') {
            Some((plies, last)) => (plies, Some(last)),
            None => (memory, None),
        };
        let plies = plies.parse().map_err(|_| bad())?;
        let last = match last {
            Some(last) => Some(self.read_last(&position, last).ok_or_else(bad)?),
            None => None,
        };
        Ok(CourseState { position, plies, last, takes_back })
    }

    fn write_state(&self, state: &CourseState, out: &mut impl fmt::Write) -> fmt::Result {
        self.rocks().write_state(&state.position, out)?;
        write!(out, " {}", state.plies)?;
        if let Some(last) = state.last {
            out.write_char(':')?;
            self.rocks().alone().write_slide(last, out)?;
        }
        if state.takes_back { out.write_char('!') } else { Ok(()) }
    }

    fn parse_move(&self, state: &CourseState, text: &str) -> Result<RocksMove, RocksError> {
        self.rocks().parse_move(&state.position, text)
    }

    fn write_move(
        &self,
        state: &CourseState,
        mv: RocksMove,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        self.rocks().write_move(&state.position, mv, out)
    }
}

impl CourseGame {
    /// The driver's last move, which has brought its car to where it stands.
    fn read_last(&self, position: &RocksState, text: &str) -> Option<crate::Slide> {
        let game = self.rocks().alone();
        let cars = 0..game.card().cars().len();
        let steps = cars.flat_map(|car| {
            let to = game.offset(position.board(), car);
            let from = [to.checked_sub(1), to.checked_add(1)].into_iter().flatten();
            from.map(move |from| crate::Slide { car: car as u8, from, to })
        });
        game.read_slide(&steps.collect::<Vec<_>>(), text).ok()
    }
}

impl Render for CourseGame {
    fn text(&self, state: &CourseState) -> String {
        self.rocks().text(&state.position)
    }

    fn svg(&self, state: &CourseState) -> String {
        self.rocks().svg(&state.position)
    }
}
