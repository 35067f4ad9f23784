//! The tests of the crate, in one program: each further one would be linked anew.

mod collisions;
mod common;
mod keys;
mod payloads;
mod tables;
mod threads;
