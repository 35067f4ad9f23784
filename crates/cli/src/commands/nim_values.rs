use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use tesuji::catalogue::options::positive;
use tesuji::catalogue::{self, Catalogue, CatalogueError, NimValuesReport};

use super::Run;
use crate::checkpoint::CheckpointArguments;
use crate::exit::Exit;
use crate::inputs::{Limits, MemoryLimit, TimeLimit, threads};
use crate::limits;
use crate::output;
use crate::progress::Spinner;

/// The arguments that may change from one run to the next.
const LIMITS: &[&str] = &["--time", "--memory", "--threads"];

/// Compute the nim-values of heaps, and prove their period
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji nim-values 0.77                         (Kayles)
  tesuji nim-values 1-3 --heaps 50
  tesuji nim-values grundy --heaps 1000000       (Grundy's game)
  tesuji nim-values 0.376 --heaps 5000000 --json")]
pub(crate) struct NimValues {
    /// The rule: grundy, an octal code such as 0.77, or the numbers of tokens that a move may take:
    /// any, 1-3, 1,4
    rule: String,
    /// The number of heap sizes, from 0 on
    #[arg(long, default_value_t = 1000, value_parser = positive::<usize>)]
    heaps: usize,
    /// The number of threads, where moves split heaps
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    memory: MemoryLimit,
    #[command(flatten)]
    checkpoint: CheckpointArguments,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Write a certificate of the period, or of the values, to this file
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

impl Run for NimValues {
    fn run(&self, _: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        if let Some(file) = &self.certificate {
            output::check_writable(file)?;
        }
        let (time, memory, threads) = (self.time, self.memory, self.threads);
        let saving = self.checkpoint.open(LIMITS)?;
        let budget = saving.within(limits::budget(&Limits { time, memory, nodes: None })?);
        let mut report = {
            let mut spinner = Spinner::new("nim-values");
            catalogue::nim_values(&self.rule, self.heaps, threads, &budget, &mut spinner)?
        };
        let wanted = self.certificate.as_ref().filter(|_| report.limit.is_none());
        let certificate = wanted.map(|file| {
            (file, catalogue::certify_nim_values(&self.rule, self.heaps, threads, &budget))
        });
        if let Some((_, Err(CatalogueError::Stopped(limit)))) = &certificate {
            report.limit = Some(limit.to_string());
        }
        if self.json {
            output::json(&report, out)?;
        } else {
            write(&report, out)?;
        }
        if let Some((file, made)) = certificate
            && report.limit.is_none()
        {
            out.flush()?;
            output::certificate(&made?, file, self.json, out)?;
        }
        saving.end(report.limit.as_deref().map_or(Exit::Solved, Exit::stopped), out)
    }
}

fn write(report: &NimValuesReport, out: &mut dyn Write) -> Result<()> {
    let words = |numbers: Vec<String>| output::wrapped(&numbers, 80);
    let values = report.values.iter().map(ToString::to_string).collect();
    writeln!(out, "nim-values under {}, from the empty heap on\n\n{}", report.rule, words(values))?;
    let lost = report.lost.iter().map(ToString::to_string).collect();
    writeln!(out, "heaps in which the player to move loses\n\n{}", words(lost))?;
    match (report.preperiod, report.period) {
        (Some(preperiod), Some(period)) => {
            writeln!(out, "proved: from heap {preperiod} on the values repeat every {period}")?;
        }
        _ => writeln!(out, "no period is proved by this number of heaps")?,
    }
    writeln!(
        out,
        "{}, largest value {}, {}",
        output::counted(report.heaps as u64, "heap"),
        report.largest,
        output::seconds(report.seconds),
    )?;
    Ok(())
}
