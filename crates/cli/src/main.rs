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
use clap::error::{ContextKind, ContextValue};
use tesuji::catalogue::CatalogueError;
use tesuji::core::quoted;

use arguments::{Arguments, Command};
use exit::Exit;
use output::Known;

fn main() -> ExitCode {
    limits::spare_address_space();
    let arguments = Arguments::try_parse().unwrap_or_else(|error| shortened(error).exit());
    let mut out = io::BufWriter::new(io::stdout().lock());
    let end = run(&arguments.command, &mut out).and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    match end {
        Ok(exit) => exit.into(),
        Err(error) if is_closed_pipe(&error) => Exit::Solved.into(),
        Err(error) => match error.downcast_ref() {
            Some(CatalogueError::Stopped(limit)) => {
                let limit = limit.to_string();
                if arguments.command.is_json() {
                    // There is nothing else to tell, and who reads it may be gone.
                    let _ = output::json(&Known { limit: &limit, known: None::<()> }, &mut out);
                }
                Exit::stopped(&limit).into()
            }
            _ => {
                eprintln!("error: {error:#}");
                Exit::from(&error).into()
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

/// The same error with what was given cut short.
fn shortened(mut error: clap::Error) -> clap::Error {
    let long: Vec<_> = error
        .context()
        .filter_map(|(kind, value)| {
            let text = value.to_string();
            let short = quoted(&text).to_string();
            let short = short.trim_matches('"').to_owned();
            (text.chars().count() > short.chars().count()).then_some((kind, short))
        })
        .collect();
    for (kind, short) in long {
        let value = match kind {
            // A suggestion that repeats a long text is of no help.
            ContextKind::Suggested => ContextValue::StyledStrs(Vec::new()),
            _ => ContextValue::String(short),
        };
        error.insert(kind, value);
    }
    error
}

/// Whether the reader of our output has had enough (`tesuji games | head -1`).
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let plain = error.downcast_ref().map(io::Error::kind);
    let in_json = error.downcast_ref().and_then(serde_json::Error::io_error_kind);
    plain.or(in_json) == Some(io::ErrorKind::BrokenPipe)
}
