use crate::line::LINE_BYTES;

/// Why a table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The budget does not pay for one line.
    #[error("{bytes} bytes are too few for a table, the smallest takes {least}")]
    TooSmall {
        /// What was offered.
        bytes: usize,
        /// What is needed.
        least: usize,
    },
    /// The machine does not give that much.
    #[error("no {bytes} bytes of memory are to be had for a table")]
    OutOfMemory {
        /// What was asked for.
        bytes: usize,
    },
}

/// The size of a table: cache lines, and entries in each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Cache lines of 64 bytes. The key picks one; an entry can be in any place of it.
    pub lines: usize,
    /// Entries in a line.
    pub ways: usize,
}

impl Shape {
    /// The lines' bytes.
    #[must_use]
    pub fn bytes(self) -> usize {
        self.lines * LINE_BYTES
    }

    /// The number of entries.
    #[must_use]
    pub fn entries(self) -> usize {
        self.lines * self.ways
    }

    /// How many bits of the key agree when a probe hits: those that picked the line and
    /// the 56 kept in the entry. All 64 with 256 lines (16 KiB) or more.
    #[must_use]
    pub fn key_bits(self) -> u32 {
        (KEPT_BITS + self.lines.ilog2()).min(u64::BITS)
    }

    /// The chance that a probe for a position that is not in the table hits nevertheless,
    /// when all entries are taken: the line's entries times max(lines, 256) / 2⁶⁴.
    ///
    /// # Example
    /// With a table of 1 GiB a search of 10⁹ probes is misled once in 275 times.
    /// ```
    /// let gigabyte = tesuji_zobrist::Shape { lines: 1 << 24, ways: 4 };
    /// assert_eq!(gigabyte.key_bits(), 64);
    /// assert_eq!((1.0 / (1e9 * gigabyte.false_hit_chance())).round(), 275.0);
    /// ```
    #[must_use]
    pub fn false_hit_chance(self) -> f64 {
        // All the keys of an entry's line are equally likely; one of them is the entry's.
        let lines = self.lines.max(1 << (u64::BITS - KEPT_BITS));
        self.ways as f64 * lines as f64 / f64::from(u64::BITS).exp2()
    }
}

/// How many of the key's bits an entry keeps. The generation has the others.
pub(crate) const KEPT_BITS: u32 = 56;
