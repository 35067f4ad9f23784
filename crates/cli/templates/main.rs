//! The command line of tesuji with this KIND added.

use std::process::ExitCode;

use tesuji_cli::Catalogue;

fn main() -> ExitCode {
    tesuji_cli::run(Catalogue::standard().with(template_game::entry()))
}
