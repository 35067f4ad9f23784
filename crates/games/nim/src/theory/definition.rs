//! Nim-values by their definition, for the checker of certificates.

use tesuji_core::{Limit, NimValuesError};

use crate::rule::{HeapRule, Parts, Remains};

/// How many options are one unit of work: looking at one takes about a nanosecond.
const OPTIONS_IN_UNIT: usize = 16;

/// How many options are charged at a time.
const CHUNK: usize = 256 * OPTIONS_IN_UNIT;

/// The values of the heaps below `count`: each the least number that is no option's value.
///
/// A value is *common* if it shares an odd number of bits with `mask`, otherwise *rare*. The sum of
/// two common values is rare, whatever the mask. So once the options with a rare part are known,
/// the least missing number is the value if it is common. If it is rare, the other ways to break
/// the heap are tried until one has that number or there are no more. With a good mask few heaps
/// are rare, and parts that had missing numbers before nearly always have them again.
///
/// Memory: two bytes for each heap, 16 for each rare one if moves break heaps, and 16 for each
/// number of tokens that a move can take.
///
/// # Errors
/// A value does not fit in 16 bits, there is no memory for `count` values, or `charge` fails.
pub(crate) fn values<R: HeapRule>(
    rule: &R,
    count: usize,
    mask: u16,
    charge: &mut dyn FnMut(u32) -> Result<(), Limit>,
) -> Result<Vec<u16>, NimValuesError> {
    let common = |value: u16| (value & mask).count_ones() % 2 == 1;
    let mut work = Work { options: 0, charge };
    let mut values: Vec<u16> = Vec::new();
    values.try_reserve_exact(count).map_err(|_| NimValuesError::Stopped(Limit::Memory))?;
    // The moves that a heap is large enough for: tokens taken, what remains.
    let mut moves: Vec<(usize, Remains)> = Vec::new();
    let (mut rare, mut likely) = (Vec::new(), Likely::default());
    let (mut seen, mut largest) = (Seen::new(), 0);
    let mut takes = 0..=rule.max_taken().unwrap_or(count);
    let can_break = takes.any(|take| rule.remains(take).two != Parts::No);
    for heap in 0..count {
        if rule.max_taken().is_none_or(|most| heap <= most) {
            push(&mut moves, (heap, rule.remains(heap)))?;
        }
        seen.clear(largest);
        for moves in moves.chunks(CHUNK) {
            work.add(moves.len())?;
            for &(take, remains) in moves {
                let rest = heap - take;
                if take > 0 && rest == 0 && remains.none {
                    seen.add(0);
                }
                if take > 0 && rest > 0 && remains.one {
                    seen.add(values[rest]);
                }
            }
        }
        let breaks = || moves.iter().filter(|(_, remains)| remains.two != Parts::No);
        for &(take, remains) in breaks() {
            for parts in rare.chunks(CHUNK).chain(likely.parts.chunks(CHUNK)) {
                work.add(parts.len())?;
                seen.add_broken(&values, heap - take, remains.two, parts);
            }
            likely.tried += likely.parts.len();
        }
        let mut least = seen.next_missing(0, heap)?;
        // All ways to break the heap, if a rare number is missing.
        for size in 1..=if can_break { heap / 2 } else { 0 } {
            if common(least) {
                break;
            }
            work.add(1)?;
            let part = Part { size, value: values[size] };
            for &(take, remains) in breaks() {
                work.add(1)?;
                likely.searched += 1;
                seen.add_broken(&values, heap - take, remains.two, &[part]);
                let next = seen.next_missing(least, heap)?;
                if next != least {
                    likely.add(part);
                    least = next;
                }
            }
        }
        likely.adapt(heap);
        values.push(least);
        largest = largest.max(least);
        if heap > 0 && can_break && !common(least) {
            push(&mut rare, Part { size: heap, value: least })?;
        }
    }
    work.charge_all()?;
    Ok(values)
}

fn push<T>(items: &mut Vec<T>, item: T) -> Result<(), NimValuesError> {
    items.try_reserve(1).map_err(|_| NimValuesError::Stopped(Limit::Memory))?;
    items.push(item);
    Ok(())
}

/// A part of a broken heap.
#[derive(Clone, Copy, Debug)]
struct Part {
    size: usize,
    value: u16,
}

/// The values of the options of a heap.
struct Seen(Box<[bool; 1 << 16]>);

impl Seen {
    fn new() -> Self {
        let all = vec![false; 1 << 16].into_boxed_slice();
        Seen(all.try_into().expect("65,536 elements"))
    }

    /// Forgets all, of which none is more than a sum of values of up to `largest`.
    fn clear(&mut self, largest: u16) {
        let sums = (usize::from(largest) + 1).next_power_of_two();
        self.0[..sums].fill(false);
    }

    fn add(&mut self, value: u16) {
        self.0[usize::from(value)] = true;
    }

    /// Adds the options that break `rest` tokens into one of these parts and another one, as far as
    /// the rule has them.
    #[inline]
    fn add_broken(&mut self, values: &[u16], rest: usize, how: Parts, parts: &[Part]) {
        for &Part { size, value } in parts {
            let Some(other) = rest.checked_sub(size).filter(|&other| other > 0) else { continue };
            if how == Parts::Any || other != size {
                self.add(values[other] ^ value);
            }
        }
    }

    /// The least number from `value` on that was not added for this heap.
    fn next_missing(&self, mut value: u16, heap: usize) -> Result<u16, NimValuesError> {
        while self.0[usize::from(value)] {
            value = value.checked_add(1).ok_or(NimValuesError::TooLarge { heap })?;
        }
        Ok(value)
    }
}

/// Parts with which an option had a missing number, tried before others: as many as cost no more
/// than the searches that find them.
#[derive(Default)]
struct Likely {
    parts: Vec<Part>,
    oldest: usize,
    /// The options that were tried with these parts, and with others, the latest counting most.
    tried: usize,
    searched: usize,
}

impl Likely {
    fn add(&mut self, part: Part) {
        if self.searched >= self.tried || self.parts.is_empty() {
            self.parts.push(part);
        } else {
            self.oldest = (self.oldest + 1) % self.parts.len();
            self.parts[self.oldest] = part;
        }
    }

    fn adapt(&mut self, heap: usize) {
        if heap.is_multiple_of(4096) {
            if self.tried > 2 * self.searched {
                self.parts.truncate(self.parts.len() * 7 / 8);
            }
            (self.tried, self.searched) = (self.tried / 2, self.searched / 2);
        }
    }
}

/// The options that were looked at and not charged yet.
struct Work<'c> {
    options: usize,
    charge: &'c mut dyn FnMut(u32) -> Result<(), Limit>,
}

impl Work<'_> {
    #[inline]
    fn add(&mut self, options: usize) -> Result<(), Limit> {
        self.options += options;
        if self.options >= CHUNK { self.charge_all() } else { Ok(()) }
    }

    fn charge_all(&mut self) -> Result<(), Limit> {
        let units = self.options.div_ceil(OPTIONS_IN_UNIT);
        self.options = 0;
        (self.charge)(u32::try_from(units).unwrap_or(u32::MAX))
    }
}

/// The values of heaps of these sizes, each from those of all smaller heaps.
///
/// # Errors
/// Those of [`values`].
pub(crate) fn values_of<R: HeapRule>(
    rule: &R,
    heaps: &[usize],
    mask: u16,
    charge: &mut dyn FnMut(u32) -> Result<(), Limit>,
) -> Result<Vec<u16>, NimValuesError> {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let values = values(rule, largest + 1, mask, charge)?;
    Ok(heaps.iter().map(|&heap| values[heap]).collect())
}

#[cfg(test)]
mod tests {
    use super::super::nim_values_by_definition;
    use super::*;
    use crate::{Grundy, OctalCode, TakeSet};

    #[test]
    fn every_mask_gives_the_values_of_the_definition() {
        fn compare<R: HeapRule>(rule: &R) {
            let expected = nim_values_by_definition(rule, 300).unwrap();
            for mask in [0, 1, 2, 5, 37, 62, 0xffff] {
                let found = values(rule, 300, mask, &mut |_| Ok(())).unwrap();
                assert_eq!(found, expected, "{rule:?}, {mask}");
            }
        }
        compare(&Grundy);
        compare(&TakeSet::any());
        compare(&TakeSet::new([1, 4, 6]).unwrap());
        for code in ["0.77", "0.137", "0.6", "4.7", "0.376", "0.07", "4.3"] {
            compare(&code.parse::<OctalCode>().unwrap());
        }
    }

    #[test]
    fn a_mask_that_calls_every_value_rare_costs_no_search_where_no_move_breaks_a_heap() {
        let code: OctalCode = "0.3".parse().unwrap();
        let found = values(&code, 1_000_000, 0, &mut |_| Ok(())).unwrap();
        assert!(found.iter().enumerate().all(|(heap, &value)| usize::from(value) == heap % 2));
    }

    #[test]
    fn a_limit_ends_it() {
        let mut left = 10u32;
        let mut charge = |units| {
            left = left.checked_sub(units).ok_or(Limit::Nodes)?;
            Ok(())
        };
        let found = values(&Grundy, 300, 0, &mut charge);
        assert_eq!(found, Err(NimValuesError::Stopped(Limit::Nodes)));
    }
}
