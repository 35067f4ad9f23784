use std::io::Write;

use anyhow::Result;
use tesuji::catalogue::CatalogueError;

use crate::arguments::Count;
use crate::exit::Exit;
use crate::limits;
use crate::output;
use crate::progress::Spinner;

pub(crate) fn run(options: &Count, out: &mut impl Write) -> Result<Exit> {
    let position = options.open()?;
    let budget = limits::budget(&options.limits)?;
    let mut report = {
        let mut spinner = Spinner::new("count");
        position.count(&budget, &mut spinner)
    };
    if options.values && report.limit.is_none() {
        let mut spinner = Spinner::new("values");
        match position.count_values(&budget, &mut spinner) {
            Ok(values) => report.values = Some(values),
            Err(CatalogueError::Stopped(limit)) => report.limit = Some(limit.to_string()),
            Err(error) => return Err(error.into()),
        }
    }
    if options.json {
        output::json(&report, out)?;
    } else {
        let rows = report.by_ply.iter().enumerate();
        let rows = rows.map(|(ply, &positions)| [ply.to_string(), output::count(positions)]);
        writeln!(out, "{} {}\n", report.game, report.position)?;
        writeln!(out, "{}\n", output::table(&["moves", "positions"], rows))?;
        let more = if report.limit.is_some() { " and more" } else { "" };
        writeln!(
            out,
            "{}{more}, {} of tables, {}",
            output::counted(report.positions, "position"),
            output::bytes(report.peak_bytes),
            output::seconds(report.seconds),
        )?;
    }
    if let (Some(values), false) = (&report.values, options.json) {
        writeln!(
            out,
            "for the player to move: {} won, {} lost, {} drawn",
            output::count(values.won),
            output::count(values.lost),
            output::count(values.drawn),
        )?;
    }
    Ok(match &report.limit {
        None => Exit::Solved,
        Some(limit) => Exit::stopped(limit),
    })
}
