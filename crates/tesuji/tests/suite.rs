//! The tests of the crate, in one program: each further one would be linked anew.

mod arena;
mod book;
mod broken_rules;
mod common;
mod databases;
mod hints;
mod lab;
mod limits;
mod names;
mod options;
mod own_games;
mod positions;
mod tables;
mod theory;
mod tree;
