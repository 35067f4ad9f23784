//! Connect Four as an entry.

use std::sync::Arc;

use tesuji_connect_four::{ConnectFour, ConnectFourHints, Word};

use crate::entry::Either;
use crate::{GameEntry, IntoEntry, TwoPlayers};

fn of_word<W: Word>() -> TwoPlayers<ConnectFour<W>, ConnectFourHints> {
    TwoPlayers::new().hints(ConnectFourHints)
}

/// Connect Four: most boards fit a word of 64 bits, in which searches are faster; the others have
/// 128.
#[must_use]
pub fn connect_four() -> Arc<dyn GameEntry> {
    Arc::new(Either(of_word::<u64>().into_entry(), of_word::<u128>().into_entry()))
}
