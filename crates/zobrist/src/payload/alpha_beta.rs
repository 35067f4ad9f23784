use crate::Payload;

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The stored value is the true one.
    Exact,
    /// The true value is at least this: the search failed high.
    Lower,
    /// The true value is at most this: the search failed low.
    Upper,
}

/// An alpha-beta search's result for a position. Its worth is the depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AlphaBetaEntry {
    /// The value found; by convention, from the point of view of the player to move.
    pub value: i32,
    /// The number of plies searched below the position.
    pub depth: u8,
    /// Whether the value is exact, a lower bound or an upper bound.
    pub bound: Bound,
    /// The best move, or the one that failed high, as the game's move code.
    pub mv: Option<u16>,
}

/// From the lowest bit: 16 of the move, 1 for its presence, 2 of the bound, 8 of the depth, and
/// 32 of the value.
impl Payload for AlphaBetaEntry {
    type Words = [u64; 1];

    #[inline]
    fn pack(self) -> [u64; 1] {
        let mv = self.mv.map_or(0, |code| 1 << 16 | u64::from(code));
        let bound = match self.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        let value = u64::from(self.value.cast_unsigned());
        [value << 32 | u64::from(self.depth) << 19 | bound << 17 | mv]
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "each field is cut to its width")]
    fn unpack([word]: [u64; 1]) -> Self {
        AlphaBetaEntry {
            value: ((word >> 32) as u32).cast_signed(),
            depth: (word >> 19) as u8,
            bound: match word >> 17 & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            mv: (word >> 16 & 1 == 1).then_some(word as u16),
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the eight bits of the depth")]
    fn worth([word]: [u64; 1]) -> u8 {
        (word >> 19) as u8
    }
}
