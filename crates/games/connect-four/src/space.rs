//! Keys and mirror images of positions.

use tesuji_core::IncrementalKey;

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
    #[inline]
    pub(crate) fn mixed_key(&self, position: &Position<W>) -> u64 {
        position.exact_key().mix()
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
        let [own_lines, opponent_lines] = self.with_height(
            #[inline(always)]
            move |height| lines::fours_of_both([own | empty, opponent | empty], height),
        );
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
