//! Processor time, which other programs on the machine affect less than wall-clock time.

/// Returns the processor seconds of this process since its start, over all threads.
#[cfg(any(target_os = "linux", target_os = "macos"))]
#[must_use]
pub fn processor_seconds() -> f64 {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

/// Returns the processor seconds of this process since its start, over all threads, at the
/// system's resolution; 0 if the system does not count them.
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
