use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Error, Result};
use clap::{Args, Subcommand, ValueHint};
use schemars::JsonSchema;
use serde::Serialize;
use tesuji::catalogue::{
    AnyTable, Catalogue, CatalogueError, LongestReport, SolvedTable, TableBuildReport,
    TableBuilders, TableDetail, TableInfo, TableReport, TableStatsReport, Verdict,
    layers_directory, parts_directory,
};

use super::{Run, batch};
#[cfg(feature = "cluster")]
use crate::checkpoint::CheckpointArguments;
use crate::exit::Exit;
use crate::inputs::{Limits, Start, Threads};
use crate::limits;
use crate::output;
use crate::progress::Spinner;
#[cfg(feature = "cluster")]
use crate::workers::{Team, WorkerArguments};

/// Build tables of solved games, and look positions up in them
#[derive(Debug, Subcommand)]
pub(crate) enum Table {
    Build(Build),
    Query(Query),
    Info(Info),
    Verify(Verify),
    Stats(Stats),
}

/// Solve all positions that can be reached from one, and write their values to a file
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tesuji table build tic-tac-toe --out tic-tac-toe.table
  tesuji table build connect-four --size 5x4 --out 5x4.table
  tesuji table build connect-four --size 5x5 --memory 256MiB --out 5x5.table
  tesuji table build connect-four --size 5x5 --outcome-only --out 5x5.table
  tesuji table build rush-hour-rocks --workers 2 --out rocks.table
  tesuji table build rush-hour-rocks --file boards.txt --threads 2 --out rocks.table
  tesuji cluster run -- table build connect-four --size 5x4 --out 5x4.table

With --file, the tables of many starts are in one file; a start that is a position in the table of
an earlier one is stored once. A build that is stopped leaves the finished tables in a directory
beside the file (rocks.table.parts), and the same command continues with them.

Connect Four, Breakthrough, Nim and tic-tac-toe are solved on disk, layer by layer: a build that is
stopped leaves its layers in a directory beside the file (5x5.table.layers), and the same command
continues with them. Other games are solved in memory, and so are all games by --workers and by the
processes of --hosts, each of which has a part of the positions; process 0 writes the file, which is
the same. With these, --checkpoint saves the positions and values that are found.")]
pub(crate) struct Build {
    #[command(flatten)]
    start: Start,
    /// The file; it replaces an existing one
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// Build the tables of the positions in this file, one a line, as one; `-` reads standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "position")]
    file: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Say only who wins, not in how many plies: for games that are built by layers, by one worker
    #[arg(long)]
    outcome_only: bool,
    #[command(flatten)]
    limits: Limits,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    checkpoint: CheckpointArguments,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    workers: WorkerArguments,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Look a position up: its value, and that of each move
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tesuji table query 5x4.table
  tesuji table query 5x4.table 1122 --json
  tesuji table query 5x4.table --file positions.txt --jsonl")]
pub(crate) struct Query {
    /// The table
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// The position, by default the start of the table; words are joined by spaces
    position: Vec<String>,
    /// Look up the positions in this file, one a line, and print a line for each; `-` reads standard
    /// input
    #[arg(long = "file", value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["position", "json"])]
    positions: Option<PathBuf>,
    /// Print one JSON object for each position of --file, on a line of its own
    #[arg(long, requires = "positions")]
    jsonl: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Say what a table is of, and its size
#[derive(Debug, Args)]
pub(crate) struct Info {
    /// The table
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Check every byte of a table, and every value against those of the successors
#[derive(Debug, Args)]
#[command(
    after_help = "A table that passes is right, and its origin does not matter: the check uses
the rules alone.

Exit codes: 0 the table is right, 1 it is wrong or damaged, 3 a limit was reached, 4 the file cannot
be read."
)]
pub(crate) struct Verify {
    /// The table
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    limits: Limits,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// Count the positions of each value, and show the longest win or loss
#[derive(Debug, Args)]
pub(crate) struct Stats {
    /// The table
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    limits: Limits,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Table {
    fn chosen(&self) -> &dyn Run {
        match self {
            Table::Build(command) => command,
            Table::Query(command) => command,
            Table::Info(command) => command,
            Table::Verify(command) => command,
            Table::Stats(command) => command,
        }
    }
}

impl Run for Table {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        self.chosen().run(catalogue, out)
    }
}

impl Run for Build {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        if let Some(file) = &self.file {
            return self.run_file(file, catalogue, out);
        }
        #[cfg(feature = "cluster")]
        if let Some(team) = self.workers.team(&self.checkpoint)? {
            return self.run_by(team, catalogue, out);
        }
        #[cfg(feature = "cluster")]
        anyhow::ensure!(
            !self.checkpoint.is_given(),
            "--checkpoint is for --workers and --hosts: without these, the layers are kept anyway"
        );
        let position = self.start.open(catalogue)?;
        output::check_writable(&self.out)?;
        let budget = limits::budget(&self.limits)?;
        let built = {
            let mut spinner = Spinner::new("table");
            let by = TableBuilders::Threads(self.threads.number());
            position.build_table((&self.out, self.detail()), by, &budget, &mut spinner)
        };
        let layers = layers_directory(&self.out);
        if matches!(built, Err(CatalogueError::Stopped(_))) && layers.exists() {
            let layers = layers.display();
            output::to_stderr!(
                "the finished layers are in {layers}: the same command continues with them"
            );
        }
        self.print(built?.as_ref(), out)
    }
}

impl Build {
    /// The same by several workers.
    #[cfg(feature = "cluster")]
    fn run_by(&self, team: Team, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        self.threads.refuse()?;
        let position = self.start.open(catalogue)?;
        if team.prints() {
            output::check_writable(&self.out)?;
        }
        let budget = limits::budget(&self.limits)?;
        let report = {
            let mut spinner = Spinner::new("table");
            let table = (&*self.out, self.detail());
            let by = TableBuilders::Workers(&team.search);
            position.build_table(table, by, &budget, &mut spinner)?
        };
        let exit = self.print(report.as_ref(), out)?;
        // The others end before process 0 has written the table: it removes what they have saved.
        Ok(if team.prints() { team.end(exit) } else { exit })
    }

    /// The tables of the positions in a file.
    fn run_file(&self, file: &Path, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        #[cfg(feature = "cluster")]
        anyhow::ensure!(
            !self.checkpoint.is_given() && self.workers.team(&self.checkpoint)?.is_none(),
            "--workers, --hosts and --checkpoint are for one start: leave out --file"
        );
        let game = self.start.game(catalogue)?;
        let starts = batch::positions_of(file)?;
        let starts: Vec<String> = starts.into_iter().map(|(_, text)| text).collect();
        output::check_writable(&self.out)?;
        let budget = limits::budget(&self.limits)?;
        let settings = self.start.settings.settings();
        let built = {
            let mut spinner = Spinner::new("table");
            let (table, threads) = ((&*self.out, self.detail()), self.threads.number());
            game.build_tables(&starts, settings, table, threads, &budget, &mut spinner)
        };
        let parts = parts_directory(&self.out);
        if matches!(built, Err(CatalogueError::Stopped(_))) && parts.exists() {
            let parts = parts.display();
            output::to_stderr!(
                "the finished tables are in {parts}: the same command continues with them"
            );
        }
        self.print(Some(&built?), out)
    }

    fn detail(&self) -> TableDetail {
        if self.outcome_only { TableDetail::Outcome } else { TableDetail::Plies }
    }

    fn print(&self, report: Option<&TableBuildReport>, out: &mut dyn Write) -> Result<Exit> {
        let Some(report) = report else { return Ok(Exit::Solved) };
        if self.json {
            output::json(report, out)?;
            return Ok(Exit::Solved);
        }
        let TableBuildReport { table, seconds, peak_bytes, .. } = report;
        write_info(table, out)?;
        let rate = table.positions as f64 / seconds / 1e6;
        let (seconds, memory) = (output::seconds(*seconds), output::bytes(*peak_bytes));
        writeln!(out, "built in {seconds}: {rate:.2} million positions/s, {memory} of tables")?;
        Ok(Exit::Solved)
    }
}

impl Run for Query {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let table = open(catalogue, &self.file)?;
        if let Some(file) = &self.positions {
            return self.query_all(&*table, file, out);
        }
        let text = (!self.position.is_empty()).then(|| self.position.join(" "));
        let report = table.query(text.as_deref())?;
        if self.json {
            output::json(&report, out)?;
        } else {
            write_answer(&report, out)?;
        }
        Ok(Exit::Solved)
    }
}

impl Query {
    /// Looks up the positions in a file; those that the table does not have are reported.
    fn query_all(&self, table: &dyn SolvedTable, file: &Path, out: &mut dyn Write) -> Result<Exit> {
        let mut out = BufWriter::new(out);
        let mut exit = Exit::Solved;
        for (line, text) in batch::positions_of(file)? {
            let (found, error) = match table.query(Some(&text)) {
                Ok(report) => (Some(report), None),
                Err(error) => {
                    let error = anyhow::Error::from(error);
                    if Exit::from(&error) == Exit::Failure {
                        return Err(error.context(format!("line {line}")));
                    }
                    output::to_stderr!("line {line}: {error:#}");
                    exit = Exit::BadInput;
                    (None, Some(format!("{error:#}")))
                }
            };
            if self.jsonl {
                output::json_line(
                    &batch::JsonLine { line, report: found.as_ref(), error },
                    &mut out,
                )?;
            } else if let Some(report) = &found {
                writeln!(out, "{}: {}", report.position, value(report.outcome, report.length))?;
            }
        }
        out.flush()?;
        Ok(exit)
    }
}

impl Run for Info {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let info = open(catalogue, &self.file)?.info();
        if self.json {
            output::json(&info, out)?;
        } else {
            write_info(&info, out)?;
        }
        Ok(Exit::Solved)
    }
}

/// What a check found.
#[derive(Serialize, JsonSchema)]
pub(crate) struct VerifyReport {
    valid: bool,
    /// The number of positions, if the table is valid.
    positions: Option<u64>,
    /// What is wrong.
    reason: Option<String>,
    /// The limit that ended the check.
    limit: Option<String>,
}

impl Run for Verify {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let budget = limits::budget(&self.limits)?;
        let threads = self.threads.number();
        let verified = catalogue.open_table(&self.file).and_then(|table| {
            let mut spinner = Spinner::new("verify");
            table.verify(threads, &budget, &mut spinner)
        });
        let empty = VerifyReport { valid: false, positions: None, reason: None, limit: None };
        let (report, exit) = match verified {
            Ok(positions) => {
                (VerifyReport { valid: true, positions: Some(positions), ..empty }, Exit::Solved)
            }
            Err(CatalogueError::Stopped(limit)) => {
                let limit = limit.to_string();
                let exit = Exit::stopped(&limit);
                (VerifyReport { limit: Some(limit), ..empty }, exit)
            }
            Err(error) => {
                let error = anyhow::Error::from(error);
                if Exit::from(&error) == Exit::Failure {
                    return Err(error);
                }
                let reason = Some(format!("{error:#}"));
                (VerifyReport { reason, ..empty }, Exit::Unsolvable)
            }
        };
        if self.json {
            output::json(&report, out)?;
        } else if let Some(positions) = report.positions {
            let positions = output::counted(positions, "position");
            writeln!(out, "verified: {positions}, each with the value of its successors")?;
        } else if let Some(reason) = &report.reason {
            writeln!(out, "rejected: {reason}")?;
        }
        Ok(exit)
    }
}

impl Run for Stats {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let table = open(catalogue, &self.file)?;
        let budget = limits::budget(&self.limits)?;
        let stats = {
            let mut spinner = Spinner::new("stats");
            table.stats(&budget, &mut spinner)?
        };
        if self.json {
            output::json(&stats, out)?;
        } else {
            write_stats(&stats, out)?;
        }
        Ok(Exit::Solved)
    }
}

fn open(catalogue: &Catalogue, file: &Path) -> Result<AnyTable> {
    catalogue.open_table(file).map_err(|error| cannot_open(file, error))
}

/// The error with the file, which most errors name themselves.
pub(crate) fn cannot_open(file: &Path, error: CatalogueError) -> Error {
    if matches!(&error, CatalogueError::Table(of_table) if of_table.names_file()) {
        return error.into();
    }
    Error::new(error).context(format!("cannot open {file:?}"))
}

fn write_info(info: &TableInfo, out: &mut dyn Write) -> Result<()> {
    let TableInfo { game, settings, start, starts, tables, method, keys, .. } = info;
    writeln!(out, "{}", settings.after(game))?;
    let detail = if info.values == "outcome" { ", outcomes alone" } else { "" };
    if *starts > 1 {
        let (starts, tables) =
            (output::counted(*starts, "start"), output::counted(*tables, "table"));
        writeln!(out, "{starts} in {tables}")?;
    }
    writeln!(out, "from {start}, by {method}, {keys} as keys{detail}")?;
    let positions = output::counted(info.positions, "position");
    let (layers, blocks) = (
        output::counted(info.layers.len() as u64, "layer"),
        output::counted(info.blocks as u64, "block"),
    );
    writeln!(out, "{positions}, {layers}, {blocks}")?;
    let each = info.bytes as f64 / info.positions.max(1) as f64;
    writeln!(out, "{} bytes, {each:.2} for each position", output::count(info.bytes))?;
    Ok(())
}

/// A value in words, as in "win in 5 plies".
fn value(outcome: Verdict, length: Option<u32>) -> String {
    let outcome = match outcome {
        Verdict::Win => "win",
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
        Verdict::Solved | Verdict::Unsolvable | Verdict::Expected | Verdict::Unknown => "unknown",
    };
    match length {
        Some(1) => format!("{outcome} in 1 ply"),
        Some(plies) => format!("{outcome} in {plies} plies"),
        None => outcome.to_owned(),
    }
}

fn write_answer(report: &TableReport, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}\n{}\n", report.position, report.drawing.trim_end())?;
    writeln!(out, "for the player to move: {}", value(report.outcome, report.length))?;
    if !report.by_move.is_empty() {
        let rows = report.by_move.iter().map(|mv| {
            let best = if report.best_moves.contains(&mv.mv) { "best" } else { "" };
            [mv.mv.clone(), value(mv.outcome, mv.length), best.to_owned()]
        });
        writeln!(out, "\n{}\n", output::table(&["move", "value", ""], rows))?;
        write!(out, "{}", output::wrapped(&report.moves, 100))?;
    }
    Ok(())
}

fn write_stats(stats: &TableStatsReport, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}\n", stats.settings.after(&stats.game))?;
    let count = |counts: &[u64], plies: usize| counts.get(plies).copied().unwrap_or(0);
    let rows = (0..stats.won.len().max(stats.lost.len())).map(|plies| {
        let (won, lost) = (count(&stats.won, plies), count(&stats.lost, plies));
        [plies.to_string(), output::count(won), output::count(lost)]
    });
    // A table of outcomes alone has no plies to tell.
    if stats.longest.is_some() {
        writeln!(out, "{}\n", output::table(&["plies", "won", "lost"], rows))?;
    }
    let sum = |counts: &[u64]| output::count(counts.iter().sum());
    let (won, lost, drawn) = (sum(&stats.won), sum(&stats.lost), output::count(stats.drawn));
    writeln!(out, "for the player to move: {won} won, {lost} lost, {drawn} drawn")?;
    if let Some(LongestReport { position, outcome, length, moves, .. }) = &stats.longest {
        writeln!(out, "longest: {}, {position}", value(*outcome, *length))?;
        write!(out, "{}", output::wrapped(moves, 100))?;
    }
    Ok(())
}
