//! Proof and disproof numbers, and who wants which of them small.

use tesuji_core::{NodeEvent, Player};

/// The proof number of a claim that cannot be proved.
pub(crate) const INFINITE: u32 = u32::MAX;

/// The largest finite number. Sums stop here: a finite number never becomes infinite, so no proof
/// comes out of an overflow.
pub(crate) const LARGEST: u32 = u32::MAX - 1;

/// Proof and disproof numbers of a position: the least numbers of leaves that must be proved to
/// prove, or disproved to disprove, that the *claimant* wins (Allis, van der Meulen & van den
/// Herik, "Proof-Number Search", Artificial Intelligence 66, 1994).
///
/// They belong to the claim, at every position alike, for either player to move; the φ and δ of
/// Nagai's df-pn are these two at the claimant's turn and exchanged at the other's. Leaves may
/// count for more than 1, as [`FirstNumbers`](crate::FirstNumbers) specify. As an array, the proof
/// number comes first.
pub(crate) type Numbers = [u32; 2];

/// The claimant wins.
pub(crate) const PROVED: Numbers = [0, INFINITE];

/// The claimant does not win.
pub(crate) const DISPROVED: Numbers = [INFINITE, 0];

pub(crate) fn is_settled(numbers: Numbers) -> bool {
    numbers[0] == 0 || numbers[1] == 0
}

/// Whose turn it is, as the number that this player wants small: 0 the claimant's, at an OR node,
/// and 1 the other's, at an AND node. A node's number of its own side is the least of its
/// children's, the other one their sum.
pub(crate) type Side = usize;

#[inline]
pub(crate) fn side(claimant: Player, to_move: Player) -> Side {
    usize::from(claimant != to_move)
}

/// What `side` has reached.
pub(crate) const REACHED: [Numbers; 2] = [PROVED, DISPROVED];

/// The event that reports the numbers to an observer.
pub(crate) fn told(claimant: Player, numbers: Numbers) -> NodeEvent {
    let [proof, disproof] = numbers.map(|number| (number != INFINITE).then_some(number));
    NodeEvent::Numbers { claimant, proof, disproof }
}

/// A sum of finite numbers.
#[inline]
pub(crate) fn finite(sum: u64) -> u32 {
    sum.min(u64::from(LARGEST)) as u32
}

/// What the keys of positions are combined with, so that the two claims share no entries.
pub(crate) const fn salt(claimant: Player) -> u64 {
    match claimant {
        Player::First => 0,
        Player::Second => 0x2545_f491_4f6c_dd1d,
    }
}
