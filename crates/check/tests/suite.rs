//! The tests of the crate, in one program: each further one would be linked anew.

#[path = "../../certificate/tests/common/mod.rs"]
mod common;
mod program;
mod random;
mod second_checker;
mod size;
mod specification;
