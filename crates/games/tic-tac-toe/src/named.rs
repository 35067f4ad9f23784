//! Tic-tac-toe in the registry of games.

use tesuji_core::{NamedGame, OpenError, Settings};

use crate::rules::TicTacToe;

impl NamedGame for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";
    const ALIASES: &'static [&'static str] = &["noughts-and-crosses"];
    const SUMMARY: &'static str = "three in a row on 3x3";
    const NOTATION: &'static str =
        "cells row by row from the top, X, O and .: XX.OO....; moves a1 to c3";

    fn open(_: &Settings, _: Option<&str>) -> Result<Self, OpenError> {
        Ok(TicTacToe::new())
    }

    fn settings(&self) -> Settings {
        Settings::new()
    }
}
