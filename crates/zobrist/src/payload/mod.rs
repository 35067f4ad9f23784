//! The contents of table entries.

mod uct;
mod work;

pub use uct::UctStatistics;
pub use work::{work_of_worth, worth_of_work};

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

/// A search's result for a position, small enough for a table's entry.
///
/// | `Words` | bits | bytes of an entry | entries in a cache line |
/// |---|---|---|---|
/// | `[u64; 1]` | 64 | 16 | 4 |
/// | `[u64; 3]` | 192 | 32 | 2 |
///
/// The key and the entry's age take the remaining word.
///
/// # Contract
/// `P::unpack(p.pack())` is as good an answer as `p`: rounding is allowed where the type documents
/// it, claiming more than `p` did is not. [`worth`](Self::worth) accepts any words without a
/// panic: where threads share a table, it may be called with words of two payloads, which no
/// probe returns.
///
/// # Example
/// The distance to the end of the game, and whether it is a win.
/// ```
/// use tesuji_zobrist::{Payload, TranspositionTable};
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
/// let mut table = TranspositionTable::new(1 << 20)?;
/// table.store(0x1234_5678_9abc_def0, Solved { plies: 26, win: false });
/// assert_eq!(table.probe(0x1234_5678_9abc_def0), Some(Solved { plies: 26, win: false }));
/// # Ok::<(), tesuji_zobrist::TableError>(())
/// ```
pub trait Payload: Copy {
    /// The packed form: `[u64; 1]` or `[u64; 3]`.
    type Words: Words;

    /// The [`worth`](Self::worth) that an entry loses with each new search. The default of 8 is
    /// eight plies of depth, or a factor of two in [`worth_of_work`].
    const AGING: u8 = 8;

    /// The payload as words.
    fn pack(self) -> Self::Words;

    /// The payload that was packed into `words`.
    fn unpack(words: Self::Words) -> Self;

    /// The cost of the result packed into `words`: a depth, or [`worth_of_work`] of a count. Of
    /// the entries that compete for a slot, the one with the least worth left is replaced
    /// (Breuker, Uiterwijk and van den Herik, "Replacement Schemes for Transposition Tables", ICCA
    /// Journal 17, 1994). Each store calls this for a whole line, so it should not branch.
    fn worth(words: Self::Words) -> u8;
}

/// The words of a [`Payload`]: `[u64; 1]` or `[u64; 3]`, so that entries fill a cache line.
pub trait Words: Copy + AsRef<[u64]> + sealed::Sealed {
    /// The number of words.
    const COUNT: usize;

    /// Builds the words from `word`, called with each index in turn.
    fn from_fn(word: impl FnMut(usize) -> u64) -> Self;
}

impl Words for [u64; 1] {
    const COUNT: usize = 1;

    #[inline]
    fn from_fn(word: impl FnMut(usize) -> u64) -> Self {
        std::array::from_fn(word)
    }
}

impl Words for [u64; 3] {
    const COUNT: usize = 3;

    #[inline]
    fn from_fn(word: impl FnMut(usize) -> u64) -> Self {
        std::array::from_fn(word)
    }
}

mod sealed {
    /// Restricts [`Words`](super::Words) to the sizes that fill a line.
    pub trait Sealed {}
    impl Sealed for [u64; 1] {}
    impl Sealed for [u64; 3] {}
}
