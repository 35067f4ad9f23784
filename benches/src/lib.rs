//! What the benches measure against: single-purpose programs written by hand, doing the
//! same work as the generic searches and counting the same nodes; and what programs of this package
//! share.
#![forbid(unsafe_code)]

pub mod clock;
pub mod gauntlet;
pub mod korf;
pub mod korf24;
pub mod peers;
pub mod prove;
pub mod report;
pub mod rocks;
pub mod yardstick;
