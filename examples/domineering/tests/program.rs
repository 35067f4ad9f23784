//! The commands of the program take the game, and print what the tutorial shows.

use std::path::Path;
use std::process::Command;

/// What the program prints.
fn run(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_domineering")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_answer_is_proved_and_checked() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("domineering-4x4.cert");
    let file = file.to_str().unwrap();
    run(&["solve", "domineering", "--size", "4x4", "--certificate", file]);
    insta::assert_snapshot!(run(&["verify", file]), @r"
    domineering ..../..../..../.... first
    size 4x4
    claim: first wins in exactly 7 plies
    proof: strategy leaves 3 symmetry, 19 entries in 8 bytes

    verified: first wins in exactly 7 plies
    ");
}

#[test]
fn the_searches_are_compared() {
    let searches = "alpha-beta,pvs,mtd-bi,df-pn,retrograde";
    let options = ["--size", "4x4", "--no-times", "--algorithms", searches];
    let printed = run(&[&["compare", "domineering"], &options[..]].concat());
    let (_, table) = printed.split_once("\n\n|").unwrap();
    insta::assert_snapshot!(format!("|{table}"), @r"
    | algorithm  | length |           claim |     visited |   generated | peak memory |
    |------------|--------|-----------------|-------------|-------------|-------------|
    | alpha-beta |      7 |             win |       2,592 |       3,680 |         0 B |
    | pvs        |      7 |             win |       1,178 |       2,363 |    1.00 MiB |
    | mtd-bi     |      7 |             win |         455 |       1,623 |    1.00 MiB |
    | df-pn      |      – |             win |         115 |         523 |  256.00 KiB |
    | retrograde |      7 |             win |       4,886 |      16,372 |  194.14 KiB |
    ");
}
