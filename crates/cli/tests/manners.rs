//! How the command line speaks: help, colours, manual pages, and what it says of mistakes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::{code, complaint, printed};

fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tesuji"));
    command.args(arguments.split_whitespace()).stdin(Stdio::null());
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

fn tesuji(arguments: &str) -> Output {
    command(arguments).output().expect("tesuji runs")
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The commands that have a completion.
fn commands() -> Vec<String> {
    let script = printed(&tesuji("completions bash"));
    let names = script.lines().filter_map(|line| line.trim().strip_prefix("tesuji,"));
    names.filter_map(|line| line.strip_suffix(')')).map(str::to_owned).collect()
}

#[test]
fn the_help_lists_every_command_under_a_heading() {
    let help = printed(&tesuji("--help"));
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for name in &commands {
        let is_listed = help.lines().any(|line| line.split_whitespace().next() == Some(name));
        assert!(is_listed, "{name}");
    }
    for name in commands.iter().filter(|name| *name != "help") {
        let [short, long] =
            ["-h", "--help"].map(|flag| printed(&tesuji(&format!("{name} {flag}"))));
        assert!(short.lines().count() <= long.lines().count(), "{name}");
        assert!(!short.contains("Examples:"), "{name}");
        assert!(long.lines().all(|line| line.chars().count() <= 100), "{name}: {long}");
    }
    let [short, long] = ["-h", "--help"].map(|flag| printed(&tesuji(&format!("solve {flag}"))));
    assert!(2 * short.lines().count() < long.lines().count(), "{short}");
}

#[test]
fn colours_are_there_where_they_are_wanted() {
    const ESCAPE: char = '\u{1b}';
    let solve = "solve taquin 125340678";
    let plain = printed(&tesuji(solve));
    let coloured = printed(&tesuji(&format!("{solve} --color always")));
    assert!(!plain.contains(ESCAPE) && coloured.contains("\u{1b}[32m"));
    let never = command(&format!("--color never {solve}")).env("CLICOLOR_FORCE", "1").output();
    assert!(!printed(&never.unwrap()).contains(ESCAPE));
    let forced = command(solve).env("CLICOLOR_FORCE", "1").output();
    assert!(printed(&forced.unwrap()).contains(ESCAPE));
    let refused = command(solve).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output();
    assert!(!printed(&refused.unwrap()).contains(ESCAPE));
    let json = printed(&tesuji(&format!("{solve} --color always --json")));
    assert!(!json.contains(ESCAPE));
    let board = printed(&tesuji("show tic-tac-toe XX.OO.... --color always"));
    // The names of the columns are no pieces.
    assert!(board.contains("  a b c\n"), "{board}");
    let [cross, circle] = ['X', 'O'].map(|mark| {
        let before = board.split(mark).next().unwrap();
        before.rsplit(ESCAPE).next().unwrap().to_owned()
    });
    assert_ne!(cross, circle);
}

#[test]
fn a_mistaken_name_is_told_with_the_most_similar_one() {
    for (arguments, meant) in [
        ("solve taqin 125340678", Some("taquin")),
        ("solve conect-four", Some("connect-four")),
        ("solve taquin 125340678 --with ida", Some("ida*")),
        ("solve tic-tac-toe --with alpha-bta", Some("alpha-beta")),
        ("solve taquin 125340678 --heuristic manhatan", Some("manhattan")),
        ("solve chess", None),
    ] {
        let output = tesuji(arguments);
        assert_eq!(code(&output), 2, "{arguments}");
        let complaint = complaint(&output);
        let told = complaint.lines().find_map(|line| line.strip_prefix("did you mean "));
        assert_eq!(told.and_then(|told| told.strip_suffix('?')), meant, "{complaint}");
    }
}

#[test]
fn a_puzzle_that_is_solved_at_the_start_needs_a_position() {
    for command in ["solve", "compare"] {
        let output = tesuji(&format!("{command} taquin"));
        assert_eq!((code(&output), printed(&output)), (2, String::new()));
        assert!(complaint(&output).contains("`tesuji shuffle taquin` makes one"));
    }
    assert_eq!(code(&tesuji("solve taquin 012345678")), 0, "if it is asked for");
    assert_eq!(code(&tesuji("solve rush-hour")), 0, "the initial position is a puzzle");
}

#[test]
fn every_command_has_a_manual_page() {
    let directory = scratch("man");
    let output = tesuji(&format!("man {}", directory.display()));
    assert_eq!(code(&output), 0, "{}", complaint(&output));
    for name in commands().iter().filter(|name| *name != "help") {
        let page = fs::read_to_string(directory.join(format!("tesuji-{name}.1"))).expect(name);
        assert!(page.contains(".SH NAME") && page.contains(".SH OPTIONS"), "{name}");
    }
    let page = fs::read_to_string(directory.join("tesuji-pdb-build.1")).unwrap();
    assert!(page.contains("the databases of a heuristic"));
    assert_eq!(code(&tesuji("man /proc/nowhere")), 4);
}

#[test]
fn every_file_that_is_written_is_named() {
    let [picture, proof, tree] = ["named.svg", "named.tesuji", "named.dot"].map(scratch);
    let [first, second, third] = [&picture, &proof, &tree].map(|file| file.display());
    let solve =
        tesuji(&format!("solve taquin 125340678 --svg {first} --certificate {second} --json"));
    assert_eq!(complaint(&solve), format!("picture in {first}\ncertificate in {second}\n"));
    let tree = tesuji(&format!("tree simple-nim 5 --dot {third}"));
    assert_eq!(complaint(&tree), format!("tree in {third}\n"));
}
