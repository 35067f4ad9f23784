//! What the entries of a table hold.

mod bounds;
mod proof_numbers;
mod uct;
mod work;

pub use bounds::{Bound, Bounds};
pub use proof_numbers::{ProofNumbers, WideProofNumbers};
pub use uct::UctStatistics;
pub use work::{work_of_worth, worth_of_work};

/// What a search remembers of a position, small enough for a table's entry.
///
/// | `Words` | bits | bytes of an entry | entries in a cache line |
/// |---|---|---|---|
/// | `[u64; 1]` | 64 | 16 | 4 |
/// | `[u64; 3]` | 192 | 32 | 2 |
///
/// The key and the entry's age take the word that is missing.
///
/// # Contract
/// `P::unpack(p.pack())` is as good an answer as `p`: rounding where the type says so is
/// allowed, claiming more than `p` did is not. [`worth`](Self::worth) takes any words without a
/// panic: where threads share a table, it may be asked about words of two payloads, of which no
/// probe will ever hear.
///
/// # Example
/// The distance to the end of the game, and who wins.
/// ```
/// use tesuji_zobrist::{Payload, Table};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Solved { plies: u16, win: bool }
///
/// impl Payload for Solved {
///     type Words = [u64; 1];
///     fn pack(self) -> [u64; 1] { [u64::from(self.plies) << 1 | u64::from(self.win)] }
///     fn unpack([word]: [u64; 1]) -> Self {
///         Solved { plies: (word >> 1) as u16, win: word & 1 == 1 }
///     }
///     fn worth([word]: [u64; 1]) -> u8 { (word >> 1).min(255) as u8 }
/// }
///
/// let mut table = Table::new(1 << 20)?;
/// table.store(0x1234_5678_9abc_def0, Solved { plies: 26, win: false });
/// assert_eq!(table.probe(0x1234_5678_9abc_def0), Some(Solved { plies: 26, win: false }));
/// # Ok::<(), tesuji_zobrist::TableError>(())
/// ```
pub trait Payload: Copy {
    /// The packed form: `[u64; 1]` or `[u64; 3]`.
    type Words: Words;

    /// How much of its [`worth`](Self::worth) an entry loses with each new search. The default
    /// of 8 is eight plies of depth, or a factor of two in [`worth_of_work`].
    const AGING: u8 = 8;

    /// The payload as words.
    fn pack(self) -> Self::Words;

    /// The payload that was packed into `words`.
    fn unpack(words: Self::Words) -> Self;

    /// How dear it was to find out what is packed into `words`: a depth, or [`worth_of_work`]
    /// of a count. Of the entries that compete for a place the one with the least worth left is
    /// thrown out (Breuker, Uiterwijk and van den Herik, "Replacement Schemes for
    /// Transposition Tables", ICCA Journal 17, 1994). Each store asks this of a whole line: it had
    /// better not branch.
    fn worth(words: Self::Words) -> u8;
}

/// The words of a [`Payload`]: `[u64; 1]` or `[u64; 3]`, so that entries fill a cache line.
pub trait Words: Copy + AsRef<[u64]> + sealed::Sealed {
    /// How many there are.
    const COUNT: usize;

    /// Asks `word` for each of them in turn.
    fn from_fn(word: impl FnMut(usize) -> u64) -> Self;
}

impl Words for [u64; 1] {
    const COUNT: usize = 1;

    #[inline(always)]
    fn from_fn(word: impl FnMut(usize) -> u64) -> Self {
        std::array::from_fn(word)
    }
}

impl Words for [u64; 3] {
    const COUNT: usize = 3;

    #[inline(always)]
    fn from_fn(word: impl FnMut(usize) -> u64) -> Self {
        std::array::from_fn(word)
    }
}

mod sealed {
    /// Keeps [`Words`](super::Words) to the sizes that fill a line.
    pub trait Sealed {}
    impl Sealed for [u64; 1] {}
    impl Sealed for [u64; 3] {}
}
