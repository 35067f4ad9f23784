//! The tests of the crate, in one program: each further one would be linked anew.

mod files;
#[path = "../../uninformed/tests/graph.rs"]
mod graph;
mod grid;
mod parallel;
mod pattern_databases;
mod rush_hour;
mod sokoban;
mod taquin;
mod toys;
