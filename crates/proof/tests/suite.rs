//! The tests of the crate, in one program: each further one would be linked anew.

mod checkpoints;
mod common;
mod cycles;
mod known_results;
mod parallel;
mod rocks;
mod store;
mod traps;
mod verdicts;
