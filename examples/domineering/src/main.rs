//! The command line and the page of tesuji with one more game.

use std::process::ExitCode;

use tesuji_cli::Catalogue;

fn main() -> ExitCode {
    tesuji_cli::run(Catalogue::standard().with(domineering::entry()))
}
