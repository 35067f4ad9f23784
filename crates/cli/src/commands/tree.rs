use std::io::Write;

use anyhow::Result;
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
    for file in [&options.svg, &options.dot].into_iter().flatten() {
        output::check_writable(file)?;
    }
    let recording = position.record(&options.options()?)?;
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
    if let Some(file) = &options.svg {
        output::write(file, recording.svg(), out)?;
    }
    if let Some(file) = &options.dot {
        output::write(file, recording.dot(), out)?;
    }
    Ok(Exit::Solved)
}
