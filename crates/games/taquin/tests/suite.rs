//! The tests of the crate, in one program: each further one would be linked anew.

mod common;
mod drawings;
mod heuristics;
mod instances;
mod laws;
mod notation;
mod ranking;
mod shuffles;
mod solvability;
