//! The tests of the crate, in one program: each further one would be linked anew.

mod batches;
mod book;
mod certificates;
#[cfg(feature = "cluster")]
mod cluster;
mod commands;
mod common;
mod databases;
mod endings;
mod helpers;
mod jobs;
mod limits;
mod manners;
mod new_game;
mod playing;
mod serving;
mod survival;
mod tables;
mod tournaments;
