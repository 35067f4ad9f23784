use std::fs;
use std::io::Write;

use anyhow::{Context, Result};
use tesuji::registry::{AnyPosition, Position, Report, Verdict};

use crate::arguments::Solve;
use crate::exit::Exit;
use crate::limits;
use crate::output;
use crate::progress::Spinner;

pub(crate) fn run(options: &Solve, out: &mut impl Write) -> Result<Exit> {
    let position = options.start.open()?;
    let search = options.options()?;
    position.check(&search)?;
    if let Some(file) = &options.svg {
        fs::write(file, position.svg()).with_context(|| format!("cannot write {file:?}"))?;
    }
    if !options.json {
        head(&*position, out)?;
    }
    let budget = limits::budget(&options.limits, limits::stop_on_interrupt()?);
    let report = {
        let mut spinner = Spinner::new(search.algorithm.name());
        position.solve(&search, &budget, &mut spinner)?
    };
    if options.json {
        output::json(&report, out)?;
    } else {
        body(&report, out)?;
        if options.show {
            steps(position, &report.moves, out)?;
        }
    }
    Ok(report.outcome.into())
}

fn head(position: &dyn Position, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{} {}\n", position.game(), position.notation())?;
    write!(out, "{}", position.text())?;
    let facts: Vec<_> =
        position.facts().iter().map(|(name, figure)| format!("{name} {figure}")).collect();
    writeln!(out, "{}\n", facts.join(", "))?;
    // A person may have to wait for the rest.
    out.flush()?;
    Ok(())
}

fn body(report: &Report, out: &mut impl Write) -> Result<()> {
    match report.heuristic {
        Some(heuristic) => write!(out, "{} with {heuristic}: ", report.algorithm)?,
        None => write!(out, "{}: ", report.algorithm)?,
    }
    writeln!(out, "{}", sentence(report))?;
    if !report.moves.is_empty() {
        writeln!(out, "\n{}", output::wrapped(&report.moves, 80))?;
    }
    if !report.equally_good.is_empty() {
        writeln!(out, "as good: {}\n", report.equally_good.join(" "))?;
    }
    if report.reason.is_none() {
        writeln!(
            out,
            "{} nodes expanded, {} generated, {} of tables, {}",
            output::count(report.nodes_expanded),
            output::count(report.nodes_generated),
            output::bytes(report.peak_bytes),
            output::seconds(report.seconds),
        )?;
    }
    Ok(())
}

pub(super) fn sentence(report: &Report) -> String {
    let length = report.length.unwrap_or_default();
    let moves = if length == 1 { "move" } else { "moves" };
    let least = report.lower_bound.unwrap_or_default();
    match report.outcome {
        Verdict::Solved if report.optimal => {
            format!("solved in {length} {moves}, and no solution is shorter")
        }
        Verdict::Solved => {
            format!("solved in {length} {moves}; the shortest solution has {least} or more")
        }
        Verdict::Unsolvable => match &report.reason {
            Some(reason) => format!("proved unsolvable: {reason}"),
            None => "proved unsolvable: no state that can be reached is a goal".to_owned(),
        },
        Verdict::Win => format!("the player to move wins{}", in_plies(report)),
        Verdict::Loss => format!("the player to move loses{}", in_plies(report)),
        Verdict::Draw => "a draw: neither player can win".to_owned(),
        Verdict::Unknown if report.estimate.is_some() => {
            let depth =
                report.depth.map_or_else(String::new, |depth| format!(" {depth} plies deep"));
            let estimate = report.estimate.unwrap_or_default();
            let limit = report.limit.as_deref().map_or("depth", |limit| limit);
            format!("unknown: {limit}; it looks like {estimate}{depth}")
        }
        Verdict::Unknown => {
            let limit = report.limit.as_deref().unwrap_or_default();
            format!("unknown: {limit}; a solution, if there is one, has {least} or more moves")
        }
    }
}

pub(super) fn in_plies(report: &Report) -> String {
    match report.length {
        None => String::new(),
        Some(1) => " in 1 ply".to_owned(),
        Some(plies) => format!(" in {plies} plies"),
    }
}

/// Draws the board after every move.
fn steps(start: AnyPosition, moves: &[String], out: &mut impl Write) -> Result<()> {
    let mut position = start;
    for (number, mv) in (1..).zip(moves) {
        position = position.after(mv)?;
        write!(out, "\n{number}. {mv}\n{}", position.text())?;
    }
    Ok(())
}
