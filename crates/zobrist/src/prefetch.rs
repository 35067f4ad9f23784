//! Prefetching of cache lines.
#![allow(unsafe_code)]

/// Asks the processor to load the start of `place` into its caches, without waiting. Does nothing
/// where the standard library has no such instruction.
#[inline]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction is part of SSE, which every x86_64 processor has; it is a hint
        // that reads nothing into the program and cannot fault, and the address is that of a
        // live reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
