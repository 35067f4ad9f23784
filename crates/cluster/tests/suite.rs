//! The tests of this crate, in one program.

mod counts;
mod generations;
mod interruptions;
