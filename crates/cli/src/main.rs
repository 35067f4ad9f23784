//! The program `tesuji`: the command line with the games of the library.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use tesuji_cli::Catalogue;

fn main() -> ExitCode {
    tesuji_cli::run(Catalogue::standard())
}
