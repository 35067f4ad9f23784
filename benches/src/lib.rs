//! Yardsticks and shared code of the benches: single-purpose programs written by hand, which do the
//! same work as the generic searches and count the same nodes; and the measurements behind the
//! programs of this package.
#![forbid(unsafe_code)]

pub mod bounds;
pub mod clock;
pub mod gauntlet;
pub mod korf;
pub mod korf24;
pub mod machine;
pub mod peers;
pub mod prove;
pub mod report;
pub mod rocks;
pub mod yardstick;
