use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;
use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::game;
use tesuji::informed::pdb::{Database, FileError, FileHead};

use crate::arguments::{Pdb, PdbBuild, PdbVerify};
use crate::exit::Exit;
use crate::limits;
use crate::output;
use crate::progress::Spinner;

pub(crate) fn run(command: &Pdb, out: &mut impl Write) -> Result<Exit> {
    match command {
        Pdb::Build(options) => build(options, out),
        Pdb::List { json } => list(*json, out),
        Pdb::Verify(options) => verify(options, out),
    }
}

fn build(options: &PdbBuild, out: &mut impl Write) -> Result<Exit> {
    let databases = Databases::of_user();
    let budget = limits::budget(&options.limits, limits::stop_on_interrupt()?);
    for file in databases.remove_unfinished()? {
        if !options.json {
            writeln!(out, "removed {}, which a build that was killed had left", file.display())?;
        }
    }
    let reports = {
        let mut spinner = Spinner::new(format!("building {}", options.heuristic()));
        game(&options.game)?.build_databases(
            &options.settings(),
            &options.heuristic(),
            &databases,
            options.force,
            &budget,
            &mut spinner,
        )?
    };
    if options.json {
        output::json(&reports, out)?;
        return Ok(Exit::Solved);
    }
    for report in &reports {
        let entries = entries_in_bytes(report.entries, report.bytes);
        let done = if report.built { "built" } else { "there already" };
        let time = output::seconds(report.seconds);
        writeln!(out, "{}", report.identity)?;
        writeln!(out, "  {entries}, up to {}, {done}, {time}", report.greatest)?;
        if let Some(file) = &report.file {
            writeln!(out, "  {file}")?;
        }
    }
    Ok(Exit::Solved)
}

/// A file of a database as a program reads it.
#[derive(Serialize)]
struct FileReport {
    file: String,
    identity: Option<String>,
    entries: Option<usize>,
    bytes: Option<usize>,
    problem: Option<String>,
}

impl FileReport {
    fn new(path: &Path, head: Result<FileHead, FileError>) -> Self {
        let file = path.display().to_string();
        match head {
            Ok(head) => {
                let (entries, bytes) = (Some(head.entries), Some(head.bytes()));
                FileReport { file, identity: Some(head.identity), entries, bytes, problem: None }
            }
            Err(error) => {
                let problem = Some(error.problem.to_string());
                FileReport { file, identity: None, entries: None, bytes: None, problem }
            }
        }
    }

    fn unfinished(path: &Path) -> Self {
        let problem = "the build was killed; tesuji pdb build removes this file";
        let (file, problem) = (path.display().to_string(), Some(problem.to_owned()));
        FileReport { file, identity: None, entries: None, bytes: None, problem }
    }
}

fn list(json: bool, out: &mut impl Write) -> Result<Exit> {
    let databases = Databases::of_user();
    let files = databases.files()?;
    let finished = files.len() as u64;
    let mut reports: Vec<_> =
        files.into_iter().map(|(path, head)| FileReport::new(&path, head)).collect();
    reports.extend(databases.unfinished()?.iter().map(|path| FileReport::unfinished(path)));
    if json {
        output::json(&reports, out)?;
        return Ok(Exit::Solved);
    }
    match databases.directory() {
        Some(directory) => {
            let databases = output::counted(finished, "database");
            writeln!(out, "{databases} in {}", directory.display())?;
        }
        None => writeln!(out, "no directory to keep databases in: set TESUJI_CACHE")?,
    }
    for report in &reports {
        writeln!(out)?;
        print(report, "", out)?;
    }
    Ok(Exit::Solved)
}

fn verify(options: &PdbVerify, out: &mut impl Write) -> Result<Exit> {
    let mut paths: Vec<PathBuf> = options.files.clone();
    if paths.is_empty() {
        paths = Databases::of_user().files()?.into_iter().map(|(path, _)| path).collect();
    }
    let check = |path: &PathBuf| {
        let head = FileHead::read(path).and_then(|head| {
            Database::open(path, &head.identity)?;
            Ok(head)
        });
        FileReport::new(path, head)
    };
    let reports: Vec<_> = paths.iter().map(check).collect();
    if options.json {
        output::json(&reports, out)?;
    } else if reports.is_empty() {
        writeln!(out, "there are no databases")?;
    } else {
        for (index, report) in reports.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            print(report, ", every entry as it was written", out)?;
        }
    }
    let damaged = reports.iter().any(|report| report.problem.is_some());
    Ok(if damaged { Exit::BadInput } else { Exit::Solved })
}

/// A file with what is wrong with it or how it is.
fn print(report: &FileReport, whole: &str, out: &mut impl Write) -> Result<()> {
    let FileReport { file, identity, entries, bytes, problem } = report;
    writeln!(out, "{file}")?;
    match (identity, entries, bytes, problem) {
        (Some(identity), Some(entries), Some(bytes), _) => {
            writeln!(out, "  {identity}")?;
            writeln!(out, "  {}{whole}", entries_in_bytes(*entries, *bytes))?;
        }
        (.., problem) => writeln!(out, "  {}", problem.as_deref().unwrap_or_default())?,
    }
    Ok(())
}

fn entries_in_bytes(entries: usize, bytes: usize) -> String {
    format!("{} entries in {} bytes", output::count(entries as u64), output::count(bytes as u64))
}
