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

/// The table of a comparison.
fn compared(size: &str, algorithms: &str) -> String {
    let options = ["--size", size, "--no-times", "--algorithms", algorithms];
    let printed = run(&[&["compare", "lights-out"], &options[..]].concat());
    let (_, table) = printed.split_once("\n\n|").unwrap();
    format!("|{table}")
}

#[test]
fn the_own_search_is_compared_with_the_others() {
    insta::assert_snapshot!(compared("3x3", "bfs,a*,ida*,rbfs"), @r"
    | algorithm | length |           claim |     visited |   generated | peak memory |
    |-----------|--------|-----------------|-------------|-------------|-------------|
    | bfs       |      5 |         optimal |         172 |         320 |    9.75 KiB |
    | a*        |      5 |         optimal |          65 |         141 |    9.69 KiB |
    | ida*      |      5 |         optimal |          54 |         173 |    4.00 KiB |
    | rbfs      |      5 |         optimal |         295 |         579 |         0 B |
    ");
}

#[test]
fn a_better_heuristic_visits_fewer_states() {
    let both = "a*:heuristic=fifth,a*:heuristic=rows,ida*:heuristic=fifth,ida*:heuristic=rows";
    insta::assert_snapshot!(compared("4x4", &format!("bfs,{both}")), @r"
    | algorithm            | length |           claim |     visited |   generated | peak memory |
    |----------------------|--------|-----------------|-------------|-------------|-------------|
    | bfs                  |      4 |         optimal |         298 |       1,439 |   53.50 KiB |
    | a*:heuristic=fifth   |      4 |         optimal |         104 |         381 |   21.66 KiB |
    | a*:heuristic=rows    |      4 |         optimal |          32 |         168 |    9.41 KiB |
    | ida*:heuristic=fifth |      4 |         optimal |          26 |         111 |    4.00 KiB |
    | ida*:heuristic=rows  |      4 |         optimal |          12 |          88 |    4.00 KiB |
    ");
}

#[test]
fn the_certificate_of_a_shortest_solution_is_checked() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lights-out-3x3.cert");
    let file = file.to_str().unwrap();
    run(&["solve", "lights-out", "--size", "3x3", "--certificate", file]);
    insta::assert_snapshot!(run(&["verify", file]), @r"
    lights-out ***/***/***
    size 3x3
    claim: shortest solution 5 moves
    proof: balls, 5 entries in 3 bytes

    verified: shortest solution 5 moves
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
