//! Figures and tables as people read them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{BinaryBytes, HumanCount};
use tesuji::catalogue::{CatalogueError, Report, Verdict};
use tesuji::certificate::Certificate;
use tesuji::core::{Cost, Score};
use tesuji::storage;

use crate::exit::Exit;

/// Writes a line to standard error, and ignores a failure: there is nowhere to report it.
macro_rules! to_stderr {
    ($($text:tt)*) => {
        drop(std::io::Write::write_fmt(
            &mut std::io::stderr(),
            format_args!("{}\n", format_args!($($text)*)),
        ))
    };
}
pub(crate) use to_stderr;

/// The heading of the arguments that say what is printed or written.
pub(crate) const OUTPUT: &str = "Output";

pub(crate) fn count(number: u64) -> String {
    HumanCount(number).to_string()
}

/// A number of things, in the singular or the plural.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {thing}{ending}", count(number))
}

fn entries(number: u64) -> String {
    let entry = if number == 1 { "entry" } else { "entries" };
    format!("{} {entry}", count(number))
}

/// How many entries a file has, and what they take.
pub(crate) fn entries_in_bytes(number: u64, bytes: u64) -> String {
    format!("{} in {}", entries(number), counted(bytes, "byte"))
}

/// That a limit ended something, by the limit's name.
pub(crate) fn limit(name: &str) -> String {
    match name {
        "interrupted" => "interrupted".to_owned(),
        _ => format!("the limit on {name} was reached"),
    }
}

pub(crate) fn bytes(number: usize) -> String {
    BinaryBytes(number as u64).to_string()
}

/// A time to three digits or so, in the unit that fits.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 0.1 => format!("{:.1} ms", s * 1e3),
        s if s < 10.0 => format!("{s:.2} s"),
        s => format!("{s:.1} s"),
    }
}

/// A table that is Markdown as well; all columns but the first are aligned to the right.
pub(crate) fn table<R>(head: &[&str], rows: impl IntoIterator<Item = R>) -> Table
where
    R: IntoIterator<Item = String>,
{
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(head);
    for row in rows {
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// A table that is Markdown as well and is written row by row, so that each row appears when it is
/// known; the first and the last column, if that is for notes, are aligned to the left.
pub(crate) struct RowTable {
    columns: Vec<(&'static str, usize)>,
}

impl RowTable {
    /// A table of columns, by their titles and least widths.
    pub(crate) fn new(mut columns: Vec<(&'static str, usize)>) -> Self {
        for (title, width) in &mut columns {
            *width = (*width).max(title.len());
        }
        RowTable { columns }
    }

    pub(crate) fn head(&self, out: &mut dyn Write) -> Result<()> {
        let titles: Vec<_> =
            self.columns.iter().map(|(title, _)| (*title, (*title).to_owned())).collect();
        self.row(&titles, out)?;
        for (_, width) in &self.columns {
            write!(out, "|{}", "-".repeat(width + 2))?;
        }
        writeln!(out, "|")?;
        Ok(out.flush()?)
    }

    /// Writes a row at once; cells of columns that the table has not are left out.
    pub(crate) fn row(&self, cells: &[(&str, String)], out: &mut dyn Write) -> Result<()> {
        for (title, width) in &self.columns {
            let cell = cells.iter().find(|(of, _)| of == title).map_or("", |(_, cell)| cell);
            match *title {
                "algorithm" | "note" => write!(out, "| {cell:<width$} ")?,
                _ => write!(out, "| {cell:>width$} ")?,
            }
        }
        writeln!(out, "|")?;
        Ok(out.flush()?)
    }
}

/// What a command that prints an array of results prints when a limit ends it, and one that has
/// nothing to print.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Known<'a, T> {
    /// The name of the limit.
    pub(crate) limit: &'a str,
    /// The results by then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) known: Option<T>,
}

/// Results as one JSON value: an array or, if a limit ended the command, an object.
pub(crate) fn json_results(
    results: &[impl serde::Serialize],
    limit: Option<&str>,
    out: &mut dyn Write,
) -> Result<()> {
    match limit {
        None => json(&results, out),
        Some(limit) => json(&Known { limit, known: Some(results) }, out),
    }
}

/// One JSON value, indented.
pub(crate) fn json(value: &impl serde::Serialize, out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// One JSON value on a line of its own, written at once: for results that come one by one.
pub(crate) fn json_line(value: &impl serde::Serialize, out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// The fields of a result without its time and these others, which differ from run to run.
pub(crate) fn repeatable(
    result: &impl serde::Serialize,
    without: &[&str],
) -> Result<serde_json::Map<String, serde_json::Value>> {
    let mut fields: serde_json::Map<_, _> = serde_json::from_value(serde_json::to_value(result)?)?;
    fields.retain(|name, _| name != "seconds" && !without.contains(&name.as_str()));
    Ok(fields)
}

/// The last line of results that come one by one, if a limit ended them.
pub(crate) fn last_json_line(limit: Option<&str>, out: &mut dyn Write) -> Result<()> {
    match limit {
        Some(limit) => json_line(&Known { limit, known: None::<()> }, out),
        None => Ok(()),
    }
}

/// The columns of CSV that are those fields of a report; empty without one.
#[derive(Default, serde::Serialize)]
pub(crate) struct ReportColumns<'a> {
    position: &'a str,
    outcome: Option<Verdict>,
    optimal: Option<bool>,
    length: Option<usize>,
    cost: Option<Cost>,
    moves: String,
    best: Option<&'a str>,
    best_moves: String,
    estimate: Option<Score>,
    expected: Option<f64>,
    lower_bound: Option<Cost>,
    algorithm: &'a str,
    heuristic: Option<&'a str>,
    nodes_expanded: Option<u64>,
    nodes_generated: Option<u64>,
    seconds: Option<f64>,
    peak_bytes: Option<usize>,
    limit: Option<&'a str>,
}

impl<'a> From<&'a Report> for ReportColumns<'a> {
    fn from(report: &'a Report) -> Self {
        ReportColumns {
            position: &report.position,
            outcome: Some(report.outcome),
            optimal: Some(report.optimal),
            length: report.length,
            cost: report.cost,
            moves: report.moves.join(" "),
            best: report.best.as_deref(),
            best_moves: report.best_moves.join(" "),
            estimate: report.estimate,
            expected: report.expected,
            lower_bound: report.lower_bound,
            algorithm: report.algorithm,
            heuristic: report.heuristic,
            nodes_expanded: Some(report.nodes_expanded),
            nodes_generated: Some(report.nodes_generated),
            seconds: Some(report.seconds),
            peak_bytes: Some(report.peak_bytes),
            limit: report.limit.as_deref(),
        }
    }
}

/// A line of CSV, written at once; the names of the columns come before the first one. A tuple of
/// structs has the columns of each.
pub(crate) fn csv_line(
    line: &impl serde::Serialize,
    is_first: bool,
    out: &mut dyn Write,
) -> Result<()> {
    let mut csv = csv::WriterBuilder::new().has_headers(is_first).from_writer(Vec::new());
    csv.serialize(line)?;
    out.write_all(&csv.into_inner()?)?;
    Ok(out.flush()?)
}

/// Makes sure, before work is done for them, that files can be written, and that none is for two
/// purposes; changes nothing.
pub(crate) fn check_all_writable<'f>(files: impl Iterator<Item = &'f Path>) -> Result<()> {
    let mut known = Vec::new();
    for file in files {
        check_writable(file)?;
        let place = place_of(file)?;
        ensure!(!known.contains(&place), "{file:?} is given for two outputs");
        known.push(place);
    }
    Ok(())
}

/// A path by which a file is known however it is named; the file need not be there.
fn place_of(file: &Path) -> io::Result<PathBuf> {
    match (file.canonicalize(), file.parent(), file.file_name()) {
        (Err(_), Some(folder), Some(name)) => {
            let folder = if folder == Path::new("") { Path::new(".") } else { folder };
            Ok(folder.canonicalize()?.join(name))
        }
        (place, ..) => place,
    }
}

/// Makes sure, before work is done for it, that a file can be written, and changes nothing.
pub(crate) fn check_writable(file: &Path) -> Result<()> {
    ensure!(
        file != Path::new("-"),
        "- does not stand for standard output here: a file of this name is ./-"
    );
    storage::check_writable(file).with_context(|| format!("cannot write {file:?}"))
}

/// Writes a file and names it, after what was printed: the file may be the standard output by
/// another name, and if it cannot be written, the answer is there.
pub(crate) fn write(
    what: &str,
    file: &Path,
    bytes: impl AsRef<[u8]>,
    out: &mut dyn Write,
) -> Result<()> {
    write_silently(file, bytes, out)?;
    wrote(what, file);
    Ok(())
}

fn write_silently(file: &Path, bytes: impl AsRef<[u8]>, out: &mut dyn Write) -> Result<()> {
    out.flush()?;
    storage::write(file, bytes).with_context(|| format!("cannot write {file:?}"))
}

/// Says on standard error that a file was written.
pub(crate) fn wrote(what: &str, file: &Path) {
    to_stderr!("{what} in {}", file.display());
}

/// Writes a certificate to a file, and names it: on standard error if the output is JSON.
pub(crate) fn certificate(
    certificate: &Certificate,
    file: &Path,
    quiet: bool,
    out: &mut dyn Write,
) -> Result<()> {
    let bytes = certificate.to_bytes();
    write_silently(file, &bytes, out)?;
    if quiet {
        wrote("certificate", file);
    } else {
        let header = certificate.header();
        let (entries, size) = (entries(header.entries), counted(bytes.len() as u64, "byte"));
        writeln!(out, "certificate in {}: {}, {entries}, {size}", file.display(), header.claim)?;
    }
    Ok(())
}

/// Writes a certificate of an answer that was printed, unless a limit was reached while it was made,
/// or none can be made.
pub(crate) fn certified(
    made: Result<Certificate, CatalogueError>,
    file: &Path,
    quiet: bool,
    out: &mut dyn Write,
) -> Result<Exit> {
    match made {
        Err(CatalogueError::Stopped(limit)) => Ok(Exit::stopped(&limit.to_string())),
        Err(reason @ (CatalogueError::NothingProved(_) | CatalogueError::Certificate(_))) => {
            to_stderr!("{:#}", anyhow::Error::from(reason));
            Ok(Exit::Unproved)
        }
        made => certificate(&made?, file, quiet, out).map(|()| Exit::Solved),
    }
}

/// Words in lines of at most `width` characters, each line indented by two.
pub(crate) fn wrapped(words: &[String], width: usize) -> String {
    let mut text = String::new();
    let mut column = width;
    for word in words {
        let length = word.chars().count();
        if column + 1 + length > width {
            text.push_str(if text.is_empty() { "  " } else { "\n  " });
            column = 2;
        } else {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}
