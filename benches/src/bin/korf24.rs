//! Tries the easiest of Korf and Felner's instances of the 24-puzzle by IDA* with pattern
//! databases under a time limit, and reports the result of each.
#![forbid(unsafe_code)]

use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{HumanCount, ProgressBar};
use tesuji_benches::korf24::{Attempt, attempt, databases, easiest};

/// Tries the easiest 24-puzzles by published nodes, with the 6-6-6-6 databases (255 MB, kept in
/// the user's cache).
#[derive(Parser)]
#[command(after_help = "Examples:
  cargo xtask korf24                        the 20 easiest, a minute each
  cargo xtask korf24 --count 3 --time 10s
  cargo xtask korf24 --count 50 --time 1h")]
struct Arguments {
    /// Number of instances
    #[arg(long, default_value_t = 20)]
    count: usize,
    /// Time limit of each
    #[arg(long, default_value = "60s", value_parser = humantime::parse_duration)]
    time: Duration,
    /// Threads of each search; all processors by default
    #[arg(long)]
    threads: Option<usize>,
}

fn main() -> Result<()> {
    let Arguments { count, time, threads } = Arguments::parse();
    let databases = databases()?;
    let instances = easiest(count);
    let bar = ProgressBar::new(instances.len() as u64);
    let mut attempts = Vec::new();
    for instance in instances {
        attempts.push(attempt(instance, &databases, time, threads)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut table = Table::new();
    let head = ["instance", "length", "nodes generated", "published", "seconds", "million nodes/s"];
    table.load_style(presets::ASCII_MARKDOWN).set_header(head);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for Attempt { instance, length, at_least, nodes, seconds } in &attempts {
        table.add_row([
            instance.number.to_string(),
            length.map_or_else(|| format!("unknown, at least {at_least}"), |it| it.to_string()),
            HumanCount(*nodes).to_string(),
            HumanCount(instance.idastar_patterns_nodes).to_string(),
            format!("{seconds:.2}"),
            format!("{:.1}", *nodes as f64 / seconds / 1e6),
        ]);
    }
    let solved = attempts.iter().filter(|attempt| attempt.length.is_some()).count();
    println!("{table}\n\n{solved} of {} solved; every length is as published.", attempts.len());
    Ok(())
}
