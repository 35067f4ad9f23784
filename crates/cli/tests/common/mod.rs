//! What the tests of the commands ask of a run.

#[cfg(unix)]
pub(crate) mod kills;

use std::path::Path;
use std::process::{Command, Output};

/// The program, with a directory for pattern databases that is not the user's: the same for all
/// tests, as large ones take seconds to build.
pub(crate) fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tesuji"));
    program.env("TESUJI_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("databases"));
    program
}

/// The exit code.
pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().expect("tesuji ends by itself")
}

/// What was printed.
pub(crate) fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// What was said on standard error.
pub(crate) fn complaint(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Waits until a program has asked for SIGINT, where the system tells: until then it would be killed.
#[cfg(unix)]
pub(crate) fn until_signals_are_caught(child: &std::process::Child) {
    const SIGINT: u32 = 2;
    let is_caught = |status: &str| {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (SIGINT - 1) & 1 == 1)
    };
    let path = format!("/proc/{}/status", child.id());
    for _ in 0..1_000 {
        match std::fs::read_to_string(&path) {
            Ok(status) if !is_caught(&status) => {
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            Ok(_) => return,
            Err(_) => break,
        }
    }
    std::thread::sleep(std::time::Duration::from_millis(500));
}
