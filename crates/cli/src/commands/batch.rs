//! Many positions in one call of `solve`: one a line, answered in the order of the lines.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use tesuji::catalogue::options::{self, positive};
use tesuji::catalogue::{CatalogueError, GameEntry, GamePosition, Report, Search, Status, Verdict};
use tesuji::core::{Budget, Limit, Settings, Silent, StopFlag};
use tesuji::storage;

use super::solve::sentence;
use crate::exit::Exit;
use crate::inputs::{MAX_BYTES, is_skipped};
use crate::limits::{self, LIMITS};
use crate::output::{self, ReportColumns};
use crate::progress::CountBar;

/// How the answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// A sentence on a line.
    Text,
    /// A JSON object on a line.
    JsonLines,
    /// A line of CSV.
    Csv,
    /// A JSON object on a line, without times and memory: the same in every run.
    Repeatable,
}

/// The questions that the positions have in common.
pub(super) struct Batch<'a> {
    /// Where they come from, for errors.
    pub(super) from: String,
    pub(super) game: &'a dyn GameEntry,
    pub(super) settings: &'a Settings,
    pub(super) search: &'a Search,
    pub(super) format: Format,
    /// How many positions are solved at the same time.
    pub(super) threads: usize,
    /// The limits of the whole batch, but for nodes, if the clock is started; otherwise those of each
    /// position.
    pub(super) budget: Budget,
    /// The folder for a certificate of each answer, by the number of its line.
    pub(super) certificates: Option<PathBuf>,
    /// How many nodes all searches may generate together.
    pub(super) nodes: Option<u64>,
    /// The limits of each search, besides those of the whole batch.
    pub(super) each: Each,
    /// Raised on an interrupt, and at the end of the batch.
    pub(super) stop: StopFlag,
}

/// The limits of each search of a batch.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Each {
    /// Stop the search for each of many positions after this time, and go on to the next one
    #[arg(long, value_name = "TIME", value_parser = options::time, help_heading = LIMITS)]
    time_each: Option<Duration>,
    /// Stop the search for each of many positions after generating this many nodes, and go on to the
    /// next one
    #[arg(long, value_name = "NODES", value_parser = positive::<u64>, help_heading = LIMITS)]
    nodes_each: Option<u64>,
}

impl Each {
    pub(crate) fn is_given(self) -> bool {
        self.time_each.is_some() || self.nodes_each.is_some()
    }
}

/// A line of the input that holds a position, by its number from 1; or why it cannot.
struct Line {
    number: u64,
    text: Result<String, String>,
}

/// What is known of a line.
struct Answer {
    number: u64,
    /// The line, where it can be read.
    text: Option<String>,
    found: Result<Solved>,
}

/// What a search has found.
struct Solved {
    report: Report,
    status: Status,
    /// What the certificate claims, if there is one.
    certificate: Option<String>,
}

/// What the batch waits for.
enum Event {
    Read(Line),
    Ended(io::Result<()>),
    Solved(u64, Box<Answer>),
}

/// What is found for a line of the input, or what is wrong with it, as a line of JSON.
#[derive(Serialize, JsonSchema)]
pub(crate) struct JsonLine<'a, R> {
    pub(super) line: u64,
    #[serde(flatten)]
    pub(super) report: Option<&'a R>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
}

/// The first column of the CSV.
#[derive(Serialize)]
struct Number {
    line: u64,
}

/// The last column of the CSV.
#[derive(Serialize)]
struct Problem {
    error: Option<String>,
}

/// How many lines are read, for each thread, before the first of them is answered.
const LINES_AHEAD: usize = 64;

/// How often the limits are looked at while nothing happens.
const WAIT: Duration = Duration::from_millis(50);

impl Batch<'_> {
    /// Solves the positions in the lines of `input`, and writes each answer as soon as those before
    /// it are written.
    pub(super) fn run(
        &self,
        input: impl BufRead + Send + 'static,
        out: &mut dyn Write,
    ) -> Result<Exit> {
        if self.threads > 1 {
            limits::give_back_memory();
        }
        let (send, events) = mpsc::channel();
        let (room, slots) = mpsc::channel();
        for _ in 0..self.threads * LINES_AHEAD {
            // The reader, which could hang up, is not there yet.
            let _ = room.send(());
        }
        // Nobody waits for its end: it may wait for input that never comes.
        let reader = send.clone();
        let read = move || read_lines(input, &slots, &reader);
        thread::Builder::new().spawn(read).context("cannot start a thread")?;
        let (jobs, queue) = mpsc::channel();
        let queue = Mutex::new(queue);
        let nodes_left = AtomicU64::new(self.nodes.unwrap_or(u64::MAX));
        thread::scope(|scope| {
            let work = |send: Sender<Event>| {
                let work = || self.work(&queue, &nodes_left, send);
                thread::Builder::new().spawn_scoped(scope, work)
            };
            let first = work(send.clone()).context("cannot start a thread")?;
            // Where the system refuses some, the others do it all.
            let others = (1..self.threads).map_while(|_| work(send.clone()).ok());
            let workers: Vec<_> = iter::once(first).chain(others).collect();
            let end = Desk::new(self, room, jobs).serve(&events, &workers, out);
            // Whatever is still being searched is not wanted any more.
            self.stop.raise();
            drop(events);
            end
        })
    }

    /// Solves one position after the other until there are no more; none is begun after a limit was
    /// reached. A search may generate the nodes that those which ended before it have left.
    fn work(
        &self,
        queue: &Mutex<Receiver<(u64, Line)>>,
        nodes_left: &AtomicU64,
        send: Sender<Event>,
    ) {
        loop {
            // Before the position is taken: later ones must not have spent any of it.
            let left = self.nodes.map(|_| nodes_left.load(Ordering::SeqCst));
            let queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            let Ok((place, Line { number, text })) = queue.recv() else { break };
            let reached = limits::reached(&self.budget);
            drop(queue);
            let answer = match (text, reached) {
                (text, Some(limit)) => {
                    let found = Err(CatalogueError::Stopped(limit).into());
                    Answer { number, text: text.ok(), found }
                }
                (Ok(text), None) => {
                    let found = self.solve(number, &text, left);
                    if let Ok(Solved { report, .. }) = &found {
                        let spent = report.nodes_generated;
                        let less = |left: u64| Some(left.saturating_sub(spent));
                        let _ = nodes_left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
                    }
                    Answer { number, text: Some(text), found }
                }
                (Err(problem), None) => Answer { number, text: None, found: Err(anyhow!(problem)) },
            };
            if send.send(Event::Solved(place, Box::new(answer))).is_err() {
                break;
            }
        }
    }

    fn solve(&self, line: u64, text: &str, nodes: Option<u64>) -> Result<Solved> {
        let position = self.game.open(Some(text), self.settings)?;
        let mut budget = self.budget.clone();
        if let Some(nodes) = nodes.into_iter().chain(self.each.nodes_each).min() {
            budget = budget.nodes(nodes);
        }
        if let Some(time) = self.each.time_each {
            budget = budget.time(time);
        }
        let budget = budget.start();
        let mut report = position.solve(self.search, &budget, &mut Silent)?;
        let certificate = match &self.certificates {
            Some(folder) => {
                let file = certificate_file(folder, line);
                self.certify(&*position, &mut report, &budget, &file)?
            }
            None => None,
        };
        Ok(Solved { report, status: position.status(), certificate })
    }

    /// Writes a certificate of an answer, and returns its claim: none if nothing is proved, or if a
    /// limit was reached, which the report then names.
    fn certify(
        &self,
        position: &dyn GamePosition,
        report: &mut Report,
        budget: &Budget,
        file: &Path,
    ) -> Result<Option<String>> {
        let certificate = match position.certify(report, self.search, budget) {
            Ok(certificate) => certificate,
            Err(CatalogueError::NothingProved(_)) => return Ok(None),
            Err(CatalogueError::Stopped(limit)) => {
                report.limit = Some(limit.to_string());
                return Ok(None);
            }
            Err(error) => {
                // The answer stands without it.
                output::to_stderr!("{}: no certificate: {:#}", report.position, anyhow!(error));
                return Ok(None);
            }
        };
        storage::write(file, certificate.to_bytes())
            .with_context(|| format!("cannot write {file:?}"))?;
        Ok(Some(certificate.header().claim.to_string()))
    }
}

/// Whether an error is about what the positions have in common, and so would be that of each.
fn is_for_all(error: &anyhow::Error) -> bool {
    use CatalogueError::{Option, UnknownHeuristic, UnknownSetting};
    matches!(
        error.downcast_ref(),
        Some(Option(_) | UnknownHeuristic { .. } | UnknownSetting { .. })
    )
}

/// The certificate of the answer to a line of the input.
pub(super) fn certificate_file(folder: &Path, line: u64) -> PathBuf {
    folder.join(format!("{line}.tesuji"))
}

/// Hands the lines to the workers, and writes their answers in the order of the lines.
struct Desk<'a> {
    batch: &'a Batch<'a>,
    /// Lets the reader read one more line.
    room: Sender<()>,
    jobs: Sender<(u64, Line)>,
    /// How many positions were handed out, and how many answers were written.
    taken: u64,
    written: u64,
    /// Answers that come after one that is not there yet, by their place.
    waiting: BTreeMap<u64, Answer>,
    /// How many nodes may still be generated.
    nodes_left: Option<u64>,
    /// The limit of the whole batch that has ended a search.
    limit: Option<String>,
    nodes: u64,
    unknown: u64,
    invalid: u64,
}

impl<'a> Desk<'a> {
    fn new(batch: &'a Batch<'a>, room: Sender<()>, jobs: Sender<(u64, Line)>) -> Self {
        Desk {
            batch,
            room,
            jobs,
            taken: 0,
            written: 0,
            waiting: BTreeMap::new(),
            nodes_left: batch.nodes,
            limit: None,
            nodes: 0,
            unknown: 0,
            invalid: 0,
        }
    }

    fn serve(
        mut self,
        events: &Receiver<Event>,
        workers: &[ScopedJoinHandle<'_, ()>],
        out: &mut dyn Write,
    ) -> Result<Exit> {
        let started = Instant::now();
        let (mut ended, mut is_over) = (false, false);
        let mut bar = CountBar::of_lines("positions", ["answered", "positions"], None);
        while !(is_over || ended && self.written == self.taken) {
            // A part of a job shows its progress itself.
            if self.batch.format != Format::Repeatable {
                bar.show(self.written, String::new);
            }
            match events.recv_timeout(WAIT) {
                Ok(Event::Read(line)) => {
                    // There are workers as long as there is this end of their queue.
                    let _ = self.jobs.send((self.taken, line));
                    self.taken += 1;
                }
                Ok(Event::Ended(end)) => {
                    end.with_context(|| format!("cannot read {}", self.batch.from))?;
                    ended = true;
                }
                Ok(Event::Solved(place, answer)) => {
                    self.waiting.insert(place, *answer);
                    is_over = self.write_ready(out)?;
                }
                Err(RecvTimeoutError::Timeout) if self.written == self.taken => {
                    self.limit = self.limit.take().or_else(|| self.reached());
                    is_over = self.limit.is_some();
                }
                Err(RecvTimeoutError::Timeout) => {
                    ensure!(!workers.iter().any(ScopedJoinHandle::is_finished), "a search failed");
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        ensure!(self.limit.is_some() || self.taken > 0, "there is no position in the input");
        self.end(started, out)
    }

    /// The limit of the whole batch that has been reached, if one has.
    fn reached(&self) -> Option<String> {
        limits::reached(&self.batch.budget).map(|limit| limit.to_string())
    }

    /// Writes the answers whose turn it is, and returns whether the last one is written.
    fn write_ready(&mut self, out: &mut dyn Write) -> Result<bool> {
        while let Some(answer) = self.waiting.remove(&self.written) {
            let is_over = self.write(answer, out)?;
            out.flush()?;
            if is_over {
                return Ok(true);
            }
            // The reader may have ended.
            let _ = self.room.send(());
        }
        Ok(false)
    }

    /// Writes an answer, unless a limit had been reached before its search, and returns whether the
    /// batch is over. What a limit on time or an interrupt has ended is written, and does not end it.
    fn write(&mut self, answer: Answer, out: &mut dyn Write) -> Result<bool> {
        let Answer { number, text, found } = answer;
        let found = match (found, self.nodes_left) {
            (_, Some(0)) => {
                self.limit = Some(Limit::Nodes.to_string());
                return Ok(true);
            }
            // The searches before it, which ran at the same time, have left it fewer nodes.
            (Ok(Solved { report, .. }), Some(left))
                if report.nodes_generated > left && self.nodes_left < self.batch.nodes =>
            {
                self.batch.solve(number, text.as_deref().unwrap_or_default(), Some(left))
            }
            (found, _) => found,
        };
        match found {
            Err(error) if Exit::from(&error) == Exit::Failure => Err(error),
            Err(error) if is_for_all(&error) => Err(error),
            Err(error)
                if let Some(&CatalogueError::Stopped(limit)) = error.downcast_ref()
                    && self.reached().is_some() =>
            {
                self.limit.get_or_insert(limit.to_string());
                Ok(true)
            }
            Err(error) => {
                self.invalid += 1;
                output::to_stderr!("line {number}: {error:#}");
                self.write_error(number, &error, out)?;
                self.written += 1;
                Ok(false)
            }
            Ok(solved) => {
                let report = &solved.report;
                let ends = [Limit::Time, Limit::Interrupted].map(|limit| limit.to_string());
                let limit = report.limit.clone().filter(|limit| ends.contains(limit));
                // A limit on the time of each position ends that one alone.
                let limit = limit.filter(|_| self.reached().is_some());
                let nodes = Limit::Nodes.to_string();
                // Likewise for nodes, unless the batch had no more than those left.
                let left = |left| self.batch.each.nodes_each.is_none_or(|each| left <= each);
                let is_last =
                    self.nodes_left.is_some_and(left) && report.limit.as_ref() == Some(&nodes);
                let limit = limit.or(is_last.then_some(nodes));
                self.limit = self.limit.take().or(limit);
                if self.limit.is_some() && self.batch.format == Format::Repeatable {
                    return Ok(true);
                }
                self.nodes += report.nodes_generated;
                self.nodes_left =
                    self.nodes_left.map(|left| left.saturating_sub(report.nodes_generated));
                self.unknown += u64::from(report.outcome == Verdict::Unknown);
                self.write_report(number, &solved, out)?;
                self.written += 1;
                Ok(is_last)
            }
        }
    }

    fn write_error(&self, line: u64, error: &anyhow::Error, out: &mut dyn Write) -> Result<()> {
        let error = Some(format!("{error:#}"));
        match self.batch.format {
            Format::Text => Ok(()),
            Format::JsonLines | Format::Repeatable => {
                output::json_line(&JsonLine::<Report> { line, report: None, error }, out)
            }
            Format::Csv => self.write_csv(line, ReportColumns::default(), error, out),
        }
    }

    fn write_report(&self, line: u64, solved: &Solved, out: &mut dyn Write) -> Result<()> {
        let Solved { report, status, certificate } = solved;
        match self.batch.format {
            Format::Text => {
                write!(out, "{line}: {}: {}", report.position, sentence(report, *status))?;
                for (mark, moves) in [(": ", &report.moves), ("; as good: ", &report.best_moves)] {
                    if !moves.is_empty() {
                        write!(out, "{mark}{}", moves.join(" "))?;
                    }
                }
                Ok(writeln!(out)?)
            }
            Format::JsonLines => {
                let report = Some(report);
                output::json_line(&JsonLine { line, report, error: None }, out)
            }
            Format::Repeatable => {
                let report = Some(report);
                let mut fields =
                    output::repeatable(&JsonLine { line, report, error: None }, &["peak_bytes"])?;
                if self.batch.certificates.is_some() {
                    fields.insert("certificate".to_owned(), certificate.clone().into());
                }
                output::json_line(&fields, out)
            }
            Format::Csv => self.write_csv(line, report.into(), None, out),
        }
    }

    /// Writes a line of CSV, the first one below the names of the columns.
    fn write_csv(
        &self,
        line: u64,
        report: ReportColumns<'_>,
        error: Option<String>,
        out: &mut dyn Write,
    ) -> Result<()> {
        output::csv_line(&(Number { line }, report, Problem { error }), self.written == 0, out)
    }

    fn end(self, started: Instant, out: &mut dyn Write) -> Result<Exit> {
        let limit = self.limit.as_deref();
        match self.batch.format {
            Format::Text => {
                let solved = self.written - self.unknown - self.invalid;
                writeln!(
                    out,
                    "\n{}: {} answered, {} unknown, {} not valid; {} generated, {}",
                    output::counted(self.written, "line"),
                    output::count(solved),
                    output::count(self.unknown),
                    output::count(self.invalid),
                    output::counted(self.nodes, "node"),
                    output::seconds(started.elapsed().as_secs_f64()),
                )?;
            }
            Format::JsonLines => output::last_json_line(limit, out)?,
            Format::Csv if self.written == 0 => {
                let mut text = Vec::new();
                self.write_csv(0, ReportColumns::default(), None, &mut text)?;
                let head = text.split_inclusive(|&byte| byte == b'\n').next();
                out.write_all(head.unwrap_or_default())?;
            }
            Format::Csv | Format::Repeatable => {}
        }
        let exit = match limit {
            Some(limit) => Exit::stopped(limit),
            None if self.unknown > 0 => Exit::Unknown,
            None => Exit::Solved,
        };
        Ok(if self.invalid > 0 { Exit::BadInput } else { exit })
    }
}

/// Reads lines, each when there is room for it, until there are no more or nobody wants them.
fn read_lines(mut input: impl BufRead, slots: &Receiver<()>, events: &Sender<Event>) {
    let mut number = 0;
    while slots.recv().is_ok() {
        let event = match next_line(&mut input, &mut number) {
            Ok(Some(line)) => Event::Read(line),
            Ok(None) => Event::Ended(Ok(())),
            Err(error) => Event::Ended(Err(error)),
        };
        let is_end = matches!(event, Event::Ended(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

/// The lines of a file that hold positions, by their numbers from 1.
///
/// # Errors
/// A line is not text, or too long; there is none.
pub(super) fn positions(mut input: impl BufRead) -> Result<Vec<(u64, String)>> {
    let (mut lines, mut number) = (Vec::new(), 0);
    while let Some(Line { number, text }) = next_line(&mut input, &mut number)? {
        lines.push((number, text.map_err(|problem| anyhow!("line {number}: {problem}"))?));
    }
    ensure!(!lines.is_empty(), "there is no position in the input");
    Ok(lines)
}

/// The positions in a file, or on standard input for `-`.
pub(super) fn positions_of(file: &Path) -> Result<Vec<(u64, String)>> {
    positions(opened(file)?)
}

/// What a file has, or standard input for `-`.
pub(super) fn opened(file: &Path) -> Result<Box<dyn BufRead + Send>> {
    if file == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let opened = File::open(file).with_context(|| format!("cannot read {file:?}"))?;
    Ok(Box::new(BufReader::new(opened)))
}

/// The next line that is neither empty nor a comment. No more of it is kept than a position can take.
fn next_line(input: &mut impl BufRead, number: &mut u64) -> io::Result<Option<Line>> {
    loop {
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut *input, MAX_BYTES + 1).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        *number += 1;
        let text = if read as u64 > MAX_BYTES {
            if bytes.last() != Some(&b'\n') {
                input.skip_until(b'\n')?;
            }
            Err(format!("longer than {MAX_BYTES} bytes, and so not a position"))
        } else {
            let text = str::from_utf8(&bytes).map_err(|_| "not text in UTF-8".to_owned());
            text.map(|text| text.trim_start_matches('\u{feff}').trim().to_owned())
        };
        if !text.as_ref().is_ok_and(|text| is_skipped(text)) {
            return Ok(Some(Line { number: *number, text }));
        }
    }
}
