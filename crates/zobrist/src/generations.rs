//! The age of entries, and clearing without writing.

use crate::shape::KEPT_BITS;

/// The generations of live entries. An entry carries the number of the generation that wrote it
/// in the top byte of its head word, above the key's low 56 bits.
///
/// Numbers run from 1 to 255; 0 marks an entry never written. When they are used up, the
/// entries are renumbered: once in more than a hundred searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Generations {
    /// The oldest generation that is not forgotten.
    oldest: u8,
    /// The generation of entries written now.
    current: u8,
}

impl Generations {
    pub(crate) const FIRST: Generations = Generations { oldest: 1, current: 1 };

    /// The amount by which renumbering lowers numbers.
    const FALL: u8 = 128;

    /// The head word of an entry written now.
    #[inline]
    pub(crate) fn head(self, key: u64) -> u64 {
        Self::with_number(key, self.current)
    }

    /// Whether an entry with this head is live.
    #[inline]
    pub(crate) fn is_live(self, head: u64) -> bool {
        Self::number(head) >= self.oldest
    }

    /// The number of searches begun since an entry with this head was written.
    #[inline]
    pub(crate) fn age(self, head: u64) -> u8 {
        self.current.saturating_sub(Self::number(head))
    }

    /// The next search; `None` if the numbers are used up.
    pub(crate) fn next(self) -> Option<Generations> {
        Some(Generations { current: self.current.checked_add(1)?, ..self })
    }

    /// The next search, with all entries written before forgotten; `None` if the numbers are used
    /// up.
    pub(crate) fn next_forgetting(self) -> Option<Generations> {
        let current = self.current.checked_add(1)?;
        Some(Generations { oldest: current, current })
    }

    /// The next search after all entries were [renumbered](Self::renumber).
    pub(crate) fn renumbered() -> Generations {
        Generations { oldest: 1, current: u8::MAX - Self::FALL + 1 }
    }

    /// The head after renumbering: the same key with a lower number, or `None` if the entry is
    /// forgotten. The oldest generations merge into one.
    pub(crate) fn renumber(self, head: u64) -> Option<u64> {
        let number = Self::number(head).saturating_sub(Self::FALL).max(1);
        self.is_live(head).then_some(Self::with_number(head, number))
    }

    #[inline]
    fn with_number(key: u64, number: u8) -> u64 {
        (key & ((1 << KEPT_BITS) - 1)) | u64::from(number) << KEPT_BITS
    }

    #[inline]
    fn number(head: u64) -> u8 {
        (head >> KEPT_BITS) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_run_out_and_entries_keep_their_order() {
        let mut generations = Generations::FIRST;
        let mut heads = vec![generations.head(5)];
        while let Some(next) = generations.next() {
            generations = next;
            heads.push(generations.head(5));
        }
        assert_eq!(heads.len(), 255);
        let ages = |generations: Generations, heads: &[u64]| -> Vec<u8> {
            heads.iter().map(|&head| generations.age(head)).collect()
        };
        let before = ages(generations, &heads);
        let heads: Vec<u64> =
            heads.iter().map(|&head| generations.renumber(head).expect("alive")).collect();
        let generations = Generations::renumbered();
        assert!(heads.iter().all(|&head| generations.is_live(head)));
        let after = ages(generations, &heads);
        for (before, after) in before.iter().zip(after) {
            assert_eq!(after, (before + 1).min(127), "one search older, or the largest age");
        }
    }

    #[test]
    fn what_was_forgotten_is_not_renumbered() {
        let first = Generations::FIRST;
        let second = first.next_forgetting().expect("numbers are left");
        assert_eq!(second.renumber(first.head(5)), None);
        assert_eq!(second.renumber(0), None, "never written");
        assert!(second.renumber(second.head(5)).is_some());
    }
}
