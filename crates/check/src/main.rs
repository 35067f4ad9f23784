//! The program `tesuji-check`: whether certificates prove what they claim.
#![forbid(unsafe_code)]

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

use tesuji_certificate::{Checker, Entry, Header, Rejection};
use tesuji_core::{Budget, StopFlag, in_order, quoted};

const HELP: &str = "Check certificates by the rules alone

Usage: tesuji-check [OPTIONS] FILE...

A FILE of - is standard input.

Options:
  --work N       Stop after this much work: moves tried and sums of nim-values [default: 20 billion]
  --positions N  Stop if the proof takes more positions than this [default: 20 million]
  --time S       Stop each check after S seconds
  --threads N    Check N files at the same time, each within these limits [default: 1]
  --dump         List every entry: its number, the position, the move
  --help         Print this

Exit codes: 0 every claim is proved, 1 a file is rejected, 2 bad input, 3 unknown: a limit was
reached, 4 a file could not be read or the output not written. The largest counts.
";

/// More threads do not help.
const MAX_THREADS: u64 = 256;

/// The result of a check, as an exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    Verified = 0,
    Rejected = 1,
    BadInput = 2,
    Unknown = 3,
    Failure = 4,
}

struct Arguments {
    checker: Checker,
    /// Ends all checks.
    stop: StopFlag,
    threads: usize,
    dump: bool,
    help: bool,
    files: Vec<OsString>,
}

fn main() -> ExitCode {
    let mut out = io::stdout().lock();
    let exit = match parse(std::env::args_os().skip(1)) {
        Err(error) => {
            eprintln!("error: {error}; tesuji-check --help lists the options");
            Ok(Exit::BadInput)
        }
        Ok(Arguments { help: true, .. }) => write!(out, "{HELP}").map(|()| Exit::Verified),
        Ok(arguments) => check_all(&arguments, &mut out),
    };
    let exit = exit.and_then(|exit| out.flush().map(|()| exit));
    let exit = exit.unwrap_or_else(|error| match error.kind() {
        // The reader is gone, perhaps before the certificate was checked.
        ErrorKind::BrokenPipe => Exit::Failure,
        _ => {
            eprintln!("error: {error}");
            Exit::Failure
        }
    });
    ExitCode::from(exit as u8)
}

fn parse(mut words: impl Iterator<Item = OsString>) -> Result<Arguments, String> {
    let (mut work, mut positions, mut time, mut threads) = (None, None, None, 1);
    let (mut dump, mut help, mut files) = (false, false, Vec::new());
    while let Some(word) = words.next() {
        match &*word.to_string_lossy() {
            "--work" => work = Some(number("--work", words.next())?),
            "--positions" => positions = Some(number("--positions", words.next())?),
            "--time" => time = Some(number("--time", words.next())?),
            "--threads" => threads = number("--threads", words.next())?,
            "--dump" => dump = true,
            "--help" => help = true,
            option if option.starts_with('-') && option != "-" => {
                return Err(format!("there is no option {}", quoted(option)));
            }
            _ => files.push(word),
        }
    }
    if files.is_empty() && !help {
        return Err("no file is given".to_owned());
    }
    if files.iter().filter(|file| *file == "-").count() > 1 {
        return Err("standard input can be read once only".to_owned());
    }
    let stop = StopFlag::new();
    let mut budget = Budget::unlimited().nodes(work.unwrap_or(Checker::WORK)).stop(stop.clone());
    if let Some(seconds) = time {
        budget = budget.time(Duration::from_secs(seconds));
    }
    let mut checker = Checker::new().budget(budget);
    if let Some(max) = positions {
        checker = checker.positions(max);
    }
    let threads = threads.min(MAX_THREADS) as usize;
    Ok(Arguments { checker, stop, threads, dump, help, files })
}

fn number(option: &str, value: Option<OsString>) -> Result<u64, String> {
    let value = value.ok_or_else(|| format!("{option} needs a number"))?;
    let value = value.to_string_lossy();
    let number = value.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("{option} takes a number of at least 1, not {}", quoted(&value)))
}

/// Checks the files, and reports in their order; with several, a line with its name precedes each.
fn check_all(arguments: &Arguments, out: &mut impl Write) -> io::Result<Exit> {
    let Arguments { files, threads, .. } = arguments;
    let report = |file: &OsString, out: &mut dyn Write| {
        if files.len() > 1 {
            writeln!(out, "{}", file.display())?;
        }
        check(arguments, file, out)
    };
    let mut worst = Exit::Verified;
    if *threads == 1 {
        for file in files {
            worst = worst.max(report(file, out)?);
        }
        return Ok(worst);
    }
    let into_text = |number: usize| {
        let mut text = Vec::new();
        let exit = files.get(number).map_or(Ok(Exit::Verified), |file| report(file, &mut text));
        exit.map(|exit| (text, exit))
    };
    let end = in_order(*threads, files.len(), into_text, |reported| {
        let written = reported.and_then(|(text, exit)| out.write_all(&text).map(|()| exit));
        match written {
            Ok(exit) => {
                worst = worst.max(exit);
                ControlFlow::Continue(())
            }
            Err(error) => {
                // The checks under way are not wanted any more.
                arguments.stop.raise();
                ControlFlow::Break(error)
            }
        }
    });
    match end {
        ControlFlow::Continue(()) => Ok(worst),
        ControlFlow::Break(error) => Err(error),
    }
}

fn check(arguments: &Arguments, path: &OsStr, out: &mut dyn Write) -> io::Result<Exit> {
    let mut file: Box<dyn Read> = if path == "-" {
        Box::new(io::stdin())
    } else {
        match File::open(path) {
            Ok(file) => Box::new(file),
            Err(error) => return Ok(failure("open", path, &error)),
        }
    };
    // The header is read twice: to be shown, and to be checked.
    let mut beginning = Vec::new();
    if let Err(error) = file.by_ref().take(Header::MAX_BYTES as u64).read_to_end(&mut beginning) {
        return Ok(failure("read", path, &error));
    }
    if let Ok(header) = Header::read(&beginning[..]) {
        show(&header, out)?;
    }
    let mut shown = Ok(());
    let mut write = |Entry { number, position, text }: Entry| {
        if shown.is_ok() {
            shown = writeln!(out, "{number} {position} {text}");
        }
    };
    let watch: Option<&mut dyn FnMut(Entry)> = arguments.dump.then_some(&mut write);
    let checked = tesuji_check::verify(&arguments.checker, beginning.as_slice().chain(file), watch);
    shown?;
    match checked {
        Ok(checked) => {
            writeln!(out, "verified: {checked}")?;
            Ok(Exit::Verified)
        }
        Err(Rejection::Unreadable(error)) => Ok(failure("read", path, &error)),
        Err(limit @ (Rejection::Limit { .. } | Rejection::Stopped { .. })) => {
            writeln!(out, "not checked: {limit}")?;
            Ok(Exit::Unknown)
        }
        Err(rejection) => {
            writeln!(out, "rejected: {rejection}")?;
            Ok(Exit::Rejected)
        }
    }
}

fn failure(what: &str, path: &OsStr, error: &io::Error) -> Exit {
    eprintln!("error: cannot {what} {path:?}: {error}");
    Exit::Failure
}

fn show(header: &Header, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} {}", header.game, header.position)?;
    for (name, value) in header.settings.iter() {
        writeln!(out, "{name} {value}")?;
    }
    let (entries, bytes) = (grouped(header.entries), grouped(header.bytes));
    writeln!(out, "claim: {}", header.claim)?;
    writeln!(out, "proof: {}, {entries} entries in {bytes} bytes\n", header.proof)
}

/// A number with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
