//! The games of the library as entries, a module and a feature for each.

#[cfg(feature = "breakthrough")]
mod breakthrough;
#[cfg(feature = "connect-four")]
mod connect_four;
#[cfg(feature = "grid")]
mod grid;
#[cfg(feature = "rush-hour")]
pub(crate) mod lab;
#[cfg(feature = "nim")]
mod nim;
#[cfg(feature = "nim")]
pub(crate) mod nim_values;
#[cfg(feature = "rush-hour")]
mod rush_hour;
#[cfg(feature = "rush-hour")]
mod rush_hour_rocks;
#[cfg(feature = "sokoban")]
mod sokoban;
#[cfg(feature = "taquin")]
mod taquin;
#[cfg(feature = "nim")]
pub(crate) mod theory;
#[cfg(feature = "tic-tac-toe")]
mod tic_tac_toe;
#[cfg(feature = "taquin")]
mod tile_databases;
#[cfg(feature = "taquin")]
pub(crate) mod tile_entries;

use std::sync::{Arc, LazyLock};

#[cfg(feature = "breakthrough")]
pub use breakthrough::breakthrough;
#[cfg(feature = "connect-four")]
pub use connect_four::{connect_four, connect_four_in};
#[cfg(feature = "grid")]
pub use grid::grid;
#[cfg(feature = "nim")]
pub use nim::{grundy, nim, nim_of, octal, simple_nim};
#[cfg(feature = "rush-hour")]
pub use rush_hour::rush_hour;
#[cfg(feature = "rush-hour")]
pub use rush_hour_rocks::rush_hour_rocks;
#[cfg(feature = "sokoban")]
pub use sokoban::sokoban;
#[cfg(feature = "taquin")]
pub use taquin::{taquin, taquin_in};
#[cfg(feature = "tic-tac-toe")]
pub use tic_tac_toe::tic_tac_toe;
#[cfg(feature = "taquin")]
pub use tile_databases::MirrorWord;

use crate::GameEntry;
#[cfg(any(
    feature = "breakthrough",
    feature = "grid",
    feature = "rush-hour",
    feature = "sokoban",
    feature = "tic-tac-toe"
))]
use crate::IntoEntry;
#[cfg(feature = "taquin")]
use taquin::sized_taquin;

type Entries = Vec<Arc<dyn GameEntry>>;

/// All of them, and those under another name with other defaults, made once.
pub(crate) fn standard() -> &'static (Entries, Entries) {
    static ALL: LazyLock<(Entries, Entries)> = LazyLock::new(|| {
        let variants = Vec::from([
            #[cfg(feature = "taquin")]
            sized_taquin("15-puzzle", "4x4", "the sliding-tile puzzle on a board of 4x4"),
            #[cfg(feature = "taquin")]
            sized_taquin("24-puzzle", "5x5", "the sliding-tile puzzle on a board of 5x5"),
        ]);
        let games = Vec::from([
            #[cfg(feature = "taquin")]
            taquin(),
            #[cfg(feature = "rush-hour")]
            rush_hour().into_entry(),
            #[cfg(feature = "rush-hour")]
            rush_hour_rocks().into_entry(),
            #[cfg(feature = "grid")]
            grid().into_entry(),
            #[cfg(feature = "sokoban")]
            sokoban().into_entry(),
            #[cfg(feature = "nim")]
            simple_nim(),
            #[cfg(feature = "nim")]
            nim(),
            #[cfg(feature = "nim")]
            grundy(),
            #[cfg(feature = "nim")]
            octal(),
            #[cfg(feature = "tic-tac-toe")]
            tic_tac_toe().into_entry(),
            #[cfg(feature = "connect-four")]
            connect_four(),
            #[cfg(feature = "breakthrough")]
            breakthrough().into_entry(),
        ]);
        (games, variants)
    });
    &ALL
}
