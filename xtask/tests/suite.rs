//! The task runner as a program.

use std::io;
use std::process::{Command, Stdio};

/// As in `cargo xtask data | head -1`.
#[test]
fn a_reader_that_has_gone_is_no_success_and_no_panic() {
    for arguments in [&["data"][..], &["--help"], &["bench", "--help"]] {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
        let output = xtask.args(arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}
