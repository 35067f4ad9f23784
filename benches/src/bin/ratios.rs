//! Prints what the last run of the benches measured as a table of ratios, a row for each task and instance:
//! how many times faster tesuji is than each other program of the same run.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use comfy_table::{Table, presets};
use serde::Deserialize;

#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
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
}

fn main() -> Result<()> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let mut medians = BTreeMap::new();
    let folder = target.join("criterion");
    collect(&folder, &mut medians)
        .with_context(|| format!("no measurements under {}: run the benches", folder.display()))?;
    ensure!(!medians.is_empty(), "no measurements under {}: run the benches", folder.display());
    println!("{}", table(&medians));
    Ok(())
}

/// Reads every `new/benchmark.json` and `new/estimates.json` below `folder`.
fn collect(folder: &Path, medians: &mut BTreeMap<String, BTreeMap<String, f64>>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !path.is_dir() {
            continue;
        }
        if path.file_name().is_some_and(|name| name == "new") {
            let id = fs::read_to_string(path.join("benchmark.json"))?;
            let Benchmark { full_id } = serde_json::from_str(&id)?;
            let estimates = fs::read_to_string(path.join("estimates.json"))?;
            let Estimates { median } = serde_json::from_str(&estimates)?;
            if let Some((case, program)) = full_id.rsplit_once('/') {
                let case = medians.entry(case.to_owned()).or_default();
                case.insert(program.to_owned(), median.point_estimate);
            }
        } else {
            collect(&path, medians)?;
        }
    }
    Ok(())
}

fn table(medians: &BTreeMap<String, BTreeMap<String, f64>>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header([
        "case",
        "program",
        "median",
        "tesuji is",
    ]);
    for (case, programs) in medians {
        let ours = programs.get("tesuji");
        for (program, &median) in programs {
            let ratio = match ours {
                Some(ours) if program != "tesuji" => format!("{:.2} times as fast", median / ours),
                _ => String::new(),
            };
            table.add_row([
                case.clone(),
                program.clone(),
                format!("{:.3} ms", median / 1e6),
                ratio,
            ]);
        }
    }
    table
}
