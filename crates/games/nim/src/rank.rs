use std::convert::Infallible;
use std::ops::ControlFlow;

use tesuji_core::{Layered, Player, Ranked, Rules};

use crate::heaps::Heaps;
use crate::nim::Nim;
use crate::rule::HeapRule;
use crate::take_set::TakeSet;

/// Ranks of all positions with at most the start's tokens in each heap, with either player to move:
/// a number with one digit for each heap, and the turn in its last bit.
///
/// If there are more than 2⁶⁴ - 1 such states, [`state_count`](Ranked::state_count) returns
/// 2⁶⁴ - 1, and ranks are meaningless.
///
/// A state with more tokens in a heap than the start has no rank: `rank` panics or returns another
/// state's.
impl Ranked for Nim<TakeSet> {
    fn state_count(&self) -> u64 {
        self.bases().fold(2, u64::saturating_mul)
    }

    fn rank(&self, heaps: &Heaps) -> u64 {
        let digits = self.bases().zip(heaps.sizes());
        let number = digits.fold(0u64, |number, (base, &size)| {
            number.wrapping_mul(base).wrapping_add(u64::from(size))
        });
        number.wrapping_mul(2).wrapping_add(turn_bit(heaps.to_move()))
    }

    fn unrank(&self, rank: u64) -> Heaps {
        let bases: Vec<u64> = self.bases().collect();
        let mut sizes = vec![0; bases.len()];
        let mut number = rank / 2;
        for (size, base) in sizes.iter_mut().zip(&bases).rev() {
            *size = u8::try_from(number % base).expect("the base is at most 256");
            number /= base;
        }
        let to_move = if rank.is_multiple_of(2) { Player::First } else { Player::Second };
        Heaps::new(&sizes, to_move)
    }

    fn visit_successor_ranks(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let bases: Vec<u64> = self.bases().collect();
        let mut weights = vec![2u64; bases.len()];
        for place in (1..bases.len()).rev() {
            weights[place - 1] = weights[place].wrapping_mul(bases[place]);
        }
        let ControlFlow::Continue(()) = self.visit_moves(&self.unrank(rank), |mv| {
            visit((rank ^ 1) - u64::from(mv.take) * weights[mv.heap as usize]);
            ControlFlow::<Infallible>::Continue(())
        });
    }
}

/// The layer is the number of tokens taken.
impl Layered for Nim<TakeSet> {
    fn max_step(&self) -> Option<u32> {
        let largest = self.start_sizes().iter().copied().max().map_or(0, usize::from);
        let step = self.rule().max_taken().unwrap_or(largest).min(largest).max(1);
        u32::try_from(step).ok().filter(|_| self.state_count() < u64::MAX)
    }

    fn layer(&self, heaps: &Heaps) -> u32 {
        let start: u32 = self.start_sizes().iter().copied().map(u32::from).sum();
        start - heaps.sizes().iter().copied().map(u32::from).sum::<u32>()
    }
}

impl Nim<TakeSet> {
    /// The number of sizes of each heap.
    fn bases(&self) -> impl Iterator<Item = u64> + '_ {
        self.start_sizes().iter().map(|&size| u64::from(size) + 1)
    }
}

fn turn_bit(to_move: Player) -> u64 {
    match to_move {
        Player::First => 0,
        Player::Second => 1,
    }
}
