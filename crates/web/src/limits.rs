use std::num::NonZeroUsize;
use std::time::Duration;

/// What a server grants its visitors.
///
/// # Example
/// ```
/// let mut limits = tesuji_web::Limits::default();
/// limits.queue = 4;
/// assert!(limits.workers.get() >= 1);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Searches that run at one time.
    pub workers: NonZeroUsize,
    /// Searches that may wait for a worker; more are turned away with status 429.
    pub queue: usize,
    /// Connections that are open at one time; more wait to be taken.
    pub connections: usize,
    /// The longest that one search may run.
    pub time: Duration,
    /// The most nodes that one search may generate.
    pub nodes: u64,
    /// The most bytes that the tables of one search may take.
    pub memory: usize,
    /// The longest body of a request, in bytes.
    pub body: usize,
}

impl Default for Limits {
    /// A worker for each processor, 128 in the queue, 30 seconds, a billion nodes, 256 MiB,
    /// bodies of 16 KiB.
    fn default() -> Self {
        Limits {
            workers: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            queue: 128,
            connections: 512,
            time: Duration::from_secs(30),
            nodes: 1_000_000_000,
            memory: 256 << 20,
            body: 16 << 10,
        }
    }
}
