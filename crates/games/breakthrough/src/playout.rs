//! Random games without move lists.
//!
//! The moves of a position are the bits of three sets, one for each direction. A game draws a
//! number below their total and needs only the bit with that number. There are two ways to find
//! it: by the wide instructions of [`Wide`](crate::instructions::Wide), and by [`choose`] for
//! machines without them. Both find the same bit, so a seed gives the same games on every machine.

use std::hint::select_unpredictable;

use rand_core::Rng;
use tesuji_core::{Game, GameResult, Player};

use crate::geometry::{FIRST, SECOND, ahead, shifted};
use crate::position::Position;
use crate::rules::{Breakthrough, Step};
use crate::wide;

impl Breakthrough {
    /// Plays uniformly random moves from `position` to the end of the game, shows each of them to
    /// `watch`, and returns the winner. `position` becomes the final position, key included.
    ///
    /// Each move takes one 32-bit number from the generator; moves are numbered in the order of
    /// `visit_moves`, so the games are those of the default [`Game::watched_playout`]. A 64-bit
    /// product maps the number to a move: with `n` moves, the probability of each differs from
    /// `1/n` by at most 2⁻³².
    ///
    /// # Example
    /// ```
    /// use rand_pcg::{Pcg64, rand_core::SeedableRng};
    /// use tesuji_breakthrough::Breakthrough;
    /// use tesuji_core::{Game, GameResult, IncrementalKey, Rules};
    ///
    /// let game = Breakthrough::new(8, 8)?;
    /// let mut position = game.initial();
    /// let mut steps = Vec::new();
    /// let mut rng = Pcg64::seed_from_u64(1);
    /// let winner = game.play_out(&mut position, &mut rng, |step| steps.push(step));
    /// assert_eq!(game.result(&position), Some(GameResult::Win(winner)));
    /// assert_eq!(game.key(&position), game.recomputed_key(&position));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_out(
        &self,
        position: &mut Position,
        rng: &mut impl Rng,
        watch: impl FnMut(Step),
    ) -> Player {
        match self.wide {
            Some(has) => wide::play_out(has, self, position, rng, watch),
            None => play_out(self, position, rng, choose, watch),
        }
    }
}

impl Breakthrough {
    #[inline]
    pub(crate) fn random_game(
        &self,
        position: &Position,
        rng: &mut impl Rng,
        mut watch: impl FnMut(Player, Step),
    ) -> GameResult {
        GameResult::Win(self.play_out(&mut { *position }, rng, |step| watch(step.player(), step)))
    }
}

impl Breakthrough {
    /// The number of move codes, one for each cell and direction of each player: 384 on eight rows.
    #[inline]
    pub(crate) fn number_of_codes(&self) -> usize {
        2 * self.codes_of_one()
    }

    #[inline]
    pub(crate) fn code_of(&self, player: Player, Step { from, to }: Step) -> usize {
        let [from, to, stride] = [from, to, self.geometry.stride].map(usize::from);
        // The target is one row up or down, plus or minus one cell: the direction is 0 to 2.
        match player {
            Player::First => 2 * from + to + 1 - stride,
            Player::Second => self.codes_of_one() + 4 * from - to + 1 - stride,
        }
    }
}

impl Breakthrough {
    #[inline]
    fn codes_of_one(&self) -> usize {
        3 * usize::from(self.geometry.stride) * usize::from(self.height())
    }
}

/// Plays a random game, given a function that chooses a bit.
#[inline]
pub(crate) fn play_out(
    game: &Breakthrough,
    position: &mut Position,
    rng: &mut impl Rng,
    choose: impl Fn([u64; 3], u32) -> [u64; 3],
    watch: impl FnMut(Step),
) -> Player {
    if let Some(GameResult::Win(winner)) = game.result(position) {
        return winner;
    }
    let Position { white, black, key, turn } = *position;
    let run = Run { game, pawns: [white, black], key, rng, choose, watch };
    *position = game.geometry.with_stride(move |stride| run.until_the_end(stride, turn));
    position.turn.other()
}

/// A random game in progress.
struct Run<'a, R, C, W> {
    game: &'a Breakthrough,
    pawns: [u64; 2],
    key: u64,
    rng: &'a mut R,
    choose: C,
    watch: W,
}

impl<R: Rng, C: Fn([u64; 3], u32) -> [u64; 3], W: FnMut(Step)> Run<'_, R, C, W> {
    /// Plays random moves until a player wins, and returns the last position.
    #[inline(always)]
    fn until_the_end(mut self, stride: u8, turn: Player) -> Position {
        // One copy of the code for each player, without tests of the turn.
        let turn = if turn == Player::Second && self.ply::<SECOND>(stride) {
            Player::First
        } else {
            loop {
                if self.ply::<FIRST>(stride) {
                    break Player::Second;
                }
                if self.ply::<SECOND>(stride) {
                    break Player::First;
                }
            }
        };
        let [white, black] = self.pawns;
        Position { white, black, key: self.key, turn }
    }

    /// Plays one random move of `PLAYER`; returns whether it wins.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "cells are below 64")]
    fn ply<const PLAYER: usize>(&mut self, stride: u8) -> bool {
        let (mine, theirs) = (self.pawns[PLAYER], self.pawns[1 - PLAYER]);
        let targets = self.game.geometry.targets::<PLAYER>(stride, mine, theirs);
        // One of the three is a single bit, the others are empty.
        let [straight, left, right] = (self.choose)(targets, self.rng.next_u32());
        let back = ahead::<PLAYER>(stride).map(|by| -by);
        let target = straight | left | right;
        let source = shifted(straight, back[0]) | shifted(left, back[1]) | shifted(right, back[2]);
        let (from, to) = (source.trailing_zeros() as u8, target.trailing_zeros() as u8);
        self.key ^= self.game.zobrist.step::<PLAYER>(from, to, theirs >> (to & 63) & 1);
        self.pawns[PLAYER] = mine ^ source ^ target;
        self.pawns[1 - PLAYER] = theirs & !target;
        (self.watch)(Step { from, to });
        target & self.game.geometry.goal[PLAYER] != 0 || self.pawns[1 - PLAYER] == 0
    }
}

/// Numbers the bits of the three sets and keeps the one that `random` selects.
///
/// The bit counts of the bytes are the digits of a word; a multiplication computes their prefix
/// sums (Vigna, "Broadword Implementation of Rank/Select Queries", 2008).
#[inline]
pub(crate) fn choose(sets: [u64; 3], random: u32) -> [u64; 3] {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    const HIGHEST: u64 = LOWEST << 7;
    // In each byte: the number of bits in this and the lower ones.
    let sums = sets.map(|set| {
        let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(LOWEST)
    });
    let [straight, left, right] = sums.map(|sum| sum >> 56);
    let index = (u64::from(random) * (straight + left + right)) >> 32;
    // Select the set without a branch: a random branch is mispredicted half of the time.
    let (first, second) = (index < straight, index < straight + left);
    let set = select_unpredictable(first, sets[0], select_unpredictable(second, sets[1], sets[2]));
    let sums = select_unpredictable(first, sums[0], select_unpredictable(second, sums[1], sums[2]));
    let skipped = select_unpredictable(first, 0, straight + select_unpredictable(second, 0, left));
    let index = index - skipped;
    // The bytes whose sum is not above `index` come before the byte of the bit.
    let above = HIGHEST & !(((index * LOWEST) | HIGHEST) - sums);
    let byte = above.trailing_zeros() & 56;
    let before = (sums << 8) >> byte & 0xff;
    let bit = u64::from(IN_BYTE[(index - before) as usize & 7][(set >> byte) as usize & 0xff]);
    let bit = bit << byte;
    let keep = |this: bool| bit & u64::from(this).wrapping_neg();
    [keep(first), keep(!first & second), keep(!second)]
}

/// The set bit of a byte with a given number, as a byte with only this bit.
static IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut number, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[number][byte] = 1 << bit;
                number += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64;
    use rand_pcg::rand_core::SeedableRng;
    use tesuji_core::Rules;

    use super::*;

    #[test]
    fn the_two_ways_to_choose_give_the_same_games() {
        for (width, height, rows) in
            [(2, 4, 2), (3, 3, 1), (5, 5, 2), (6, 7, 1), (8, 8, 2), (2, 10, 2), (4, 16, 2)]
        {
            let game = Breakthrough::with_rows(width, height, rows).unwrap();
            let mut plain = game.clone();
            plain.wide = None;
            let mut quick_rng = Pcg64::seed_from_u64(12);
            let mut plain_rng = quick_rng.clone();
            for _ in 0..2_000 {
                let (mut one, mut other) = (game.initial(), game.initial());
                let mut steps = Vec::new();
                game.play_out(&mut one, &mut quick_rng, |step| steps.push(step));
                let mut steps = steps.into_iter();
                plain.play_out(&mut other, &mut plain_rng, |step| {
                    assert_eq!(steps.next(), Some(step));
                });
                assert_eq!(one, other);
                assert_eq!(steps.next(), None);
            }
        }
    }

    #[test]
    fn choosing_counts_through_the_sets_in_order() {
        let mut rng = Pcg64::seed_from_u64(13);
        for _ in 0..2_000 {
            // Dense, sparse and empty sets.
            let sets = [0; 3].map(|_: u64| match rng.next_u32() % 4 {
                0 => 0,
                1 => rng.next_u64() & rng.next_u64(),
                2 => rng.next_u64() & rng.next_u64() & rng.next_u64() & rng.next_u64(),
                _ => rng.next_u64(),
            });
            let count = sets.iter().map(|set| u64::from(set.count_ones())).sum::<u64>();
            let bits =
                (0..3).flat_map(|set| crate::geometry::cells(sets[set]).map(move |bit| (set, bit)));
            for (index, (set, bit)) in (0..count).zip(bits) {
                let mut expected = [0; 3];
                expected[set] = 1 << bit;
                // The smallest and the largest number that select this index.
                let smallest = (index << 32).div_ceil(count);
                let largest = (((index + 1) << 32) - 1) / count;
                for random in [smallest, largest] {
                    assert_eq!(choose(sets, u32::try_from(random).unwrap()), expected);
                }
            }
        }
    }
}
