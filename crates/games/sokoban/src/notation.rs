use std::fmt;

use tesuji_core::{Notation, Rules, quoted};

use crate::level::{Level, LevelError};
use crate::metric::Metric;
use crate::rules::{Direction, Push, Sokoban, Warehouse};

/// The error for a text that is not a level or a position, or not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SokobanError {
    /// The text is not a level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The position has other walls, goals, or another number of boxes.
    #[error("the walls, the goals or the number of boxes differ from those of the level")]
    OtherLevel,
    /// The text does not have the form of a move.
    #[error("{text} is no move: give {expected}", text = quoted(.text))]
    NotAMove {
        /// The text.
        text: String,
        /// What is expected.
        expected: &'static str,
    },
    /// The move is not possible.
    #[error("{text} is not possible: there is {possible}", text = quoted(.text))]
    Impossible {
        /// The text.
        text: String,
        /// The moves that are possible.
        possible: String,
    },
}

/// Positions are written like [levels](Level). A move of the player is `u`, `r`, `d` or `l`, in
/// capitals if it pushes a box; the parser takes either. Where only pushes count, a push is the
/// column and row of the box and its direction, as in `4,2L`.
impl Notation for Sokoban {
    type Error = SokobanError;

    fn parse_state(&self, text: &str) -> Result<Warehouse, SokobanError> {
        let read: Level = text.parse()?;
        let alike = self.level().same_board(&read) && self.level().boxes.len() == read.boxes.len();
        if !alike {
            return Err(SokobanError::OtherLevel);
        }
        Ok(self.normalized(Warehouse { boxes: read.boxes, player: read.player }))
    }

    fn write_state(&self, state: &Warehouse, out: &mut impl fmt::Write) -> fmt::Result {
        self.level().write_at(state.boxes, state.player, out)
    }

    fn parse_move(&self, state: &Warehouse, text: &str) -> Result<Push, SokobanError> {
        let text = text.trim();
        let parts = match self.metric() {
            Metric::Moves => Some((None, text)),
            Metric::Pushes => text.len().checked_sub(1).and_then(|end| {
                let (cell, way) = text.split_at_checked(end)?;
                let (column, row) = cell.split_once(',')?;
                Some((Some((column.parse().ok()?, row.parse().ok()?)), way))
            }),
        };
        let way = parts.and_then(|(at, way)| {
            let named = |named: &Direction| letter(*named).eq_ignore_ascii_case(way);
            Some((at, Direction::ALL.into_iter().find(named)?))
        });
        let (at, way) = way.ok_or_else(|| SokobanError::NotAMove {
            text: text.to_owned(),
            expected: match self.metric() {
                Metric::Moves => "u, r, d or l",
                Metric::Pushes => {
                    "the column and row of a box, and u, r, d or l for its direction, as in 4,2L"
                }
            },
        })?;
        let moves = self.moves(state);
        let is =
            |mv: &&Push| mv.way == way && at.is_none_or(|at| at == self.level().position(mv.cell));
        moves.iter().find(is).copied().ok_or_else(|| {
            let possible: Vec<String> = moves.iter().map(|&mv| self.move_text(state, mv)).collect();
            let none = || "no move".to_owned();
            let possible = if possible.is_empty() { none() } else { possible.join(", ") };
            SokobanError::Impossible { text: text.to_owned(), possible }
        })
    }

    fn write_move(
        &self,
        _: &Warehouse,
        Push { cell, way, pushes }: Push,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        if self.metric() == Metric::Pushes {
            let (column, row) = self.level().position(cell);
            return write!(out, "{column},{row}{}", letter(way));
        }
        match pushes {
            true => out.write_str(letter(way)),
            false => out.write_str(&letter(way).to_ascii_lowercase()),
        }
    }
}

fn letter(way: Direction) -> &'static str {
    ["U", "R", "D", "L"][way as usize]
}
