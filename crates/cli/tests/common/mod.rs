//! What the tests of the commands ask of a run.

#[cfg(unix)]
pub(crate) mod kills;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The program, with a directory for pattern databases that is not the user's: the same for all
/// tests, as large ones take seconds to build.
pub(crate) fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tesuji"));
    program.env("TESUJI_CACHE", scratch("databases"));
    program
}

/// The path of a file or folder of a test, whose name no other test has.
pub(crate) fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The program with these arguments and an empty input.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = program();
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Runs the program with these arguments.
pub(crate) fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("tesuji runs")
}

/// Runs the program with the arguments in this text, quoted as in a shell.
pub(crate) fn tesuji(arguments: &str) -> Output {
    let words = shlex::split(arguments).expect("the quotes are closed");
    run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The JSON that the program prints with the arguments in this text; it must end with this code.
pub(crate) fn json(arguments: &str, expected: i32) -> Value {
    one_value(&tesuji(arguments), expected)
}

/// The JSON that was printed by a run that must end with this code.
pub(crate) fn one_value(output: &Output, expected: i32) -> Value {
    assert_eq!(code(output), expected, "{}", complaint(output));
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}, in place of one value: {}", printed(output)))
}

/// The bytes of a certificate with their checksum.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut sum = u64::MAX;
    for &byte in &bytes {
        sum ^= u64::from(byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ ((sum & 1) * 0xc96c_5795_d787_0f42);
        }
    }
    bytes.extend((!sum).to_le_bytes());
    bytes
}

/// Compares what was printed with a snapshot, but for times.
macro_rules! snapshot {
    ($($text:expr),+ $(,)?) => {
        insta::with_settings!({filters => vec![
            (r"\d+(\.\d+)? (s|ms|µs)\b", "[time]"),
        ]}, {
            insta::assert_snapshot!($($text),+);
        });
    };
}
pub(crate) use snapshot;

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
