use std::fmt;
use std::sync::LazyLock;

use tesuji_core::Player;

/// The maximum number of heaps of a position.
pub const MAX_HEAPS: usize = 32;

/// The maximum number of tokens of a heap in a position.
pub const MAX_HEAP_TOKENS: usize = u8::MAX as usize;

/// The maximum number of tokens of a [`LargeNim`](crate::LargeNim), in all heaps together.
pub const MAX_TOKENS: usize = 10_000_000;

/// A position: the tokens of each heap, and the player to move.
///
/// Heaps keep their index. An emptied heap leaves a gap, which the next new heap fills.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Heaps {
    sizes: [u8; MAX_HEAPS],
    to_move: Player,
    key: u64,
}

impl Heaps {
    /// Returns heaps of these sizes, at most [`MAX_HEAPS`].
    pub(crate) fn new(sizes: &[u8], to_move: Player) -> Self {
        let mut heaps = Heaps { sizes: [0; MAX_HEAPS], to_move, key: 0 };
        heaps.sizes[..sizes.len()].copy_from_slice(sizes);
        heaps.key = heaps.recomputed_key();
        heaps
    }

    /// The sizes at all indices, empty ones included.
    #[inline]
    #[must_use]
    pub fn sizes(&self) -> &[u8; MAX_HEAPS] {
        &self.sizes
    }

    /// The sizes up to the last heap that is not empty.
    #[must_use]
    pub fn occupied(&self) -> &[u8] {
        let places = self.sizes.iter().rposition(|&size| size > 0).map_or(0, |last| last + 1);
        &self.sizes[..places]
    }

    /// The sizes as an argument of [`theory::Sums`](crate::theory::Sums).
    #[must_use]
    pub fn to_vec(&self) -> Vec<usize> {
        self.occupied().iter().map(|&size| usize::from(size)).collect()
    }

    /// The player to move.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The number of tokens of all heaps together.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.sizes.iter().map(|&size| usize::from(size)).sum()
    }

    /// The stored Zobrist key.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// The key recomputed from the sizes and the turn.
    pub(crate) fn recomputed_key(&self) -> u64 {
        let turn = if self.to_move == Player::Second { turn_key() } else { 0 };
        (0..).zip(&self.sizes).fold(turn, |key, (place, &size)| key ^ heap_key(place, size))
    }

    #[inline]
    pub(crate) fn set(&mut self, place: usize, size: u8) {
        self.key ^= heap_key(place, self.sizes[place]) ^ heap_key(place, size);
        self.sizes[place] = size;
    }

    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        self.to_move = self.to_move.other();
        self.key ^= turn_key();
    }

    /// The index of a new heap: the first empty one.
    #[inline]
    pub(crate) fn vacancy(&self) -> Option<usize> {
        self.sizes.iter().position(|&size| size == 0)
    }
}

impl fmt::Debug for Heaps {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?} {:?}", self.occupied(), self.to_move)
    }
}

/// A key for each index and size (none for empty heaps), and one for the second player's turn.
static KEYS: LazyLock<Box<[u64]>> =
    LazyLock::new(|| tesuji_zobrist::keys(0x006e_696d, MAX_HEAPS * MAX_HEAP_TOKENS + 1));

#[inline]
fn heap_key(place: usize, size: u8) -> u64 {
    if size == 0 { 0 } else { KEYS[place * MAX_HEAP_TOKENS + usize::from(size) - 1] }
}

#[inline]
fn turn_key() -> u64 {
    KEYS[MAX_HEAPS * MAX_HEAP_TOKENS]
}
