//! Ranks of the solvable boards, and slides from rank to rank.
//!
//! The rank of a board is the number of its tiles' permutation relative to the goal, halved
//! because parity is given, times the number of cells, plus the blank's cell. So a slide along a
//! row changes only the last part, and a slide along a column only as many consecutive digits of
//! the permutation's Lehmer code as a row has cells: a successor's rank needs no board. Korf and
//! Schultze used breadth-first search over such ranks, with one or two bits for each, for large
//! puzzles ("Large-Scale Parallel Breadth-First Search", AAAI 2005).

use tesuji_core::Ranked;

use crate::board::{Board, Word};
use crate::lehmer::LehmerCode;
use crate::rules::Taquin;

impl<W: Word> Taquin<W> {
    /// The number of solvable boards, half of all arrangements: `Ranked::state_count`, wide
    /// enough for 5×5.
    #[must_use]
    pub fn wide_state_count(&self) -> u128 {
        (3..=u128::from(self.cells())).product()
    }
}

/// The solvable boards of up to 16 cells.
impl Ranked for Taquin<u64> {
    fn state_count(&self) -> u64 {
        (3..=u64::from(self.cells())).product()
    }

    /// # Panics
    /// In debug builds, if the board is not solvable; in others it then has the rank of a board
    /// that is.
    fn rank(&self, &board: &Board<u64>) -> u64 {
        debug_assert!(self.is_solvable(board), "{board:?} has no rank: it cannot be solved");
        let permutation = self.lehmer_code(board).halved_number();
        permutation * u64::from(self.cells()) + u64::from(board.blank())
    }

    #[expect(clippy::cast_possible_truncation, reason = "a remainder by the number of cells")]
    fn unrank(&self, rank: u64) -> Board<u64> {
        let cells = u64::from(self.cells());
        let (permutation, blank) = (rank / cells, (rank % cells) as u8);
        let odd = self.odd_order(blank);
        let code = LehmerCode::from_halved_number(self.cells() - 1, permutation, odd);
        let goal_blank = self.goal.blank();
        let mut tiles: Vec<_> = code
            .elements::<u64>()
            .map(|element| self.goal.tile(element + u8::from(element >= goal_blank)))
            .collect();
        tiles.insert(blank.into(), 0);
        Board::pack(tiles)
    }

    #[inline]
    fn visit_successor_ranks(&self, rank: u64, visit: impl FnMut(u64)) {
        match self.width {
            2 => visit_neighbours::<2>(self, rank, visit),
            3 => visit_neighbours::<3>(self, rank, visit),
            4 => visit_neighbours::<4>(self, rank, visit),
            5 => visit_neighbours::<5>(self, rank, visit),
            width => unreachable!("no board is {width} cells wide"),
        }
    }
}

/// `visit_successor_ranks` for boards of width `WIDTH`.
#[inline]
fn visit_neighbours<const WIDTH: usize>(
    taquin: &Taquin<u64>,
    rank: u64,
    mut visit: impl FnMut(u64),
) {
    let cells = WIDTH * usize::from(taquin.height);
    let board = CELLS[cells];
    let permutation = board.quotient(rank);
    let blank = (rank - permutation * board.divisor) as usize;
    let slide = |radix, pass: fn([u64; WIDTH]) -> [u64; WIDTH]| {
        slide(permutation, taquin.odd_order(blank as u8), radix, pass) * board.divisor
    };
    if blank >= WIDTH {
        visit(slide(cells - blank, first_goes_last) + (blank - WIDTH) as u64);
    }
    let column = blank % WIDTH;
    if column > 0 {
        visit(rank - 1);
    }
    if column + 1 < WIDTH {
        visit(rank + 1);
    }
    if blank + WIDTH < cells {
        visit(slide(cells - blank - WIDTH, last_goes_first) + (blank + WIDTH) as u64);
    }
}

/// The halved number of a permutation after one element of a stretch has passed the others.
/// The stretch has `WIDTH` elements, the last of them with a digit below `radix`.
#[inline]
fn slide<const WIDTH: usize>(
    permutation: u64,
    odd: bool,
    radix: usize,
    pass: impl Fn([u64; WIDTH]) -> [u64; WIDTH],
) -> u64 {
    // The omitted digit below 2 matters only where the stretch reaches it.
    let last = if radix <= 2 { last_digit(permutation, odd) } else { 0 };
    let whole = 2 * permutation + last;
    let (mut below, mut digits) = (PLACES[radix].quotient(whole), [0; WIDTH]);
    for (radix, digit) in (radix..).zip(&mut digits) {
        let above = PLACES[radix + 1].quotient(whole);
        *digit = below - above * radix as u64;
        below = above;
    }
    let passed = pass(digits);
    let mut whole = whole;
    for index in 0..WIDTH {
        let change = passed[index].wrapping_sub(digits[index]);
        whole = whole.wrapping_add(change.wrapping_mul(PLACES[radix + index].divisor));
    }
    whole / 2
}

/// The digits of a stretch, last element first, after its first element has moved to its end.
/// Two neighbours with digits `a`, `b` are in the wrong order exactly if `a > b`; when they
/// swap, their digits become `b`, `a - 1`, else `b + 1`, `a`.
#[inline]
fn first_goes_last<const WIDTH: usize>(mut digits: [u64; WIDTH]) -> [u64; WIDTH] {
    for place in (1..WIDTH).rev() {
        let (a, b) = (digits[place], digits[place - 1]);
        let wrong = u64::from(a > b);
        (digits[place], digits[place - 1]) = (b + 1 - wrong, a - wrong);
    }
    digits
}

/// The digits of a stretch, last element first, after its last element has moved to its start.
#[inline]
fn last_goes_first<const WIDTH: usize>(mut digits: [u64; WIDTH]) -> [u64; WIDTH] {
    for place in 1..WIDTH {
        let (a, b) = (digits[place], digits[place - 1]);
        let wrong = u64::from(a > b);
        (digits[place], digits[place - 1]) = (b + 1 - wrong, a - wrong);
    }
    digits
}

/// The Lehmer digit below 2 of the permutation with this halved number.
///
/// It determines the parity of the digit sum. The digit below r is the whole number over
/// (r − 1)!, minus r times the number over r!. In the sum of all digits modulo 2, only the
/// quotients by even factorials remain.
#[inline]
fn last_digit(permutation: u64, odd: bool) -> u64 {
    let mut sum = u64::from(odd);
    for radix in [3, 5, 7, 9, 11, 13, 15] {
        sum ^= PLACES[radix].quotient(2 * permutation);
    }
    sum & 1
}

const fn factorial(n: u64) -> u64 {
    if n == 0 { 1 } else { n * factorial(n - 1) }
}

/// A divisor, and the multiplication that divides by it.
#[derive(Clone, Copy)]
struct Divisor {
    divisor: u64,
    reciprocal: u64,
    shift: u32,
}

impl Divisor {
    /// Rounded up, the reciprocal is right for dividends below 2^62 (Granlund and Montgomery,
    /// "Division by Invariant Integers using Multiplication", PLDI 1994).
    const fn new(divisor: u64) -> Self {
        let shift = divisor.ilog2();
        let reciprocal = (1u128 << (63 + shift)).div_ceil(divisor as u128) as u64;
        Divisor { divisor, reciprocal, shift }
    }

    #[inline]
    fn quotient(self, dividend: u64) -> u64 {
        let product = u128::from(2 * dividend) * u128::from(self.reciprocal);
        (product >> 64) as u64 >> self.shift
    }
}

/// Division by the number of cells.
static CELLS: [Divisor; 17] = {
    let mut cells = [Divisor::new(1); 17];
    let mut count = 1;
    while count < 17 {
        cells[count] = Divisor::new(count as u64);
        count += 1;
    }
    cells
};

/// The weights of Lehmer digits: (r − 1)! for the digit below r.
static PLACES: [Divisor; 17] = {
    let mut places = [Divisor::new(1); 17];
    let mut radix = 1;
    while radix < 17 {
        places[radix] = Divisor::new(factorial(radix as u64 - 1));
        radix += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_multiplication_divides() {
        for divisor in CELLS.iter().chain(&PLACES) {
            let n = divisor.divisor;
            for multiple in [0, 1, 2, 3, 1000, 1_000_003, (1 << 62) / n - 1].map(|m| m * n) {
                for dividend in [multiple.saturating_sub(1), multiple, multiple + 1] {
                    assert_eq!(divisor.quotient(dividend), dividend / n, "{dividend} / {n}");
                }
            }
        }
    }
}
