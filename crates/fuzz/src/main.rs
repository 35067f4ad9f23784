//! `cargo xtask fuzz`: runs the fuzz targets by stable Rust.
#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;
use tesuji_fuzz::{Crash, TARGETS, Target, drive, fresh_seed, run};

/// Feed parsers random and mutated input, and keep the input that breaks one
#[derive(Parser)]
struct Arguments {
    /// The target; all by default
    target: Option<String>,
    /// How long to feed each, as in 20s or 1h
    #[arg(long, default_value = "20s", value_parser = humantime::parse_duration)]
    time: Duration,
    /// Draw the same input again
    #[arg(long)]
    seed: Option<u64>,
    /// Feed it this file alone
    #[arg(long, requires = "target")]
    input: Option<PathBuf>,
}

fn main() -> Result<()> {
    let Arguments { target, time, seed, input } = Arguments::parse();
    let chosen: Vec<Target> = match &target {
        None => TARGETS.to_vec(),
        Some(name) => vec![*Target::named(name).with_context(|| {
            let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
            format!("there is no target {name:?}; there are {}", names.join(", "))
        })?],
    };
    if let Some(path) = input {
        let bytes = fs::read(&path).with_context(|| format!("cannot read {path:?}"))?;
        return run(&chosen[0], &bytes).map_err(|crash| anyhow::anyhow!("{crash}"));
    }
    let seed = seed.unwrap_or_else(fresh_seed);
    let mut broken = 0;
    for target in &chosen {
        let name = target.name;
        println!("{name}: seed {seed}");
        let driven = drive(target, seed, time)?;
        println!("{name}: {} inputs", driven.inputs);
        if let Some(crash) = driven.crash {
            broken += 1;
            let path = keep(name, seed, &crash)?;
            eprintln!("{crash}\ncargo xtask fuzz {name} --input {}", path.display());
        }
    }
    if broken > 0 { bail!("{broken} of {} targets broke", chosen.len()) } else { Ok(()) }
}

/// Writes the input that broke a target to a file.
fn keep(name: &str, seed: u64, crash: &Crash) -> Result<PathBuf> {
    let folder = Path::new("target/fuzz");
    fs::create_dir_all(folder)?;
    let path = folder.join(format!("{name}-{seed}"));
    fs::write(&path, &crash.input)?;
    Ok(path)
}
