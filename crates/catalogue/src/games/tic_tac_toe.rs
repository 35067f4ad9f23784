//! Tic-tac-toe as an entry.

use tesuji_core::NoHints;
use tesuji_tic_tac_toe::TicTacToe;

use crate::TwoPlayers;

/// Tic-tac-toe.
#[must_use]
pub fn tic_tac_toe() -> TwoPlayers<TicTacToe, NoHints> {
    TwoPlayers::new().hints(NoHints).layered()
}
