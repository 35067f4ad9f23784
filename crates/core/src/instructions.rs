//! Code that is compiled for newer processors as well, and chosen at run time.
//!
//! The only unsafe code of this crate: the calls of functions that are compiled for instructions
//! that not every machine has. [`V3`] and [`V4`] exist only where these are there.
#![allow(unsafe_code)]

#[cfg(not(target_arch = "x86_64"))]
pub use elsewhere::{V3, V4};
#[cfg(target_arch = "x86_64")]
pub use x86_64::{V3, V4};

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    macro_rules! level {
        ($name:ident, $run:ident, $($feature:tt),+ $(,)?; $enabled:literal, $doc:literal) => {
            #[doc = $doc]
            ///
            /// # Example
            /// ```
            #[doc = concat!("use tesuji_core::", stringify!($name), ";")]
            ///
            /// let count = |word: u64| word.count_ones();
            #[doc = concat!("let counted = match ", stringify!($name), "::detect() {")]
            ///     Some(level) => level.run(|| count(7)),
            ///     None => count(7),
            /// };
            /// assert_eq!(counted, 3);
            /// ```
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $name(());

            impl $name {
                /// Tests whether this machine has them.
                #[must_use]
                pub fn detect() -> Option<Self> {
                    ($(is_x86_feature_detected!($feature))&&+).then_some($name(()))
                }

                /// Runs `work`, compiled for these instructions as far as it is inlined: mark
                /// closures and the functions they call as `#[inline(always)]`.
                #[inline(always)]
                pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
                    // SAFETY: a value of this type comes only from `detect`, which has tested that this
                    // machine has all the features that the function enables.
                    unsafe { $run(work) }
                }
            }

            #[inline(never)]
            #[target_feature(enable = $enabled)]
            fn $run<R>(work: impl FnOnce() -> R) -> R {
                work()
            }
        };
    }

    level! {
        V3, run_v3, "popcnt", "lzcnt", "bmi1", "bmi2", "avx2";
        "popcnt,lzcnt,bmi1,bmi2,avx2",
        "Proof that this machine has the instructions on bits and vectors of 256 bits of x86-64's \
         level 3."
    }
    level! {
        V4, run_v4, "popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "avx512f", "avx512bw", "avx512vl";
        "popcnt,lzcnt,bmi1,bmi2,avx2,avx512f,avx512bw,avx512vl",
        "Proof that this machine also has the vectors of 512 bits of x86-64's level 4."
    }
}

/// Runs `work`, compiled for the instructions of [`V3`] as far as it is inlined, where `wanted` and
/// this machine has them; elsewhere as it is. Mark closures as for [`V3::run`].
///
/// # Example
/// ```
/// assert_eq!(tesuji_core::with_v3(true, || 7_u64.count_ones()), 3);
/// ```
#[inline(always)]
pub fn with_v3<R>(wanted: bool, work: impl FnOnce() -> R) -> R {
    match V3::detect() {
        Some(level) if wanted => level.run(work),
        _ => work(),
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod elsewhere {
    macro_rules! level {
        ($name:ident) => {
            /// Uninhabited: other machines than those of x86-64 do not have its instructions.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum $name {}

            impl $name {
                /// Tests whether this machine has them: no.
                #[must_use]
                pub fn detect() -> Option<Self> {
                    None
                }

                /// Runs `work`, compiled for these instructions.
                pub fn run<R>(self, _: impl FnOnce() -> R) -> R {
                    match self {}
                }
            }
        };
    }

    level!(V3);
    level!(V4);
}
