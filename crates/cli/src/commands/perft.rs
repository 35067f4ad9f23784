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
        match depth {
            Some(depth) => position.perft(depth, &budget, &mut spinner),
            None => position.complete_games(&budget, &mut spinner)?,
        }
    };
    if options.json {
        output::json(&report, out)?;
    } else {
        let rows = report.by_move.iter().map(|(mv, lines)| [mv.clone(), output::count(*lines)]);
        writeln!(out, "{} {}\n", report.game, report.position)?;
        let (thing, of) = match report.depth {
            Some(depth) => ("line", format!(" of {}", output::counted(depth.into(), "move"))),
            None => ("complete game", String::new()),
        };
        writeln!(out, "{}\n", output::table(&["first move", &format!("{thing}s")], rows))?;
        let more = if report.limit.is_some() { " and more" } else { "" };
        let (lines, seconds) = (output::counted(report.lines, thing), report.seconds);
        writeln!(out, "{lines}{more}{of}, {}", output::seconds(seconds))?;
    }
    Ok(report.limit.as_deref().map_or(Exit::Solved, Exit::stopped))
}
