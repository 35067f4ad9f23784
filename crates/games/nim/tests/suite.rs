//! The tests of the crate, in one program: each further one would be linked anew.

mod course;
mod laws;
mod notation;
mod sums;
mod values;
