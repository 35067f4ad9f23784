//! The logarithm of upper confidence bounds, computed once for each number of visits.

use std::cell::Cell;
use std::sync::OnceLock;

/// `√(ln n)` for the numbers of visits `n`.
///
/// A simulation needs one in each position that it passes. The root has the most visits of all,
/// so that a table has all of them after one logarithm for each simulation; and as the visits of a
/// position grow by one at a time, its next value is in the same line of the cache.
#[derive(Debug)]
pub struct Confidence {
    known: Cell<&'static [f32]>,
}

/// The sizes of the tables, which all searches of the process share: a table is made when it is
/// first needed, by a search that is about as long as it takes.
const SIZES: [usize; 4] = [1 << 10, 1 << 14, 1 << 17, 1 << 20];

static TABLES: [OnceLock<Box<[f32]>>; SIZES.len()] = [const { OnceLock::new() }; SIZES.len()];

impl Confidence {
    pub(crate) fn new() -> Self {
        Confidence { known: Cell::new(&[]) }
    }

    /// The same value on every call: `√(ln n)`, 0 for `n` = 0.
    #[inline]
    pub(crate) fn of(&self, visits: u32) -> f32 {
        match self.known.get().get(visits as usize) {
            Some(&value) => value,
            None => self.extend(visits),
        }
    }

    #[cold]
    #[inline(never)]
    fn extend(&self, visits: u32) -> f32 {
        if let Some(at) = SIZES.iter().position(|&size| size > visits as usize) {
            let count = SIZES[at] as u32;
            self.known.set(TABLES[at].get_or_init(|| (0..count).map(computed).collect()));
        }
        computed(visits)
    }
}

fn computed(visits: u32) -> f32 {
    (visits.max(1) as f32).ln().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_the_computed_values_and_grow_as_far_as_they_are_needed() {
        let confidence = Confidence::new();
        for visits in [0, 1, 2, 1_023, 1_024, 5, 16_384, 99_999, u32::MAX] {
            assert_eq!(confidence.of(visits), computed(visits));
        }
        assert_eq!(confidence.known.get().len(), 1 << 17);
        assert_eq!(Confidence::new().of(1), 0.0);
    }
}
