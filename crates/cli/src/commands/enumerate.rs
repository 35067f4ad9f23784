use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use tesuji::catalogue::{Catalogue, SpaceReport};

use super::Run;
use crate::checkpoint::{self, CheckpointArguments};
use crate::exit::Exit;
use crate::flags::SettingFlags;
use crate::inputs::Limits;
use crate::limits;
use crate::output::{self, OUTPUT};
use crate::progress::Spinner;
#[cfg(feature = "cluster")]
use crate::workers::{Team, WorkerArguments};

/// Visit every state of a space and count them by distance from the goal
#[derive(Debug, Args)]
#[cfg_attr(feature = "cluster", command(mut_arg("workers", |arg| arg.visible_alias("threads"))))]
#[command(after_long_help = "Examples:
  tesuji enumerate taquin 3x3
  tesuji enumerate taquin 2x5 --json
  tesuji enumerate taquin 4x3                    (239,500,800 states, 86 MiB, about 10 s)
  tesuji enumerate taquin 4x3 --workers 2
  tesuji enumerate rush-hour BB...CD..E.CDAAE.CD..E..F...GGF.HHH. --metric slides")]
pub(crate) struct Enumerate {
    /// The game; `tesuji games` lists them
    game: String,
    /// The size of the board, as in 3x3 (width x height), or a position of the space
    #[arg(value_name = "SIZE|POSITION")]
    of: Vec<String>,
    #[command(flatten)]
    settings: SettingFlags,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    checkpoint: CheckpointArguments,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    workers: WorkerArguments,
    /// Write a certificate of the counts to this file: a proof that `tesuji verify` checks by the rules
    /// alone
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Print one JSON object instead of a table
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
    /// Print a JSON object on a line for each distance
    #[arg(long, conflicts_with = "json", help_heading = OUTPUT)]
    jsonl: bool,
}

/// A line of the output for programs.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Layer {
    distance: usize,
    states: u64,
}

impl Run for Enumerate {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let game = catalogue.game(&self.game)?;
        let of = (!self.of.is_empty()).then(|| self.of.join(" "));
        if let Some(file) = &self.certificate {
            output::check_writable(file)?;
        }
        #[cfg(feature = "cluster")]
        if let Some(team) = self.workers.team(&self.checkpoint)? {
            return self.run_by(team, catalogue, out);
        }
        let saving = self.checkpoint.open(checkpoint::LIMITS)?;
        let budget = saving.within(limits::budget(&self.limits)?);
        let report = {
            let mut spinner = Spinner::new(game.name());
            game.enumerate(of.as_deref(), self.settings.settings(), None, &budget, &mut spinner)?
        };
        self.print(&report, out)?;
        if let Some(limit) = &report.limit {
            return saving.end(Exit::stopped(limit), out);
        }
        let Some(file) = &self.certificate else { return saving.end(Exit::Solved, out) };
        // The certificate is made within the same budget, after the answer is printed.
        out.flush()?;
        let certificate = game.certify_space(of.as_deref(), &report, &budget);
        saving.end(output::certified(certificate, file, self.json, out)?, out)
    }
}

impl Enumerate {
    fn print(&self, report: &SpaceReport, out: &mut dyn Write) -> Result<()> {
        if self.json {
            output::json(report, out)
        } else if self.jsonl {
            for (distance, &states) in report.distances.iter().enumerate() {
                output::json_line(&Layer { distance, states }, out)?;
            }
            output::last_json_line(report.limit.as_deref(), out)
        } else {
            table(report, out)
        }
    }

    /// The same by several workers.
    #[cfg(feature = "cluster")]
    fn run_by(&self, team: Team, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let game = catalogue.game(&self.game)?;
        let of = (!self.of.is_empty()).then(|| self.of.join(" "));
        let budget = limits::budget(&self.limits)?;
        let report = {
            let (mut spinner, settings) = (Spinner::new(game.name()), self.settings.settings());
            game.enumerate(of.as_deref(), settings, Some(&team.search), &budget, &mut spinner)?
        };
        if team.prints() {
            self.print(&report, out)?;
            out.flush()?;
        }
        if let Some(limit) = &report.limit {
            return Ok(team.end(Exit::stopped(limit)));
        }
        let file = self.certificate.as_ref().filter(|_| team.prints());
        let Some(file) = file else { return Ok(team.end(Exit::Solved)) };
        let certificate = game.certify_space(of.as_deref(), &report, &budget);
        Ok(team.end(output::certified(certificate, file, self.json, out)?))
    }
}

fn table(report: &SpaceReport, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{} {}, by distance from {}\n", report.game, report.size, report.goal)?;
    let rows = report
        .distances
        .iter()
        .enumerate()
        .map(|(distance, &states)| [distance.to_string(), output::count(states)]);
    writeln!(out, "{}\n", output::table(&["distance", "states"], rows))?;
    let states = output::counted(report.states, "state");
    match (&report.limit, report.mean) {
        (Some(_), _) => writeln!(out, "{states} and more")?,
        (None, mean) => {
            let (mean, branching) = (mean.unwrap_or_default(), report.branching);
            write!(out, "{states}, mean distance {mean:.3}")?;
            match branching {
                Some(branching) => writeln!(out, ", mean branching factor {branching:.3}")?,
                None => writeln!(out)?,
            }
            if !report.farthest.is_empty() {
                writeln!(out, "farthest:")?;
            }
            for state in &report.farthest {
                writeln!(out, "  {state}")?;
            }
        }
    }
    let (bytes, seconds) = (output::bytes(report.peak_bytes), output::seconds(report.seconds));
    writeln!(out, "{bytes} of tables, {seconds}")?;
    Ok(())
}
