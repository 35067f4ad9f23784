//! A cache line of words, for one thread or for several.

use std::cell::Cell;

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

/// The size of a cache line on the machines that the tables are laid out for.
pub(crate) const LINE_BYTES: usize = 64;
pub(crate) const LINE_WORDS: usize = LINE_BYTES / size_of::<u64>();

/// A cache line, aligned to one.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct Line<W>([W; LINE_WORDS]);

// Loom's atomics carry their history and are larger.
#[cfg(not(loom))]
const _: () = assert!(size_of::<Line<SharedWord>>() == LINE_BYTES);

impl<W: Word> Line<W> {
    pub(crate) fn zero() -> Self {
        Line(std::array::from_fn(|_| W::zero()))
    }

    #[inline]
    pub(crate) fn words(&self) -> &[W; LINE_WORDS] {
        &self.0
    }
}

/// A word that can be written through a shared reference.
pub(crate) trait Word {
    /// The bits of an entry's first word that are sealed.
    const SEALED: u64;

    fn zero() -> Self;
    fn get(&self) -> u64;
    fn set(&self, value: u64);

    /// The value combined (exclusive or) with the [sealed](Self::SEALED) bits of an entry's first
    /// word, by which a reader detects words of different entries; 0 for words that are all 0.
    fn seal(payload: &[u64]) -> u64;
}

/// A word of one thread, which needs no seal.
pub(crate) type OwnWord = Cell<u64>;

impl Word for OwnWord {
    const SEALED: u64 = 0;

    fn zero() -> Self {
        Cell::new(0)
    }

    #[inline]
    fn get(&self) -> u64 {
        self.get()
    }

    #[inline]
    fn set(&self, value: u64) {
        self.set(value);
    }

    #[inline]
    fn seal(_: &[u64]) -> u64 {
        0
    }
}

/// A word that threads share. Relaxed accesses are plain moves on the usual processors.
/// tests/loom.rs checks the seal under all interleavings, tests/threads.rs on real threads.
pub(crate) type SharedWord = AtomicU64;

impl Word for SharedWord {
    /// 40 bits of the key. The generation is not sealed, nor are the 16 bits by which a probe
    /// passes over most entries of other keys, without reading their payloads.
    const SEALED: u64 = 0x00ff_ffff_ffff_0000;

    fn zero() -> Self {
        AtomicU64::new(0)
    }

    #[inline]
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn set(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }

    /// The payload itself is not enough: payloads that differ in the top byte alone would give
    /// heads that differ in the generation alone, and be taken for each other. So it is mixed:
    /// by a bijection for one word, by a hash for three.
    #[inline]
    fn seal(payload: &[u64]) -> u64 {
        let mix = |seal: u64, word: &u64| {
            let mixed = (seal ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ (mixed >> 32)
        };
        payload.iter().fold(0, mix) & Self::SEALED
    }
}
