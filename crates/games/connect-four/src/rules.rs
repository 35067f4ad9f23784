use std::ops::ControlFlow;

use rand_core::Rng;
use tesuji_core::{Game, GameResult, Player, Reversible, Rules};

use crate::lines;
use crate::position::{Cell, Position, cells};
use crate::word::Word;

/// The maximum number of columns: 32 columns of one cell fill a word of 64 bits.
pub(crate) const MAX_WIDTH: usize = 32;

/// An error for a board size that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{width}x{height} is not an available board size: \
     1 to 32 columns of at least 1 cell, and width * (height + 1) is at most {bits}"
)]
pub struct BadSize {
    /// Columns.
    pub width: usize,
    /// Cells in a column.
    pub height: usize,
    /// The number of bits of the board's word.
    pub bits: u32,
}

/// The rules of Connect Four on a board of one size; 7 columns of 6 by default.
///
/// The players alternately drop a stone into a column that is not full. The first player with
/// four in a row, vertically, horizontally or diagonally, wins; a full board is a draw. On boards
/// without room for four in a row every game is drawn. Moves are ordered from left to right.
///
/// # Example
/// The first player wins with a fourth stone in the fourth column:
/// ```
/// use tesuji_connect_four::ConnectFour;
/// use tesuji_core::{Game, GameResult, Notation, Player, Rules};
///
/// let game = ConnectFour::default();
/// let mut position = game.parse_state("434343")?;
/// assert_eq!(game.state_text(&position), "......./......./......./..ox.../..ox.../..ox...");
/// let fourth = game.parse_move(&position, "4")?;
/// game.play(&mut position, fourth);
/// assert_eq!(game.result(&position), Some(GameResult::Win(Player::First)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour<W: Word = u64> {
    width: u8,
    height: u8,
    /// The lowest cell of each column.
    bottom: W,
    /// The highest cell of each column.
    top: W,
    /// All cells.
    board: W,
    /// Every second cell of each column, the highest included.
    upper: W,
    /// The columns as sets of cells, from the centre outwards; the first `width` are valid.
    sets_from_centre: [W; MAX_WIDTH],
}

impl ConnectFour {
    /// Returns the game on `width` columns of `height` cells, where `width * (height + 1)` is at
    /// most 64.
    ///
    /// # Errors
    /// If the board does not fit a word, or has no cell.
    pub fn new(width: usize, height: usize) -> Result<Self, BadSize> {
        Self::in_word(width, height)
    }
}

impl ConnectFour<u128> {
    /// Returns the game on a board that may be larger: `width * (height + 1)` is at most 128.
    ///
    /// # Errors
    /// If the board does not fit a word, has no cell or more than 32 columns.
    ///
    /// # Example
    /// ```
    /// use tesuji_connect_four::ConnectFour;
    /// use tesuji_core::{Notation, Rules};
    ///
    /// assert!(ConnectFour::new(8, 8).is_err());
    /// let game = ConnectFour::wide(8, 8)?;
    /// assert_eq!(game.moves(&game.parse_state("88888888")?).len(), 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn wide(width: usize, height: usize) -> Result<Self, BadSize> {
        Self::in_word(width, height)
    }
}

impl<W: Word> ConnectFour<W> {
    /// Returns the game on a board that fits this word: `width * (height + 1)` is at most its bits.
    ///
    /// # Errors
    /// If the board does not fit the word, has no cell or more than 32 columns.
    pub fn in_word(width: usize, height: usize) -> Result<Self, BadSize> {
        let bits = height.checked_add(1).and_then(|column| column.checked_mul(width));
        let fits = bits.is_some_and(|bits| bits <= W::BITS as usize);
        if !(1..=MAX_WIDTH).contains(&width) || height == 0 || !fits {
            return Err(BadSize { width, height, bits: W::BITS });
        }
        #[expect(clippy::cast_possible_truncation, reason = "both are at most 128")]
        let (width, height) = (width as u8, height as u8);
        let place =
            |column: u8, row: u8| u32::from(column) * (u32::from(height) + 1) + u32::from(row);
        let bottom = (0..width).fold(W::ZERO, |bottom, column| bottom | W::ONE << place(column, 0));
        let column = (W::ONE << u32::from(height)) - W::ONE;
        let mut from_centre: [u8; MAX_WIDTH] = std::array::from_fn(|column| column as u8);
        from_centre[..usize::from(width)]
            .sort_by_key(|&column: &u8| (2 * column + 1).abs_diff(width));
        let mut sets_from_centre = [W::ZERO; MAX_WIDTH];
        for (set, &centre) in sets_from_centre.iter_mut().zip(&from_centre[..usize::from(width)]) {
            *set = column << place(centre, 0);
        }
        let upper =
            (0..height).rev().step_by(2).fold(W::ZERO, |rows, row| rows | W::ONE << u32::from(row));
        Ok(ConnectFour {
            width,
            height,
            bottom,
            top: bottom << (u32::from(height) - 1),
            board: bottom * column,
            upper: bottom * upper,
            sets_from_centre,
        })
    }

    /// Columns.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Cells in a column.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// All cells of the board as a set.
    #[inline]
    #[must_use]
    pub fn board(&self) -> W {
        self.board
    }

    /// The lowest cell of each column.
    #[inline]
    #[must_use]
    pub fn bottom(&self) -> W {
        self.bottom
    }

    /// The highest cell of each column.
    #[inline]
    #[must_use]
    pub fn top(&self) -> W {
        self.top
    }

    /// The bit above each column, which is no cell.
    #[inline]
    pub(crate) fn headers(&self) -> W {
        self.top << 1
    }

    /// The upper cells of the pairs that a column consists of, counted from its top.
    #[inline]
    pub(crate) fn upper(&self) -> W {
        self.upper
    }

    /// The cell in a column, from 0 at the left, and a row, from 0 at the bottom.
    #[inline]
    #[must_use]
    pub fn cell(&self, column: u8, row: u8) -> Cell {
        Cell(column * (self.height + 1) + row)
    }

    /// The column of a cell, from 0 at the left.
    #[inline]
    #[must_use]
    pub fn column_of(&self, cell: Cell) -> u8 {
        cell.0 / (self.height + 1)
    }

    /// The row of a cell, from 0 at the bottom.
    #[inline]
    #[must_use]
    pub fn row_of(&self, cell: Cell) -> u8 {
        cell.0 % (self.height + 1)
    }

    /// The cells of a column as a set.
    #[inline]
    #[must_use]
    pub fn column(&self, column: u8) -> W {
        ((W::ONE << u32::from(self.height)) - W::ONE) << u32::from(self.cell(column, 0).0)
    }

    /// The cells of each column as a set, from the centre outwards; of two alike, the left one
    /// first.
    #[inline]
    pub(crate) fn column_sets_from_centre(&self) -> &[W] {
        &self.sets_from_centre[..usize::from(self.width)]
    }

    /// The owner of the stone on a cell. The first player's stones are drawn as x.
    #[must_use]
    pub fn stone(&self, position: &Position<W>, cell: Cell) -> Option<Player> {
        let mover = self.to_move(position);
        if position.own() & cell.bit() != W::ZERO {
            Some(mover)
        } else if position.opponent() & cell.bit() != W::ZERO {
            Some(mover.other())
        } else {
            None
        }
    }

    /// Calls `compute` with the height, for the usual one as a constant, so that shifts by it are
    /// shifts by constants. A predictable branch costs less than variable shifts, and for other
    /// heights a call keeps the inlined code short. `compute` should own its data: data that a call
    /// can reference is kept in memory.
    #[inline(always)]
    pub(crate) fn with_height<T>(&self, compute: impl Fn(u32) -> T) -> T {
        if self.height == 6 { compute(6) } else { other_height(self.height, compute) }
    }

    /// Whether four of `stones` are in a row.
    #[inline]
    #[must_use]
    pub fn has_four(&self, stones: W) -> bool {
        self.with_height(move |height| lines::has_four(stones, height))
    }
}

#[cold]
#[inline(never)]
fn other_height<T>(height: u8, compute: impl Fn(u32) -> T) -> T {
    compute(u32::from(height))
}

impl Default for ConnectFour {
    /// 7 columns of 6.
    fn default() -> Self {
        ConnectFour::new(7, 6).expect("49 bits fit a word")
    }
}

impl<W: Word> Rules for ConnectFour<W> {
    type State = Position<W>;
    type Move = Cell;
    type Undo = ();

    fn initial(&self) -> Position<W> {
        Position::default()
    }

    fn pack(&self, position: &Position<W>, out: &mut Vec<u8>) -> bool {
        for set in [position.own, position.taken] {
            let mut bits = 0u128;
            let mut rest = set;
            while rest != W::ZERO {
                bits |= 1 << rest.trailing_zeros();
                rest = rest.without_first();
            }
            out.extend(&bits.to_le_bytes()[..W::BITS as usize / 8]);
        }
        true
    }

    fn unpack(&self, bytes: &mut &[u8]) -> Option<Position<W>> {
        let mut set = || {
            let (own, rest) = bytes.split_at_checked(W::BITS as usize / 8)?;
            *bytes = rest;
            let cells = (0..W::BITS).filter(|cell| own[*cell as usize / 8] >> (cell % 8) & 1 == 1);
            Some(cells.fold(W::ZERO, |set, cell| set | W::ONE << cell))
        };
        Some(Position { own: set()?, taken: set()? })
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        position: &Position<W>,
        visit: impl FnMut(Cell) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let over = self.has_four(position.opponent());
        cells(if over { W::ZERO } else { self.landings(position) }).try_for_each(visit)
    }

    #[inline]
    fn play(&self, position: &mut Position<W>, cell: Cell) {
        position.own ^= position.taken;
        position.taken |= cell.bit();
    }

    #[inline]
    fn undo(&self, position: &mut Position<W>, cell: Cell, (): ()) {
        position.taken ^= cell.bit();
        position.own ^= position.taken;
    }

    #[inline]
    fn key(&self, position: &Position<W>) -> u64 {
        self.mixed_key(position)
    }

    fn canonical(&self, position: &Position<W>) -> Position<W> {
        self.canonical_form(position)
    }
}

impl<W: Word> Game for ConnectFour<W> {
    const NEVER_REPEATS: bool = true;

    #[inline]
    fn to_move(&self, position: &Position<W>) -> Player {
        if position.stones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    #[inline]
    fn result(&self, position: &Position<W>) -> Option<GameResult> {
        if self.has_four(position.opponent()) {
            Some(GameResult::Win(self.to_move(position).other()))
        } else if position.taken() == self.board {
            Some(GameResult::Draw)
        } else {
            None
        }
    }

    /// A player whose stones and all empty cells together contain no four in a line never completes
    /// one.
    fn min_moves_to_win(&self, position: &Position<W>, player: Player) -> Option<u32> {
        let own =
            if self.to_move(position) == player { position.own() } else { position.opponent() };
        let empty = self.board & !position.taken();
        self.has_four(own | empty).then_some(0)
    }

    /// Known where at least two cells are empty, so that no safe move fills the board.
    #[inline]
    fn visit_safe_moves(
        &self,
        position: &Position<W>,
        mut visit: impl FnMut(Cell, Option<i32>),
    ) -> Option<bool> {
        let empty = self.board & !position.taken();
        if empty.without_first() == W::ZERO {
            return None;
        }
        if self.winning_moves(position) != W::ZERO {
            return Some(true);
        }
        let losing = self.losing_cells(position);
        let safe = self.non_losing_moves(position, losing);
        // Moves are shown from the centre outwards, the best first of equally many threats.
        let mut from_centre = 0;
        self.visit_by_threats(position, safe, losing, |cell, score, _| {
            from_centre += 1;
            visit(cell, Some(score - from_centre));
            ControlFlow::<()>::Continue(())
        })
        .is_continue()
        .then_some(false)
    }

    #[inline]
    fn watched_playout(
        &self,
        position: &Position<W>,
        rng: &mut impl Rng,
        watch: impl FnMut(Player, Cell),
    ) -> GameResult {
        self.random_game(position, rng, watch)
    }

    #[inline]
    fn move_codes(&self) -> usize {
        self.number_of_codes()
    }

    #[inline]
    fn move_code(&self, player: Player, cell: Cell) -> usize {
        self.code_of(player, cell)
    }
}

impl<W: Word> Reversible for ConnectFour<W> {
    /// Removes the top stone of each column where the opponent, who moved last, owns it.
    fn visit_predecessors<B>(
        &self,
        position: &Position<W>,
        mut visit: impl FnMut(Cell, Position<W>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.has_four(position.own()) {
            // The game would have been over before the last move.
            return ControlFlow::Continue(());
        }
        let uppermost = position.taken() & !(position.taken() >> 1);
        cells(uppermost & position.opponent()).try_for_each(|cell| {
            let mut before = *position;
            self.undo(&mut before, cell, ());
            visit(cell, before)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_ordered_from_the_centre() {
        let order = |width| {
            let game = ConnectFour::new(width, 3).unwrap();
            let sets = game.column_sets_from_centre().iter();
            sets.map(|set| set.trailing_zeros() / 4).collect::<Vec<_>>()
        };
        assert_eq!(order(7), [3, 2, 4, 1, 5, 0, 6]);
        assert_eq!(order(4), [1, 2, 0, 3]);
        assert_eq!(order(1), [0]);
    }
}
