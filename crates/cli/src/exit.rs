use std::process::ExitCode;

use tesuji::catalogue::{Report, Verdict};

/// What the exit code tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Solved or its value proved, or the command did what it was asked.
    Solved = 0,
    /// Proved unsolvable.
    Unsolvable = 1,
    /// The input makes no sense; standard error says why.
    BadInput = 2,
    /// A limit was reached first.
    Unknown = 3,
    /// A file could not be read or written; standard error says which.
    File = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

impl From<&Report> for Exit {
    fn from(report: &Report) -> Self {
        // Where an expectation was asked for, it is the answer.
        if report.expected.is_some() { Exit::Solved } else { report.outcome.into() }
    }
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Solved | Verdict::Win | Verdict::Loss | Verdict::Draw => Exit::Solved,
            Verdict::Unsolvable => Exit::Unsolvable,
            Verdict::Unknown => Exit::Unknown,
        }
    }
}
