use std::io;
use std::process::ExitCode;

#[cfg(feature = "cluster")]
use tesuji::catalogue::CatalogueError;
use tesuji::catalogue::Verdict;
use tesuji::informed::pdb::{FileError, FileProblem};

use crate::output;

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
    /// A file or a stream could not be read or written, or the network failed.
    Failure = 4,
    /// There is an answer, but no proof of it that a certificate could record.
    Unproved = 5,
}

impl Exit {
    /// Says on standard error that a limit ended the command.
    pub(crate) fn stopped(limit: &str) -> Self {
        output::to_stderr!("unknown: {}", output::limit(limit));
        Exit::Unknown
    }

    /// How a command with several results ends: as the one that went worst.
    pub(crate) fn or(self, other: Exit) -> Exit {
        let order = [
            Exit::Solved,
            Exit::Unproved,
            Exit::Unknown,
            Exit::Unsolvable,
            Exit::BadInput,
            Exit::Failure,
        ];
        let place = |exit: Exit| order.iter().position(|&one| one == exit);
        if place(other) > place(self) { other } else { self }
    }
}

impl From<&anyhow::Error> for Exit {
    /// What an error comes from: the world, or what was asked for.
    fn from(error: &anyhow::Error) -> Self {
        let is_failure = |cause: &(dyn std::error::Error + 'static)| {
            cause.is::<io::Error>()
                || cause.downcast_ref().is_some_and(serde_json::Error::is_io)
                || cause
                    .downcast_ref::<FileError>()
                    .is_some_and(|error| matches!(error.problem, FileProblem::Io(_)))
        };
        #[cfg(feature = "cluster")]
        if let Some(CatalogueError::Cluster(error)) = error.downcast_ref()
            && error.is_failure()
        {
            return Exit::Failure;
        }
        if error.chain().any(is_failure) { Exit::Failure } else { Exit::BadInput }
    }
}

#[cfg(feature = "cluster")]
impl Exit {
    /// How another process of this program ended; `None` if it was killed.
    pub(crate) fn of(code: Option<i32>) -> Self {
        match code {
            Some(0) => Exit::Solved,
            Some(1) => Exit::Unsolvable,
            Some(2) => Exit::BadInput,
            Some(3) => Exit::Unknown,
            Some(5) => Exit::Unproved,
            _ => Exit::Failure,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Solved | Verdict::Win | Verdict::Loss | Verdict::Draw | Verdict::Expected => {
                Exit::Solved
            }
            Verdict::Unsolvable => Exit::Unsolvable,
            Verdict::Unknown => Exit::Unknown,
        }
    }
}
