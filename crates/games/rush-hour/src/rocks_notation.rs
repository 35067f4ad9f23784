use std::fmt;

use tesuji_core::{Notation, Player, Render, Rules, quoted};

use crate::card::Cell;
use crate::lab::{LabGame, LabState};
use crate::notation::{BoardError, MoveError};
use crate::rocks::{RocksMove, RocksState, RushHourRocks};

/// An error for a text that is not a position or a move of the game with rocks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RocksError {
    /// The cars do not fit the card.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The driver's move is not legal.
    #[error(transparent)]
    Drive(#[from] MoveError),
    /// A rock is on an impossible cell.
    #[error("a rock cannot lie on {cell}: {reason}")]
    BadRock {
        /// The cell.
        cell: Cell,
        /// The reason.
        reason: &'static str,
    },
    /// The text is not a move of the adversary.
    #[error(
        "{text} is not a move of the adversary: give the row and the column of the rock, as in \
        3-4, or \"pass\" if there is no free cell",
        text = quoted(.text)
    )]
    NotARock {
        /// The text.
        text: String,
    },
    /// The word after the rock is not a player.
    #[error("the player to move is driver or adversary, not {text}", text = quoted(.text))]
    NotATurn {
        /// The text.
        text: String,
    },
    /// A player with a move cannot pass.
    #[error("\"pass\" is not possible: there are {moves} legal moves")]
    CannotPass {
        /// The number of moves.
        moves: usize,
    },
    /// The game is over.
    #[error("{text} is not possible: the game is over", text = quoted(.text))]
    Over {
        /// The text.
        text: String,
    },
    /// The history of a [`LabGame`] has the wrong form.
    #[error("{text} is not a number of plies and a last move, as in 12 or 12:B+1", text = quoted(.text))]
    BadMemory {
        /// The text.
        text: String,
    },
}

/// A position is the board, then the rock's row and column, `3-4`, or `-` for no rock, then
/// the player to move: `driver` or `adversary`. The last two may be omitted for a driver without
/// a rock. Rows and columns count from 0.
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
    /// Checks that a rock may be put on a cell, by the cars and the previous rock.
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
            "it is in the row or column of the previous rock"
        } else {
            return Ok(());
        };
        Err(RocksError::BadRock { cell, reason })
    }
}

/// Parses a cell of an adversary's move.
fn read_cell(text: &str) -> Option<Cell> {
    let (row, column) = text.split_once('-')?;
    Some(Cell { row: row.parse().ok()?, column: column.parse().ok()? })
}

fn excerpt(text: &str) -> String {
    text.chars().take(20).collect()
}

/// The notation of [`RushHourRocks`], followed by the number of plies, and after a colon the
/// driver's last move if there is one, with `!` if it undid the previous one and was the last ply.
impl Notation for LabGame {
    type Error = RocksError;

    fn parse_state(&self, text: &str) -> Result<LabState, RocksError> {
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
        let Some(memory) = memory else { return Ok(LabState { position, ..initial }) };
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
        Ok(LabState { position, plies, last, takes_back })
    }

    fn write_state(&self, state: &LabState, out: &mut impl fmt::Write) -> fmt::Result {
        self.rocks().write_state(&state.position, out)?;
        write!(out, " {}", state.plies)?;
        if let Some(last) = state.last {
            out.write_char(':')?;
            self.rocks().alone().write_slide(last, out)?;
        }
        if state.takes_back { out.write_char('!') } else { Ok(()) }
    }

    fn parse_move(&self, state: &LabState, text: &str) -> Result<RocksMove, RocksError> {
        self.rocks().parse_move(&state.position, text)
    }

    fn write_move(
        &self,
        state: &LabState,
        mv: RocksMove,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        self.rocks().write_move(&state.position, mv, out)
    }
}

impl LabGame {
    /// Parses the driver's last move, which ended at the car's present place.
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

impl Render for LabGame {
    fn text(&self, state: &LabState) -> String {
        self.rocks().text(&state.position)
    }

    fn svg(&self, state: &LabState) -> String {
        self.rocks().svg(&state.position)
    }
}
