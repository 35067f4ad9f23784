//! Nim-values by their definition, for the checker of certificates.

use tesuji_core::{Limit, NimValuesError};

use crate::rule::{HeapRule, Parts};

/// How many sums are charged at a time.
const CHUNK: u16 = 256;

/// The values of the heaps below `count`: each the least number that is no option's value.
///
/// A value is *common* if it shares an odd number of bits with `mask`, otherwise *rare*. The sum of
/// two common values is rare, whatever the mask. So once the options with a rare part are known, the
/// least missing number is the value if it is common. If it is rare, the other ways to break the heap
/// are tried until one has that number or there are no more. With a good mask few heaps are rare and
/// their values are small, so that the first candidate is nearly always the value.
///
/// # Errors
/// A value does not fit in 16 bits, or `charge` fails.
pub(crate) fn values<R: HeapRule>(
    rule: &R,
    count: usize,
    mask: u16,
    charge: &mut dyn FnMut(u32) -> Result<(), Limit>,
) -> Result<Vec<u16>, NimValuesError> {
    let common = |value: u16| (value & mask).count_ones() % 2 == 1;
    let mut values: Vec<u16> = Vec::new();
    // The sizes of rare heaps that can be part of a broken one.
    let mut rare: Vec<usize> = Vec::new();
    // For each value, one more than the last heap that has it as an option.
    let mut seen = vec![0usize; 1 << 16];
    for heap in 0..count {
        let mark = heap + 1;
        let longest = rule.max_taken().unwrap_or(heap).min(heap);
        for take in 0..=longest {
            charge(1)?;
            let (remains, rest) = (rule.remains(take), heap - take);
            if take > 0 && rest == 0 && remains.none {
                seen[0] = mark;
            }
            if take > 0 && rest > 0 && remains.one {
                seen[usize::from(values[rest])] = mark;
            }
            if remains.two != Parts::No {
                let parts = &rare[..rare.partition_point(|&part| part < rest)];
                for parts in parts.chunks(usize::from(CHUNK)) {
                    charge(CHUNK.into())?;
                    for &part in parts {
                        if remains.two == Parts::Any || 2 * part != rest {
                            seen[usize::from(values[part] ^ values[rest - part])] = mark;
                        }
                    }
                }
            }
        }
        let mut least = next_missing(0, &seen, mark)?;
        let breaks = (0..=longest).filter(|&take| rule.remains(take).two != Parts::No);
        'breaking: for take in breaks {
            let rest = heap - take;
            let unequal = rule.remains(take).two == Parts::Unequal;
            // The largest part that is not the larger one.
            let most = if unequal && rest % 2 == 0 { (rest / 2).max(1) - 1 } else { rest / 2 };
            for part in 1..=most {
                charge(1)?;
                if common(least) {
                    break 'breaking;
                }
                let value = values[part] ^ values[rest - part];
                seen[usize::from(value)] = mark;
                if value == least {
                    least = next_missing(least, &seen, mark)?;
                }
            }
        }
        values.push(least);
        if heap > 0 && !common(least) {
            rare.push(heap);
        }
    }
    Ok(values)
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

/// The least number from `value` on that was not seen.
fn next_missing(mut value: u16, seen: &[usize], mark: usize) -> Result<u16, NimValuesError> {
    while seen[usize::from(value)] == mark {
        value = value.checked_add(1).ok_or(NimValuesError::TooLarge { heap: mark - 1 })?;
    }
    Ok(value)
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
