use crate::{Payload, work_of_worth, worth_of_work};

/// Proof-number search's result for a position, in 64 bits. Its worth follows the work.
///
/// `proof` and `disproof` are those of the claim that the search examines ("First wins"), at
/// every position alike. A search that stores them from the point of view of the player to move,
/// as Nagai's φ and δ are, should document it.
///
/// Every number up to [`LARGEST`](Self::LARGEST) and [`INFINITE`](Self::INFINITE) are stored
/// exactly. Numbers in between are stored as `LARGEST`: a finite number stays finite, so rounding
/// never yields a proof. The work is rounded down, by at most an eighth.
///
/// # Example
/// ```
/// use tesuji_zobrist::{ProofNumbers, TranspositionTable};
///
/// let mut table = TranspositionTable::new(1 << 20)?;
/// let proved = ProofNumbers { proof: 0, disproof: ProofNumbers::INFINITE, work: 12 };
/// table.store(77, proved);
/// assert_eq!(table.probe(77), Some(proved));
/// # Ok::<(), tesuji_zobrist::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProofNumbers {
    /// The minimum number of leaves that must be proved to prove the position.
    pub proof: u32,
    /// The minimum number of leaves that must be disproved to disprove it.
    pub disproof: u32,
    /// Nodes expanded below the position.
    pub work: u64,
}

impl ProofNumbers {
    /// The number that marks an impossible proof or disproof.
    pub const INFINITE: u32 = u32::MAX;
    /// The largest finite number that is stored: 2²⁸ − 2.
    pub const LARGEST: u32 = Self::MASK - 1;

    const BITS: u32 = 28;
    const MASK: u32 = (1 << Self::BITS) - 1;

    #[inline]
    const fn shorten(number: u32) -> u64 {
        let short = match number {
            Self::INFINITE => Self::MASK,
            finite if finite > Self::LARGEST => Self::LARGEST,
            small => small,
        };
        short as u64
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "only the low bits are used")]
    const fn lengthen(word: u64) -> u32 {
        match word as u32 & Self::MASK {
            Self::MASK => Self::INFINITE,
            finite => finite,
        }
    }
}

/// From the lowest bit: 28 of the proof number, 28 of the disproof number, 8 of the work.
impl Payload for ProofNumbers {
    type Words = [u64; 1];

    #[inline]
    fn pack(self) -> [u64; 1] {
        let numbers = Self::shorten(self.disproof) << Self::BITS | Self::shorten(self.proof);
        [u64::from(worth_of_work(self.work)) << (2 * Self::BITS) | numbers]
    }

    #[inline]
    fn unpack([word]: [u64; 1]) -> Self {
        ProofNumbers {
            proof: Self::lengthen(word),
            disproof: Self::lengthen(word >> Self::BITS),
            work: work_of_worth(Self::worth([word])),
        }
    }

    #[inline]
    fn worth([word]: [u64; 1]) -> u8 {
        (word >> (2 * Self::BITS)) as u8
    }
}
