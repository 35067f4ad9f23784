//! The time of the processor, which other programs on the machine do not stretch as they do that
//! of the clock.

use std::fs;
use std::time::SystemTime;

/// Seconds of a processor that this process has had since it began, in all its threads: by Linux's
/// account, in hundredths. On other systems the seconds of the clock.
#[must_use]
pub fn processor_seconds() -> f64 {
    let of_linux = || {
        let account = fs::read_to_string("/proc/self/stat").ok()?;
        // Fields 14 and 15, in user mode and in the system's; the second is a name in parentheses.
        let (_, fields) = account.rsplit_once(')')?;
        let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
        Some(ticks.sum::<Result<f64, _>>().ok()? / 100.0)
    };
    let of_clock = || {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        now.map_or(0.0, |time| time.as_secs_f64())
    };
    of_linux().unwrap_or_else(of_clock)
}
