//! The site of the library's games, a module for each.

use std::process::ExitCode;

use tesuji::catalogue::Catalogue;
use tesuji_site::{Part, Site};

const PARTS: [Part; 8] = [
    part("taquin", &["tesuji/taquin"], &["taquin"]),
    part(
        "rush-hour",
        &["tesuji/rush-hour", "tesuji-api/rush-hour"],
        &["rush-hour", "rush-hour-rocks"],
    ),
    part("grid", &["tesuji/grid"], &["grid"]),
    part("sokoban", &["tesuji/sokoban"], &["sokoban"]),
    part("nim", &["tesuji/nim"], &["simple-nim", "nim", "grundy", "octal"]),
    part("tic-tac-toe", &["tesuji/tic-tac-toe"], &["tic-tac-toe"]),
    part("connect-four", &["tesuji/connect-four"], &["connect-four"]),
    part("breakthrough", &["tesuji/breakthrough"], &["breakthrough"]),
];

const fn part(
    name: &'static str,
    features: &'static [&'static str],
    games: &'static [&'static str],
) -> Part {
    Part { name, features, games }
}

fn main() -> ExitCode {
    Site::new(Catalogue::standard()).parts(PARTS).run()
}
