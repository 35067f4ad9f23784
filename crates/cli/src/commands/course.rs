use std::io::Write;

use anyhow::Result;
use tesuji::catalogue;

use super::solve::plies;
use crate::arguments::Course;
use crate::exit::Exit;
use crate::output;

pub(crate) fn run(options: &Course, out: &mut impl Write) -> Result<Exit> {
    let board = options.board();
    let report =
        catalogue::course(&options.game, board.as_deref(), options.algorithm, options.depth)?;
    if options.json {
        output::json(&report, out)?;
        return Ok(Exit::Solved);
    }
    let (game, position, depth) = (report.game, &report.position, report.depth);
    writeln!(out, "{game} {position}\n\nthe course's {}, depth {depth}\n", report.algorithm)?;
    if options.show {
        for (ply, played) in (1..).zip(&report.moves) {
            writeln!(out, "{ply}. {}\n{}", played.mv, played.board)?;
        }
    }
    let rows = (1..).zip(&report.moves).map(|(ply, played): (u32, _)| {
        let visited = output::count(played.visited);
        [ply.to_string(), played.mv.clone(), played.value.to_string(), visited]
    });
    writeln!(out, "{}\n", output::table(&["ply", "move", "value", "visited"], rows))?;
    let end = match report.end {
        "won" => "the driver has won",
        "blocked" => "the driver is blocked",
        _ => "the game goes round in a circle, for ever",
    };
    writeln!(
        out,
        "{end} after {}; {} visited, {}",
        plies(report.moves.len() as u64),
        output::counted(report.visited, "state"),
        output::seconds(report.seconds),
    )?;
    Ok(Exit::Solved)
}
