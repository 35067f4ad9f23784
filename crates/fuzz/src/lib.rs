//! Fuzz targets: one function for every parser of untrusted bytes, and a driver that runs them on
//! mutated input by stable Rust.
//!
//! Read [`TARGETS`] first. `cargo xtask fuzz` runs the [driver](drive); the folder `fuzz/` has the
//! same targets for `cargo fuzz`, and the inputs that both begin with.
//!
//! A target must come back from any bytes: with whatever answer, but without a panic, in a short
//! time. What it reads with success must also be what it writes.
#![forbid(unsafe_code)]

mod driver;
mod targets;

pub use driver::{Crash, Driven, drive, fresh_seed, run};
pub use targets::{TARGETS, Target};
