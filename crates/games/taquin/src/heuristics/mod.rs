//! Admissible estimates for the taquin, all of them consistent, weakest first.

mod manhattan;

pub use manhattan::Manhattan;
