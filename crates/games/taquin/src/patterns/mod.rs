//! Groups of tiles as patterns: the abstractions of the taquin's pattern databases, and the lookup
//! of boards in them.

mod by_region;
mod cell_sets;
mod dual;
mod group;
mod lookup;
mod orders;
mod partition;
mod with_blank;

pub use by_region::{RegionKeys, TilePatternsByRegion};
pub use dual::TileDuality;
pub use group::{Arrangements, ArrangementsByRegion, GroupError, TileGroup};
pub use lookup::{LookupError, Mirrored, TilePatterns, Upright, View};
pub use partition::{Partition, PartitionError};
pub use with_blank::{ArrangementsWithBlank, TilePatternsWithBlank};
