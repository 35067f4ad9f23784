//! Admissible estimates for the taquin, all of them consistent.

mod linear_conflict;
mod manhattan;
mod misplaced;
mod walking_distance;

pub use linear_conflict::{ConflictMemo, LinearConflict};
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use walking_distance::{WalkingDistance, WalkingDistanceError, WalkingMemo};
