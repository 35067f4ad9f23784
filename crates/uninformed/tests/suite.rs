//! The tests of the crate, in one program: each further one would be linked anew.

mod algorithms;
mod checkpoints;
mod counts;
mod graph;
mod observed;
mod rush_hour_generator;
mod way_back;
