//! Solves a file of Rush Hour boards: compares fewest slides and the number of boards that can be
//! reached with what the file says, and finds the exact value of each against rocks.
#![forbid(unsafe_code)]

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use indicatif::HumanCount;
use tesuji_benches::rocks::{Solving, TABLE};

/// Solves a file of boards alone and against rocks, and writes what it finds as a table.
#[derive(Parser)]
#[command(after_help = "Examples:
  cargo xtask rush-hour --file testdata/rush_18k.txt
  cargo xtask rush-hour --file testdata/rush_18k.txt --most 500 --out some.csv
  cargo xtask rush-hour --file testdata/rush_18k.txt --expectations --every 100
  cargo xtask rush-hour --file testdata/rush_18k.txt --page      (the page, from a finished table)

Boards that the table has already are not solved again: a run that was stopped goes on.")]
struct Arguments {
    /// The boards: on each line fewest slides, board, number of boards that can be reached
    #[arg(long)]
    file: PathBuf,
    /// The table to be written, a CSV file [default: docs/results/rush-hour-rocks.csv, or with
    /// --expectations docs/results/rush-hour-rocks-expected.csv]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Also find the least expected number of moves when rocks fall at random, to 1e-9, as one
    /// column more. Takes some 0.1 s for each board, several times as long as all the rest
    #[arg(long)]
    expectations: bool,
    /// Solve this many boards at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Take every so manieth board of the file
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Stop after so many boards
    #[arg(long)]
    most: Option<usize>,
    /// Write the page with the summary, docs/results/rush-hour-rocks.md
    #[arg(long)]
    page: bool,
}

impl Arguments {
    /// The command that makes the page, without what changes nothing on it.
    fn command(&self) -> String {
        let mut command = format!("cargo xtask rush-hour --file {}", self.file.display());
        if self.expectations {
            command += " --expectations";
        }
        if self.every != 1 {
            command += &format!(" --every {}", self.every);
        }
        if let Some(most) = self.most {
            command += &format!(" --most {most}");
        }
        command + " --page"
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let command = arguments.command();
    let Arguments { file, out, expectations, threads, every, most, page } = arguments;
    let out = out.unwrap_or_else(|| match expectations {
        true => "docs/results/rush-hour-rocks-expected.csv".into(),
        false => TABLE.into(),
    });
    let solved = Solving { file, out, expectations, threads, every, most }.run()?;
    println!(
        "{} boards: fewest slides and boards reached ({} in all) as the file has them",
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
