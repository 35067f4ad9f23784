//! The command line of tesuji for the games of a catalogue: those of the library, and one's own.
//!
//! [`run`] is a whole program. Its commands, flags and help texts follow from the [`Catalogue`]: a
//! game that is added to it is solved, played, drawn, served, counted and proved by the same
//! commands as the others. `tesuji new game` writes a crate to start from.
//!
//! This crate parses arguments, prints, and chooses JSON; what it prints comes from the `tesuji`
//! crate.
//!
//! # Example
//! The program `tesuji` is
//! ```no_run
//! use std::process::ExitCode;
//!
//! use tesuji_cli::Catalogue;
//!
//! fn main() -> ExitCode {
//!     tesuji_cli::run(Catalogue::standard())
//! }
//! ```
//! and a program with a game of one's own passes `Catalogue::standard().with(entry)`.
#![forbid(unsafe_code)]

mod arguments;
mod checkpoint;
mod colors;
mod commands;
mod cross_table;
mod exit;
mod flags;
mod inputs;
mod limits;
mod names;
mod output;
mod progress;
#[cfg(feature = "cluster")]
mod workers;

use std::io::{self, Write};
use std::process::ExitCode;

use anstream::AutoStream;
use tesuji::catalogue::CatalogueError;
pub use tesuji::catalogue::{self, Catalogue};

use commands::Run;
use exit::Exit;
use output::Known;

/// Does what the arguments of the program say, with the games of a catalogue, and returns how it
/// ended: 0 done, 1 proved unsolvable, 2 bad input, 3 a limit was reached, 4 a file, a stream or the
/// network failed, 5 answered without a proof for `--certificate`.
#[must_use]
pub fn run(catalogue: Catalogue) -> ExitCode {
    limits::spare_address_space();
    let (command, manner) = match arguments::parse(&catalogue) {
        Ok(parsed) => parsed,
        Err(refusal) => return shown(&refusal).into(),
    };
    let mut out = io::BufWriter::new(AutoStream::new(io::stdout().lock(), manner.color.into()));
    let end = command.run(&catalogue, &mut out).and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    match end {
        Ok(exit) => exit.into(),
        // The reader may have gone before the answer was known: this is no success.
        Err(error) if is_closed_pipe(&error) => Exit::Failure.into(),
        Err(error) => match error.downcast_ref() {
            Some(CatalogueError::Stopped(limit)) => {
                let limit = limit.to_string();
                if manner.is_json {
                    // Nothing else is known, and the reader may be gone.
                    let _ = output::json(&Known { limit: &limit, known: None::<()> }, &mut out);
                }
                Exit::stopped(&limit).into()
            }
            _ if manner.is_echo && Exit::from(&error) == Exit::BadInput => Exit::BadInput.into(),
            known => {
                output::to_stderr!("error: {error:#}");
                if let Some(name) = known.and_then(names::meant) {
                    output::to_stderr!("did you mean {name}?");
                }
                Exit::from(&error).into()
            }
        },
    }
}

/// Prints the help that was asked for, or the reason for which arguments make no sense.
fn shown(refusal: &clap::Error) -> Exit {
    let printed = refusal.print().and_then(|()| io::stdout().flush());
    match printed {
        _ if refusal.use_stderr() => Exit::BadInput,
        Ok(()) => Exit::Solved,
        Err(error) => {
            if error.kind() != io::ErrorKind::BrokenPipe {
                output::to_stderr!("error: {error}");
            }
            Exit::Failure
        }
    }
}

/// Whether the reader of the output has closed it (`tesuji games | head -1`).
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let plain = error.downcast_ref().map(io::Error::kind);
    let in_json = error.downcast_ref().and_then(serde_json::Error::io_error_kind);
    plain.or(in_json) == Some(io::ErrorKind::BrokenPipe)
}
