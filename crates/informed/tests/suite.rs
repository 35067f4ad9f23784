//! The tests of the crate, in one program: each further one would be linked anew.

mod parallel;
mod pattern_databases;
mod rush_hour;
mod taquin;
mod toys;
