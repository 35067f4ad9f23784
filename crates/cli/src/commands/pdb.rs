use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, Subcommand};
use schemars::JsonSchema;
use serde::Serialize;
use tesuji::catalogue::Catalogue;
use tesuji::catalogue::databases::Databases;
#[cfg(feature = "games")]
use tesuji::catalogue::{EntriesError, verify_entries};
use tesuji::informed::pdb::{Database, FileError, FileHead, FileProblem};

use super::Run;
use crate::checkpoint::{self, CheckpointArguments};
use crate::exit::Exit;
use crate::flags::SettingFlags;
use crate::inputs::{Limits, MemoryLimit, Threads, TimeLimit};
use crate::limits;
use crate::output;
use crate::progress::{CountBar, Spinner};

/// Where databases are.
pub(crate) const PLACE: &str =
    "They are kept in the user's cache directory, or in the directory that TESUJI_CACHE names.";

#[derive(Debug, Subcommand)]
pub(crate) enum Pdb {
    /// Build the databases of a heuristic, unless they exist
    #[command(after_long_help = "Examples:
  tesuji pdb build 6-6-3
  tesuji pdb build 7-8                           (288 MB, half a minute, 0.3 GB of memory)
  tesuji pdb build 6-6-6-6                       (255 MB, for 5x5)
  TESUJI_CACHE=/tmp/tables tesuji pdb build 5-5-5 --goal blank-last")]
    Build(Build),
    /// List the databases
    List {
        /// Print a JSON array with an object for each file
        #[arg(long)]
        json: bool,
    },
    /// Check databases against their checksums, or entry by entry
    #[command(after_help = "Examples:
  tesuji pdb verify
  tesuji pdb verify --entries                    (6-6-3: 0.3 GB; 7-8 and 6-6-6-6 are too large)

Exit codes: 0 no file has a problem, 1 an entry is wrong, 2 a file is damaged, 3 unknown (a limit
was reached, or a table is too large), 4 a file cannot be read.")]
    Verify(Verify),
}

#[derive(Debug, Args)]
pub(crate) struct Build {
    /// The heuristic, with or without `pdb:`
    heuristic: String,
    /// The game
    #[arg(long, default_value = "taquin")]
    game: String,
    #[command(flatten)]
    settings: SettingFlags,
    /// Build existing ones again
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    checkpoint: CheckpointArguments,
    /// Print a JSON array with an object for each database
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The files; by default all that `list` lists
    files: Vec<PathBuf>,
    /// Compute every entry again, with the code of the checker of certificates, and compare
    #[cfg(feature = "games")]
    #[arg(long)]
    entries: bool,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    memory: MemoryLimit,
    /// Print a JSON array with an object for each file
    #[arg(long)]
    json: bool,
}

impl Run for Pdb {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        match self {
            Pdb::Build(options) => build(options, catalogue, out),
            Pdb::List { json } => list(*json, out),
            Pdb::Verify(options) => verify(options, out),
        }
    }
}

fn build(options: &Build, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
    let databases = Databases::of_user().threads(options.threads.number());
    let heuristic = format!("pdb:{}", options.heuristic.trim_start_matches("pdb:"));
    let saving = options.checkpoint.open(checkpoint::LIMITS)?;
    let budget = saving.within(limits::budget(&options.limits)?);
    for file in databases.remove_unfinished()? {
        if !options.json {
            writeln!(out, "removed {}, left by a build that was killed", file.display())?;
        }
    }
    let reports = {
        let mut spinner = Spinner::new(format!("building {heuristic}"));
        catalogue.game(&options.game)?.build_databases(
            options.settings.settings(),
            &heuristic,
            &databases,
            options.force,
            &budget,
            &mut spinner,
        )?
    };
    if options.json {
        output::json(&reports, out)?;
        return saving.end(Exit::Solved, out);
    }
    for report in &reports {
        let entries = output::entries_in_bytes(report.entries as u64, report.bytes as u64);
        let done = if report.built { "built" } else { "exists already" };
        let time = output::seconds(report.seconds);
        writeln!(out, "{}", report.identity)?;
        writeln!(out, "  {entries}, up to {}, {done}, {time}", report.greatest)?;
        if let Some(file) = &report.file {
            writeln!(out, "  {file}")?;
        }
    }
    saving.end(Exit::Solved, out)
}

/// A file of a database as a program reads it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FileReport {
    file: String,
    identity: Option<String>,
    entries: Option<usize>,
    bytes: Option<usize>,
    problem: Option<String>,
    /// What the problem comes from.
    #[serde(skip)]
    exit: Exit,
}

impl FileReport {
    fn new(path: &Path, head: Result<FileHead, FileError>) -> Self {
        let file = path.display().to_string();
        match head {
            Ok(head) => {
                let (entries, bytes) = (Some(head.entries), Some(head.bytes()));
                let (identity, exit) = (Some(head.identity), Exit::Solved);
                FileReport { file, identity, entries, bytes, problem: None, exit }
            }
            Err(error) => {
                let problem = match &error.problem {
                    FileProblem::Io(error) => error.to_string(),
                    problem => problem.to_string(),
                };
                let problem = Some(problem);
                let exit = Exit::from(&error.into());
                FileReport { file, identity: None, entries: None, bytes: None, problem, exit }
            }
        }
    }

    /// The report after every entry was computed again.
    #[cfg(feature = "games")]
    fn with_entries(self, compared: Result<usize, EntriesError>) -> Self {
        let Err(error) = compared else { return self };
        let exit = match &error {
            EntriesError::Wrong { .. } => Exit::Unsolvable,
            EntriesError::TooLarge | EntriesError::Stopped(_) | EntriesError::NotTiles(_) => {
                Exit::Unknown
            }
            _ => Exit::BadInput,
        };
        FileReport { problem: Some(error.to_string()), exit, ..self }
    }

    fn unfinished(path: &Path) -> Self {
        let problem = "the build was killed; tesuji pdb build removes this file";
        let (file, problem) = (path.display().to_string(), Some(problem.to_owned()));
        FileReport { file, identity: None, entries: None, bytes: None, problem, exit: Exit::Solved }
    }
}

fn list(json: bool, out: &mut dyn Write) -> Result<Exit> {
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

fn verify(options: &Verify, out: &mut dyn Write) -> Result<Exit> {
    let mut paths: Vec<PathBuf> = options.files.clone();
    if paths.is_empty() {
        paths = Databases::of_user().files()?.into_iter().map(|(path, _)| path).collect();
    }
    let (time, memory) = (options.time, options.memory);
    #[cfg(feature = "games")]
    let entries = options.entries;
    // Only tiles can be computed again.
    #[cfg(not(feature = "games"))]
    let entries = false;
    let budget = limits::budget(&Limits { time, memory, nodes: None })?;
    let check = |path: &PathBuf| {
        let head = FileHead::read(path).and_then(|head| {
            Database::open(path, &head.identity)?;
            Ok(head)
        });
        let report = FileReport::new(path, head);
        #[cfg(feature = "games")]
        if entries && report.problem.is_none() {
            return report.with_entries(verify_entries(path, &budget));
        }
        report
    };
    let (mut reports, mut limit) = (Vec::new(), None);
    let mut bar = CountBar::new("files", ["checked", "files"], paths.len() as u64);
    for path in &paths {
        bar.show(reports.len() as u64, String::new);
        limit = limits::reached(&budget).map(|limit| limit.to_string());
        if limit.is_some() {
            break;
        }
        reports.push(check(path));
    }
    drop(bar);
    if options.json {
        output::json_results(&reports, limit.as_deref(), out)?;
    } else if paths.is_empty() {
        writeln!(out, "there are no databases")?;
    } else {
        for (index, report) in reports.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            let whole = match entries {
                true => ", every entry computed again",
                false => ", every entry as it was written",
            };
            print(report, whole, out)?;
        }
    }
    let problem = reports.iter().map(|report| report.exit).find(|exit| *exit != Exit::Solved);
    let end = limit.as_deref().map(Exit::stopped);
    Ok(problem.or(end).unwrap_or(Exit::Solved))
}

/// A file with what is wrong with it or how it is.
fn print(report: &FileReport, whole: &str, out: &mut dyn Write) -> Result<()> {
    let FileReport { file, identity, entries, bytes, problem, exit: _ } = report;
    writeln!(out, "{file}")?;
    match (identity, entries, bytes, problem) {
        (Some(identity), Some(entries), Some(bytes), None) => {
            writeln!(out, "  {identity}")?;
            writeln!(out, "  {}{whole}", output::entries_in_bytes(*entries as u64, *bytes as u64))?;
        }
        (Some(identity), _, _, Some(problem)) => writeln!(out, "  {identity}\n  {problem}")?,
        (.., problem) => writeln!(out, "  {}", problem.as_deref().unwrap_or_default())?,
    }
    Ok(())
}
