use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
#[cfg(feature = "cluster")]
use anyhow::ensure;
use clap::Args;
#[cfg(feature = "cluster")]
use tesuji::catalogue::GamePosition;
use tesuji::catalogue::{Catalogue, CatalogueError, CountReport};
use tesuji::core::{Budget, Silent};

use super::Run;
use crate::checkpoint::{self, CheckpointArguments};
use crate::exit::Exit;
use crate::inputs::{Limits, Start};
use crate::limits;
use crate::output;
use crate::progress::Spinner;
#[cfg(feature = "cluster")]
use crate::workers::{Team, WorkerArguments};

/// Count the reachable positions by their distance from the given one
#[derive(Debug, Args)]
#[cfg_attr(feature = "cluster", command(mut_arg("workers", |arg| arg.visible_alias("threads"))))]
#[command(after_long_help = "Examples:
  tesuji count tic-tac-toe --values
  tesuji count connect-four --size 4x5
  tesuji count breakthrough --size 3x5 --json
  tesuji count nim 3-4-5 --certificate count.tesuji
  tesuji count breakthrough --size 4x5 --workers 2
  tesuji count taquin --size 4x4 --memory 1GiB   (as far as the memory allows)")]
pub(crate) struct Count {
    #[command(flatten)]
    start: Start,
    /// Solve them all, too, and count those won, lost and drawn for the player to move
    #[arg(long)]
    values: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    checkpoint: CheckpointArguments,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    workers: WorkerArguments,
    /// Write a certificate of the count to this file: a proof that `tesuji verify` checks by the rules
    /// alone
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

impl Run for Count {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let position = self.start.open(catalogue)?;
        if let Some(file) = &self.certificate {
            output::check_writable(file)?;
        }
        #[cfg(feature = "cluster")]
        if let Some(team) = self.workers.team(&self.checkpoint)? {
            return self.run_by(team, &*position, out);
        }
        if self.values {
            // What the game does not offer is refused before the count.
            match position.count_values(&Budget::unlimited().nodes(0), &mut Silent) {
                Ok(_) | Err(CatalogueError::Stopped(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let saving = self.checkpoint.open(checkpoint::LIMITS)?;
        let budget = saving.within(limits::budget(&self.limits)?);
        let mut report = {
            let mut spinner = Spinner::new("count");
            position.count(None, &budget, &mut spinner)?
        };
        if self.values && report.limit.is_none() {
            let mut spinner = Spinner::new("values");
            match position.count_values(&budget, &mut spinner) {
                Ok(values) => report.values = Some(values),
                Err(CatalogueError::Stopped(limit)) => report.limit = Some(limit.to_string()),
                Err(error) => return Err(error.into()),
            }
        }
        if self.json {
            output::json(&report, out)?;
        } else {
            write(&report, out)?;
        }
        if let Some(limit) = &report.limit {
            return saving.end(Exit::stopped(limit), out);
        }
        let Some(file) = &self.certificate else { return saving.end(Exit::Solved, out) };
        // The certificate is made within the same budget, after the answer is printed.
        out.flush()?;
        let certificate = position.certify_count(&report, &budget);
        saving.end(output::certified(certificate, file, self.json, out)?, out)
    }
}

#[cfg(feature = "cluster")]
impl Count {
    /// The same by several workers.
    fn run_by(&self, team: Team, position: &dyn GamePosition, out: &mut dyn Write) -> Result<Exit> {
        ensure!(
            !self.values && self.certificate.is_none(),
            "several workers count, but do not solve: --values and --certificate are for one process"
        );
        let budget = limits::budget(&self.limits)?;
        let report = {
            let mut spinner = Spinner::new("count");
            position.count(Some(&team.search), &budget, &mut spinner)?
        };
        if team.prints() {
            if self.json {
                output::json(&report, out)?;
            } else {
                write(&report, out)?;
            }
            out.flush()?;
        }
        Ok(team.end(report.limit.as_deref().map_or(Exit::Solved, Exit::stopped)))
    }
}

fn write(report: &CountReport, out: &mut dyn Write) -> Result<()> {
    let rows = report.by_ply.iter().enumerate();
    let rows = rows.map(|(ply, &positions)| [ply.to_string(), output::count(positions)]);
    writeln!(out, "{} {}\n", report.game, report.position)?;
    writeln!(out, "{}\n", output::table(&["moves", "positions"], rows))?;
    let more = if report.limit.is_some() { " and more" } else { "" };
    writeln!(
        out,
        "{}{more}, {} of tables, {}",
        output::counted(report.positions, "position"),
        output::bytes(report.peak_bytes),
        output::seconds(report.seconds),
    )?;
    if let Some(values) = &report.values {
        writeln!(
            out,
            "for the player to move: {} won, {} lost, {} drawn",
            output::count(values.won),
            output::count(values.lost),
            output::count(values.drawn),
        )?;
    }
    Ok(())
}
