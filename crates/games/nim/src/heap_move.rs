use std::fmt;
use std::str::FromStr;

/// A move: take some tokens from one heap, perhaps none, and perhaps break what remains.
///
/// Written as `2:3` (take 3 tokens from heap 2), `1/4` (put 4 tokens of heap 1 in a heap of their
/// own), or both: `2:3/4`. Heaps are counted from 1. The colon and the stroke tell the move from a
/// position, whose heaps are joined by hyphens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeapMove {
    /// Which heap, from 0.
    pub heap: u32,
    /// How many tokens are taken.
    pub take: u32,
    /// How many of the others go in a new heap, at most half of them; 0 if there is no new heap.
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

/// Why a text is no move of any of these games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// It has neither a colon nor a stroke, or more than one of them, or in the wrong order.
    #[error("{0:?} is no move: write 2:3 to take 3 from heap 2, 1/4 to put 4 of heap 1 apart")]
    Shape(String),
    /// A part of it is no number.
    #[error("the move {text:?}: {part:?} is not a number")]
    NotANumber {
        /// The whole text.
        text: String,
        /// What stands where a number should.
        part: String,
    },
    /// Heaps are counted from 1.
    #[error("the move {text:?}: there is no heap {heap}")]
    NoSuchHeap {
        /// The whole text.
        text: String,
        /// The heap it names.
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
