//! The games by name, a module for each.

mod breakthrough;
mod connect_four;
mod large_nim;
mod nim;
mod rush_hour;
mod rush_hour_rocks;
mod taquin;
mod tic_tac_toe;
mod tile_databases;

pub(super) use rush_hour::card;
pub(super) use rush_hour_rocks::cars;

use super::GameEntry;

// Not a constant: each crate that named it would compile the searches of the generic games again.
pub(super) static ALL: &[&dyn GameEntry] = &[
    &taquin::Entry,
    &rush_hour::Alone,
    &rush_hour_rocks::Rocks,
    &nim::SIMPLE,
    &nim::HEAPS,
    &nim::GRUNDY,
    &nim::OCTAL,
    &tic_tac_toe::Entry,
    &connect_four::Entry,
    &breakthrough::Entry,
];
