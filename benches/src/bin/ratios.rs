//! Makes a page of what the last run of the benches measured, a row for each task and instance:
//! how many times faster tesuji is than each other program of the same run.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use tesuji_benches::report::{Page, Ratios};

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
    let (rows, ratios) = compare(&medians);
    let mut page = Page::new("benches", "Beside other programs", "cargo xtask bench");
    page.paragraph(
        "Medians of one run, one thread each. A yardstick is a single-purpose program written by hand; \
         the others are libraries. All solve the same instances, and their answers are compared first.",
    );
    page.table(["case", "program", "milliseconds", "tesuji is so many times as fast"], &rows);
    page.chart("ratios", &Ratios::new("tesuji is so many times as fast as", ratios))?;
    for row in &rows {
        println!("{}", row.join("  "));
    }
    println!("\n{}", page.finish()?.display());
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

/// A row for each program of each case, and the ratio of each to ours.
fn compare(
    medians: &BTreeMap<String, BTreeMap<String, f64>>,
) -> (Vec<[String; 4]>, Vec<(String, f64)>) {
    let (mut rows, mut ratios) = (Vec::new(), Vec::new());
    for (case, programs) in medians {
        let ours = programs.get("tesuji");
        for (program, &median) in programs {
            let ratio = ours.filter(|_| program != "tesuji").map(|ours| median / ours);
            let written = ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"));
            let milliseconds = format!("{:.3}", median / 1e6);
            rows.push([case.clone(), program.clone(), milliseconds, written]);
            ratios.extend(ratio.map(|ratio| (format!("{program}: {case}"), ratio)));
        }
    }
    (rows, ratios)
}
