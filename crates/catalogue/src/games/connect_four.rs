//! Connect Four as an entry.

use std::sync::Arc;

use tesuji_connect_four::{ConnectFour, ConnectFourHints, Word};

use crate::{GameEntry, IntoEntry, TwoPlayers};

/// Connect Four on the boards that fit a word.
#[must_use]
pub fn connect_four_in<W: Word>() -> TwoPlayers<ConnectFour<W>, ConnectFourHints> {
    // See docs/results/strength.md.
    TwoPlayers::new().hints(ConnectFourHints).default_opponent("grave")
}

/// Connect Four: most boards fit a word of 64 bits, in which searches are faster; the others have
/// 128.
#[must_use]
pub fn connect_four() -> Arc<dyn GameEntry> {
    connect_four_in::<u64>().layered().retrograde_by_layers().or(connect_four_in::<u128>())
}
