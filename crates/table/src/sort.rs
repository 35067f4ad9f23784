//! Sorting that heeds the limits.

use std::cmp::Ordering;

use tesuji_core::{Limit, Meter};

/// The number of elements that are divided between two looks at the limits.
const STRETCH: usize = 1 << 20;

/// The number of elements among which a pivot is looked for.
const SAMPLE: usize = 63;

/// How often elements are divided at most: far more often than their number needs.
const MAX_DEPTH: u32 = 64;

/// Sorts `items` by `order`, and looks at the limits at least after every piece of `piece` elements
/// that the standard library sorts.
///
/// # Complexity
/// Quicksort (Hoare 1961) down to the pieces. Where the pivots of a sample divide badly
/// [`MAX_DEPTH`] times, the limits have to wait for the rest.
///
/// # Errors
/// The limit that was reached; `items` are in some other order then.
pub(crate) fn sort_within<T: Copy>(
    items: &mut [T],
    piece: usize,
    order: impl Fn(&T, &T) -> Ordering + Copy,
    meter: &mut Meter,
) -> Result<(), Limit> {
    // Often they are sorted already.
    if items.is_sorted_by(|one, other| order(one, other).is_le()) {
        return meter.look();
    }
    let mut waiting = vec![(items, 0)];
    while let Some((items, depth)) = waiting.pop() {
        if items.len() <= piece.max(SAMPLE) || depth == MAX_DEPTH {
            items.sort_unstable_by(order);
            meter.look()?;
            continue;
        }
        let pivot = pivot(items, order);
        let below = divide(items, |item| order(item, &pivot).is_lt(), meter)?;
        let (below, others) = items.split_at_mut(below);
        // None is below the pivot if it is the least: those equal to it are in place then.
        let equal = if below.is_empty() {
            divide(others, |item| order(item, &pivot).is_le(), meter)?
        } else {
            0
        };
        waiting.push((&mut others[equal..], depth + 1));
        waiting.push((below, depth + 1));
    }
    Ok(())
}

/// The median of a sample.
fn pivot<T: Copy>(items: &[T], order: impl Fn(&T, &T) -> Ordering) -> T {
    let mut sample: Vec<T> = items.iter().step_by(items.len() / SAMPLE).copied().collect();
    sample.sort_unstable_by(order);
    sample[sample.len() / 2]
}

/// Brings the items that are `first` before the others, and returns their number (Lomuto's partition,
/// without a branch).
fn divide<T: Copy>(
    items: &mut [T],
    first: impl Fn(&T) -> bool,
    meter: &mut Meter,
) -> Result<usize, Limit> {
    let mut count = 0;
    for stretch in (0..items.len()).step_by(STRETCH) {
        meter.look()?;
        for index in stretch..items.len().min(stretch + STRETCH) {
            let is_first = first(&items[index]);
            items.swap(index, count);
            count += usize::from(is_first);
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use tesuji_core::{Budget, Silent, StopFlag};

    use super::*;

    fn sorted(mut items: Vec<u32>, piece: usize) -> Vec<u32> {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let meter = &mut Meter::new(&budget, &mut silent);
        sort_within(&mut items, piece, u32::cmp, meter).unwrap();
        items
    }

    #[test]
    fn items_of_every_kind_are_sorted_in_pieces_of_every_size() {
        let kinds: [fn(u32) -> u32; 6] = [
            |number| number.wrapping_mul(2_654_435_761) >> 7,
            |number| number.wrapping_mul(2_654_435_761) >> 30,
            |number| number,
            |number| u32::MAX - number,
            |_| 7,
            |number| u32::from(number == 500),
        ];
        for kind in kinds {
            for length in [0, 1, 63, 64, 65, 1_000, 5_000] {
                let items: Vec<u32> = (0..length).map(kind).collect();
                let mut expected = items.clone();
                expected.sort_unstable();
                for piece in [1, 64, 100, 10_000] {
                    assert_eq!(sorted(items.clone(), piece), expected);
                }
            }
        }
        let long: Vec<u32> = (0..3_000_000).map(kinds[0]).collect();
        assert!(sorted(long, 1 << 16).is_sorted());
    }

    #[test]
    fn a_stop_flag_ends_it() {
        let stop = StopFlag::new();
        stop.raise();
        let (budget, mut silent) = (Budget::unlimited().stop(stop), Silent);
        let mut items: Vec<u32> = (0..1_000).rev().collect();
        let meter = &mut Meter::new(&budget, &mut silent);
        let end = sort_within(&mut items, 64, u32::cmp, meter);
        assert_eq!(end, Err(Limit::Interrupted));
    }
}
