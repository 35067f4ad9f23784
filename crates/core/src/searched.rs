use std::hash::Hash;

use crate::{Cost, Inserted, Meter, StateTable};

/// What a depth-first search within growing bounds remembers of the states it meets.
///
/// A search is written once over this trait: with [`SearchedStates`], or with [`NothingSearched`]
/// at no cost.
pub trait SearchRecord<S> {
    /// Whether it remembers anything.
    const IS_ON: bool;

    /// Begins the next iteration: every state may be searched again.
    fn next_iteration(&mut self);

    /// Whether every state that was met has been searched: then there are no others.
    fn is_complete(&self) -> bool;

    /// Whether `state`, met with `slack` left of the bound, must be searched: it need not be if
    /// this iteration has searched it with as much slack or more. Notes that it is searched.
    fn open(&mut self, state: &S, slack: Cost, meter: &mut Meter) -> bool;

    /// Notes a state that was met and not searched, as it lies beyond the bound.
    fn pass(&mut self, state: &S, meter: &mut Meter);

    /// Notes that no goal can be reached from `state`.
    fn bar(&mut self, state: &S);
}

/// The record of a search that has none: every state is searched as often as a path leads to it.
#[derive(Clone, Copy, Debug)]
pub struct NothingSearched;

impl<S> SearchRecord<S> for NothingSearched {
    const IS_ON: bool = false;

    #[inline(always)]
    fn next_iteration(&mut self) {}

    #[inline(always)]
    fn is_complete(&self) -> bool {
        false
    }

    #[inline(always)]
    fn open(&mut self, _: &S, _: Cost, _: &mut Meter) -> bool {
        true
    }

    #[inline(always)]
    fn pass(&mut self, _: &S, _: &mut Meter) {}

    #[inline(always)]
    fn bar(&mut self, _: &S) {}
}

/// The states that a search by iterations has met, each with how much of the bound was left when
/// the current iteration searched it: the transposition table of iterative deepening (Reinefeld &
/// Marsland, "Enhanced Iterative-Deepening Search", IEEE Transactions on Pattern Analysis and
/// Machine Intelligence 16, 1994).
///
/// States are compared whole, so no answer depends on a hash. When the table is full, states that
/// it does not hold are searched as often as a path leads to them.
#[derive(Debug)]
pub struct SearchedStates<S> {
    states: StateTable<S, Searched>,
    most: u32,
    iteration: u32,
    /// How many states were met and never searched.
    waiting: u32,
    is_full: bool,
}

/// How a state was searched last.
#[derive(Clone, Copy, Debug)]
struct Searched {
    /// In which iteration; [`NEVER`] if it was only met.
    iteration: u32,
    slack: Cost,
}

const NEVER: u32 = 0;

impl<S: Clone + Eq + Hash> SearchedStates<S> {
    /// An empty table of at most so many bytes, without what states own elsewhere. It grows as it
    /// fills.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        // Four slots of the index at most, and vectors that double.
        let each = size_of::<(S, Searched)>() + 4 * size_of::<u32>();
        let most = u32::try_from(bytes / each).unwrap_or(u32::MAX >> 1);
        let most = if most == 0 { 0 } else { 1 << most.ilog2() };
        let states = StateTable::new();
        SearchedStates { states, most, iteration: NEVER, waiting: 0, is_full: false }
    }

    /// The place of a state, if the table holds it already, or has room for it.
    fn place(&mut self, state: &S, meter: &mut Meter) -> Option<Inserted> {
        if self.is_full || self.states.len() >= self.most {
            let known = self.states.find(state).map(Inserted::Known);
            self.is_full |= known.is_none();
            return known;
        }
        let datum = Searched { iteration: NEVER, slack: 0 };
        let place = self.states.insert(state.clone(), datum, meter).ok();
        self.is_full |= place.is_none();
        place
    }
}

impl<S: Clone + Eq + Hash> SearchRecord<S> for SearchedStates<S> {
    const IS_ON: bool = true;

    fn next_iteration(&mut self) {
        self.iteration += 1;
    }

    fn is_complete(&self) -> bool {
        self.waiting == 0 && !self.is_full
    }

    fn open(&mut self, state: &S, slack: Cost, meter: &mut Meter) -> bool {
        let iteration = self.iteration;
        let place = match self.place(state, meter) {
            None => return true,
            Some(Inserted::New(place)) => place,
            Some(Inserted::Known(place)) => {
                let searched = self.states.datum(place);
                if searched.iteration == iteration && searched.slack >= slack {
                    meter.duplicates += 1;
                    return false;
                }
                self.waiting -= u32::from(searched.iteration == NEVER);
                place
            }
        };
        *self.states.datum_mut(place) = Searched { iteration, slack };
        true
    }

    fn pass(&mut self, state: &S, meter: &mut Meter) {
        if let Some(Inserted::New(_)) = self.place(state, meter) {
            self.waiting += 1;
        }
    }

    fn bar(&mut self, state: &S) {
        // An estimate that stopped at the bound may have let it wait.
        if let Some(place) = self.states.find(state) {
            let Searched { iteration, .. } = self.states.datum_mut(place);
            if *iteration == NEVER {
                *iteration = self.iteration;
                self.waiting -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Silent};

    #[test]
    fn a_state_is_searched_again_with_more_slack_or_in_the_next_iteration() {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let meter = &mut Meter::new(&budget, &mut silent);
        let mut record = SearchedStates::new(1 << 12);
        record.next_iteration();
        assert!(record.open(&7, 3, meter));
        assert!(!record.open(&7, 3, meter) && !record.open(&7, 1, meter));
        assert!(record.open(&7, 4, meter));
        assert_eq!(meter.duplicates, 2);
        record.pass(&8, meter);
        assert!(!record.is_complete());
        record.next_iteration();
        assert!(record.open(&7, 1, meter) && record.open(&8, 0, meter));
        assert!(record.is_complete());
    }

    #[test]
    fn a_full_table_knows_what_it_holds_and_proves_nothing() {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let meter = &mut Meter::new(&budget, &mut silent);
        for bytes in [0, 1000, 100_000] {
            let mut record = SearchedStates::new(bytes);
            record.next_iteration();
            let opened = (0..10_000u64).filter(|state| record.open(state, 1, meter)).count();
            assert_eq!(opened, 10_000);
            assert!(!record.is_complete());
            assert_eq!(record.open(&0, 1, meter), bytes == 0);
            assert!(record.open(&9_999, 1, meter));
            assert!(meter.stats().peak_bytes <= 2 * bytes, "{bytes}");
            meter.release(usize::MAX);
        }
    }
}
