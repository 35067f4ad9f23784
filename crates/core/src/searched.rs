use std::hash::Hash;

use crate::{Cost, Inserted, Meter, StateTable};

/// The record of visited states of an iterative-deepening search.
///
/// A search is generic over this trait: [`SearchedStates`] is a transposition table,
/// [`NothingSearched`] costs nothing.
pub trait SearchRecord<S> {
    /// Whether it records anything.
    const IS_ON: bool;

    /// Begins the next iteration: every state may be searched again.
    fn next_iteration(&mut self);

    /// Whether every generated state has been searched, so that the whole space has been.
    fn is_complete(&self) -> bool;

    /// Whether `state`, reached with `slack` left of the bound, must be searched; records that it
    /// is. It need not be if this iteration has searched it with at least as much slack.
    fn open(&mut self, state: &S, slack: Cost, meter: &mut Meter) -> bool;

    /// Records a state that was generated and not searched, because it lies beyond the bound.
    fn pass(&mut self, state: &S, meter: &mut Meter);

    /// Records that no goal can be reached from `state`.
    fn bar(&mut self, state: &S);
}

/// An empty record: a state is searched once for every path to it.
#[derive(Clone, Copy, Debug)]
pub struct NothingSearched;

impl<S> SearchRecord<S> for NothingSearched {
    const IS_ON: bool = false;

    #[inline]
    fn next_iteration(&mut self) {}

    #[inline]
    fn is_complete(&self) -> bool {
        false
    }

    #[inline]
    fn open(&mut self, _: &S, _: Cost, _: &mut Meter) -> bool {
        true
    }

    #[inline]
    fn pass(&mut self, _: &S, _: &mut Meter) {}

    #[inline]
    fn bar(&mut self, _: &S) {}
}

/// The transposition table of an iterative-deepening search: each generated state with the slack
/// with which the current iteration searched it (Reinefeld & Marsland, "Enhanced
/// Iterative-Deepening Search", IEEE Transactions on Pattern Analysis and Machine Intelligence 16,
/// 1994).
///
/// Whole states are compared, so no answer depends on a hash. When the table is full, a state that
/// is not in it is searched once for every path to it.
#[derive(Debug)]
pub struct SearchedStates<S> {
    states: StateTable<S, Searched>,
    max_states: u32,
    iteration: u32,
    /// The number of states that were generated and never searched.
    waiting: u32,
    is_full: bool,
}

/// The last search of a state.
#[derive(Clone, Copy, Debug)]
struct Searched {
    /// Its iteration; [`NEVER`] if the state was only generated.
    iteration: u32,
    slack: Cost,
}

const NEVER: u32 = 0;

impl<S: Clone + Eq + Hash> SearchedStates<S> {
    /// Smaller tables need more memory per state.
    const MIN_STATES: u32 = 256;

    /// An empty table of at most `bytes` bytes, without the memory that states own elsewhere. It
    /// grows as it fills, and stays empty if `bytes` do not suffice for a few hundred states.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        // At most four slots of the index per state, and vectors that double.
        let each = size_of::<(S, Searched)>() + 4 * size_of::<u32>();
        let fitting = u32::try_from(bytes / each).unwrap_or(u32::MAX >> 1);
        let max_states = if fitting < Self::MIN_STATES { 0 } else { 1 << fitting.ilog2() };
        let states = StateTable::new();
        SearchedStates { states, max_states, iteration: NEVER, waiting: 0, is_full: false }
    }

    /// The index of a state, inserted if the table has room; `None` if it is neither in it nor
    /// fits.
    fn place(&mut self, state: &S, meter: &mut Meter) -> Option<Inserted> {
        if self.is_full || self.states.len() >= self.max_states {
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
        // It may be waiting because an earlier estimate exceeded the bound.
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
        let mut record = SearchedStates::new(1 << 14);
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
    fn a_full_table_finds_its_states_and_is_not_complete() {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        for bytes in [0, 1000, 10_240, 100_000] {
            let meter = &mut Meter::new(&budget, &mut silent);
            let mut record = SearchedStates::new(bytes);
            record.next_iteration();
            let opened = (0..10_000u64).filter(|state| record.open(state, 1, meter)).count();
            assert_eq!(opened, 10_000);
            assert!(!record.is_complete());
            assert_eq!(record.open(&0, 1, meter), bytes < 10_240);
            assert!(record.open(&9_999, 1, meter));
            assert!(meter.stats().peak_bytes <= bytes, "{bytes}");
        }
    }
}
