//! The tests of the crate, in one program: each further one would be linked anew.

mod proofs;
mod search;
