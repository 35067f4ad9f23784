//! The examples of `docs/certificates.md` are true.

use std::fs;
use std::path::Path;

use tesuji_breakthrough::Breakthrough;
use tesuji_connect_four::ConnectFour;
use tesuji_core::{NamedGame, Settings};
use tesuji_grid::Grid;
use tesuji_nim::{Grundy, Nim, OctalCode, TakeSet};
use tesuji_rush_hour::{RushHour, RushHourRocks};
use tesuji_sokoban::Sokoban;
use tesuji_taquin::Taquin;
use tesuji_tic_tac_toe::TicTacToe;

fn read(path: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path)
}

fn specification() -> String {
    String::from_utf8(read("../../docs/certificates.md")).expect("text")
}

#[test]
fn the_file_that_is_explained_is_a_sample() {
    let text = specification();
    let is_address = |word: &str| word.len() == 4 && u16::from_str_radix(word, 16).is_ok();
    let lines = text.lines().filter(|line| line.split(' ').next().is_some_and(is_address));
    let dumped: Vec<u8> = lines
        .flat_map(|line| line[6..line.len().min(53)].split_whitespace())
        .map(|byte| u8::from_str_radix(byte, 16).expect("a byte"))
        .collect();
    assert_eq!(dumped, read("../certificate/tests/samples/breakthrough-2x4.tesuji"));
}

/// The moves of a position, which is written in canonical form.
fn moves<G: NamedGame>(settings: &Settings, position: &str) -> Vec<String> {
    let game = G::open(settings, Some(position)).expect(position);
    assert_eq!(game.settings(), *settings);
    let state = game.parse_state(position).expect(position);
    assert_eq!(game.state_text(&state), position);
    game.moves(&state).into_iter().map(|mv| game.move_text(&state, mv)).collect()
}

#[test]
fn moves_have_the_order_of_the_examples() {
    let text = specification();
    let table = text.split("| game | settings | position | moves |\n").nth(1).expect("a table");
    let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
    let mut games = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let ["", game, settings, position, expected, ""] = cells[..] else { panic!("{row}") };
        let settings = settings.split(", ").filter_map(|setting| setting.split_once(' ')).collect();
        let position = position.trim_matches('`');
        let found = match game {
            "breakthrough" => moves::<Breakthrough>(&settings, position),
            "connect-four" => moves::<ConnectFour>(&settings, position),
            "tic-tac-toe" => moves::<TicTacToe>(&settings, position),
            "nim" => moves::<Nim<TakeSet>>(&settings, position),
            "grundy" => moves::<Nim<Grundy>>(&settings, position),
            "octal" => moves::<Nim<OctalCode>>(&settings, position),
            "taquin" => moves::<Taquin>(&settings, position),
            "rush-hour" => moves::<RushHour>(&settings, position),
            "grid" => moves::<Grid>(&settings, position),
            "sokoban" => moves::<Sokoban>(&settings, position),
            "rush-hour-rocks" => moves::<RushHourRocks>(&settings, position),
            _ => panic!("{row}"),
        };
        let expected: Vec<&str> = expected.split(' ').map(|word| word.trim_matches('`')).collect();
        assert_eq!(found, expected, "{row}");
        games.push(game);
    }
    games.dedup();
    assert_eq!(games.len(), 11, "each game has an example");
}
