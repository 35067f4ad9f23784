use std::io::Write;

use anyhow::Result;
use tesuji::catalogue::{SpaceReport, game};

use crate::arguments::Enumerate;
use crate::exit::Exit;
use crate::limits;
use crate::output;
use crate::progress::Spinner;

pub(crate) fn run(options: &Enumerate, out: &mut impl Write) -> Result<Exit> {
    let game = game(&options.game)?;
    let budget = limits::budget(&options.limits)?;
    let report = {
        let mut spinner = Spinner::new(game.name());
        game.enumerate(options.of().as_deref(), &options.settings(), &budget, &mut spinner)?
    };
    if options.json {
        output::json(&report, out)?;
    } else {
        table(&report, out)?;
    }
    Ok(report.limit.as_deref().map_or(Exit::Solved, Exit::stopped))
}

fn table(report: &SpaceReport, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{} {}, by distance from {}\n", report.game, report.size, report.goal)?;
    let rows = report
        .distances
        .iter()
        .enumerate()
        .map(|(distance, &states)| [distance.to_string(), output::count(states)]);
    writeln!(out, "{}\n", output::table(&["distance", "states"], rows))?;
    let states = output::counted(report.states, "state");
    match (&report.limit, report.mean) {
        (Some(_), _) => writeln!(out, "{states} and more")?,
        (None, mean) => {
            let (mean, branching) = (mean.unwrap_or_default(), report.branching);
            write!(out, "{states}, mean distance {mean:.3}")?;
            match branching {
                Some(branching) => writeln!(out, ", mean branching factor {branching:.3}")?,
                None => writeln!(out)?,
            }
            writeln!(out, "farthest:")?;
            for state in &report.farthest {
                writeln!(out, "  {state}")?;
            }
        }
    }
    let (bytes, seconds) = (output::bytes(report.peak_bytes), output::seconds(report.seconds));
    writeln!(out, "{bytes} of tables, {seconds}")?;
    Ok(())
}
