//! The sliding-tile puzzle as users of other libraries would write it.

/// A 3×3 or 4×4 board as a plain array, with successors in a vector.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayBoard<const CELLS: usize> {
    tiles: [u8; CELLS],
    blank: u8,
}

impl<const CELLS: usize> ArrayBoard<CELLS> {
    /// Returns the board with these tiles, 0 the blank.
    ///
    /// # Panics
    /// If there is no blank.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "boards are small")]
    pub fn new(tiles: [u8; CELLS]) -> Self {
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank") as u8;
        ArrayBoard { tiles, blank }
    }

    const WIDTH: usize = if CELLS == 9 { 3 } else { 4 };

    /// Whether the tiles are in order, the blank first.
    #[must_use]
    pub fn is_goal(&self) -> bool {
        self.tiles.iter().zip(0..).all(|(&tile, cell)| tile == cell)
    }

    /// The boards one slide away, each at cost 1.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "boards are small")]
    pub fn successors(&self) -> Vec<(Self, u32)> {
        let blank = usize::from(self.blank);
        let (row, column) = (blank / Self::WIDTH, blank % Self::WIDTH);
        let mut boards = Vec::with_capacity(4);
        let mut slide = |from: usize| {
            let mut next = self.clone();
            next.tiles.swap(from, blank);
            next.blank = from as u8;
            boards.push((next, 1));
        };
        if row > 0 {
            slide(blank - Self::WIDTH);
        }
        if column > 0 {
            slide(blank - 1);
        }
        if column + 1 < Self::WIDTH {
            slide(blank + 1);
        }
        if row + 1 < CELLS / Self::WIDTH {
            slide(blank + Self::WIDTH);
        }
        boards
    }

    /// Manhattan distance from the goal, computed from scratch, as such libraries require.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "boards are small")]
    pub fn manhattan(&self) -> u32 {
        let away = |(cell, &tile): (usize, &u8)| {
            let goal = usize::from(tile);
            let rows = (cell / Self::WIDTH).abs_diff(goal / Self::WIDTH);
            let columns = (cell % Self::WIDTH).abs_diff(goal % Self::WIDTH);
            if tile == 0 { 0 } else { (rows + columns) as u32 }
        };
        self.tiles.iter().enumerate().map(away).sum()
    }
}
