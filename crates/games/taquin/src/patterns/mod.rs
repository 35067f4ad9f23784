//! Groups of tiles as patterns: what a pattern database of the taquin is built over, and where
//! a board stands in it.

mod by_region;
mod cell_sets;
mod group;
mod lookup;
mod orders;
mod partition;

pub use by_region::{RegionKeys, TilePatternsByRegion};
pub use group::{Arrangements, ArrangementsByRegion, GroupError, TileGroup};
pub use lookup::{LookupError, Mirrored, TilePatterns, Upright, View};
pub use partition::{Partition, PartitionError};
