//! Keys, ranks and mirror images of positions.

use tesuji_core::{IncrementalKey, Layered, Ranked};

use crate::lines;
use crate::position::{Position, cells};
use crate::rules::ConnectFour;
use crate::word::Word;

/// The key is the mixed [exact key](Position::exact_key): different positions of a size have
/// different keys, always on boards of 64 bits; on larger ones the key is a hash. The state stores
/// only the stones, whose sum is the exact key.
impl<W: Word> IncrementalKey for ConnectFour<W> {
    /// Adds up the contributions of the cells, one by one.
    fn recomputed_key(&self, position: &Position<W>) -> u64 {
        let contribution = |cell: W| {
            let own = if position.own() & cell == W::ZERO { W::ZERO } else { cell + cell };
            let other = if position.opponent() & cell == W::ZERO { W::ZERO } else { cell };
            own + other
        };
        cells(self.board()).fold(W::ZERO, |sum, cell| sum + contribution(cell.bit())).mix()
    }
}

impl<W: Word> ConnectFour<W> {
    #[inline(always)]
    pub(crate) fn mixed_key(&self, position: &Position<W>) -> u64 {
        position.exact_key().mix()
    }
}

/// The rank of a position is a number whose digits are the columns.
///
/// A column's part of the [exact key](Position::exact_key) takes every value from 0 to
/// 2^(height + 1) − 2, so it is a digit to the base 2^(height + 1) − 1. The space is every way
/// to fill columns from below with the stones of two players. It also has positions in which the
/// players did not alternate, or continued after the end: of the 923,521 on 4×4, games reach
/// 161,029.
impl Ranked for ConnectFour {
    fn state_count(&self) -> u64 {
        self.base().pow(u32::from(self.width()))
    }

    fn rank(&self, position: &Position) -> u64 {
        let key = position.exact_key();
        (0..self.width()).rev().fold(0, |rank, column| {
            let digit = (key >> self.cell(column, 0).0) & self.base();
            rank * self.base() + digit
        })
    }

    fn unrank(&self, rank: u64) -> Position {
        let mut position = Position::default();
        let mut rest = rank;
        for column in 0..self.width() {
            // The digit plus one is the column's stones below a leading 1.
            let digit = rest % self.base() + 1;
            let taken = (1 << digit.ilog2()) - 1;
            position.taken |= taken << self.cell(column, 0).0;
            position.own |= (digit & taken) << self.cell(column, 0).0;
            rest /= self.base();
        }
        position
    }

    /// A stone adds its bit to the digit of its column, in the position of the other side.
    fn visit_successor_ranks(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let position = self.unrank(rank);
        if self.has_four(position.opponent()) {
            return;
        }
        let passed = self.rank(&Position { own: position.opponent(), taken: position.taken() });
        let mut unit = 1;
        for column in 0..self.width() {
            let landing = self.landings(&position) & self.column(column);
            if landing != 0 {
                visit(passed + (landing >> self.cell(column, 0).0) * unit);
            }
            unit *= self.base();
        }
    }
}

/// A layer for each number of stones.
impl Layered for ConnectFour {
    fn max_step(&self) -> Option<u32> {
        Some(1)
    }

    #[inline]
    fn layer(&self, position: &Position) -> u32 {
        position.stones()
    }
}

impl<W: Word> ConnectFour<W> {
    /// The position or its mirror image, whichever has the smaller exact key.
    pub(crate) fn canonical_form(&self, position: &Position<W>) -> Position<W> {
        std::cmp::min_by_key(*position, self.mirrored(position), |position| position.exact_key())
    }
}

/// The cells, occupied or empty, of lines of four that have no stone of the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chances<W: Word = u64> {
    /// Those of the player to move, who cannot win without any.
    pub(crate) own: W,
    /// Those of the opponent.
    pub(crate) opponent: W,
}

impl<W: Word> ConnectFour<W> {
    /// Returns the position with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self, position: &Position<W>) -> Position<W> {
        let mirror = |set: W| {
            (0..self.width()).fold(W::ZERO, |image, column| {
                let opposite = self.width() - 1 - column;
                let stones = (set & self.column(column)) >> u32::from(self.cell(column, 0).0);
                image | stones << u32::from(self.cell(opposite, 0).0)
            })
        };
        Position { own: mirror(position.own()), taken: mirror(position.taken()) }
    }

    /// The lines of four that either player can still complete.
    #[inline(always)]
    #[must_use]
    pub(crate) fn chances(&self, position: &Position<W>) -> Chances<W> {
        let empty = self.board() ^ position.taken();
        let (own, opponent) = (position.own(), position.opponent());
        let [own_lines, opponent_lines] = self.with_height(move |height| {
            lines::fours_of_both([own | empty, opponent | empty], height)
        });
        Chances { own: own_lines, opponent: opponent_lines }
    }

    /// A key shared by positions that differ only in stones without influence: a stone has
    /// influence if a line through it has no stone of the other player and an empty cell. The
    /// owners of other stones are ignored, so positions with one key have the same future and the
    /// same player to move.
    ///
    /// For positions of games in progress. Unlike [`Rules::key`](tesuji_core::Rules::key) it is a
    /// hash of 64 bits.
    #[inline(always)]
    #[must_use]
    pub(crate) fn essential_key(&self, position: &Position<W>) -> u64 {
        self.essential_key_by(position, self.chances(position))
    }

    /// [`essential_key`](Self::essential_key), given the [`chances`](Self::chances).
    #[inline(always)]
    #[must_use]
    pub(crate) fn essential_key_by(&self, position: &Position<W>, chances: Chances<W>) -> u64 {
        let own = position.own() & chances.own;
        let opponent = position.opponent() & chances.opponent;
        (own + position.taken()).mix_both(opponent)
    }
}

impl ConnectFour {
    /// The number of possible contents of a column.
    fn base(&self) -> u64 {
        u64::MAX >> (63 - self.height())
    }
}
