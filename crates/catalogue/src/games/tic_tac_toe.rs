//! Tic-tac-toe by name.

use tesuji_adversarial::{Even, NoHints};
use tesuji_core::Rules;
use tesuji_tic_tac_toe::{Board, TicTacToe};

use crate::position::{Described, Placed};
use crate::two_players::TwoPlayers;
use crate::{AnyPosition, CatalogueError, GameEntry, SettingInfo, Settings};

const NAME: &str = "tic-tac-toe";

/// Tic-tac-toe in the catalogue.
pub(super) struct Entry;

impl GameEntry for Entry {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "three in a row on 3x3"
    }

    fn notation(&self) -> &'static str {
        "cells row by row from the top, X, O and .: XX.OO....; moves a1 to c3"
    }

    fn settings(&self) -> &'static [SettingInfo] {
        &[]
    }

    fn open(&self, text: Option<&str>, settings: &Settings) -> Result<AnyPosition, CatalogueError> {
        settings.check(NAME, &[])?;
        Placed::read(NAME, TicTacToe::new(), text)
    }
}

impl Described for TicTacToe {
    fn facts(&self, board: &Board) -> Vec<(&'static str, String)> {
        vec![("legal moves", self.moves(board).len().to_string())]
    }
}

impl TwoPlayers for TicTacToe {
    type Hints = NoHints;
    type Estimate = Even;

    const HINTS: NoHints = NoHints;
    const ESTIMATE: Even = Even;
}
