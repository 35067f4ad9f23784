//! Single-purpose programs written by hand, one for each measurement, which share no code with the
//! library.

pub mod breakthrough;
pub mod rush_hour;
pub mod taquin;
