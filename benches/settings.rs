//! Settings shared by benches of searches that take milliseconds.

use std::time::Duration;

use criterion::Criterion;

/// Ten samples in two seconds.
pub(crate) fn few_samples() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
}
