//! Memory that searches have freed goes back to the system.
//!
//! The allocator of glibc keeps what a thread frees for that thread's next use, and the larger the
//! pieces, the more of it. The tables of searches have all sizes and are used by several threads,
//! so that the memory kept grows to a multiple of the memory ever used at one time.
#![allow(unsafe_code)]

use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

/// The longest that freed memory is kept: giving it back costs the searches a moment.
const PAUSE: Duration = Duration::from_secs(1);

/// Each time that `freed` is notified, and at most once a second, gives freed memory back; large
/// pieces go back at once.
pub(crate) async fn give_back(freed: &Notify) {
    fix_thresholds();
    loop {
        freed.notified().await;
        sleep(PAUSE).await;
        // If the runtime shuts down, so does the process.
        let _ = spawn_blocking(trim).await;
    }
}

/// From this size on, a piece of memory is the system's own.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 1 << 20;

/// Has large pieces of memory go back to the system when they are freed: keeps the allocator from
/// raising its thresholds to the largest piece that was ever freed. For searches by several threads,
/// one after the other. Other allocators give memory back by themselves.
pub fn fix_thresholds() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: mallopt takes the allocator's own locks and sets two numbers.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, LARGE);
    }
}

/// Makes all threads of the process allocate from one arena, if it is called before they start: for
/// a process with a limited address space, as each arena of glibc reserves 64 MiB of it. Other
/// allocators reserve nothing.
pub fn share_one_arena() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: mallopt takes the allocator's own locks and sets a number.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn trim() {
    // SAFETY: malloc_trim takes the allocator's own locks, may be called from any thread at any
    // time, and touches free memory alone.
    unsafe { libc::malloc_trim(0) };
}

/// Other allocators give memory back by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}
