//! Work in pieces, by several threads, whose results are taken in turn.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tesuji_core::{Limit, Meter};

/// Does the pieces of some work, numbered from 0, by `threads` threads. Each works with something of its
/// own, which `start` makes.
///
/// # Errors
/// That of the piece with the lowest number that fails, or a limit that was reached.
pub(crate) fn by_threads<W, E: Send>(
    meter: &mut Meter,
    threads: usize,
    pieces: usize,
    start: impl Fn() -> Result<W, E> + Sync,
    work: impl Fn(&mut W, usize, &mut Meter) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let ends: Vec<Result<(), (usize, E)>> = meter.share(threads.min(pieces), |_, meter| {
        let mut own = start().map_err(|error| {
            failed.store(0, Ordering::Relaxed);
            (0, error)
        })?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= pieces.min(failed.load(Ordering::Relaxed)) {
                return Ok(());
            }
            work(&mut own, number, meter).map_err(|error| {
                failed.fetch_min(number, Ordering::Relaxed);
                (number, error)
            })?;
        }
    });
    let errors = ends.into_iter().filter_map(Result::err);
    errors.min_by_key(|error| error.0).map_or(Ok(()), |(_, error)| Err(error))
}

/// Does the pieces of some work as [`by_threads`], and hands the result of each to `take` in the order
/// of the numbers. At most a few results for each thread wait for their turn.
///
/// # Errors
/// Those of [`by_threads`], and of `take`.
pub(crate) fn in_turn<W, T: Send, E: From<Limit> + Send>(
    meter: &mut Meter,
    threads: usize,
    pieces: usize,
    start: impl Fn() -> Result<W, E> + Sync,
    work: impl Fn(&mut W, usize, &mut Meter) -> Result<T, E> + Sync,
    take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E> {
    let line = Line { threads, moved: Condvar::new(), state: Mutex::new(State::new(take)) };
    by_threads(meter, threads, pieces, start, |own, number, meter| {
        let done = work(own, number, meter).and_then(|result| line.add(number, result, meter));
        if done.is_err() {
            line.fail(number);
        }
        done
    })
}

/// The results that wait for their turn.
struct Line<T, F> {
    threads: usize,
    moved: Condvar,
    state: Mutex<State<T, F>>,
}

struct State<T, F> {
    /// The number of results that were taken.
    taken: usize,
    early: BTreeMap<usize, T>,
    /// The lowest number of a piece that failed.
    failed: usize,
    take: F,
}

impl<T, F> State<T, F> {
    fn new(take: F) -> Self {
        State { taken: 0, early: BTreeMap::new(), failed: usize::MAX, take }
    }
}

impl<T, F> Line<T, F> {
    fn state(&self) -> MutexGuard<'_, State<T, F>> {
        // After a panic nothing is taken any more.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, number: usize) {
        let mut state = self.state();
        state.failed = state.failed.min(number);
        self.moved.notify_all();
    }

    /// Takes the results up to this one if those before are there; waits if too many are missing.
    fn add<E: From<Limit>>(&self, number: usize, result: T, meter: &mut Meter) -> Result<(), E>
    where
        F: FnMut(T) -> Result<(), E>,
    {
        /// How many results of each thread may be early.
        const EARLY: usize = 2;
        /// How often the limits are looked at meanwhile.
        const WAIT: Duration = Duration::from_millis(50);
        let mut state = self.state();
        while number > state.taken + EARLY * self.threads && state.failed > number {
            let waited = self.moved.wait_timeout(state, WAIT);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            meter.look()?;
        }
        let State { taken, early, take, .. } = &mut *state;
        early.insert(number, result);
        while let Some(result) = early.remove(taken) {
            take(result)?;
            *taken += 1;
        }
        self.moved.notify_all();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tesuji_core::{Budget, Silent};

    use super::*;

    #[test]
    fn results_are_taken_in_turn_and_the_first_error_is_returned() {
        for threads in 1..=4 {
            for fails in [None, Some(0), Some(30), Some(99)] {
                let (budget, mut silent) = (Budget::unlimited(), Silent);
                let mut meter = Meter::new(&budget, &mut silent);
                let mut taken = Vec::new();
                let work = |own: &mut usize, number: usize, _: &mut Meter| {
                    *own += 1;
                    // Some pieces take longer.
                    std::thread::sleep(Duration::from_micros((number % 7 * 50) as u64));
                    if fails.is_some_and(|fails| number >= fails) {
                        Err(Limit::Depth)
                    } else {
                        Ok(number)
                    }
                };
                let take = |number| {
                    taken.push(number);
                    Ok(())
                };
                let end = in_turn(&mut meter, threads, 100, || Ok(0), work, take);
                assert_eq!(end, fails.map_or(Ok(()), |_| Err(Limit::Depth)));
                assert!(taken.iter().copied().eq(0..fails.unwrap_or(100)), "{threads}: {taken:?}");
            }
        }
    }

    #[test]
    fn an_error_of_what_takes_ends_the_work() {
        let (budget, mut silent) = (Budget::unlimited(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        let mut taken = 0;
        let take = |_| {
            taken += 1;
            if taken == 10 { Err(Limit::Nodes) } else { Ok(()) }
        };
        let end = in_turn(&mut meter, 3, usize::MAX, || Ok(()), |(), _, _| Ok(()), take);
        assert_eq!((end, taken), (Err(Limit::Nodes), 10));
    }
}
