//! Several threads that share one budget.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::{Meter, Silent, Stats};

/// The nodes that the threads of a search share: one counter of granted nodes with one limit.
#[derive(Debug)]
struct Pool {
    /// The nodes that all threads together may generate.
    limit: u64,
    granted: AtomicU64,
    /// Which threads another thread has stopped.
    stopped: Box<[AtomicBool]>,
    /// The nodes that the helpers have generated and expanded so far, for progress reports.
    generated: AtomicU64,
    expanded: AtomicU64,
}

impl Pool {
    fn new(threads: usize, limit: u64) -> Self {
        Pool {
            limit,
            granted: AtomicU64::new(0),
            stopped: (0..threads).map(|_| AtomicBool::new(false)).collect(),
            generated: AtomicU64::new(0),
            expanded: AtomicU64::new(0),
        }
    }

    /// Grants at most `size` nodes to a thread that has generated `beyond` more than it was
    /// granted. Slices get smaller towards the limit, so that no thread holds nodes that another
    /// could use.
    fn grant(&self, beyond: i64, size: u64) -> Option<u64> {
        let mut slice = None;
        let _ = self.granted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |granted| {
            let granted = granted.wrapping_add_signed(beyond);
            slice = self.limit.checked_sub(granted).map(|left| {
                let share = left / (2 * self.stopped.len() as u64);
                share.max(1).min(left).min(size)
            });
            Some(granted + slice.unwrap_or(0))
        });
        slice
    }

    fn stop(&self, wanted: impl Fn(usize) -> bool) {
        let stopped = self.stopped.iter().enumerate().filter(|&(thread, _)| wanted(thread));
        stopped.for_each(|(_, stopped)| stopped.store(true, Ordering::Release));
    }
}

/// One thread's share of a [`Pool`].
#[derive(Debug)]
pub(super) struct Seat {
    pool: Arc<Pool>,
    thread: usize,
    /// The nodes of this thread that the pool counts as granted.
    granted: u64,
    /// The counters that were added to the pool's.
    told: Stats,
}

impl Seat {
    fn new(pool: &Arc<Pool>, thread: usize, granted: u64) -> Self {
        Seat { pool: Arc::clone(pool), thread, granted, told: Stats::default() }
    }

    /// Grants at most `size` nodes to the thread, which has these counters.
    pub(super) fn grant(&mut self, stats: &Stats, size: u64) -> Option<u64> {
        if self.thread > 0 {
            let (generated, expanded) =
                (stats.generated - self.told.generated, stats.expanded - self.told.expanded);
            self.pool.generated.fetch_add(generated, Ordering::Relaxed);
            self.pool.expanded.fetch_add(expanded, Ordering::Relaxed);
            self.told = *stats;
        }
        let beyond = stats.generated.wrapping_sub(self.granted).cast_signed();
        let slice = self.pool.grant(beyond, size);
        self.granted = stats.generated + slice.unwrap_or(0);
        slice
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.pool.stopped[self.thread].load(Ordering::Acquire)
    }

    /// Adds the helpers' counters so far.
    pub(super) fn add_helpers(&self, stats: &mut Stats) {
        stats.generated += self.pool.generated.load(Ordering::Relaxed);
        stats.expanded += self.pool.expanded.load(Ordering::Relaxed);
    }
}

impl Meter<'_> {
    /// Runs `work` in this thread, number 0, and in up to `threads - 1` others, each with a meter
    /// of its own, and returns their results by number. If the system refuses a thread, fewer run.
    ///
    /// The budget holds for all threads together: nodes are granted from one counter, so that the
    /// total exceeds the limit by at most what each thread charges at a time; time and stop flag
    /// end every thread. Afterwards this meter includes the counters of all threads. Each thread
    /// may claim all memory that is left now: threads that need more than a little must divide it.
    ///
    /// # Panics
    /// If `work` panics; the other threads are stopped then.
    pub fn share<T: Send>(
        &mut self,
        threads: usize,
        work: impl Fn(usize, &mut Meter) -> T + Sync,
    ) -> Vec<T> {
        if threads <= 1 || self.seat.is_some() {
            return vec![work(0, self)];
        }
        let results: Vec<_> = (0..threads).map(|_| Mutex::new(None)).collect();
        self.share_among(threads, &|number, meter| {
            let result = work(number, meter);
            *results[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        });
        let result = |slot: Mutex<_>| slot.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.into_iter().filter_map(result).collect()
    }

    /// [`share`](Self::share) among at least two threads, compiled once for all kinds of work.
    fn share_among(&mut self, threads: usize, work: &(dyn Fn(usize, &mut Meter) + Sync)) {
        let (bytes, peak_before) = (self.bytes, self.peak_bytes);
        let generated = self.generated();
        // The rest of the last slice returns to the pool.
        if self.tally.left > 0 {
            (self.granted, self.tally.left) = (generated, 0);
        }
        let limit = self.max_nodes.saturating_sub(generated);
        let pool = &Arc::new(Pool::new(threads, limit));
        self.seat = Some(Seat::new(pool, 0, generated));
        self.peak_bytes = bytes;
        let (budget, started, deadline) = (self.budget, self.started, self.deadline);
        let (aside, section) = (self.aside, &self.section.clone());
        let helped = thread::scope(|scope| {
            let help = |thread: usize| {
                thread::Builder::new().spawn_scoped(scope, move || {
                    let mut silent = Silent;
                    let mut meter = Meter {
                        section: section.clone(),
                        bytes,
                        aside,
                        peak_bytes: bytes,
                        max_nodes: u64::MAX,
                        started,
                        deadline,
                        last_report: started.elapsed(),
                        seat: Some(Seat::new(pool, thread, 0)),
                        ..Meter::new(budget, &mut silent)
                    };
                    let _stop = StopAllOnPanic(pool);
                    work(thread, &mut meter);
                    (meter.stats(), meter.ran_out)
                })
            };
            let helpers: Vec<_> = (1..threads).map_while(|thread| help(thread).ok()).collect();
            let _stop = StopAllOnPanic(pool);
            work(0, self);
            let join = |helper: thread::ScopedJoinHandle<'_, _>| {
                helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            helpers.into_iter().map(join).collect::<Vec<(Stats, bool)>>()
        });
        self.seat = None;
        for (stats, ran_out) in helped {
            self.ran_out |= ran_out;
            self.tally.expanded += stats.expanded;
            self.granted += stats.generated;
            self.duplicates += stats.duplicates;
            self.deepest = self.deepest.max(stats.deepest);
            self.peak_bytes += stats.peak_bytes - bytes;
        }
        self.peak_bytes = self.peak_bytes.max(peak_before);
    }

    /// Stops the threads with `wanted` numbers among those that [share](Self::share) the work.
    ///
    /// At their next slice they break with [`Limit::Interrupted`](crate::Limit::Interrupted), and
    /// then see what this thread has written so far.
    pub fn stop_threads(&self, wanted: impl Fn(usize) -> bool) {
        if let Some(seat) = &self.seat {
            seat.pool.stop(wanted);
        }
    }
}

/// Stops all threads if it is dropped by a panic.
struct StopAllOnPanic<'p>(&'p Pool);

impl Drop for StopAllOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop(|_| true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Limit};
    use std::time::Duration;

    /// Generates `batch` nodes at a time until a limit is reached.
    fn use_up(meter: &mut Meter, batch: u32) -> Limit {
        loop {
            meter.expand(0);
            if let Err(limit) = meter.charge(batch) {
                return limit;
            }
        }
    }

    #[test]
    fn threads_together_stay_within_the_limit_and_a_batch_each() {
        for threads in 1..=8 {
            for limit in [0, 1, 7, 100, 1_000, 20_000, 1_000_000] {
                for batch in [1, 5, 60] {
                    let budget = Budget::unlimited().nodes(limit);
                    let mut silent = Silent;
                    let mut meter = Meter::new(&budget, &mut silent);
                    let own = meter.charge(1);
                    let ends = meter.share(threads, |_, meter| use_up(meter, batch));
                    assert!(ends.iter().all(|&end| end == Limit::Nodes));
                    let generated = meter.stats().generated;
                    let most = limit.max(1) + u64::from(batch) * threads as u64;
                    assert!((limit..=most).contains(&generated), "{threads}, {limit}, {generated}");
                    assert!(own.is_err() || meter.stats().expanded <= most);
                    assert_eq!(use_up(&mut meter, 1), Limit::Nodes);
                }
            }
        }
    }

    #[test]
    fn nodes_granted_before_are_shared_too() {
        let budget = Budget::unlimited().nodes(1_000);
        let mut silent = Silent;
        let mut meter = Meter::new(&budget, &mut silent);
        assert_eq!(meter.charge(1), Ok(()));
        let helps = |number: usize, meter: &mut Meter| {
            if number == 0 { Ok(()) } else { (0..200).try_for_each(|_| meter.charge(1)) }
        };
        assert!(meter.share(4, helps).iter().all(Result::is_ok));
    }

    #[test]
    fn nodes_left_of_the_threads_slices_can_be_used_afterwards() {
        let budget = Budget::unlimited().nodes(10_000);
        let mut silent = Silent;
        let mut meter = Meter::new(&budget, &mut silent);
        let ends = meter.share(4, |_, meter| (0..100).try_for_each(|_| meter.charge(1)));
        assert_eq!(ends, [Ok(()); 4]);
        assert_eq!(meter.stats().generated, 400);
        assert_eq!(use_up(&mut meter, 1), Limit::Nodes);
        assert!(meter.stats().generated.abs_diff(10_000) <= 1);
    }

    #[test]
    fn a_part_that_threads_share_reports_that_it_reached_its_limit() {
        let budget = Budget::unlimited().nodes(100_000);
        let mut silent = Silent;
        let mut meter = Meter::new(&budget, &mut silent);
        for _ in 0..3 {
            let shared = |meter: &mut Meter| meter.share(3, |_, meter| use_up(meter, 1));
            let (ends, ran_out) = meter.part(20_000, shared);
            assert_eq!((ends.as_slice(), ran_out), ([Limit::Nodes; 3].as_slice(), true));
        }
        assert!(meter.stats().generated.abs_diff(60_000) <= 9);
    }

    #[test]
    fn threads_end_when_time_is_over_or_another_thread_stops_them() {
        let budget = Budget::unlimited().time(Duration::from_millis(20));
        let mut silent = Silent;
        let mut meter = Meter::new(&budget, &mut silent);
        let told = std::sync::Barrier::new(2);
        let ends = meter.share(3, |number, meter| {
            if number == 1 {
                meter.stop_threads(|thread| thread == 2);
            }
            if number > 0 {
                told.wait();
            }
            use_up(meter, 1)
        });
        assert_eq!(ends, [Limit::Time, Limit::Time, Limit::Interrupted]);
    }

    #[test]
    fn tables_of_all_threads_count() {
        let budget = Budget::unlimited().memory(1_000);
        let mut silent = Silent;
        let mut meter = Meter::new(&budget, &mut silent);
        assert_eq!(meter.claim(100), Ok(()));
        let ends = meter.share(3, |number, meter| meter.claim(300 * (number + 1)));
        assert_eq!(ends, [Ok(()); 3]);
        assert_eq!(meter.stats().peak_bytes, 100 + 300 + 600 + 900);
    }
}
