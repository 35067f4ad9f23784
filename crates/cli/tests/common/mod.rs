//! What the tests of the commands ask of a run.

#[cfg(unix)]
pub(crate) mod kills;

use std::process::Output;

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
