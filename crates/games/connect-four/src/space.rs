//! Keys, numbers and the mirror image of positions.

use tesuji_core::{IncrementalKey, Ranked};

use crate::lines;
use crate::position::{Position, cells};
use crate::rules::ConnectFour;
use crate::word::Word;

/// The key is the [exact key](Position::exact_key), mixed: different positions of one size
/// have different keys, always on boards of 64 bits; on larger ones the key is a hash. Nothing is kept in the state but the stones, which the exact
/// key is a sum of.
impl<W: Word> IncrementalKey for ConnectFour<W> {
    /// Adds up what the cells contribute, one by one.
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

/// Positions as numbers whose digits are the columns.
///
/// A column's part of the [exact key](Position::exact_key) takes every value from 0 to
/// 2^(height + 1) − 2, so it is a digit to the base 2^(height + 1) − 1. The space is every way
/// to fill columns from below with the stones of two players. Besides the positions of games it
/// holds those in which the players did not take turns, or played on after the end: of the
/// 923,521 on 4×4, games reach 161,029.
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
            // One more than the digit is the column's stones below a leading 1.
            let digit = rest % self.base() + 1;
            let taken = (1 << digit.ilog2()) - 1;
            position.taken |= taken << self.cell(column, 0).0;
            position.own |= (digit & taken) << self.cell(column, 0).0;
            rest /= self.base();
        }
        position
    }

    /// A stone adds its bit to the digit of its column, in the position seen from the other side.
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

impl<W: Word> ConnectFour<W> {
    /// The one with the smaller exact key of the position and its mirror image.
    pub(crate) fn canonical_form(&self, position: &Position<W>) -> Position<W> {
        std::cmp::min_by_key(*position, self.mirrored(position), |position| position.exact_key())
    }
}

/// The cells, taken and empty, on lines of four that hold no stone of the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances<W: Word = u64> {
    /// Those of the player to move: without any, that player cannot win any more.
    pub own: W,
    /// Those of the other.
    pub opponent: W,
}

impl<W: Word> ConnectFour<W> {
    /// The position with left and right exchanged.
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

    /// What either player still has a line of four through.
    #[inline(always)]
    #[must_use]
    pub fn chances(&self, position: &Position<W>) -> Chances<W> {
        let empty = self.board() ^ position.taken();
        let (own, opponent) = (position.own(), position.opponent());
        let [own_lines, opponent_lines] = self.with_height(move |height| {
            lines::fours_of_both([own | empty, opponent | empty], height)
        });
        Chances { own: own_lines, opponent: opponent_lines }
    }

    /// A key that positions share if they differ only in stones that no longer matter: a stone
    /// does where a line through it is still open to its owner, having no stone of the other and an
    /// empty cell. All other stones are alike, whoever they belong to; so positions with one key
    /// have the same future, and the same player to move.
    ///
    /// For positions where the game goes on. Unlike [`Rules::key`](tesuji_core::Rules::key) it is a hash: two positions
    /// that differ in more than that have the same key with the odds of 64 random bits.
    #[inline(always)]
    #[must_use]
    pub fn essential_key(&self, position: &Position<W>) -> u64 {
        self.essential_key_by(position, self.chances(position))
    }

    /// [`essential_key`](Self::essential_key) for those who have the
    /// [`chances`](Self::chances) at hand.
    #[inline(always)]
    #[must_use]
    pub fn essential_key_by(&self, position: &Position<W>, chances: Chances<W>) -> u64 {
        let own = position.own() & chances.own;
        let opponent = position.opponent() & chances.opponent;
        (own + position.taken()).mix_both(opponent)
    }
}

impl ConnectFour {
    /// How many contents a column can have.
    fn base(&self) -> u64 {
        u64::MAX >> (63 - self.height())
    }
}
