//! Pattern databases: built, listed, and computed again entry by entry (`tesuji pdb`).

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use crate::common::{code, complaint, printed, program, scratch, snapshot};
use serde_json::Value;
use tesuji::informed::pdb::Database;
use tesuji::storage::container::{Container, Writer};
use tesuji::taquin::{Goal, Taquin, TileGroup};

fn verify(options: &str, file: &Path) -> (i32, String) {
    let mut command = program();
    command.args(["pdb", "verify", "--entries"]).args(options.split_whitespace()).arg(file);
    let output = command.output().expect("tesuji runs");
    (code(&output), printed(&output))
}

fn file(name: &str) -> PathBuf {
    scratch(name).with_extension("pdb")
}

#[test]
fn databases_of_all_goals_are_computed_again() {
    for (width, height, goal, homes) in [
        (3, 3, Goal::BlankFirst, &[1, 2, 3, 4][..]),
        (3, 3, Goal::BlankLast, &[0, 3, 5, 7]),
        (2, 2, Goal::BlankFirst, &[1, 2, 3]),
        (4, 2, Goal::BlankLast, &[0, 1, 2, 5]),
        (4, 4, Goal::BlankFirst, &[1, 6, 15]),
        (5, 5, Goal::BlankFirst, &[5, 24, 13]),
    ] {
        let taquin = Taquin::<u128>::new(width, height, goal).unwrap();
        let group = TileGroup::new(&taquin, homes).unwrap();
        let file = file(&format!("right-{width}x{height}-{}", homes[0]));
        Database::build(&group.arrangements(), 1).save(&file).unwrap();
        let (code, text) = verify("", &file);
        assert_eq!(code, 0, "{text}");
        assert!(text.contains("every entry computed again"), "{text}");
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn a_database_of_other_tiles_is_found_out() {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst).unwrap();
    let [right, wrong] =
        [[1, 2, 3, 4], [1, 2, 3, 5]].map(|homes| TileGroup::new(&taquin, &homes).unwrap());
    let file = file("wrong");
    Database::build(&wrong.arrangements(), 1).save(&file).unwrap();
    let mut container = Container::open(&file).unwrap();
    assert!(container.metadata().contains(&wrong.identity()), "{}", container.metadata());
    let metadata = container.metadata().replace(&wrong.identity(), &right.identity());
    let mut renamed = Vec::new();
    let mut writer = Writer::new(&mut renamed, &metadata).unwrap();
    writer.stored_block(b"", &container.stored(0).unwrap()).unwrap();
    writer.finish().unwrap();
    fs::write(&file, renamed).unwrap();
    let (code, text) = verify("", &file);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("and should be "), "{text}");
    let (code, text) = verify("--json", &file);
    assert!(code == 1 && text.contains("\"problem\": \"entry "), "{text}");
    fs::remove_file(file).unwrap();
}

#[test]
fn what_is_too_large_is_not_verified() {
    let taquin = Taquin::<u128>::new(5, 5, Goal::BlankFirst).unwrap();
    let group = TileGroup::new(&taquin, &[1, 2, 3]).unwrap();
    let file = file("large");
    Database::build(&group.arrangements(), 1).save(&file).unwrap();
    let (code, text) = verify("--memory 100KB", &file);
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("would be too large"), "{text}");
    fs::remove_file(file).unwrap();
}

#[test]
fn databases_that_play_and_tree_build_are_kept() {
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let board = "--size 4x4 1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
    let of_555 = "--with a* --heuristic pdb:5-5-5";
    for (words, input, files) in [
        (format!("tree taquin {board} {of_555}"), "", 3),
        (format!("play taquin {board}"), "hint\n", 6),
    ] {
        let mut command = program();
        command.env("TESUJI_CACHE", directory.path()).args(words.split_whitespace());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 0, "{words}");
        let kept = fs::read_dir(directory.path()).unwrap().count();
        assert_eq!(kept, files, "{words}: {}", printed(&output));
    }
}

#[test]
fn pattern_databases_are_built_listed_and_verified() {
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let directory = directory.path();
    let pdb = |words: &str| {
        let mut command = program();
        command.env("TESUJI_CACHE", directory).arg("pdb").args(words.split_whitespace());
        command.output().expect("tesuji runs")
    };
    let text =
        |output: &Output| printed(output).replace(&directory.display().to_string(), "[directory]");
    let none = pdb("verify");
    let built = pdb("build 5-5-5");
    assert_eq!(code(&built), 0, "{}", complaint(&built));
    let (again, list, verify) = (pdb("build pdb:5-5-5"), pdb("list"), pdb("verify"));
    assert_eq!((code(&list), code(&verify)), (0, 0));
    let file = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).min();
    let file = file.expect("three files");
    let mut bytes = fs::read(&file).unwrap();
    bytes.truncate(10_000);
    fs::write(&file, bytes).unwrap();
    let damaged = pdb("verify");
    assert_eq!(code(&damaged), 2);
    let outputs = [none, built, again, list, verify, damaged];
    snapshot!(outputs.iter().map(text).collect::<Vec<_>>().join("\n---\n\n"));
    let listed: Value = serde_json::from_slice(&pdb("list --json").stdout).unwrap();
    assert_eq!(listed.as_array().map(Vec::len), Some(3));
    assert_eq!(code(&pdb("build 9-9")), 2);
}
