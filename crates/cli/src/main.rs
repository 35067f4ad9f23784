//! The command line of tesuji. It parses arguments, prints, and chooses JSON; what it prints
//! comes from the `tesuji` crate.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod exit;
mod limits;
mod output;
mod progress;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use tesuji::catalogue::RegistryError;
use tesuji::catalogue::databases::DatabaseError;
use tesuji::informed::pdb::{FileError, FileProblem};

use arguments::{Arguments, Command};
use exit::Exit;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let end = run(&arguments.command, &mut out).and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    match end {
        Ok(exit) => exit.into(),
        Err(error) if is_closed_pipe(&error) => Exit::Solved.into(),
        Err(error) => match error.downcast_ref() {
            Some(RegistryError::Stopped(limit)) => {
                eprintln!("unknown: {}", output::limit(&limit.to_string()));
                Exit::Unknown.into()
            }
            _ => {
                eprintln!("error: {error:#}");
                if is_of_a_file(&error) { Exit::File } else { Exit::BadInput }.into()
            }
        },
    }
}

fn run(command: &Command, out: &mut impl Write) -> Result<Exit> {
    match command {
        Command::Solve(options) => commands::solve::run(options, out),
        Command::Compare(options) => commands::compare::run(options, out),
        Command::Shuffle(options) => commands::shuffle::run(options, out),
        Command::Enumerate(options) => commands::enumerate::run(options, out),
        Command::Generate(options) => commands::generate::run(options, out),
        Command::Course(options) => commands::course::run(options, out),
        Command::Show(options) => commands::show::run(options, out),
        Command::Pdb(command) => commands::pdb::run(command, out),
        Command::Perft(options) => commands::perft::run(options, out),
        Command::Count(options) => commands::count::run(options, out),
        Command::NimValues(options) => commands::nim_values::run(options, out),
        Command::Verify(options) => commands::verify::run(options, out),
        Command::Serve(options) => commands::serve::run(options, out),
        Command::Play(options) => commands::play::run(options, out),
        Command::Match(options) => commands::contest::run(options, out),
        Command::Tree(options) => commands::tree::run(options, out),
        Command::Algorithms => commands::list::algorithms(out),
        Command::Games => commands::list::games(out),
        Command::Completions { shell } => commands::list::completions(*shell, out),
    }
}

/// Whether a file could not be read or written.
fn is_of_a_file(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let of_a_database = match cause.downcast_ref() {
            Some(DatabaseError::File(error)) => Some(error),
            _ => cause.downcast_ref::<FileError>(),
        };
        cause.is::<io::Error>()
            || of_a_database.is_some_and(|error| matches!(error.problem, FileProblem::Io(_)))
    })
}

/// Whether the reader of our output has had enough (`tesuji games | head -1`).
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let plain = error.downcast_ref().map(io::Error::kind);
    let in_json = error.downcast_ref().and_then(serde_json::Error::io_error_kind);
    plain.or(in_json) == Some(io::ErrorKind::BrokenPipe)
}
