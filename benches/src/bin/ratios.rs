//! Writes a page of the benches' measurements: a row for each task and instance, with the ratio of
//! each other program's time to tesuji's in the same run.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use serde::Deserialize;
use tesuji_benches::report::{Page, Ratios};

/// Write a page of the benches' measurements.
#[derive(Parser)]
struct Options {
    /// Ignore measurements before this moment, in seconds since 1970
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    since: u64,
    /// The directory of the page
    #[arg(long, value_name = "FOLDER", default_value = Page::FOLDER)]
    folder: PathBuf,
    /// The command that measured
    #[arg(long, default_value = "cargo xtask bench")]
    command: String,
}

#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
    median_abs_dev: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    /// In nanoseconds.
    point_estimate: f64,
}

#[derive(Deserialize)]
struct Benchmark {
    /// `task/instance/program`.
    full_id: String,
    throughput: Option<Throughput>,
}

/// The work of one iteration.
#[derive(Clone, Copy, Deserialize)]
enum Throughput {
    /// States, nodes or games.
    Elements(u64),
    Bytes(u64),
}

/// A measurement of a program.
#[derive(Clone, Copy)]
struct Measured {
    nanoseconds: f64,
    /// The median absolute deviation.
    spread: f64,
    throughput: Option<Throughput>,
}

impl Measured {
    fn milliseconds(self) -> String {
        format!("{:.3} ±{:.3}", self.nanoseconds / 1e6, self.spread / 1e6)
    }

    fn rate(self) -> String {
        // One in a thousand nanoseconds is a million per second.
        let millions = |count: u64| count as f64 / self.nanoseconds * 1e3;
        match self.throughput {
            Some(Throughput::Elements(elements)) => format!("{:.2} M/s", millions(elements)),
            Some(Throughput::Bytes(bytes)) => format!("{:.2} MB/s", millions(bytes)),
            None => String::new(),
        }
    }
}

/// For each task and instance, the programs.
type Cases = BTreeMap<String, BTreeMap<String, Measured>>;

/// The program that the others are compared with.
const OURS: &str = "tesuji";

fn main() -> Result<()> {
    let options = Options::parse();
    let since = SystemTime::UNIX_EPOCH + Duration::from_secs(options.since);
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let folder = target.join("criterion");
    let mut cases = Cases::new();
    collect(&folder, since, &mut cases)
        .with_context(|| format!("no measurements under {}: run the benches", folder.display()))?;
    ensure!(!cases.is_empty(), "no measurements under {}: run the benches", folder.display());

    let mut page = Page::new("benches", "Comparison with other programs", &options.command);
    page.in_folder(&options.folder);
    page.paragraph(
        "Medians of one run, with the median absolute deviation. All programs of a case solve the same instances; the answers are compared \
         first. A yardstick is a single-purpose program written by hand in Rust, compiled as \
         tesuji is; `cargo xtask limits` compares with faster ones in C++. `tesuji-…` is tesuji with \
         other settings; the others are libraries.",
    );
    let (compared, alone): (Cases, Cases) = cases
        .into_iter()
        .partition(|(_, programs)| programs.contains_key(OURS) && programs.len() > 1);
    if !compared.is_empty() {
        let (rows, ratios) = compare(&compared);
        page.table(["case", "program", "milliseconds", "time relative to tesuji"], &rows);
        show(&rows);
        page.chart("ratios", &Ratios::new("time relative to tesuji", ratios))?;
    }
    if !alone.is_empty() {
        page.heading("Cases of tesuji alone");
        page.paragraph(
            "Rates count states, nodes, simulations or games: expanded nodes in `verdict/…`, \
             generated ones in `first-million-nodes/…`.",
        );
        let rows = list(&alone);
        page.table(["case", "program", "milliseconds", "rate"], &rows);
        show(&rows);
    }
    println!("\n{}", page.finish()?.display());
    Ok(())
}

fn show(rows: &[[String; 4]]) {
    for row in rows {
        println!("{}", row.join("  "));
    }
}

/// Parses every `new/benchmark.json` and `new/estimates.json` below `folder`.
fn collect(folder: &Path, since: SystemTime, cases: &mut Cases) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.is_dir() {
            continue;
        }
        if path.file_name().is_none_or(|name| name != "new") {
            collect(&path, since, cases)?;
            continue;
        }
        let estimates = path.join("estimates.json");
        if fs::metadata(&estimates)?.modified()? < since {
            continue;
        }
        let id = fs::read_to_string(path.join("benchmark.json"))?;
        let Benchmark { full_id, throughput } = serde_json::from_str(&id)?;
        let Estimates { median, median_abs_dev } =
            serde_json::from_str(&fs::read_to_string(estimates)?)?;
        if let Some((case, program)) = full_id.rsplit_once('/') {
            let (nanoseconds, spread) = (median.point_estimate, median_abs_dev.point_estimate);
            let measured = Measured { nanoseconds, spread, throughput };
            cases.entry(case.to_owned()).or_default().insert(program.to_owned(), measured);
        }
    }
    Ok(())
}

/// A row for each program of each case, and the ratio of each other program's time to ours.
fn compare(cases: &Cases) -> (Vec<[String; 4]>, Vec<(String, f64)>) {
    let (mut rows, mut ratios) = (Vec::new(), Vec::new());
    for (case, programs) in cases {
        let ours = programs[OURS].nanoseconds;
        for (program, measured) in programs {
            let ratio = measured.nanoseconds / ours;
            let written = if program == OURS { String::new() } else { format!("{ratio:.2}") };
            rows.push([case.clone(), program.clone(), measured.milliseconds(), written]);
            if !program.starts_with(OURS) {
                ratios.push((format!("{program}: {case}"), ratio));
            }
        }
    }
    (rows, ratios)
}

/// A row for each program of each case, with its rate.
fn list(cases: &Cases) -> Vec<[String; 4]> {
    let mut rows = Vec::new();
    for (case, programs) in cases {
        for (program, &measured) in programs {
            rows.push([case.clone(), program.clone(), measured.milliseconds(), measured.rate()]);
        }
    }
    rows
}
