//! The tests of the crate, in one program: each further one would be linked anew.

mod agreement;
mod budgets;
mod checkpoints;
mod common;
mod depths;
mod expectimax;
mod instructions;
mod known_results;
mod lengths;
mod solutions;
mod static_bounds;
mod taught;
mod threads;
