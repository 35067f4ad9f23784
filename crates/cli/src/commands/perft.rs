use std::io::Write;

use anyhow::Result;

use crate::arguments::Perft;
use crate::exit::Exit;
use crate::limits;
use crate::output;
use crate::progress::Spinner;

pub(crate) fn run(options: &Perft, out: &mut impl Write) -> Result<Exit> {
    let (position, depth) = (options.open()?, options.depth()?);
    let budget = limits::budget(&options.limits)?;
    let report = {
        let mut spinner = Spinner::new("perft");
        position.perft(depth, &budget, &mut spinner)
    };
    if options.json {
        output::json(&report, out)?;
    } else {
        let rows = report.by_move.iter().map(|(mv, lines)| [mv.clone(), output::count(*lines)]);
        writeln!(out, "{} {}\n", report.game, report.position)?;
        writeln!(out, "{}\n", output::table(&["first move", "lines"], rows))?;
        let more = if report.limit.is_some() { " and more" } else { "" };
        writeln!(
            out,
            "{}{more} of {}, {}",
            output::counted(report.lines, "line"),
            output::counted(report.depth.into(), "move"),
            output::seconds(report.seconds)
        )?;
    }
    Ok(report.limit.as_deref().map_or(Exit::Solved, Exit::stopped))
}
