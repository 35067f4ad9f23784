//! The games of the library as entries, a module for each.

mod breakthrough;
mod connect_four;
mod nim;
mod rush_hour;
mod rush_hour_rocks;
mod taquin;
mod tic_tac_toe;
mod tile_databases;

use std::sync::{Arc, LazyLock};

pub use breakthrough::breakthrough;
pub use connect_four::{connect_four, connect_four_in};
pub use nim::{grundy, nim, nim_of, octal, simple_nim};
pub use rush_hour::rush_hour;
pub use rush_hour_rocks::rush_hour_rocks;
pub use taquin::{taquin, taquin_in};
pub use tic_tac_toe::tic_tac_toe;
pub use tile_databases::MirrorWord;

use crate::{GameEntry, IntoEntry};

/// All of them, made once.
pub(crate) fn standard() -> &'static [Arc<dyn GameEntry>] {
    static ALL: LazyLock<Vec<Arc<dyn GameEntry>>> = LazyLock::new(|| {
        vec![
            taquin(),
            rush_hour().into_entry(),
            rush_hour_rocks().into_entry(),
            simple_nim(),
            nim(),
            grundy(),
            octal(),
            tic_tac_toe().into_entry(),
            connect_four(),
            breakthrough().into_entry(),
        ]
    });
    &ALL
}
