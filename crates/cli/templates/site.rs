//! The page without a server, with this KIND alone: static files that
//! `cargo run --features site --bin site -- --out site` makes.

use std::process::ExitCode;

use tesuji::catalogue::Catalogue;
use tesuji_site::Site;

fn main() -> ExitCode {
    Site::new(Catalogue::new().with(template_game::entry())).run()
}
