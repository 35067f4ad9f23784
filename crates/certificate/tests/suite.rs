//! The tests of the crate, in one program: each further one would be linked anew.

mod claims;
mod common;
mod counts;
mod every_game;
mod every_puzzle;
mod expectations;
mod mutations;
mod nim_values;
mod own_games;
mod samples;
mod search;
