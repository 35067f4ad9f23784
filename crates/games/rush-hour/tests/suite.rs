//! The tests of the crate, in one program: each further one would be linked anew.

mod drawings;
mod lab;
mod laws;
mod notation;
mod rocks;
