use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;
use tesuji::catalogue::Settings;
use tesuji::catalogue::tree::Recording;

use crate::arguments::Tree;
use crate::exit::Exit;
use crate::output;

/// A recording with what it is of.
#[derive(Serialize)]
struct Report<'a> {
    game: &'static str,
    settings: Settings,
    position: String,
    #[serde(flatten)]
    recording: &'a Recording,
}

pub(crate) fn run(options: &Tree, out: &mut impl Write) -> Result<Exit> {
    let position = options.start.open()?;
    let recording = position.record(&options.options()?)?;
    let write = |file: &Option<std::path::PathBuf>, text: fn(&Recording) -> String| match file {
        Some(file) => save(file, &text(&recording)),
        None => Ok(()),
    };
    write(&options.svg, Recording::svg)?;
    write(&options.dot, Recording::dot)?;
    if options.json {
        let report = Report {
            game: position.game(),
            settings: position.settings(),
            position: position.notation(),
            recording: &recording,
        };
        output::json(&report, out)?;
    } else {
        writeln!(out, "{} {}\n\n{}", position.game(), position.notation(), position.text())?;
        if options.svg.is_none() && options.dot.is_none() {
            writeln!(out, "{}", recording.outline())?;
        }
        writeln!(out, "{}", recording.summary())?;
    }
    Ok(match recording.limit.as_deref() {
        // How much of a tree to draw is what --nodes and --depth say.
        None | Some("nodes" | "depth") => Exit::Solved,
        Some(limit) => Exit::stopped(limit),
    })
}

fn save(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).with_context(|| format!("cannot write {file:?}"))
}
