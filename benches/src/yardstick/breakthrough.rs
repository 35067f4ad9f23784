//! Breakthrough on 8×8 and nothing else: random games with an incremental key, and perft without
//! bulk counting.

/// Keys for a pawn that leaves a cell, by side and cell.
pub type Keys = [[u64; 64]; 2];

const LEFT_EDGE: u64 = 0x0101_0101_0101_0101;
const RIGHT_EDGE: u64 = LEFT_EDGE << 7;

/// The pawns of the side to move and of the other at the start, White at the bottom.
pub const START: (u64, u64) = (0xffff, 0xffff << 48);

/// Xorshift (Marsaglia 2003): the cheapest random numbers.
#[derive(Clone, Copy, Debug)]
pub struct Random(pub u64);

impl Random {
    #[inline(always)]
    fn below(&mut self, count: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(count)) >> 32) as u32
    }
}

/// The targets of a side's pawns: straight, to the left, to the right.
#[inline(always)]
fn targets<const WHITE: bool>(mine: u64, theirs: u64) -> [u64; 3] {
    let (left, right) = (mine & !LEFT_EDGE, mine & !RIGHT_EDGE);
    if WHITE {
        [mine << 8 & !(mine | theirs), left << 7 & !mine, right << 9 & !mine]
    } else {
        [mine >> 8 & !(mine | theirs), left >> 9 & !mine, right >> 7 & !mine]
    }
}

/// The cell from which a pawn moved to a cell, by direction.
#[inline(always)]
fn source<const WHITE: bool>(target: u64, direction: usize) -> u64 {
    if WHITE { target >> [8, 7, 9][direction] } else { target << [8, 9, 7][direction] }
}

/// The set bit with this number.
#[inline(always)]
fn nth_bit(mut set: u64, number: u32) -> u64 {
    for _ in 0..number {
        set &= set - 1;
    }
    set & set.wrapping_neg()
}

#[inline(always)]
fn after<const WHITE: bool>(
    (mine, theirs, key): (u64, u64, u64),
    (from, to): (u64, u64),
    keys: &Keys,
) -> (u64, u64, u64) {
    let side = usize::from(WHITE);
    let (start, end) = (from.trailing_zeros() as usize & 63, to.trailing_zeros() as usize & 63);
    let mut key = key ^ keys[side][start] ^ keys[side][end];
    if theirs & to != 0 {
        key ^= keys[1 - side][end];
    }
    (mine ^ from ^ to, theirs & !to, key)
}

/// Plays one random move; returns whether it wins.
#[inline(always)]
fn ply<const WHITE: bool>(
    state: (u64, u64, u64),
    random: &mut Random,
    keys: &Keys,
) -> ((u64, u64, u64), bool) {
    let [straight, left, right] = targets::<WHITE>(state.0, state.1);
    let (first, second) = (straight.count_ones(), left.count_ones());
    let index = random.below(first + second + right.count_ones());
    let (to, direction) = if index < first {
        (nth_bit(straight, index), 0)
    } else if index < first + second {
        (nth_bit(left, index - first), 1)
    } else {
        (nth_bit(right, index - first - second), 2)
    };
    let state = after::<WHITE>(state, (source::<WHITE>(to, direction), to), keys);
    let goal = if WHITE { 0xff << 56 } else { 0xff };
    (state, to & goal != 0 || state.1 == 0)
}

/// Plays a random game from the start; returns the final key, and whether White won.
pub fn random_game(random: &mut Random, keys: &Keys) -> (u64, bool) {
    let (white, black) = START;
    let mut state = (white, black, 0);
    loop {
        let ((white, black, key), won) = ply::<true>(state, random, keys);
        if won {
            return (key, true);
        }
        let ((black, white, key), won) = ply::<false>((black, white, key), random, keys);
        if won {
            return (key, false);
        }
        state = (white, black, key);
    }
}

/// Perft: the number of leaves at `depth`, and the sum of their keys.
#[must_use]
pub fn perft(depth: u32, keys: &Keys) -> (u64, u64) {
    let (white, black) = START;
    let mut sum = 0;
    (lines::<true>((white, black, 0), depth, keys, &mut sum), sum)
}

fn lines<const WHITE: bool>(state: (u64, u64, u64), depth: u32, keys: &Keys, sum: &mut u64) -> u64 {
    let their_goal = if WHITE { 0xff } else { 0xff << 56 };
    if state.0 == 0 || state.1 & their_goal != 0 {
        return 0;
    }
    let mut count = 0;
    for (direction, mut set) in targets::<WHITE>(state.0, state.1).into_iter().enumerate() {
        while set != 0 {
            let to = set & set.wrapping_neg();
            set ^= to;
            let (mine, theirs, key) =
                after::<WHITE>(state, (source::<WHITE>(to, direction), to), keys);
            if depth == 1 {
                *sum = sum.wrapping_add(key ^ mine ^ theirs);
                count += 1;
            } else if WHITE {
                count += lines::<false>((theirs, mine, key), depth - 1, keys, sum);
            } else {
                count += lines::<true>((theirs, mine, key), depth - 1, keys, sum);
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_counts_come_out() {
        let keys = [[1; 64]; 2];
        for (depth, count) in [(1, 22), (2, 484), (3, 11_132), (4, 256_036), (5, 6_182_818)] {
            assert_eq!(perft(depth, &keys).0, count);
        }
    }
}
