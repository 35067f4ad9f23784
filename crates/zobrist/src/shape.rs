use tesuji_core::Instant;

use crate::line::LINE_BYTES;

/// An error that prevents the creation of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The memory does not suffice for one line.
    #[error("{bytes} bytes are too few for a transposition table: it takes at least {min_bytes}")]
    TooSmall {
        /// The bytes given.
        bytes: usize,
        /// The minimum.
        min_bytes: usize,
    },
    /// The system did not provide the memory.
    #[error("failed to allocate {bytes} bytes for the transposition table")]
    OutOfMemory {
        /// The bytes requested.
        bytes: usize,
    },
    /// The time ended before the memory was cleared.
    #[error("there is no time to clear {bytes} bytes for a transposition table")]
    NoTime {
        /// The bytes requested.
        bytes: usize,
    },
}

/// The size of a table: cache lines, and entries per line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Cache lines of 64 bytes. The key selects one; an entry can be in any slot of it.
    pub lines: usize,
    /// Entries in a line.
    pub ways: usize,
}

impl Shape {
    /// The bytes of all lines.
    #[must_use]
    pub fn bytes(self) -> usize {
        self.lines * LINE_BYTES
    }

    /// The number of entries.
    #[must_use]
    pub fn entries(self) -> usize {
        self.lines * self.ways
    }

    /// The number of key bits that agree on a hit: those that select the line and the 56 stored
    /// in the entry. All 64 with 256 lines (16 KiB) or more.
    #[must_use]
    pub fn key_bits(self) -> u32 {
        (KEPT_BITS + self.lines.ilog2()).min(u64::BITS)
    }

    /// The probability that a probe for a position that is not in a full table hits nevertheless:
    /// the line's entries times max(lines, 256) / 2⁶⁴.
    ///
    /// # Example
    /// With a table of 1 GiB, one in 275 searches of 10⁹ probes has a false hit.
    /// ```
    /// let gigabyte = tesuji_zobrist::Shape { lines: 1 << 24, ways: 4 };
    /// assert_eq!(gigabyte.key_bits(), 64);
    /// assert_eq!((1.0 / (1e9 * gigabyte.false_hit_chance())).round(), 275.0);
    /// ```
    #[must_use]
    pub fn false_hit_chance(self) -> f64 {
        // All keys of an entry's line are equally likely; one of them is the entry's.
        let lines = self.lines.max(1 << (u64::BITS - KEPT_BITS));
        self.ways as f64 * lines as f64 / f64::from(u64::BITS).exp2()
    }
}

/// What a table that grows by use begins with: small enough for the processor's own memory.
pub const FIRST_BYTES: usize = 1 << 18;

/// The bytes of the table that one of `bytes` is copied to when it is full, where `max_bytes` are
/// allowed for both together; `None` if the larger one would not double it.
///
/// # Example
/// The last step takes all that is left.
/// ```
/// use tesuji_zobrist::next_bytes;
///
/// assert_eq!(next_bytes(1 << 20, 512 << 20), Some(4 << 20));
/// assert_eq!(next_bytes(64 << 20, 512 << 20), Some(448 << 20));
/// assert_eq!(next_bytes(448 << 20, 512 << 20), None);
/// ```
#[must_use]
pub fn next_bytes(bytes: usize, max_bytes: usize) -> Option<usize> {
    const FACTOR: usize = 4;
    let (next, rest) = (bytes.saturating_mul(FACTOR), max_bytes.saturating_sub(bytes));
    let is_last = next.saturating_mul(3) > max_bytes;
    let next = if is_last { rest } else { next };
    (next >= bytes.saturating_mul(2)).then_some(next)
}

/// The entries that a table hands to the larger one: all, or those for which there is time until the
/// deadline.
///
/// # Example
/// ```
/// use tesuji_core::Instant;
/// use tesuji_zobrist::in_time;
///
/// assert_eq!(in_time(0..1000, None).count(), 1000);
/// assert_eq!(in_time(0..1000, Some(Instant::now())).count(), 0);
/// ```
pub fn in_time<T>(
    entries: impl Iterator<Item = T>,
    deadline: Option<Instant>,
) -> impl Iterator<Item = T> {
    const BETWEEN_LOOKS: usize = 256;
    let in_time = entries.enumerate().take_while(move |(number, _)| {
        !(number.is_multiple_of(BETWEEN_LOOKS) && is_late(deadline))
    });
    in_time.map(|(_, entry)| entry)
}

/// Whether a deadline has passed.
pub(crate) fn is_late(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// The number of key bits stored in an entry. The generation takes the others.
pub(crate) const KEPT_BITS: u32 = 56;
