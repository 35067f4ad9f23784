//! The same code compiled for wider vectors, selected at run time.
//!
//! The code itself is safe and the same for every width; only the calls of functions that need
//! newer processors are unsafe. [`Width::Baseline`] is the equivalent without them, and tests
//! compare the two.
#![allow(unsafe_code)]

/// Code that is compiled for every width; its methods must be inlined into it.
pub(super) trait Task {
    type Output;
    fn run(self) -> Self::Output;
}

/// The width of the processor's vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// The minimum of the target.
    Baseline,
    /// 256 bits, on a processor with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Seen),
    /// 512 bits, on a processor with AVX-512 and its 16-bit lanes.
    #[cfg(target_arch = "x86_64")]
    Avx512(Seen),
}

/// Proof that the processor was tested: only [`Width::avx2`] and [`Width::avx512`] create one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg(target_arch = "x86_64")]
pub(crate) struct Seen(());

impl Width {
    /// The widest vectors of this processor.
    pub(crate) fn detect() -> Self {
        Self::avx512().or_else(Self::avx2).unwrap_or(Width::Baseline)
    }

    /// 512 bits, if the processor has them.
    pub(crate) fn avx512() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        if Self::avx2().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
        {
            return Some(Width::Avx512(Seen(())));
        }
        None
    }

    /// 256 bits, if the processor has them.
    pub(crate) fn avx2() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("popcnt")
        {
            return Some(Width::Avx2(Seen(())));
        }
        None
    }

    /// Runs a task compiled for this width.
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Width::Baseline => task.run(),
            // SAFETY: `Seen` proves that the processor has the features that the function needs.
            #[cfg(target_arch = "x86_64")]
            Width::Avx2(Seen(())) => unsafe { run_avx2(task) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Width::Avx512(Seen(())) => unsafe { run_avx512(task) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn run_avx2<T: Task>(task: T) -> T::Output {
    task.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt,avx512f,avx512bw,avx512vl")]
fn run_avx512<T: Task>(task: T) -> T::Output {
    task.run()
}
