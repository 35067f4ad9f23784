//! Ranks: the positions layer after layer, without gaps.
//!
//! A layer has all positions with the same number of stones. It consists of sections, one for each
//! way to distribute the stones over the columns, in the order of the columns from right to left
//! (as in the combinatorial number system). In a section a position is a binary number
//! with a digit for each stone: the columns from left to right, each from below, 1 for a stone of
//! the player to move. So a move inserts a digit, and the successors of consecutive positions by
//! one column are close together in one section.

use std::convert::Infallible;
use std::ops::Range;
use std::sync::OnceLock;

use tesuji_core::{Game, Layered, Ranked, Wdl};

use crate::lines;
use crate::position::Position;
use crate::rules::{ConnectFour, MAX_WIDTH};

/// The numbers that ranks of one size are computed with.
struct Ranking {
    height: usize,
    cells: usize,
    /// The first rank of each layer, and the number of all ranks.
    layers: Vec<u64>,
    /// The numbers of sections, see [`below`](Self::below).
    below: Vec<u64>,
}

impl Ranking {
    fn new(width: usize, height: usize) -> Self {
        let cells = width * height;
        let mut ranking = Ranking { height, cells, layers: vec![0], below: Vec::new() };
        for column in 0..width {
            for stones in 0..=cells {
                let mut sum = 0;
                for taken in 0..=height {
                    ranking.below.push(sum);
                    let rest = stones.checked_sub(taken);
                    sum += rest.map_or(0, |rest| match column.checked_sub(1) {
                        Some(before) => ranking.below(before, rest)[height + 1],
                        None => u64::from(rest == 0),
                    });
                }
                ranking.below.push(sum);
            }
        }
        let mut end = 0;
        for stones in 0..=cells {
            end += ranking.below(width - 1, stones)[height + 1] << stones;
            ranking.layers.push(end);
        }
        ranking
    }

    /// For each number of cells, the number of ways to distribute the stones over the columns up to
    /// this one such that this one has fewer taken cells.
    #[inline]
    fn below(&self, column: usize, stones: usize) -> &[u64] {
        let size = self.height + 2;
        &self.below[(column * (self.cells + 1) + stones) * size..][..size]
    }

    /// The number of stones of a rank, the number of its section in their layer, and the digits.
    #[inline]
    fn split(&self, rank: u64) -> (usize, u64, u64) {
        let stones = self.layers.partition_point(|&start| start <= rank) - 1;
        let index = rank - self.layers[stones];
        (stones, index >> stones, index & ((1 << stones) - 1))
    }

    /// Shows `visit` the columns of a section from right to left: each with the number of stones in
    /// the columns before it, and in it.
    #[inline]
    fn visit_columns(
        &self,
        (stones, mut section): (usize, u64),
        width: u8,
        mut visit: impl FnMut(u8, usize, usize),
    ) {
        let mut left = stones;
        for column in (0..width).rev() {
            let below = self.below(column.into(), left);
            let mut taken = 0;
            while below[taken + 1] <= section {
                taken += 1;
            }
            section -= below[taken];
            left -= taken;
            visit(column, left, taken);
        }
    }
}

/// The positions whose columns have the same numbers of stones.
struct Section {
    start: u64,
    stones: usize,
    /// For each column, the number of stones in it, and in those before it.
    columns: [(u8, u8); MAX_WIDTH],
}

impl Section {
    /// The section of a rank.
    fn of(game: &ConnectFour, rank: u64) -> Self {
        let (stones, section, digits) = game.ranking().split(rank);
        let mut columns = [(0, 0); MAX_WIDTH];
        game.ranking().visit_columns((stones, section), game.width(), |column, before, taken| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 63")]
            let numbers = (taken as u8, before as u8);
            columns[usize::from(column)] = numbers;
        });
        Section { start: rank - digits, stones, columns }
    }

    #[inline]
    fn ranks(&self) -> Range<u64> {
        self.start..self.start + (1 << self.stones)
    }

    /// For each column, where its digits begin, a mask for them, and its lowest cell.
    fn parts(&self, game: &ConnectFour) -> [(u32, u64, u32); MAX_WIDTH] {
        let mut parts = [(0, 0, 0); MAX_WIDTH];
        for (column, (part, &(taken, before))) in
            (0..game.width()).zip(parts.iter_mut().zip(&self.columns))
        {
            *part = (before.into(), (1 << taken) - 1, game.cell(column, 0).0.into());
        }
        parts
    }

    /// Writes for each column with room where a new stone's digit is inserted, and the first rank
    /// of the section that it leads to; returns how many they are.
    fn write_targets(&self, game: &ConnectFour, targets: &mut [(u32, u64); MAX_WIDTH]) -> usize {
        let ranking = game.ranking();
        if self.stones == ranking.cells {
            return 0;
        }
        let columns = || self.columns[..usize::from(game.width())].iter().enumerate();
        let below = |column: usize, stones: u8, taken: u8| {
            ranking.below(column, stones.into())[usize::from(taken)]
        };
        // The sections before it: those that differ in a column up to the one of the new stone, and
        // those that differ after it, where there is a stone more in the columns before.
        let mut before = 0;
        let mut after: u64 =
            columns().map(|(at, &(taken, left))| below(at, left + taken + 1, taken)).sum();
        let (stones, mut open) = (self.stones + 1, 0);
        for (at, &(taken, left)) in columns() {
            after -= below(at, left + taken + 1, taken);
            if taken < game.height() {
                let section = before + below(at, left + taken + 1, taken + 1) + after;
                let start = ranking.layers[stones] + (section << stones);
                targets[open] = ((left + taken).into(), start);
                open += 1;
            }
            before += below(at, left + taken, taken);
        }
        open
    }
}

/// For each width, how many sizes of 64 bits are narrower; and at the end, how many there are.
const SIZES: [usize; MAX_WIDTH + 1] = {
    let mut sizes = [0; MAX_WIDTH + 1];
    let mut width = 1;
    while width <= MAX_WIDTH {
        sizes[width] = sizes[width - 1] + 64 / width - 1;
        width += 1;
    }
    sizes
};

impl ConnectFour {
    fn ranking(&self) -> &'static Ranking {
        static RANKINGS: [OnceLock<Ranking>; SIZES[MAX_WIDTH]] =
            [const { OnceLock::new() }; SIZES[MAX_WIDTH]];
        let (width, height) = (usize::from(self.width()), usize::from(self.height()));
        RANKINGS[SIZES[width - 1] + height - 1].get_or_init(|| Ranking::new(width, height))
    }
}

/// The space is every way to fill columns from below with the stones of two players. It also has
/// positions in which the players did not alternate, or continued after the end: of the 923,521 on
/// 4×4, games reach 161,029.
///
/// # Panics
/// Ranks that are not below [`state_count`](Ranked::state_count) may panic.
impl Ranked for ConnectFour {
    fn state_count(&self) -> u64 {
        self.ranking().layers[self.ranking().cells + 1]
    }

    fn rank(&self, position: &Position) -> u64 {
        let ranking = self.ranking();
        let stones = position.stones() as usize;
        let (mut section, mut digits, mut left) = (0, 0, stones);
        for column in (0..self.width()).rev() {
            let cell = self.cell(column, 0).0;
            let taken = (position.taken() >> cell).trailing_ones() as usize;
            section += ranking.below(column.into(), left)[taken];
            left -= taken;
            digits |= ((position.own() >> cell) & ((1 << taken) - 1)) << left;
        }
        ranking.layers[stones] + (section << stones) + digits
    }

    fn unrank(&self, rank: u64) -> Position {
        let ranking = self.ranking();
        let (stones, section, digits) = ranking.split(rank);
        let mut position = Position::default();
        ranking.visit_columns((stones, section), self.width(), |column, before, taken| {
            let (mask, cell) = ((1 << taken) - 1, self.cell(column, 0).0);
            position.own |= ((digits >> before) & mask) << cell;
            position.taken |= mask << cell;
        });
        position
    }

    fn visit_successor_ranks(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let Ok(()) = self.visit_successors_in_order([rank], |_, successors, _| {
            successors.iter().for_each(|&successor| visit(successor));
            Ok::<(), Infallible>(())
        });
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

    fn layer_ranks(&self, layer: u32) -> Option<Range<u64>> {
        let layers = &self.ranking().layers;
        Some(*layers.get(layer as usize)?..*layers.get(layer as usize + 1)?)
    }

    /// On a board that is not full only four in a row end the game, and the last move made it.
    fn end_of_rank(&self, rank: u64) -> Option<Wdl> {
        let ranking = self.ranking();
        if rank < ranking.layers[ranking.cells] {
            return Some(Wdl::Loss);
        }
        let full = self.unrank(rank);
        Some(self.result(&full)?.seen_by(self.to_move(&full)))
    }

    fn visit_successors_in_order<E>(
        &self,
        ranks: impl IntoIterator<Item = u64>,
        mut visit: impl FnMut(u64, &[u64], &[u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut current: Option<Section> = None;
        let (mut parts, mut targets) = ([(0, 0, 0); MAX_WIDTH], [(0, 0); MAX_WIDTH]);
        let (mut open, mut successors) = (0, [0; MAX_WIDTH]);
        let height = u32::from(self.height());
        for rank in ranks {
            if !current.as_ref().is_some_and(|section| section.ranks().contains(&rank)) {
                let section = Section::of(self, rank);
                parts = section.parts(self);
                open = section.write_targets(self, &mut targets);
                current = Some(section);
            }
            let Some(Section { start, stones, .. }) = current else { continue };
            // The opponent, who will be to move.
            let digits = !(rank - start) & ((1 << stones) - 1);
            let parts = &parts[..usize::from(self.width())];
            let cells = parts.iter().fold(0, |cells, &(before, mask, cell)| {
                cells | ((digits >> before) & mask) << cell
            });
            if lines::has_four(cells, height) {
                visit(rank, &[], &[])?;
                continue;
            }
            for (successor, &(place, start)) in successors.iter_mut().zip(&targets[..open]) {
                let above = digits >> place;
                *successor = start + (digits ^ above << place | above << 1 << place);
            }
            visit(rank, &successors[..open], &[0; MAX_WIDTH][..open])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layers_of_every_size_follow_each_other_without_gaps() {
        for (width, height) in [(1, 1), (1, 5), (3, 2), (2, 3), (4, 4), (7, 6), (32, 1)] {
            let game = ConnectFour::new(width, height).unwrap();
            let mut end = 0;
            for layer in 0..=(width * height) as u32 {
                let ranks = game.layer_ranks(layer).unwrap();
                assert_eq!(ranks.start, end);
                end = ranks.end;
                for rank in [ranks.start, ranks.start + (ranks.end - ranks.start) / 2, end - 1] {
                    let position = game.unrank(rank);
                    assert_eq!((position.stones(), game.rank(&position)), (layer, rank));
                }
            }
            assert_eq!(end, game.state_count());
            // A column has each number of stones with each of their colourings.
            assert_eq!(end, ((1 << (height + 1)) - 1u64).pow(width as u32));
            assert_eq!(game.layer_ranks((width * height) as u32 + 1), None);
        }
    }
}
