//! The tests of the crate, in one program: each further one would be linked anew.

#[path = "against_naive/main.rs"]
mod against_naive;
mod counts;
#[path = "known_results/main.rs"]
mod known_results;
mod laws;
mod notation;
mod playouts;
