use std::io::Write;

use anyhow::Result;
use tesuji::catalogue::{self, Settings};

use super::solve::{numbered, plies};
use crate::arguments::Course;
use crate::exit::Exit;
use crate::limits;
use crate::output;
use crate::progress::Spinner;

pub(crate) fn run(options: &Course, out: &mut impl Write) -> Result<Exit> {
    let board = options.board();
    let budget = limits::budget(&options.limits)?;
    let report = {
        let mut spinner = Spinner::new("course");
        let course = options.options()?;
        catalogue::course(&options.game, board.as_deref(), &course, &budget, &mut spinner)?
    };
    if options.json {
        output::json(&report, out)?;
        return Ok(report.limit.as_deref().map_or(Exit::Solved, Exit::stopped));
    }
    let (game, position, depth) = (report.game, &report.position, report.depth);
    let model = report.opponent.map(|model| format!("{model} ")).unwrap_or_default();
    let of = if report.opponent.is_some() && !report.as_written {
        "in the course's game,"
    } else {
        "of the course,"
    };
    write!(out, "{game} {position}\n\n{model}{} {of} depth {depth}", report.algorithm)?;
    match report.computes {
        Some(computes) => writeln!(out, "\nthe adversary's turns: {computes}\n")?,
        None => writeln!(out, "\n")?,
    }
    if options.show {
        for (ply, played) in (1..).zip(&report.moves) {
            writeln!(out, "{ply}. {}\n{}", played.mv, played.board)?;
        }
    }
    if let Some(language) = options.words {
        let moves: Vec<_> = report.moves.iter().map(|played| played.mv.clone()).collect();
        let start = catalogue::game(game)?.open(Some(position), &Settings::new())?;
        writeln!(out, "{}", numbered(&start.in_words(&moves, language)?))?;
    }
    let rows = (1..).zip(&report.moves).map(|(ply, played): (u32, _)| {
        let visited = output::count(played.visited);
        [ply.to_string(), played.mv.clone(), value(played.value), visited]
    });
    writeln!(out, "{}\n", output::table(&["ply", "move", "value", "visited"], rows))?;
    let end = match report.end {
        "won" => "the driver has won",
        "blocked" => "the driver is blocked",
        "given up" => "the game is given up",
        "stopped" => "the game is stopped",
        _ => "the game goes round in a circle, for ever",
    };
    writeln!(
        out,
        "{end} after {}; {} visited, {}",
        plies(report.moves.len() as u64),
        output::counted(report.visited, "state"),
        output::seconds(report.seconds),
    )?;
    Ok(report.limit.as_deref().map_or(Exit::Solved, Exit::stopped))
}

/// A whole number, or an expectation to three places.
fn value(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.3}") }
}
