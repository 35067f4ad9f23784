//! The tests of the crate, in one program: each further one would be linked anew.

mod batches;
mod book;
mod certificates;
#[cfg(feature = "cluster")]
mod cluster;
mod common;
mod comparing;
mod counting;
mod databases;
mod endings;
mod helpers;
mod jobs;
mod limits;
mod manners;
mod new_game;
mod playing;
mod positions;
mod refusals;
mod rush_hour;
mod serving;
mod solving;
mod survival;
mod tables;
mod tournaments;
