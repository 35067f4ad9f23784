//! The commands of the program take the puzzle and its own search.

use std::path::Path;
use std::process::Command;

/// What the program prints.
fn run(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_lights-out")).args(arguments).output().unwrap();
    // 1 is the exit code for a puzzle that is proved unsolvable.
    let expected = matches!(output.status.code(), Some(0 | 1));
    assert!(expected, "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_own_search_is_compared_with_the_others() {
    let options = ["--size", "3x3", "--no-times", "--algorithms", "bfs,a*,ida*,rbfs"];
    let printed = run(&[&["compare", "lights-out"], &options[..]].concat());
    let (_, table) = printed.split_once("\n\n|").unwrap();
    insta::assert_snapshot!(format!("|{table}"), @r"
    | algorithm | length |           claim |     visited |   generated | peak memory |
    |-----------|--------|-----------------|-------------|-------------|-------------|
    | bfs       |      5 |         optimal |         172 |         320 |    9.75 KiB |
    | a*        |      5 |         optimal |         187 |       1,684 |   22.44 KiB |
    | ida*      |      5 |         optimal |         196 |         448 |   10.00 KiB |
    | rbfs      |      5 |         optimal |         295 |         579 |         0 B |
    ");
}

#[test]
fn answers_are_proved_and_checked() {
    let claims = ["***/***/***/***", "*.../..../..../...."].map(|position| {
        let name = format!("lights-out-{}.cert", position.len());
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let file = file.to_str().unwrap();
        run(&["solve", "lights-out", position, "--with", "rbfs", "--certificate", file]);
        run(&["verify", file]).lines().last().unwrap().to_owned()
    });
    insta::assert_snapshot!(claims.join("\n"), @r"
    verified: shortest solution 10 moves
    verified: unsolvable
    ");
}
