use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tesuji::arena::MatchScore;
use tesuji::catalogue::Catalogue;
use tesuji::catalogue::options::{self, positive};
use tesuji::certificate::{Checker, Entry, Header, Rejection};
use tesuji::core::{Budget, Limit, Settings, StopFlag, in_order};

use super::Run;
use super::job::{Divisible, Merged, Part};
use crate::exit::Exit;
use crate::inputs::threads;
use crate::limits::stop_on_interrupt;
use crate::output;
use crate::progress::CountBar;

/// Check certificates by the rules alone
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji solve breakthrough --size 4x4 --certificate second-wins.tesuji
  tesuji verify second-wins.tesuji
  tesuji verify second-wins.tesuji --dump
  tesuji nim-values 0.77 --certificate kayles.tesuji
  tesuji verify kayles.tesuji --time 10s
  tesuji verify - < kayles.tesuji
  tesuji verify certificates/*.tesuji --jsonl
  tesuji verify certificates/*.tesuji --threads 4

The limits hold for each certificate.

Exit codes: 0 the claims are proved, 1 a certificate is rejected, 2 bad input, 3 unknown (a limit
was reached, or Ctrl-C ended the check), 4 a file cannot be read; the others are checked all the
same. With several files, the exit code is the first of 4, 1, 3 and 0 that holds for one of them.")]
pub(crate) struct Verify {
    /// The certificates; `-` reads one from standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// List every entry: its number, the position, the move
    #[arg(long, conflicts_with_all = ["json", "jsonl"])]
    dump: bool,
    /// Stop if the proof takes more positions than this [default: 20 million]
    #[arg(long, value_parser = positive::<u64>)]
    positions: Option<u64>,
    /// Stop after this much work: moves tried and sums of nim-values [default: 20 billion]
    #[arg(long, value_parser = positive::<u64>)]
    work: Option<u64>,
    /// Stop after this time, as in 90s, 5m, 1h 30m
    #[arg(long, value_parser = options::time)]
    time: Option<Duration>,
    /// Check this number of certificates at the same time, each within these limits; a single one
    /// takes no less time, because the entries of a proof are read one after the other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Print one JSON object instead of text
    #[arg(long, conflicts_with = "jsonl")]
    json: bool,
    /// Print a JSON object on a line for each certificate
    #[arg(long)]
    jsonl: bool,
}

/// What the check of a certificate said, as JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Report {
    valid: bool,
    game: Option<String>,
    settings: Settings,
    position: Option<String>,
    claim: Option<String>,
    proof: Option<String>,
    entries: Option<u64>,
    /// In how many plies the strategy wins at most.
    plies: Option<u32>,
    /// Why it is not valid, and where.
    reason: Option<String>,
    /// The limit that ended the check before it knew.
    limit: Option<String>,
}

/// A line of the JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct JsonLine<'a> {
    file: &'a str,
    #[serde(flatten)]
    report: Report,
}

impl Run for Verify {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let is_one = self.files.len() == 1;
        ensure!(is_one || !self.json, "--json is for one certificate; --jsonl is for many");
        let stop = stop_on_interrupt()?;
        let count = self.files.len();
        let (mut exit, mut reported) = (Exit::Solved, 0);
        let fields = ["checked", "certificates"];
        let mut bar = CountBar::of_lines("certificates", fields, Some(count as u64));
        // Whether to go on after a report.
        let mut add = |own: Exit| {
            exit = exit.or(own);
            reported += 1;
            bar.show(reported as u64, String::new);
            let goes_on = reported == count || !stop.is_raised();
            exit = if goes_on { exit } else { exit.or(Exit::stopped("interrupted")) };
            goes_on
        };
        let from_input = self.files.iter().filter(|file| file.as_os_str() == "-").count();
        ensure!(from_input < 2, "standard input can be read once only");
        if self.threads == 1 {
            for number in 0..count {
                if !add(self.report(catalogue, number, &stop, out)?) {
                    break;
                }
            }
            return Ok(exit);
        }
        let into_text = |number| -> Result<(Vec<u8>, Exit)> {
            let mut text = Vec::new();
            let exit = self.report(catalogue, number, &stop, &mut text)?;
            Ok((text, exit))
        };
        let end = in_order(self.threads, count, into_text, |reported| {
            let written =
                reported.and_then(|(text, own)| Ok(out.write_all(&text).map(|()| own)?));
            match written.map(&mut add) {
                Ok(true) => ControlFlow::Continue(()),
                Ok(false) => ControlFlow::Break(Ok(())),
                Err(error) => {
                    // The checks under way are not wanted any more.
                    stop.raise();
                    ControlFlow::Break(Err(error))
                }
            }
        });
        match end {
            ControlFlow::Break(Err(error)) => Err(error),
            ControlFlow::Break(Ok(())) | ControlFlow::Continue(()) => Ok(exit),
        }
    }
}

impl Verify {
    /// Checks the certificate of this number, and writes all that is printed about it.
    fn report(
        &self,
        catalogue: &Catalogue,
        number: usize,
        stop: &StopFlag,
        out: &mut dyn Write,
    ) -> Result<Exit> {
        let path = self.files.get(number).context("there is no such file")?;
        let name = path.display().to_string();
        let mut silent = io::sink();
        let text: &mut dyn Write = if self.json || self.jsonl { &mut silent } else { &mut *out };
        if self.files.len() > 1 {
            let gap = if number == 0 { "" } else { "\n" };
            writeln!(text, "{gap}{name}:")?;
        }
        let (report, exit) = match self.check_file(catalogue, path, stop, text)? {
            Ok(checked) => checked,
            Err(error) => {
                output::to_stderr!("error: {error:#}");
                return Ok(Exit::Failure);
            }
        };
        if self.json {
            output::json(&report, out)?;
        } else if self.jsonl {
            output::json_line(&JsonLine { file: &name, report }, out)?;
        }
        Ok(exit)
    }

    /// A checker within the limits.
    fn checker(&self, stop: &StopFlag) -> Checker {
        let mut budget = Budget::unlimited().stop(stop.clone());
        budget = budget.nodes(self.work.unwrap_or(Checker::WORK));
        if let Some(time) = self.time {
            budget = budget.time(time);
        }
        let checker = Checker::new().budget(budget);
        match self.positions {
            Some(most) => checker.positions(most),
            None => checker,
        }
    }

    /// Checks a certificate, and writes what it is and what the check says; or returns why it cannot
    /// be read.
    fn check_file(
        &self,
        catalogue: &Catalogue,
        path: &Path,
        stop: &StopFlag,
        out: &mut dyn Write,
    ) -> Result<Result<(Report, Exit)>> {
        let checker = self.checker(stop);
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let mut file = match open(path, stop.clone(), deadline) {
            Ok(file) => file,
            Err(error) => return Ok(Err(error)),
        };
        // The header is read twice: to be shown, and to be checked.
        let mut beginning = Vec::new();
        let read = file.by_ref().take(Header::MAX_BYTES as u64).read_to_end(&mut beginning);
        let header = Header::read(&beginning[..]).ok();
        if let Some(header) = &header {
            head(header, out)?;
        }
        let file = beginning.as_slice().chain(file);
        let mut end = Ok(());
        let checked = match read {
            Err(error) => Err(error.into()),
            Ok(_) if self.dump => {
                let mut write = |entry: Entry| {
                    if end.is_ok() {
                        end = writeln!(out, "{} {} {}", entry.number, entry.position, entry.text);
                    }
                };
                catalogue.verify(&checker, file, Some(&mut write))
            }
            Ok(_) => catalogue.verify(&checker, file, None),
        };
        let checked = checked.map_err(|rejection| match rejection {
            Rejection::Unreadable(error) => match limit_of(&error) {
                Some(limit) => Rejection::Stopped { limit },
                None => Rejection::Unreadable(error),
            },
            other => other,
        });
        end?;
        if let Err(Rejection::Unreadable(error)) = checked {
            return Ok(Err(error).with_context(|| format!("cannot read {path:?}")));
        }
        let limit = match &checked {
            Err(Rejection::Limit { .. }) => Some("positions".to_owned()),
            Err(Rejection::Stopped { limit: Limit::Nodes }) => Some("work".to_owned()),
            Err(Rejection::Stopped { limit }) => Some(limit.to_string()),
            Ok(_) | Err(_) => None,
        };
        let (verdict, exit) = match (&checked, &limit) {
            (Ok(checked), _) => (format!("verified: {checked}"), Exit::Solved),
            (Err(reason), Some(_)) => (format!("not checked: {reason}"), Exit::Unknown),
            (Err(reason), None) => (format!("rejected: {reason}"), Exit::Unsolvable),
        };
        writeln!(out, "{verdict}")?;
        let text = |of: fn(&Header) -> String| header.as_ref().map(of);
        let report = Report {
            valid: checked.is_ok(),
            game: text(|header| header.game.clone()),
            settings: header.as_ref().map(|header| header.settings.clone()).unwrap_or_default(),
            position: text(|header| header.position.clone()),
            claim: text(|header| header.claim.to_string()),
            proof: text(|header| header.proof.to_string()),
            entries: header.as_ref().map(|header| header.entries),
            plies: checked.as_ref().ok().and_then(|checked| checked.plies),
            reason: checked.err().map(|rejection| rejection.to_string()),
            limit,
        };
        Ok(Ok((report, exit)))
    }
}

impl Divisible for Verify {
    fn files(&mut self) -> Vec<&mut PathBuf> {
        self.files.iter_mut().collect()
    }

    fn count(&self, _: &Catalogue) -> Result<u64> {
        ensure!(!self.dump, "a job writes JSON: leave out --dump");
        Ok(self.files.len() as u64)
    }

    fn run_part(&self, part: &Part, out: &mut dyn Write) -> Result<Option<MatchScore>> {
        for (name, number) in part.of(&part.folder.names())?.iter().zip(part.items.clone()) {
            let number = number as usize;
            // Damage of the copy is not a fault of the certificate.
            part.folder.input(number)?;
            let checked =
                self.check_file(part.catalogue, &self.files[number], &part.stop, &mut io::sink());
            let (report, _) = checked??;
            if report.limit.is_some() && part.stop.is_raised() {
                break;
            }
            output::json_line(&JsonLine { file: name, report }, out)?;
        }
        Ok(None)
    }

    fn merge(&self, merged: &Merged, out: &mut dyn Write) -> Result<Exit> {
        let mut exit = Exit::Solved;
        for line in &merged.lines {
            let report: Value = serde_json::from_str(line)?;
            let own = match (report["valid"] == true, report["limit"].is_null()) {
                (true, _) => Exit::Solved,
                (false, true) => Exit::Unsolvable,
                (false, false) => Exit::Unknown,
            };
            exit = exit.or(own);
            writeln!(out, "{line}")?;
        }
        Ok(exit)
    }
}

fn head(header: &Header, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{} {}", header.game, header.position)?;
    for (name, value) in header.settings.iter() {
        writeln!(out, "{name} {value}")?;
    }
    writeln!(out, "claim: {}", header.claim)?;
    writeln!(
        out,
        "proof: {}, {}\n",
        header.proof,
        output::entries_in_bytes(header.entries, header.bytes),
    )?;
    Ok(())
}

/// The certificate; `-` is standard input.
fn open(path: &Path, stop: StopFlag, deadline: Option<Instant>) -> Result<Box<dyn Read>> {
    let standard = path.as_os_str() == "-";
    if standard || fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        let path = path.to_owned();
        return Ok(Box::new(Patient::new(
            move || match standard {
                true => Ok(Box::new(io::stdin()) as Box<dyn Read>),
                false => Ok(Box::new(File::open(path)?)),
            },
            stop,
            deadline,
        )));
    }
    let file = File::open(path).with_context(|| format!("cannot open {path:?}"))?;
    Ok(Box::new(file))
}

/// Reads what may keep us waiting, such as a pipe, on a thread of its own: so the limits hold while
/// nothing comes.
struct Patient {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: io::Cursor<Vec<u8>>,
    stop: StopFlag,
    deadline: Option<Instant>,
}

impl Patient {
    const LOOK_EVERY: Duration = Duration::from_millis(50);
    const PIECE: usize = 1 << 16;

    fn new(
        open: impl FnOnce() -> io::Result<Box<dyn Read>> + Send + 'static,
        stop: StopFlag,
        deadline: Option<Instant>,
    ) -> Self {
        let (sender, pieces) = sync_channel(4);
        thread::spawn(move || {
            let mut file = match open() {
                Ok(file) => file,
                Err(error) => return sender.send(Err(error)),
            };
            loop {
                let mut piece = vec![0; Self::PIECE];
                match file.read(&mut piece) {
                    Ok(0) => return Ok(()),
                    Ok(length) => {
                        piece.truncate(length);
                        sender.send(Ok(piece))?;
                    }
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => return sender.send(Err(error)),
                }
            }
        });
        Patient { pieces, piece: io::Cursor::default(), stop, deadline }
    }
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.piece.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if late || self.stop.is_raised() {
                let limit = if late { Limit::Time } else { Limit::Interrupted };
                return Err(io::Error::new(ErrorKind::TimedOut, limit));
            }
            match self.pieces.recv_timeout(Self::LOOK_EVERY) {
                Ok(piece) => self.piece = io::Cursor::new(piece?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}

/// The limit that ended the reading, if one did.
fn limit_of(error: &io::Error) -> Option<Limit> {
    error.get_ref()?.downcast_ref().copied()
}
