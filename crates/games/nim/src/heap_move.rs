use std::fmt;
use std::str::FromStr;

use tesuji_core::quoted;

/// A move: take some tokens (or none) from one heap, and possibly split the rest.
///
/// Written as `2:3` (take 3 tokens from heap 2), `1/4` (split 4 tokens off heap 1), or both:
/// `2:3/4`. Heaps count from 1. The colon and the slash distinguish the move from a position,
/// whose heaps are joined by hyphens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeapMove {
    /// The index of the heap, from 0.
    pub heap: u32,
    /// The number of tokens taken.
    pub take: u32,
    /// The number of the remaining tokens in a new heap, at most half of them; 0 without a new
    /// heap.
    pub part: u32,
}

impl fmt::Display for HeapMove {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", u64::from(self.heap) + 1)?;
        if self.take > 0 || self.part == 0 {
            write!(out, ":{}", self.take)?;
        }
        if self.part > 0 {
            write!(out, "/{}", self.part)?;
        }
        Ok(())
    }
}

/// An error for a text that is not a move of any of these games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// The text has no colon and no slash, several of them, or the wrong order.
    #[error(
        "{} is not a move: write 2:3 to take 3 from heap 2, 1/4 to split 4 off heap 1",
        quoted(.0)
    )]
    Shape(String),
    /// A part is not a number.
    #[error("the move {text}: {part} is not a number", text = quoted(.text), part = quoted(.part))]
    NotANumber {
        /// The whole text.
        text: String,
        /// The part.
        part: String,
    },
    /// The heap number is 0.
    #[error("the move {text}: there is no heap {heap}", text = quoted(.text))]
    NoSuchHeap {
        /// The whole text.
        text: String,
        /// The number.
        heap: u32,
    },
}

impl FromStr for HeapMove {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |part: &str| {
            let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<u32>().ok().filter(|_| digits).ok_or_else(|| ParseMoveError::NotANumber {
                text: text.to_owned(),
                part: part.to_owned(),
            })
        };
        let (front, part) = match text.split_once('/') {
            Some((front, part)) => (front, Some(part)),
            None => (text, None),
        };
        let (heap, take) = match front.split_once(':') {
            Some((heap, take)) => (heap, Some(take)),
            None => (front, None),
        };
        if take.is_none() && part.is_none() {
            return Err(ParseMoveError::Shape(text.to_owned()));
        }
        let heap = number(heap)?;
        Ok(HeapMove {
            heap: heap
                .checked_sub(1)
                .ok_or_else(|| ParseMoveError::NoSuchHeap { text: text.to_owned(), heap })?,
            take: take.map_or(Ok(0), number)?,
            part: part.map_or(Ok(0), number)?,
        })
    }
}
