//! Nim-values by the definition, and by a loop for games without splits.

use super::NimValueError;
use crate::rule::{HeapRule, Parts};

/// The moves of a rule as lists, by the tokens they take.
#[derive(Clone, Debug)]
pub(crate) struct MoveLists {
    /// The takes that may leave nothing.
    pub(crate) none: Vec<usize>,
    /// The takes that may leave one heap.
    pub(crate) one: Vec<usize>,
    /// The takes that may leave two heaps, and whether these must be unequal.
    pub(crate) two: Vec<(usize, bool)>,
    /// The maximum number of tokens of a move.
    pub(crate) max_taken: usize,
}

impl MoveLists {
    /// The moves of `rule` that take at most `limit` tokens.
    pub(crate) fn new<R: HeapRule>(rule: &R, limit: usize) -> Self {
        let mut lists = MoveLists { none: vec![], one: vec![], two: vec![], max_taken: 0 };
        for take in 0..=rule.max_taken().unwrap_or(limit).min(limit) {
            let remains = rule.remains(take);
            if remains.none {
                lists.none.push(take);
            }
            if remains.one {
                lists.one.push(take);
            }
            if remains.two != Parts::No {
                lists.two.push((take, remains.two == Parts::Unequal));
            }
            lists.max_taken = take;
        }
        lists
    }
}

/// The nim-values of heaps of `0..count` tokens by the definition: the minimum excluded value (mex)
/// of the options.
///
/// A slow reference for [`NimValues`](super::NimValues).
///
/// # Errors
/// If a value does not fit in 16 bits, or the allocation fails.
///
/// # Complexity
/// Time `O(count²)` if heaps split, else `O(count)` times the number of takes.
pub fn nim_values_by_definition<R: HeapRule>(
    rule: &R,
    count: usize,
) -> Result<Vec<u16>, NimValueError> {
    let mut values: Vec<u16> = Vec::new();
    extend_by_definition(rule, &mut values, count)?;
    Ok(values)
}

/// Extends the values by the definition to `count`.
pub(crate) fn extend_by_definition<R: HeapRule>(
    rule: &R,
    values: &mut Vec<u16>,
    count: usize,
) -> Result<(), NimValueError> {
    let moves = MoveLists::new(rule, count);
    values
        .try_reserve(count.saturating_sub(values.len()))
        .map_err(|_| NimValueError::OutOfMemory { values: count })?;
    // For each value, the last heap with that value among its options.
    let mut seen: Vec<usize> = vec![usize::MAX; 64];
    for heap in values.len()..count {
        let mut mark = |value: u16| {
            let value = usize::from(value);
            if value >= seen.len() {
                seen.resize(2 * value, usize::MAX);
            }
            seen[value] = heap;
        };
        if moves.none.binary_search(&heap).is_ok() {
            mark(0);
        }
        for take in moves.one.iter().take_while(|&&take| take < heap) {
            mark(values[heap - take]);
        }
        for &(take, unequal) in moves.two.iter().take_while(|&&(take, _)| take < heap) {
            let rest = heap - take;
            for part in 1..=(rest - usize::from(unequal)) / 2 {
                mark(values[part] ^ values[rest - part]);
            }
        }
        let value = seen.iter().position(|&last| last != heap).unwrap_or(seen.len());
        values.push(u16::try_from(value).map_err(|_| NimValueError::ValueTooLarge { heap })?);
    }
    Ok(())
}

/// The values of a game whose moves leave at most one heap.
#[derive(Clone, Debug)]
pub(crate) struct Taking {
    moves: MoveLists,
    pub(crate) values: Vec<u16>,
}

impl Taking {
    pub(crate) fn new(moves: MoveLists) -> Self {
        Taking { moves, values: Vec::new() }
    }

    /// Computes values until there are at least `count`.
    pub(crate) fn extend_to(&mut self, count: usize) -> Result<(), NimValueError> {
        self.values
            .try_reserve(count.saturating_sub(self.values.len()))
            .map_err(|_| NimValueError::OutOfMemory { values: count })?;
        let MoveLists { none, one, max_taken, .. } = &self.moves;
        // A value is at most the number of options, so these bits always contain a zero.
        let mut seen = vec![0u64; one.len() / 64 + 1];
        while self.values.len() < count {
            let heap = self.values.len();
            let least = if heap > *max_taken && seen.len() == 1 {
                let options = one.iter().map(|take| self.values[heap - take]);
                options.fold(0u64, |seen, value| seen | 1 << value).trailing_ones() as usize
            } else {
                seen.fill(0);
                let mut mark = |value: u16| seen[usize::from(value / 64)] |= 1 << (value % 64);
                for take in one.iter().take_while(|&&take| take < heap) {
                    mark(self.values[heap - take]);
                }
                if none.binary_search(&heap).is_ok() {
                    mark(0);
                }
                let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
                64 * full + seen[full].trailing_ones() as usize
            };
            let value = u16::try_from(least).map_err(|_| NimValueError::ValueTooLarge { heap })?;
            self.values.push(value);
        }
        Ok(())
    }
}
