//! Searches run on threads of their own, a few at a time, with a bounded queue before them.

use std::sync::Arc;

use tesuji::core::{Budget, StopFlag};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use crate::error::ApiError;
use crate::limits::Limits;

/// The workers and the queue before them.
#[derive(Clone, Debug)]
pub(crate) struct Workers {
    /// One for each search that runs or waits.
    places: Arc<Semaphore>,
    /// One for each search that runs.
    desks: Arc<Semaphore>,
    limits: Limits,
}

impl Workers {
    pub(crate) fn new(limits: Limits) -> Self {
        let workers = limits.workers.get();
        Workers {
            places: Arc::new(Semaphore::new(workers.saturating_add(limits.queue))),
            desks: Arc::new(Semaphore::new(workers)),
            limits,
        }
    }

    /// What each search is granted.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Has `job` done besides, without a place in the queue: it is the server's own. It is told to
    /// stop when what is returned is dropped.
    pub(crate) fn aside(job: impl FnOnce(Budget) + Send + 'static) -> StopOnDrop {
        let stop = StopOnDrop::default();
        let budget = Budget::unlimited().stop(stop.flag());
        spawn_blocking(move || job(budget));
        stop
    }

    /// A place in the queue.
    ///
    /// # Errors
    /// The queue is full.
    pub(crate) fn admit(&self) -> Result<Ticket, ApiError> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| ApiError::Busy)?;
        Ok(Ticket { place, desks: self.desks.clone(), limits: self.limits })
    }

    /// Waits for a worker and has it do `job`. When this future is dropped, as it is when
    /// the client is gone, the budget's flag is raised, and a search that nobody waits for ends.
    ///
    /// # Errors
    /// The queue is full, or the job panicked.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(Budget) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let stop = StopOnDrop::default();
        self.admit()?.run(stop.flag(), job).await
    }
}

/// A place in the queue, given back when the work is done.
pub(crate) struct Ticket {
    place: OwnedSemaphorePermit,
    desks: Arc<Semaphore>,
    limits: Limits,
}

impl Ticket {
    /// Waits for a worker and has it do `job` within the budget that it is handed, which ends
    /// when `stop` is raised.
    ///
    /// # Errors
    /// The job panicked.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        stop: StopFlag,
        job: impl FnOnce(Budget) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let Ticket { place, desks, limits } = self;
        let desk = desks.acquire_owned().await.expect("the semaphore is never closed");
        let budget = Budget::unlimited()
            .time(limits.time)
            .nodes(limits.nodes)
            .memory(limits.memory)
            .stop(stop);
        let work = spawn_blocking(move || {
            // Held until the work is done, even when nobody waits for it any more.
            let _held = (place, desk);
            job(budget)
        });
        work.await.map_err(|_| ApiError::Panicked)
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
    use super::*;

    #[tokio::test]
    async fn a_job_that_panics_is_an_error_and_frees_its_worker() {
        let mut limits = Limits::default();
        (limits.workers, limits.queue) = (std::num::NonZeroUsize::MIN, 0);
        let workers = Workers::new(limits);
        for _ in 0..3 {
            let broken: Result<(), _> = workers.run(|_| panic!("a bug, for this test")).await;
            assert!(matches!(broken, Err(ApiError::Panicked)));
        }
        assert!(matches!(workers.run(|_| 5).await, Ok(5)));
    }
}
