use std::hash::{Hash, Hasher};

use crate::word::Word;

/// A cell, and also a move: the stone that falls to it.
///
/// The number is the cell's bit in sets of cells: `column * (height + 1) + row`, columns from the
/// left, rows from the bottom, both from 0. A move is a cell and not a column, so that a search's
/// history table distinguishes cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub u8);

impl Cell {
    /// The set of this cell alone.
    ///
    /// # Panics
    /// May panic if the word has no such bit.
    #[inline]
    #[must_use]
    pub fn bit<W: Word>(self) -> W {
        W::ONE << u32::from(self.0)
    }
}

/// The members of a set of cells, lowest first: column by column, each from the bottom.
#[inline]
pub(crate) fn cells<W: Word>(mut set: W) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        if set == W::ZERO {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 128")]
        let cell = Cell(set.trailing_zeros() as u8);
        set = set.without_first();
        Some(cell)
    })
}

/// A position: the stones of the player to move, and the stones of both. The turn follows
/// from their number.
///
/// Width and height belong to the [`ConnectFour`](crate::ConnectFour), not to the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position<W: Word = u64> {
    /// The stones of the player to move.
    pub(crate) own: W,
    /// The stones of both.
    pub(crate) taken: W,
}

impl<W: Word> Position<W> {
    /// The stones of the player to move.
    #[inline]
    #[must_use]
    pub fn own(self) -> W {
        self.own
    }

    /// The stones of the other player, who has just moved.
    #[inline]
    #[must_use]
    pub fn opponent(self) -> W {
        self.own ^ self.taken
    }

    /// The stones of both.
    #[inline]
    #[must_use]
    pub fn taken(self) -> W {
        self.taken
    }

    /// The number of stones.
    #[inline]
    #[must_use]
    pub fn stones(self) -> u32 {
        self.taken.count_ones()
    }

    /// A number that is unique among the positions of a size, below 2 to the power of
    /// `width * (height + 1)`: 49 bits for 7×6. A table that compares whole exact keys has no
    /// collisions. Unlike [`Rules::key`](tesuji_core::Rules::key), it is not mixed.
    ///
    /// For a column with `h` stones, those of the player to move as a number below 2^h, plus
    /// 2^h − 1, is a number that belongs to `h` alone, and below 2^(height + 1). One addition does
    /// this for all columns.
    #[inline]
    #[must_use]
    pub fn exact_key(self) -> W {
        self.own + self.taken
    }
}

/// Hashes the [exact key](Position::exact_key): one word instead of two.
impl<W: Word> Hash for Position<W> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.exact_key().hash(state);
    }
}
