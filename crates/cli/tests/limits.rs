//! Memory that the system refuses ends a search, not the program.
#![cfg(unix)]

use std::fs;
use std::process::Command;

use crate::common::scratch;

/// Runs a command with so many KiB of address space, and gives the exit code.
fn code(kib: u32, arguments: &str) -> Option<i32> {
    code_in("", kib, arguments)
}

/// The same with these variables.
fn code_in(variables: &str, kib: u32, arguments: &str) -> Option<i32> {
    let program = env!("CARGO_BIN_EXE_tesuji");
    let script = format!("ulimit -v {kib} && exec env {variables} '{program}' {arguments}");
    let mut shell = Command::new("sh");
    let output = shell.arg("-c").arg(script).env("TESUJI_CACHE", "/nowhere").output();
    let output = output.expect("a shell runs");
    assert!(output.status.code().is_some(), "{arguments}: {output:?}");
    output.status.code()
}

#[test]
fn searches_end_at_the_limit_of_the_address_space() {
    const SOLVED: i32 = 0;
    const UNKNOWN: i32 = 3;
    let alone = ["pn", "retrograde"].map(|search| (search, 1));
    let parallel = ["grave", "uct", "puct", "df-pn", "mtd-bi"];
    let parallel = parallel.into_iter().flat_map(|search| [(search, 1), (search, 4)]);
    for (search, threads) in parallel.chain(alone) {
        let options = if threads == 1 { String::new() } else { format!("--threads {threads}") };
        let command = format!("solve breakthrough --with {search} --time 400ms {options}");
        let code = code(100_000, &command);
        assert!([Some(SOLVED), Some(UNKNOWN)].contains(&code), "{command}: {code:?}");
    }
    assert_eq!(
        code(100_000, "solve taquin '15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0' --with bfs --time 5s"),
        Some(UNKNOWN)
    );
}

#[test]
fn threads_that_the_system_refuses_are_done_without() {
    let boards = scratch("refused_threads.txt");
    fs::write(&boards, "806547231\n".repeat(300)).unwrap();
    let boards = boards.display();
    let solve = format!("solve taquin --size 3x3 --file '{boards}' --csv --threads 256");
    let games = "match tic-tac-toe --players random,random --games 600 --threads 256";
    // There is room for the stacks of three, and some for all else.
    let variables = "RUST_MIN_STACK=1073741824 MALLOC_ARENA_MAX=1";
    for command in [&solve, games] {
        assert_eq!(code_in(variables, 3_500_000, command), Some(0), "{command}");
    }
}

#[test]
fn the_positions_of_a_long_game_share_its_rules() {
    let moves = scratch("long_game.txt");
    fs::write(&moves, "1\n".repeat(15_000)).unwrap();
    let command = format!("play taquin 1 0 2 3 4 5 6 7 8 <'{}'", moves.display());
    assert_eq!(code(100_000, &command), Some(0));
}
