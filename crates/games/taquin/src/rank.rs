//! Ranks of the solvable boards, and slides from rank to rank.
//!
//! The rank of a board is the number of its tiles' permutation relative to the goal, halved
//! because parity is given, times the number of cells, plus the blank's cell. So a slide along a
//! row changes only the last part, and a slide along a column only as many consecutive digits of
//! the permutation's Lehmer code as a row has cells: a successor's rank needs no board. Korf and
//! Schultze used breadth-first search over such ranks, with one or two bits for each, for large
//! puzzles ("Large-Scale Parallel Breadth-First Search", AAAI 2005).

use std::iter;

use tesuji_core::Ranked;

use crate::board::{Board, Word};
use crate::lehmer::LehmerCode;
use crate::rules::Taquin;
use crate::size::Size;

/// The most cells of a board with ranks.
pub(crate) const MAX_RANKED_CELLS: usize = 16;

impl<W: Word> Taquin<W> {
    /// The number of solvable boards, half of all arrangements: `Ranked::state_count`, wide
    /// enough for 5×5.
    #[must_use]
    pub fn wide_state_count(&self) -> u128 {
        (3..=u128::from(self.cells())).product()
    }

    /// Whether the solvable boards have ranks: on up to 16 cells.
    #[must_use]
    pub fn has_ranks(&self) -> bool {
        usize::from(self.cells()) <= MAX_RANKED_CELLS
    }
}

/// The solvable boards of up to 16 cells; larger boards [have no ranks](Taquin::has_ranks).
impl<W: Word> Ranked for Taquin<W> {
    /// `u64::MAX` if there are no ranks.
    fn state_count(&self) -> u64 {
        if self.has_ranks() { (3..=u64::from(self.cells())).product() } else { u64::MAX }
    }

    /// # Panics
    /// If there are no ranks; in debug builds, if the board is not solvable; in others it then has
    /// the rank of a board that is.
    fn rank(&self, &board: &Board<W>) -> u64 {
        debug_assert!(self.is_solvable(board), "{board:?} has no rank: it cannot be solved");
        let permutation = self.lehmer_code(board).halved_number();
        permutation * u64::from(self.cells()) + u64::from(board.blank())
    }

    #[expect(clippy::cast_possible_truncation, reason = "a remainder by the number of cells")]
    fn unrank(&self, rank: u64) -> Board<W> {
        let cells = u64::from(self.cells());
        let (permutation, blank) = (rank / cells, (rank % cells) as u8);
        let odd = self.odd_order(blank);
        let code = LehmerCode::from_halved_number(self.cells() - 1, permutation, odd);
        let goal_blank = self.goal.blank();
        let mut tiles: Vec<_> = code
            .elements::<W>()
            .map(|element| self.goal.tile(element + u8::from(element >= goal_blank)))
            .collect();
        tiles.insert(blank.into(), 0);
        Board::pack(tiles)
    }

    fn visit_successor_ranks(&self, rank: u64, visit: impl FnMut(u64)) {
        let mut ranks = Vec::with_capacity(4);
        self.push_successor_ranks(iter::once(rank), &mut ranks);
        ranks.into_iter().for_each(visit);
    }

    #[inline]
    fn push_successor_ranks(
        &self,
        ranks: impl ExactSizeIterator<Item = u64>,
        successors: &mut Vec<u64>,
    ) {
        let cells = self.cells().into();
        match (self.width, self.height) {
            (3, 3) => push::<W, 3, true>(self, 9, const { Divisor::new(9) }, ranks, successors),
            (2, _) => push::<W, 2, false>(self, cells, CELLS[cells], ranks, successors),
            (3, _) => push::<W, 3, false>(self, cells, CELLS[cells], ranks, successors),
            (4, _) => push::<W, 4, false>(self, cells, CELLS[cells], ranks, successors),
            (5, _) => push::<W, 5, false>(self, cells, CELLS[cells], ranks, successors),
            (width, _) => unreachable!("no board is {width} cells wide"),
        }
    }
}

/// `push_successor_ranks` for boards of width `WIDTH`.
#[inline(always)]
fn push<W: Word, const WIDTH: usize, const SMALL: bool>(
    taquin: &Taquin<W>,
    cells: usize,
    board: Divisor,
    ranks: impl ExactSizeIterator<Item = u64>,
    successors: &mut Vec<u64>,
) {
    let places = taquin.blank_places.as_ref().expect("a board with ranks");
    let mut filled = successors.len();
    successors.resize(filled + 4 * ranks.len(), 0);
    for rank in ranks {
        let free = successors[filled..].first_chunk_mut().expect("four for each rank");
        filled +=
            write_successor_ranks::<W, WIDTH, SMALL>(taquin, cells, places, board, rank, free);
    }
    successors.truncate(filled);
}

/// Writes the ranks of the successors, and returns their number; what comes after them means
/// nothing. Without branches: where the blank is cannot be predicted.
#[inline(always)]
fn write_successor_ranks<W: Word, const WIDTH: usize, const SMALL: bool>(
    taquin: &Taquin<W>,
    cells: usize,
    places: &[BlankPlace; MAX_RANKED_CELLS],
    board: Divisor,
    rank: u64,
    successors: &mut [u64; 4],
) -> usize {
    let permutation = board.quotient::<SMALL>(rank);
    let blank = rank - permutation * board.divisor;
    let odd = WIDTH.is_multiple_of(2) && taquin.odd_order(blank as u8);
    let whole = 2 * permutation + last_digit::<SMALL>(permutation, odd, cells);
    let place = &places[blank as usize % MAX_RANKED_CELLS];
    let slide = |stretch, goes_last| {
        turned::<WIDTH, SMALL>(whole, stretch, goes_last) / 2 * board.divisor + blank
    };
    let slides = [
        slide(&place.above, true).wrapping_sub(WIDTH as u64),
        rank.wrapping_sub(1),
        rank + 1,
        slide(&place.below, false) + WIDTH as u64,
    ];
    let mut count = 0;
    for (slide, is_one) in slides.into_iter().zip(place.slides) {
        successors[count] = slide;
        count += usize::from(is_one);
    }
    count
}

/// What the slides into a cell are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlankPlace {
    /// Whether there is one from above, from the left, from the right, and from below.
    slides: [bool; 4],
    /// The elements that a slide from above turns, and from below; if there is none, any.
    above: Stretch,
    below: Stretch,
}

impl BlankPlace {
    /// Those of all cells, and more; `None` if the board has no ranks.
    pub(crate) fn all(size: Size) -> Option<[Self; MAX_RANKED_CELLS]> {
        let (width, cells) = (size.width(), size.cells());
        (cells <= MAX_RANKED_CELLS).then(|| {
            std::array::from_fn(|blank| {
                let (left, column) = (cells.saturating_sub(blank), blank % width);
                let stretch = |radix: usize| Stretch::new(width, radix.clamp(1, cells - width));
                BlankPlace {
                    slides: [blank >= width, column > 0, column + 1 < width, left > width],
                    above: stretch(left),
                    below: stretch(left.saturating_sub(width)),
                }
            })
        })
    }
}

/// As many consecutive elements of a permutation as a row has cells, the last of them with a digit
/// below `radix`.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    radix: usize,
    /// The weight of the last digit, and of the digit before the first.
    last: Divisor,
    before: Divisor,
    /// Of three elements: how many numbers their digits make, and where these begin in [`Turns`].
    numbers: u64,
    start: usize,
}

impl Stretch {
    fn new(width: usize, radix: usize) -> Self {
        let turns = if width == 3 { radix } else { 0 };
        Stretch {
            radix,
            last: PLACES[radix],
            before: PLACES[radix + width],
            numbers: FIRST_GOES_LAST.sizes[turns].into(),
            start: FIRST_GOES_LAST.starts[turns].into(),
        }
    }
}

/// The number of a permutation after one element of a stretch has passed the others: the first,
/// which `goes_last`, or else the last.
#[inline(always)]
fn turned<const WIDTH: usize, const SMALL: bool>(
    whole: u64,
    stretch: &Stretch,
    goes_last: bool,
) -> u64 {
    let below = stretch.last.quotient::<SMALL>(whole);
    let change = if WIDTH == 3 {
        let turns = if goes_last { &FIRST_GOES_LAST } else { &LAST_GOES_FIRST };
        let number = below - stretch.before.quotient::<SMALL>(whole) * stretch.numbers;
        turns.changes[stretch.start + number as usize].into()
    } else {
        let (mut rest, mut digits) = (below, [0; WIDTH]);
        for (index, digit) in digits.iter_mut().enumerate() {
            let above = PLACES[stretch.radix + index + 1].quotient::<SMALL>(whole);
            *digit = rest - above * (stretch.radix + index) as u64;
            rest = above;
        }
        change(digits, stretch.radix, goes_last)
    };
    whole.wrapping_add_signed(change * stretch.last.divisor.cast_signed())
}

/// What turning a stretch adds to its number.
const fn change<const WIDTH: usize>(digits: [u64; WIDTH], radix: usize, goes_last: bool) -> i64 {
    let turned = if goes_last { first_goes_last(digits) } else { last_goes_first(digits) };
    let (mut change, mut place, mut index) = (0, 1, 0);
    while index < WIDTH {
        change += (turned[index].cast_signed() - digits[index].cast_signed()) * place;
        place *= (radix + index) as i64;
        index += 1;
    }
    change
}

/// The changes of all stretches of three digits: for each radix of the last, and each number that
/// the digits make.
struct Turns {
    starts: [u16; Self::RADIXES],
    /// The numbers of stretches.
    sizes: [u16; Self::RADIXES],
    changes: [i16; Self::STRETCHES],
}

impl Turns {
    /// On a board of 3 × 5 cells the last digit of a stretch is one below 12 at most.
    const RADIXES: usize = 13;
    /// The sum of r (r + 1) (r + 2) up to 12.
    const STRETCHES: usize = 12 * 13 * 14 * 15 / 4;

    const fn new(goes_last: bool) -> Self {
        let mut turns = Turns {
            starts: [0; Self::RADIXES],
            sizes: [0; Self::RADIXES],
            changes: [0; Self::STRETCHES],
        };
        let (mut radix, mut at) = (1, 0);
        while radix < Self::RADIXES {
            turns.starts[radix] = at as u16;
            let r = radix as u64;
            let mut stretch = 0;
            turns.sizes[radix] = (r * (r + 1) * (r + 2)) as u16;
            while stretch < r * (r + 1) * (r + 2) {
                let digits = [stretch % r, stretch / r % (r + 1), stretch / r / (r + 1)];
                turns.changes[at] = change(digits, radix, goes_last) as i16;
                at += 1;
                stretch += 1;
            }
            radix += 1;
        }
        turns
    }
}

static FIRST_GOES_LAST: Turns = Turns::new(true);
static LAST_GOES_FIRST: Turns = Turns::new(false);

/// The digits of a stretch, last element first, after its first element has moved to its end.
/// Two neighbours with digits `a`, `b` are in the wrong order exactly if `a > b`; when they
/// swap, their digits become `b`, `a - 1`, else `b + 1`, `a`.
#[inline]
const fn first_goes_last<const WIDTH: usize>(mut digits: [u64; WIDTH]) -> [u64; WIDTH] {
    let mut place = WIDTH - 1;
    while place > 0 {
        let (a, b) = (digits[place], digits[place - 1]);
        let wrong = (a > b) as u64;
        (digits[place], digits[place - 1]) = (b + 1 - wrong, a - wrong);
        place -= 1;
    }
    digits
}

/// The digits of a stretch, last element first, after its last element has moved to its start.
#[inline]
const fn last_goes_first<const WIDTH: usize>(mut digits: [u64; WIDTH]) -> [u64; WIDTH] {
    let mut place = 1;
    while place < WIDTH {
        let (a, b) = (digits[place], digits[place - 1]);
        let wrong = (a > b) as u64;
        (digits[place], digits[place - 1]) = (b + 1 - wrong, a - wrong);
        place += 1;
    }
    digits
}

/// The Lehmer digit below 2 of the permutation with this halved number.
///
/// It determines the parity of the digit sum. The digit below r is the whole number over
/// (r − 1)!, minus r times the number over r!. In the sum of all digits modulo 2, only the
/// quotients by even factorials remain.
#[inline]
fn last_digit<const SMALL: bool>(permutation: u64, odd: bool, cells: usize) -> u64 {
    let (fifth, seventh) = const { (Divisor::new(24), Divisor::new(720)) };
    let mut sum = u64::from(odd) ^ permutation;
    sum ^= fifth.quotient::<SMALL>(2 * permutation) ^ seventh.quotient::<SMALL>(2 * permutation);
    if cells > 9 {
        for radix in [9, 11, 13, 15] {
            sum ^= PLACES[radix].quotient::<SMALL>(2 * permutation);
        }
    }
    sum & 1
}

const fn factorial(n: u64) -> u64 {
    if n == 0 { 1 } else { n * factorial(n - 1) }
}

/// A divisor, and the multiplication that divides by it.
#[derive(Clone, Copy, Debug)]
struct Divisor {
    divisor: u64,
    reciprocal: u64,
    shift: u32,
    short: u64,
}

impl Divisor {
    /// Rounded up, the reciprocal is right for dividends below 2^62 (Granlund and Montgomery,
    /// "Division by Invariant Integers using Multiplication", PLDI 1994).
    const fn new(divisor: u64) -> Self {
        let shift = divisor.ilog2();
        let reciprocal = (1u128 << (63 + shift)).div_ceil(divisor as u128) as u64;
        Divisor { divisor, reciprocal, shift, short: (1u64 << 38).div_ceil(divisor) }
    }

    /// If dividend and divisor are `SMALL`, below 2^20, with a product below 2^38, a short
    /// multiplication suffices.
    #[inline]
    fn quotient<const SMALL: bool>(self, dividend: u64) -> u64 {
        if SMALL {
            return (dividend * self.short) >> 38;
        }
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
    fn a_short_multiplication_divides_what_is_small() {
        let small = CELLS.iter().chain(&PLACES).filter(|divisor| divisor.divisor <= factorial(8));
        for divisor in small.copied().chain([Divisor::new(24), Divisor::new(720)]) {
            let n = divisor.divisor;
            for dividend in 0..=factorial(9).min((1 << 38) / n - 1) {
                assert_eq!(divisor.quotient::<true>(dividend), dividend / n, "{dividend} / {n}");
            }
        }
    }

    #[test]
    fn a_multiplication_divides() {
        for divisor in CELLS.iter().chain(&PLACES) {
            let n = divisor.divisor;
            for multiple in [0, 1, 2, 3, 1000, 1_000_003, (1 << 62) / n - 1].map(|m| m * n) {
                for dividend in [multiple.saturating_sub(1), multiple, multiple + 1] {
                    assert_eq!(
                        divisor.quotient::<false>(dividend),
                        dividend / n,
                        "{dividend} / {n}"
                    );
                }
            }
        }
    }
}
