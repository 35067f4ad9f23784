use std::num::NonZeroUsize;
use std::time::Duration;

use tesuji_api::Grant;

/// The limits of a server for its clients.
///
/// # Example
/// ```
/// let mut limits = tesuji_web::Limits::default();
/// limits.queue = 4;
/// assert!(limits.workers.get() >= 1);
/// assert!(limits.total_memory() > limits.workers.get() * limits.memory);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Searches that run at one time. One more worker is kept for short requests: hints, replies
    /// and the values of moves.
    pub workers: NonZeroUsize,
    /// Requests that may wait for a worker, and as many short ones besides; more are refused with
    /// status 503.
    pub queue: usize,
    /// The longest that a request may wait for a worker; after it, it is refused with status 503.
    pub wait: Duration,
    /// Connections that are open at one time. For one more, the one that has waited longest for its
    /// client is closed; if the server works for all of them, the new one is refused with status
    /// 503.
    pub connections: NonZeroUsize,
    /// The same for the connections of one address (IPv6: of one /64 network), with status 429.
    pub connections_per_address: NonZeroUsize,
    /// How long a client may take to send the head of a request, then again for its body, and how
    /// long it may be silent between two requests.
    pub patience: Duration,
    /// The longest that a request may take, from its complete receipt to its response: all its
    /// searches together, and the wait for a worker.
    pub time: Duration,
    /// The most nodes that one search may generate.
    pub nodes: u64,
    /// The most bytes that the tables of one search may take. As much again may be kept for
    /// pattern databases.
    pub memory: usize,
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// The longest that requests may still take when the server is to end.
    pub grace: Duration,
}

impl Limits {
    /// What one request may take.
    pub(crate) fn grant(&self) -> Grant {
        Grant::new(self.time, self.nodes, self.memory)
    }

    /// What the program, its buffers and the page take besides the tables of searches.
    const BASE_MEMORY: usize = 64 << 20;

    /// The most bytes that a server with these limits takes: the tables of all its workers, the
    /// kept pattern databases, and 64 MiB.
    #[must_use]
    pub fn total_memory(&self) -> usize {
        // The worker for short requests and the databases count as one worker each.
        let shares = self.workers.get().saturating_add(2);
        shares.saturating_mul(self.memory).saturating_add(Self::BASE_MEMORY)
    }
}

impl Default for Limits {
    /// A worker for each processor, 128 in the queue for at most 10 seconds, 512 connections, 128
    /// of them from one address, 10 seconds of patience, 30 seconds, a billion nodes, 256 MiB,
    /// bodies of 16 KiB, 10 seconds to end.
    fn default() -> Self {
        const fn count(number: usize) -> NonZeroUsize {
            NonZeroUsize::new(number).expect("not zero")
        }
        let grant = Grant::default();
        Limits {
            workers: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            queue: 128,
            wait: Duration::from_secs(10),
            connections: const { count(512) },
            connections_per_address: const { count(128) },
            patience: Duration::from_secs(10),
            time: grant.time,
            nodes: grant.nodes,
            memory: grant.memory,
            body: 16 << 10,
            grace: Duration::from_secs(10),
        }
    }
}
