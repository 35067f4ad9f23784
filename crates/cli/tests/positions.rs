//! Positions written, drawn and shuffled.

use crate::common::{code, json, printed, snapshot, tesuji};
use serde_json::Value;

#[test]
fn a_written_position_is_read_back_with_its_settings() {
    for (arguments, size) in [
        ("breakthrough pp/2/2/PP w", "2x4"),
        ("breakthrough ppppp/ppppp/5/PPPPP/PPPPP b", "5x5"),
        ("breakthrough --size 3x4", "3x4"),
        ("connect-four ..../..../..../....", "4x4"),
        ("connect-four 44 --size 5x4", "5x4"),
        ("connect-four 44", "7x6"),
    ] {
        let report = json(&format!("perft {arguments} 1 --json"), 0);
        assert_eq!(report["settings"]["size"], size, "{arguments}");
        let game = report["game"].as_str().unwrap();
        let position = report["position"].as_str().unwrap();
        let again = json(&format!("count {game} {position} --nodes 50 --json"), 3);
        assert_eq!(again["position"], report["position"], "{arguments}");
        assert_eq!(again["settings"], report["settings"], "{arguments}");
    }
}

#[test]
fn json_tells_the_settings_that_change_the_answer() {
    for (arguments, settings) in [
        ("solve nim 3-4-5 --rules misere --take 1-3", r#"{"rules": "misere", "take": "1-3"}"#),
        ("solve nim 3-4-5", r#"{"rules": "normal", "take": "any"}"#),
        ("perft octal 7 2 --code 0.07", r#"{"rules": "normal", "code": "0.07"}"#),
        ("count tic-tac-toe", "{}"),
        ("enumerate taquin 3x2", r#"{"size": "3x2", "goal": "0 1 2 3 4 5"}"#),
        ("tree taquin 12/03 --goal blank-last --with bfs", r#"{"size": "2x2", "goal": "1 2 3 0"}"#),
        (
            "solve rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE. --metric slides",
            r#"{"metric": "slides"}"#,
        ),
        ("match connect-four --size 5x4 --players random,random --games 4", r#"{"size": "5x4"}"#),
    ] {
        let report = json(&format!("{arguments} --json"), 0);
        let settings: Value = serde_json::from_str(settings).unwrap();
        assert_eq!(report["settings"], settings, "{arguments}");
    }
}

#[test]
fn show_draws_a_position_and_lists_its_moves() {
    snapshot!(printed(&tesuji("show rush-hour BB...GC..H.GCAAH.GC..H..D...FFD.EEE.")));
    assert!(printed(&tesuji("show tic-tac-toe XXXOO....")).contains("has won"));
    let shown = printed(&tesuji("show taquin 230518674"));
    assert!(
        shown.contains("cannot be solved: slides keep the parity of the tiles' order"),
        "{shown}"
    );
    assert!(printed(&tesuji("show taquin 125374680")).contains("not solved yet"));
    let shown = printed(&tesuji("show rush-hour AAx..../...B.../...B..."));
    assert!(shown.contains("cannot be solved: a wall on row 0, column 2"), "{shown}");
}

#[test]
fn a_seed_shuffles_the_same_boards_everywhere() {
    let output = tesuji("shuffle taquin --seed 7 --count 3 --size 4x4");
    insta::assert_snapshot!(printed(&output));
    let walks = json("shuffle taquin --seed 7 --walk 9 --count 4 --json", 0);
    for (seed, walk) in (7..).zip(walks.as_array().unwrap()) {
        assert_eq!(walk["seed"], seed);
        // The way back: the same tiles in the opposite order.
        let position = walk["position"].as_str().unwrap();
        let mut board = position.to_owned();
        for tile in walk["moves"].as_array().unwrap().iter().rev() {
            let (tile, blank) = (tile.as_str().unwrap(), board.find('0').unwrap());
            let cell = board.find(tile).unwrap();
            assert!([1, 3].contains(&cell.abs_diff(blank)), "{board}: {tile}");
            board = board.replace('0', "_").replace(tile, "0").replace('_', tile);
        }
        assert_eq!(board, "012345678");
        let report = json(&format!("solve taquin {position} --json"), 0);
        let length = report["length"].as_u64().unwrap();
        assert!(length <= 9 && length % 2 == 1, "{report}");
    }
    let told = printed(&tesuji("shuffle taquin --seed 7 --walk 9 --moves"));
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines[0], walks[0]["position"]);
    assert_eq!(lines[1].split_whitespace().count(), 9);
    let drawn = json("shuffle taquin --seed 7 --json", 0);
    assert_eq!(drawn[0]["moves"], Value::Null);
}

#[test]
fn a_picture_is_written_where_asked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    let output = tesuji(&format!("solve taquin 631752048 --svg {}", file.display()));
    assert_eq!(code(&output), 0);
    let picture = std::fs::read_to_string(&file).unwrap();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
}
