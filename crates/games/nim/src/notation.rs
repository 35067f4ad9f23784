use std::fmt;

use tesuji_core::{Notation, Player, quoted};

use crate::heap_move::{HeapMove, ParseMoveError};
use crate::heaps::Heaps;
use crate::nim::{Nim, NimError, NotInGame};
use crate::rule::{HeapRule, allows};

/// An error for a text that is not a position or a move of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NimNotationError {
    /// The heaps are not valid.
    #[error(transparent)]
    Heaps(#[from] ParseHeapsError),
    /// The text after the heaps is not a player.
    #[error("{} after the heaps is neither \"first\" nor \"second\"", quoted(.0))]
    BadTurn(String),
    /// There are more heaps than the game has.
    #[error("{heaps} heaps, but the game has {places}")]
    TooManyHeaps {
        /// The number of heaps.
        heaps: usize,
        /// The maximum.
        places: usize,
    },
    /// The position does not belong to the game.
    #[error(transparent)]
    NotInGame(#[from] NotInGame),
    /// No game has such heaps.
    #[error(transparent)]
    Nim(#[from] NimError),
    /// The text does not have the form of a move.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// The move is not legal.
    #[error("{text} is not legal in {position}")]
    IllegalMove {
        /// The move.
        text: String,
        /// The position.
        position: String,
    },
}

/// An error for a text that is not a list of heaps.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseHeapsError {
    /// A heap is not a number.
    #[error("heap {heap}: {text} is not a number", text = quoted(.text))]
    NotANumber {
        /// The heap, from 1.
        heap: usize,
        /// Its text.
        text: String,
    },
    /// A heap is too large.
    #[error("heap {heap}: {text} tokens are too many")]
    TooLarge {
        /// The heap, from 1.
        heap: usize,
        /// Its text.
        text: String,
    },
}

/// Parses heaps joined by hyphens, such as `3-4-5`: the notation of a game's start and of
/// positions. Every `usize` is accepted here; a game accepts up to
/// [`MAX_TOKENS`](crate::MAX_TOKENS).
///
/// # Errors
/// The first heap that is not a number.
///
/// # Example
/// ```
/// assert_eq!(tesuji_nim::parse_heaps("3-4-5"), Ok(vec![3, 4, 5]));
/// ```
pub fn parse_heaps(text: &str) -> Result<Vec<usize>, ParseHeapsError> {
    let heaps = (1..).zip(text.split('-'));
    heaps
        .map(|(heap, text)| {
            if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(ParseHeapsError::NotANumber { heap, text: text.to_owned() });
            }
            text.parse().map_err(|_| ParseHeapsError::TooLarge { heap, text: text.to_owned() })
        })
        .collect()
}

/// Positions are written as their heaps joined by hyphens, those of the start and the later ones up
/// to the last that is not empty, and `second` if the second player is to move: `3-4-5`,
/// `3-0-5 second`. Moves are written as described at [`HeapMove`].
impl<R: HeapRule> Notation for Nim<R> {
    type Error = NimNotationError;

    fn parse_state(&self, text: &str) -> Result<Heaps, NimNotationError> {
        let (heaps, to_move) = heaps_and_turn(text)?;
        if heaps.len() > self.places() {
            let places = self.places();
            return Err(NimNotationError::TooManyHeaps { heaps: heaps.len(), places });
        }
        let mut sizes = Vec::with_capacity(heaps.len());
        for (heap, &tokens) in (1..).zip(&heaps) {
            let size = u8::try_from(tokens)
                .map_err(|_| ParseHeapsError::TooLarge { heap, text: tokens.to_string() })?;
            sizes.push(size);
        }
        let heaps = Heaps::new(&sizes, to_move);
        self.check(&heaps)?;
        Ok(heaps)
    }

    fn write_state(&self, heaps: &Heaps, out: &mut impl fmt::Write) -> fmt::Result {
        let shown = heaps.occupied().len().max(self.start_sizes().len());
        write_heaps(&heaps.sizes()[..shown], heaps.to_move(), out)
    }

    fn parse_move(&self, heaps: &Heaps, text: &str) -> Result<HeapMove, NimNotationError> {
        legal_move(
            text,
            || self.state_text(heaps),
            |HeapMove { heap, take, part }| {
                heaps.sizes()[..self.places()].get(heap as usize).is_some_and(|&size| {
                    allows(self.rule(), usize::from(size), take as usize, part as usize)
                })
            },
        )
    }

    fn write_move(&self, _: &Heaps, mv: HeapMove, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{mv}")
    }
}

/// Parses the sizes and the turn of a position.
pub(crate) fn heaps_and_turn(text: &str) -> Result<(Vec<usize>, Player), NimNotationError> {
    let (heaps, turn) = match text.trim().split_once(' ') {
        Some((heaps, turn)) => (heaps, turn.trim()),
        None => (text.trim(), "first"),
    };
    let to_move = match turn {
        "first" => Player::First,
        "second" => Player::Second,
        _ => return Err(NimNotationError::BadTurn(turn.to_owned())),
    };
    Ok((parse_heaps(heaps)?, to_move))
}

pub(crate) fn write_heaps<S: fmt::Display>(
    sizes: &[S],
    to_move: Player,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    for (place, size) in sizes.iter().enumerate() {
        write!(out, "{}{size}", if place == 0 { "" } else { "-" })?;
    }
    match to_move {
        Player::First => Ok(()),
        Player::Second => out.write_str(" second"),
    }
}

/// Parses a move that `is_legal` in `position`.
pub(crate) fn legal_move(
    text: &str,
    position: impl Fn() -> String,
    is_legal: impl Fn(HeapMove) -> bool,
) -> Result<HeapMove, NimNotationError> {
    let mv: HeapMove = text.trim().parse()?;
    if is_legal(mv) {
        Ok(mv)
    } else {
        Err(NimNotationError::IllegalMove { text: mv.to_string(), position: position() })
    }
}
