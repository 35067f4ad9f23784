//! Large tables on large pages: a random probe into a gigabyte of 4 KiB pages misses the
//! processor's address cache nearly every time; 2 MiB pages are few enough to stay in it.

use std::mem::MaybeUninit;

/// Asks the system to back this untouched memory by huge pages. Where it cannot, nothing changes.
#[cfg(all(target_os = "linux", not(loom)))]
#[allow(unsafe_code)]
pub(crate) fn prefer<T>(memory: &mut [MaybeUninit<T>]) {
    const HUGE: usize = 2 << 20;
    let range = memory.as_mut_ptr_range();
    let (start, end) = (range.start.addr().next_multiple_of(HUGE), range.end.addr());
    let length = end.saturating_sub(start) / HUGE * HUGE;
    if length > 0 {
        let start = range.start.with_addr(start);
        // SAFETY: The range lies inside `memory`, which is borrowed mutably, and this advice
        // changes neither the contents nor the validity of the pages, only their mapping. If the
        // system refuses, it says so in a return value that may be ignored.
        let _ = unsafe { libc::madvise(start.cast(), length, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(any(not(target_os = "linux"), loom))]
pub(crate) fn prefer<T>(_: &mut [MaybeUninit<T>]) {}
