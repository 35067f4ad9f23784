//! Solves Korf's hundred instances of the 15-puzzle by IDA* with Manhattan distance and with
//! pattern databases, and compares each length with the published one.
#![forbid(unsafe_code)]

use anyhow::Result;
use clap::Parser;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{BinaryBytes, HumanCount, ProgressBar};
use tesuji_benches::korf::{HEURISTICS, Measured, measure};

/// Solves Korf's instances and checks lengths; with Manhattan distance, node counts as well.
#[derive(Parser)]
#[command(after_help = "Examples:
  cargo xtask korf                          a table with a row for each heuristic, half a minute
  cargo xtask korf --heuristics 5-5-5,6-6-3
  cargo xtask korf --heuristics 7-8 --each  a table with a row for each instance
  cargo xtask korf --threads 2              the same by parallel IDA*
  cargo xtask korf --all                    all hundred by Manhattan distance as well, minutes")]
struct Arguments {
    /// The heuristics, separated by commas; 7-8 takes 600 MB of memory
    #[arg(long, value_delimiter = ',', default_values = HEURISTICS)]
    heuristics: Vec<String>,
    /// With Manhattan distance, omit instances that take more nodes than this, in millions
    #[arg(long, default_value_t = 100)]
    millions: u64,
    /// Omit no instance
    #[arg(long)]
    all: bool,
    /// Threads of each search
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Print each instance
    #[arg(long)]
    each: bool,
}

fn main() -> Result<()> {
    let Arguments { heuristics, millions, all, threads, each } = Arguments::parse();
    let max_nodes = (!all).then_some(millions * 1_000_000);
    let mut rows = Vec::new();
    for heuristic in &heuristics {
        let bar = ProgressBar::new(100).with_prefix(heuristic.clone());
        let measured = measure(heuristic, max_nodes, threads, || bar.inc(1))?;
        bar.finish_and_clear();
        if each {
            print_instances(&measured);
        }
        rows.push(measured);
    }
    let mut table = table([
        "heuristic",
        "solved",
        "seconds",
        "worst",
        "mean nodes",
        "million nodes/s",
        "memory",
        "built in",
    ]);
    for row in &rows {
        table.add_row([
            row.heuristic.clone(),
            row.instances.len().to_string(),
            format!("{:.3}", row.seconds()),
            format!("{:.3}", row.worst()),
            HumanCount(row.mean_nodes()).to_string(),
            format!("{:.0}", row.nodes() as f64 / row.seconds() / 1e6),
            BinaryBytes(row.bytes).to_string(),
            format!("{:.1} s", row.build_seconds),
        ]);
    }
    println!("{table}\n\nEvery length is as published.");
    Ok(())
}

fn print_instances(measured: &Measured) {
    let mut table = table(["instance", "length", "nodes generated", "seconds", "million nodes/s"]);
    for solved in &measured.instances {
        table.add_row([
            solved.instance.number.to_string(),
            solved.instance.optimal.to_string(),
            HumanCount(solved.nodes).to_string(),
            format!("{:.4}", solved.seconds),
            format!("{:.0}", solved.nodes as f64 / solved.seconds / 1e6),
        ]);
    }
    println!("{}\n\n{table}\n", measured.heuristic);
}

fn table<const COLUMNS: usize>(head: [&str; COLUMNS]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(head);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
