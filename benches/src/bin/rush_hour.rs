//! Solves a file of Rush Hour boards: compares the fewest slides and the number of reachable boards
//! with the file, and finds the exact value of each against rocks.
#![forbid(unsafe_code)]

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use indicatif::HumanCount;
use tesuji_benches::rocks::{Solving, TABLE};

/// Solves a file of boards alone and against rocks, and writes the results as a table.
#[derive(Parser)]
#[command(after_help = "Examples:
  cargo xtask rush-hour --file testdata/rush_18k.txt
  cargo xtask rush-hour --file testdata/rush_18k.txt --limit 500 --out some.csv
  cargo xtask rush-hour --file testdata/rush_18k.txt --expectations --every 100
  cargo xtask rush-hour --file testdata/rush_18k.txt --page      (the page, from a finished table)

The boards of the table's rows are not solved again: a stopped run can be continued.")]
struct Arguments {
    /// The boards: on each line the fewest slides, the board, the number of reachable boards
    #[arg(long)]
    file: PathBuf,
    /// The table to write, a CSV file [default: docs/results/rush-hour-rocks.csv, or with
    /// --expectations docs/results/rush-hour-rocks-expected.csv]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Also find the least expected number of moves against random rocks, to 1e-9, as one more
    /// column. Takes about 0.1 s for each board, several times as long as all the rest
    #[arg(long)]
    expectations: bool,
    /// Boards solved at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Take every N-th board of the file
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Stop after this many boards
    #[arg(long)]
    limit: Option<usize>,
    /// Write the page with the summary, docs/results/rush-hour-rocks.md
    #[arg(long)]
    page: bool,
}

impl Arguments {
    /// The command that makes the page, without options that do not affect it.
    fn command(&self) -> String {
        let mut command = format!("cargo xtask rush-hour --file {}", self.file.display());
        if self.expectations {
            command += " --expectations";
        }
        if self.every != 1 {
            command += &format!(" --every {}", self.every);
        }
        if let Some(limit) = self.limit {
            command += &format!(" --limit {limit}");
        }
        command + " --page"
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let command = arguments.command();
    let Arguments { file, out, expectations, threads, every, limit, page } = arguments;
    let out = out.unwrap_or_else(|| match expectations {
        true => "docs/results/rush-hour-rocks-expected.csv".into(),
        false => TABLE.into(),
    });
    let solved = Solving { file, out, expectations, threads, every, limit }.run()?;
    println!(
        "{} boards: fewest slides and reachable boards ({} in all) agree with the file",
        HumanCount(solved.boards()),
        HumanCount(solved.reached())
    );
    for (outcome, count) in solved.census() {
        println!("{:>7} {outcome}", HumanCount(count));
    }
    if page {
        println!("{}", solved.write_page(&command)?.display());
    }
    Ok(())
}
