//! Single-purpose programs written by hand, one for each measurement. They share no code with the
//! library.

pub mod breakthrough;
pub mod rush_hour;
pub mod taquin;
