use std::io::Write;

use anyhow::Result;

use crate::arguments::Perft;
use crate::exit::Exit;
use crate::limits;
use crate::output;
use crate::progress::Spinner;

pub(crate) fn run(options: &Perft, out: &mut impl Write) -> Result<Exit> {
    let position = options.open()?;
    let budget = limits::budget(&options.limits, limits::stop_on_interrupt()?);
    let report = {
        let mut spinner = Spinner::new("perft");
        match options.depth()? {
            Some(depth) => position.perft(depth, &budget, &mut spinner)?,
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
        let (lines, seconds) = (output::counted(report.lines, thing), report.seconds);
        writeln!(out, "{lines}{of}, {}", output::seconds(seconds))?;
    }
    Ok(Exit::Solved)
}
