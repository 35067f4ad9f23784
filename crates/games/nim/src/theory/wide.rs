//! The same code compiled for wider vectors, selected at run time.
//!
//! [`Width::Baseline`] is the equivalent without them, and tests compare the two.

use tesuji_core::{V3, V4};

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
    /// 256 bits.
    Avx2(V3),
    /// 512 bits.
    Avx512(V4),
}

impl Width {
    /// The widest vectors of this processor.
    pub(crate) fn detect() -> Self {
        V4::detect().map(Width::Avx512).or_else(Self::avx2).unwrap_or(Width::Baseline)
    }

    /// 256 bits, if the processor has them.
    pub(crate) fn avx2() -> Option<Self> {
        V3::detect().map(Width::Avx2)
    }

    /// Runs a task compiled for this width.
    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Width::Baseline => task.run(),
            Width::Avx2(level) => level.run(
                #[inline(always)]
                || task.run(),
            ),
            Width::Avx512(level) => level.run(
                #[inline(always)]
                || task.run(),
            ),
        }
    }
}
