//! A collection of Rush Hour boards against rocks.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use tesuji_benches::rocks::{FILE, Solving, TABLE};

use crate::{Part, Run};

pub(crate) const PART: Part = Part {
    name: "rush-hour-rocks",
    help: "18,068 Rush Hour boards solved alone and against rocks (a minute)",
    run: Run::Alone(page),
};

/// The table while it is incomplete.
const NEW_TABLE: &str = "target/rush-hour-rocks.csv";

fn page() -> Result<PathBuf> {
    let (file, out) = (FILE.into(), PathBuf::from(NEW_TABLE));
    // A run would continue a present table: here everything is solved again.
    if out.exists() {
        fs::remove_file(&out).with_context(|| format!("cannot remove {NEW_TABLE}"))?;
    }
    let solving = Solving { file, out, expectations: false, threads: 2, every: 1, limit: None };
    let solved = solving.run()?;
    let table = fs::read(NEW_TABLE).with_context(|| format!("cannot read {NEW_TABLE}"))?;
    tesuji_storage::write(TABLE, table).with_context(|| format!("cannot write {TABLE}"))?;
    solved.write_page("cargo xtask report rush-hour-rocks")
}
