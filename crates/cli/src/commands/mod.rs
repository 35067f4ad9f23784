//! One module for each command: its arguments, and what it does.

mod batch;
#[cfg(feature = "cluster")]
pub(crate) mod cluster;
pub(crate) mod compare;
pub(crate) mod contest;
pub(crate) mod count;
pub(crate) mod engine;
mod engines;
pub(crate) mod enumerate;
pub(crate) mod generate;
pub(crate) mod job;
#[cfg(feature = "games")]
pub(crate) mod lab;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod new;
#[cfg(feature = "games")]
pub(crate) mod nim_values;
pub(crate) mod pdb;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod schemas;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod shuffle;
pub(crate) mod solve;
pub(crate) mod table;
pub(crate) mod tournament;
pub(crate) mod tree;
pub(crate) mod tune;
pub(crate) mod verify;

use std::io::Write;

use anyhow::Result;
use tesuji::catalogue::Catalogue;

use crate::exit::Exit;

/// A command with its arguments.
pub(crate) trait Run {
    /// Does it with the games of the catalogue, and writes what a person or a program reads.
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit>;
}
