use tesuji_core::{Cost, Heuristic};

use super::Manhattan;
use crate::board::{Board, Word};
use crate::rules::{Slide, Taquin};

/// Manhattan distance plus two for each tile that must leave its goal line.
///
/// Where two tiles stand in their goal row (or column) in the wrong order, one must step out of it
/// and back in, which Manhattan distance does not count. Of the tiles in their goal line, those of
/// a longest increasing subsequence can stay; each of the others must leave once. This number,
/// unlike the number of pairs in the wrong order, keeps the estimate admissible and consistent.
/// Incrementally, a slide changes the number in at most one line, the tile's goal line; it is
/// looked up by the line's content.
///
/// # Sources
/// O. Hansson, A. Mayer and M. Yung, "Criticizing solutions to relaxed models yields powerful
/// admissible heuristics", Information Sciences 63, 1992.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    rows: Lines,
    columns: Lines,
}

impl LinearConflict {
    /// The heuristic for the size and goal of `taquin`.
    #[must_use]
    pub fn new<W: Word>(taquin: &Taquin<W>) -> Self {
        let (width, height) = (taquin.width, taquin.height);
        LinearConflict {
            manhattan: Manhattan::new(taquin),
            rows: Lines::new(taquin, width, |cell| (cell / width, cell % width)),
            columns: Lines::new(taquin, height, |cell| (cell % width, cell / width)),
        }
    }
}

/// The estimate along a path, and the content of the lines: [`LinearConflict`]'s memo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConflictMemo {
    estimate: Cost,
    rows: u64,
    columns: u64,
}

impl<W: Word> Heuristic<Taquin<W>> for LinearConflict {
    type Memo = ConflictMemo;

    const IS_ZERO_AT_GOALS: bool = true;

    fn start(&self, taquin: &Taquin<W>, board: &Board<W>) -> ConflictMemo {
        let (rows, columns) = (self.rows.codes(taquin, board), self.columns.codes(taquin, board));
        let tolls = self.rows.tolls(rows) + self.columns.tolls(columns);
        ConflictMemo { estimate: self.manhattan.start(taquin, board) + tolls, rows, columns }
    }

    #[inline]
    fn advance(
        &self,
        taquin: &Taquin<W>,
        memo: ConflictMemo,
        parent: &Board<W>,
        slide: Slide,
        child: &Board<W>,
    ) -> ConflictMemo {
        let tile = parent.tile(slide.from);
        let rows = self.rows.slide(memo.rows, tile, slide);
        let columns = self.columns.slide(memo.columns, tile, slide);
        // A slide along a row keeps the row's order; a column loses the tile, another gains it.
        let (before, after) = if slide.from.abs_diff(slide.to) == 1 {
            (self.columns.toll(memo.columns, tile), self.columns.toll(columns, tile))
        } else {
            (self.rows.toll(memo.rows, tile), self.rows.toll(rows, tile))
        };
        let manhattan = self.manhattan.advance(taquin, memo.estimate, parent, slide, child);
        ConflictMemo { estimate: manhattan + after - before, rows, columns }
    }

    #[inline]
    fn estimate(&self, memo: ConflictMemo) -> Cost {
        memo.estimate
    }
}

/// The bits of a line's code: five digits below 6.
const CODE_BITS: u8 = 13;
const CODES: usize = 1 << CODE_BITS;

/// The rows of a board, or its columns.
///
/// The code of a line has a digit for each tile that belongs there, in the goal's order: 0 if the
/// tile is elsewhere, else one more than its position in the line. The codes of all lines are
/// packed into one word. Five codes have 65 bits, so the last is that of the blank's goal line:
/// with four tiles it needs at most 11.
#[derive(Clone, Debug)]
struct Lines {
    /// The code of each tile on each cell: for each cell, each tile.
    digits: Box<[[u64; 32]; 32]>,
    /// The bit offset of the code of each tile's goal line.
    shifts: [u8; 32],
    /// For each code, twice the number of tiles that must leave the line.
    tolls: Box<[u8; CODES]>,
}

impl Lines {
    /// The lines of `length` cells; `find` returns a cell's line and its position in it.
    fn new<W: Word>(taquin: &Taquin<W>, length: u8, find: impl Fn(u8) -> (u8, u8)) -> Self {
        let base = u64::from(length) + 1;
        let mut lines =
            Lines { digits: Box::new([[0; 32]; 32]), shifts: [0; 32], tolls: Box::new([0; CODES]) };
        for (code, entry) in (0..base.pow(length.into())).zip(lines.tolls.iter_mut()) {
            *entry = toll(code, base);
        }
        let count = taquin.cells() / length;
        let (blank_line, blank_place) = find(taquin.goal.blank());
        for tile in 1..taquin.cells() {
            let (home, home_place) = find(taquin.goal_cells[usize::from(tile)]);
            let turn = (home + count - 1 - blank_line) % count;
            let shift = turn * CODE_BITS;
            lines.shifts[usize::from(tile)] = shift;
            let rank = home_place - u8::from(home == blank_line && home_place > blank_place);
            for cell in 0..taquin.cells() {
                let (line, place) = find(cell);
                if line == home {
                    let digit = u64::from(place + 1) * base.pow(rank.into());
                    lines.digits[usize::from(cell)][usize::from(tile)] = digit << shift;
                }
            }
        }
        lines
    }

    /// The codes of all the lines of a board.
    fn codes<W: Word>(&self, taquin: &Taquin<W>, board: &Board<W>) -> u64 {
        (0..taquin.cells()).map(|cell| self.digit(cell, board.tile(cell))).sum()
    }

    /// The codes after a slide of `tile`.
    #[inline]
    fn slide(&self, codes: u64, tile: u8, Slide { from, to }: Slide) -> u64 {
        codes - self.digit(from, tile) + self.digit(to, tile)
    }

    #[inline]
    fn digit(&self, cell: u8, tile: u8) -> u64 {
        self.digits[usize::from(cell & 31)][usize::from(tile & 31)]
    }

    /// The extra moves of the goal line of `tile`.
    #[inline]
    fn toll(&self, codes: u64, tile: u8) -> Cost {
        let code = codes >> (self.shifts[usize::from(tile & 31)] & 63);
        self.tolls[code as usize % CODES].into()
    }

    /// The extra moves of all lines.
    fn tolls(&self, codes: u64) -> Cost {
        let shifts = (0..64).step_by(CODE_BITS.into());
        shifts.map(|shift| Cost::from(self.tolls[(codes >> shift) as usize % CODES])).sum()
    }
}

/// Twice the number of tiles that must leave a line with this code: those in the line minus a
/// longest increasing subsequence of them.
fn toll(code: u64, base: u64) -> u8 {
    // `longest[n]`: the longest increasing subsequence so far that ends with a digit up to n.
    let mut longest = [0; 6];
    let (mut rest, mut tiles) = (code, 0);
    while rest > 0 {
        let digit = (rest % base) as usize;
        rest /= base;
        if digit > 0 {
            tiles += 1;
            let ending_here = longest[digit - 1] + 1;
            for length in &mut longest[digit..] {
                *length = ending_here.max(*length);
            }
        }
    }
    2 * (tiles - longest[5])
}
