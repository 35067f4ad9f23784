//! The time of the processor, which other programs on the machine do not stretch as they do that
//! of the clock.

/// Seconds of a processor that this process has had since it began, in all its threads.
#[cfg(any(target_os = "linux", target_os = "macos"))]
#[must_use]
pub fn processor_seconds() -> f64 {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

/// Seconds of a processor that this process has had since it began, in all its threads, as exactly
/// as the system counts them; 0 where it does not.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
#[must_use]
pub fn processor_seconds() -> f64 {
    use sysinfo::{Process, ProcessRefreshKind, ProcessesToUpdate, System};

    let (Ok(own), Ok(mut system)) = (sysinfo::get_current_pid(), System::new()) else { return 0.0 };
    let wanted = ProcessRefreshKind::nothing().with_cpu();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), true, wanted);
    let milliseconds = system.process(own).map_or(0, Process::accumulated_cpu_time);
    milliseconds as f64 / 1000.0
}
