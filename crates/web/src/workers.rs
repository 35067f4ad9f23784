//! Searches run on threads of their own, a few at a time, with a bounded queue before them.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tesuji::core::{Budget, StopFlag};
use tesuji_api::Lane;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::error::ApiError;
use crate::limits::Limits;

/// The workers and the queue before them.
#[derive(Clone, Debug)]
pub(crate) struct Workers(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// One permit for each request with long work that runs or waits; the same for short work.
    long_places: Arc<Semaphore>,
    short_places: Arc<Semaphore>,
    /// One permit for each worker for any work, and one for the worker for short work alone.
    workers: Arc<Semaphore>,
    short_worker: Arc<Semaphore>,
    limits: Limits,
    /// Notified when a worker has freed what it took.
    freed: Notify,
}

/// The maximum number of requests with long work, running or waiting.
fn long_places(limits: &Limits) -> usize {
    limits.workers.get().saturating_add(limits.queue).min(Semaphore::MAX_PERMITS)
}

impl Workers {
    pub(crate) fn new(limits: Limits) -> Self {
        let permits = |count: usize| Arc::new(Semaphore::new(count.min(Semaphore::MAX_PERMITS)));
        let workers = limits.workers.get();
        Workers(Arc::new(Shared {
            long_places: permits(long_places(&limits)),
            short_places: permits(limits.queue.saturating_add(1)),
            workers: permits(workers),
            short_worker: permits(1),
            limits,
            freed: Notify::new(),
        }))
    }

    /// What the server grants.
    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Is notified when a worker has freed what it took.
    pub(crate) fn freed(&self) -> &Notify {
        &self.0.freed
    }

    /// Runs `job`, work of the server's own, without a place in the queue. Its budget is stopped
    /// when the returned value is dropped.
    pub(crate) fn aside(&self, job: impl FnOnce(Budget) + Send + 'static) -> StopOnDrop {
        let stop = StopOnDrop::default();
        let budget = Budget::unlimited().memory(self.0.limits.memory).stop(stop.flag());
        spawn_blocking(move || job(budget));
        stop
    }

    /// A place in the queue. The time that the request may take begins.
    ///
    /// # Errors
    /// The queue is full.
    pub(crate) fn admit(&self, lane: Lane) -> Result<Ticket, ApiError> {
        let places = match lane {
            Lane::Long => &self.0.long_places,
            Lane::Short => &self.0.short_places,
        };
        let place = Arc::clone(places).try_acquire_owned().map_err(|_| ApiError::Busy)?;
        Ok(Ticket {
            place: Arc::new(place),
            lane,
            started: Instant::now(),
            shared: Arc::clone(&self.0),
        })
    }

    /// Waits for a worker and has it do `job`. If this future is dropped, as it is when the client
    /// is gone, the budget's flag is raised, which ends the search.
    ///
    /// # Errors
    /// The queue is full, no worker is free in time, or the job panicked.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        job: impl FnOnce(Budget) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let stop = StopOnDrop::default();
        self.admit(lane)?.run(&stop.flag(), job).await
    }
}

/// A place in the queue, given back when the work is done.
pub(crate) struct Ticket {
    place: Arc<OwnedSemaphorePermit>,
    lane: Lane,
    started: Instant,
    shared: Arc<Shared>,
}

impl Ticket {
    /// What is left of the time that the request may take.
    pub(crate) fn time_left(&self) -> Duration {
        self.shared.limits.time.saturating_sub(self.started.elapsed())
    }

    /// An equal share of the time that is left, for one of `parts` parts of the work. If there are
    /// more requests with long work than workers, each part also waits for those of the others.
    pub(crate) fn share(&self, parts: NonZeroU32) -> Duration {
        let Shared { long_places, limits, .. } = &*self.shared;
        let requests = self::long_places(limits).saturating_sub(long_places.available_permits());
        let turns = u32::try_from(requests.div_ceil(limits.workers.get())).unwrap_or(u32::MAX);
        self.time_left() / parts.get().saturating_mul(turns.max(1))
    }

    /// Waits for a worker and has it do `job` within a budget, which ends when `stop` is raised.
    ///
    /// # Errors
    /// No worker is free in time, or the job panicked.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        stop: &StopFlag,
        job: impl FnOnce(Budget) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let limits = &self.shared.limits;
        let wait = limits.wait.min(self.time_left());
        let worker = timeout(wait, self.worker()).await.map_err(|_| ApiError::Busy)?;
        let budget = limits.grant().budget(self.lane, self.time_left()).stop(stop.clone());
        let (place, shared) = (Arc::clone(&self.place), Arc::clone(&self.shared));
        let work = spawn_blocking(move || {
            // Held until the work is done, even if the client is gone.
            let _held = (place, worker);
            let done = job(budget);
            shared.freed.notify_one();
            done
        });
        work.await.map_err(|_| ApiError::Panicked)
    }

    /// Waits for a worker.
    async fn worker(&self) -> OwnedSemaphorePermit {
        let any = self.shared.workers.clone().acquire_owned();
        let permit = match self.lane {
            Lane::Long => any.await,
            Lane::Short => tokio::select! {
                biased;
                permit = self.shared.short_worker.clone().acquire_owned() => permit,
                permit = any => permit,
            },
        };
        permit.expect("the semaphores are never closed")
    }
}

/// Raises its flag when it is dropped.
#[derive(Debug, Default)]
pub(crate) struct StopOnDrop(StopFlag);

impl StopOnDrop {
    pub(crate) fn flag(&self) -> StopFlag {
        self.0.clone()
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    fn one_worker() -> Workers {
        let mut limits = Limits::default();
        (limits.workers, limits.queue) = (NonZeroUsize::MIN, 0);
        Workers::new(limits)
    }

    #[tokio::test]
    async fn a_job_that_panics_is_an_error_and_frees_its_worker() {
        let workers = one_worker();
        for lane in [Lane::Long, Lane::Short, Lane::Long] {
            let broken: Result<(), _> = workers.run(lane, |_| panic!("a bug, for this test")).await;
            assert!(matches!(broken, Err(ApiError::Panicked)));
        }
        assert!(matches!(workers.run(Lane::Long, |_| 5).await, Ok(5)));
    }
}
