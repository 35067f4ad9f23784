//! The command line and the page of tesuji with one more puzzle.

use std::process::ExitCode;

use tesuji_cli::Catalogue;

fn main() -> ExitCode {
    tesuji_cli::run(Catalogue::standard().with(lights_out::entry()))
}
