//! Nim-values by their definition.

use tesuji_nim::{HeapRule, Parts};

use crate::Rejection;
use crate::work::Work;

/// The values of the heaps below `count`: each the least number that is no option's value.
///
/// A value is *common* if it shares an odd number of bits with `mask`, otherwise *rare*. Two common
/// values add up to a rare one, whatever the mask. So once the options with a rare part are known,
/// the least number missing is the value if it is common; if it is rare, breaking the heap in
/// all other ways is looked at until one has it or there are no more. With a good mask few heaps
/// are rare, and their values small: one look is nearly always enough.
///
/// # Errors
/// A value does not fit in 16 bits, or the work is too much.
pub(crate) fn values<R: HeapRule>(
    rule: &R,
    count: usize,
    mask: u16,
    work: &dyn Work,
) -> Result<Vec<u16>, Rejection> {
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
            work.charge(1)?;
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
                    work.charge(CHUNK.into())?;
                    for &part in parts {
                        if remains.two == Parts::Any || 2 * part != rest {
                            seen[usize::from(values[part] ^ values[rest - part])] = mark;
                        }
                    }
                }
            }
        }
        let mut least = LeastMissing { value: 0 }.passing(&seen, mark)?;
        let breaks = (0..=longest).filter(|&take| rule.remains(take).two != Parts::No);
        'looking: for take in breaks {
            let rest = heap - take;
            let unequal = rule.remains(take).two == Parts::Unequal;
            // The largest part that is not the larger one.
            let most = if unequal && rest % 2 == 0 { (rest / 2).max(1) - 1 } else { rest / 2 };
            for part in 1..=most {
                work.charge(1)?;
                if common(least.value) {
                    break 'looking;
                }
                let value = values[part] ^ values[rest - part];
                seen[usize::from(value)] = mark;
                if value == least.value {
                    least = least.passing(&seen, mark)?;
                }
            }
        }
        values.push(least.value);
        if heap > 0 && !common(least.value) {
            rare.push(heap);
        }
    }
    Ok(values)
}

/// How many sums are charged at a time.
const CHUNK: u16 = 256;

/// The least number that was not seen.
#[derive(Clone, Copy)]
struct LeastMissing {
    value: u16,
}

impl LeastMissing {
    /// The next number from here on that was not seen.
    fn passing(mut self, seen: &[usize], mark: usize) -> Result<Self, Rejection> {
        while seen[usize::from(self.value)] == mark {
            let next = self.value.checked_add(1);
            self.value = next.ok_or_else(|| {
                Rejection::WrongPeriod(format!("the value of heap {} is too large", mark - 1))
            })?;
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::Charged;
    use tesuji_core::{Budget, Meter, Silent};
    use tesuji_nim::theory::nim_values_by_definition;
    use tesuji_nim::{Grundy, OctalCode, TakeSet};

    #[test]
    fn every_mask_gives_the_values_of_the_definition() {
        fn compare<R: HeapRule>(rule: &R) {
            let expected = nim_values_by_definition(rule, 300).unwrap();
            for mask in [0, 1, 2, 5, 37, 62, 0xffff] {
                let (budget, mut silent) = (Budget::unlimited(), Silent);
                let work = Charged::new(Meter::new(&budget, &mut silent));
                let found = values(rule, 300, mask, &work).unwrap();
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
}
