//! The tests of the crate, in one program: each further one would be linked anew.

mod checkpoints;
mod common;
mod expected;
mod files;
mod games;
mod lanes;
mod layers;
mod random_graphs;
mod rocks;
mod self_check;
