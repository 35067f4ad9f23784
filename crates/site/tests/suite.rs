//! What the program refuses before it compiles anything. That it makes a site, and that the site
//! works, is tested in a browser: `cargo xtask site --test`.

use std::fs;
use std::process::Command;

/// What the program says when it fails.
fn refusal(arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tesuji-site"));
    program.args(arguments).env("CARGO_MANIFEST_DIR", env!("CARGO_MANIFEST_DIR"));
    let output = program.output().unwrap();
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_folder_of_something_else_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.tex"), "years of work").unwrap();
    let out = folder.path().to_str().unwrap();
    assert_eq!(
        refusal(&["--out", out]),
        format!("error: {out} is no site, and is not replaced by one\n")
    );
    let kept = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(kept, 1);
}

#[test]
fn an_unknown_part_is_refused_with_the_names_of_all() {
    assert_eq!(
        refusal(&["--only", "taquin,go"]),
        "error: no part \"go\"; there are taquin, rush-hour, grid, sokoban, nim, tic-tac-toe, \
         connect-four, breakthrough\n"
    );
}
