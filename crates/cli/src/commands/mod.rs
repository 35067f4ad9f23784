//! One module for each command: `run` does it and writes what a person or a program reads.

pub(crate) mod compare;
pub(crate) mod contest;
pub(crate) mod count;
pub(crate) mod course;
pub(crate) mod enumerate;
pub(crate) mod generate;
pub(crate) mod list;
pub(crate) mod nim_values;
pub(crate) mod pdb;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod shuffle;
pub(crate) mod solve;
pub(crate) mod tree;
pub(crate) mod verify;
