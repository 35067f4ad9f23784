use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;
use tesuji::catalogue::{AnyPosition, Catalogue, PerftReport};
use tesuji::core::quoted;

use super::Run;
use crate::exit::Exit;
use crate::flags::SettingFlags;
use crate::inputs::{Limits, threads, within};
use crate::limits;
use crate::output;
use crate::progress::Spinner;

/// Count the move sequences of a given length from a position, by their first move
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji perft breakthrough 6                    (from the initial position)
  tesuji perft breakthrough --size 5x5 8 --json
  tesuji perft connect-four 4453 10 --threads 2
  tesuji perft tic-tac-toe --complete            (255,168 complete games)
  tesuji perft simple-nim 6 --complete           (24)
  tesuji perft taquin 806547231 20")]
pub(crate) struct Perft {
    /// The game; `tesuji games` lists them
    game: String,
    /// The position, by default the initial one, then the number of moves unless --complete is
    /// given; `-` reads the position from standard input
    #[arg(required_unless_present = "complete", value_name = "[POSITION] DEPTH")]
    words: Vec<String>,
    /// Count complete games of any length instead; the game must not have cycles
    #[arg(long)]
    complete: bool,
    /// The number of threads, each of which counts a part of the sequences
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    #[arg(conflicts_with = "complete")]
    threads: usize,
    #[command(flatten)]
    settings: SettingFlags,
    #[command(flatten)]
    limits: Limits,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

impl Perft {
    /// A count of longer sequences would not end.
    const MAX_DEPTH: u32 = 255;

    /// The position, and how many moves; none for complete games.
    fn question(&self, catalogue: &Catalogue) -> Result<(AnyPosition, Option<u32>)> {
        let open = |words| self.settings.open(catalogue, &self.game, words);
        if self.complete {
            return Ok((open(&self.words)?, None));
        }
        let (depth, position) = self.words.split_last().context("how many moves?")?;
        let position = open(position)?;
        let read = within(0..=Self::MAX_DEPTH)(depth).ok();
        let depth = read.with_context(|| {
            format!(
                "{} is not a number of moves from 0 to {}: is it missing after the position?",
                quoted(depth),
                Self::MAX_DEPTH
            )
        })?;
        Ok((position, Some(depth)))
    }
}

impl Run for Perft {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let (position, depth) = self.question(catalogue)?;
        let budget = limits::budget(&self.limits)?;
        let report = {
            let mut spinner = Spinner::new("perft");
            match depth {
                Some(depth) => position.perft(depth, self.threads, &budget, &mut spinner),
                None => position.complete_games(&budget, &mut spinner)?,
            }
        };
        if self.json {
            output::json(&report, out)?;
        } else {
            write(&report, out)?;
        }
        Ok(report.limit.as_deref().map_or(Exit::Solved, Exit::stopped))
    }
}

fn write(report: &PerftReport, out: &mut dyn Write) -> Result<()> {
    let rows = report.by_move.iter().map(|(mv, sequences)| [mv.clone(), output::count(*sequences)]);
    writeln!(out, "{} {}\n", report.game, report.position)?;
    let (thing, of) = match report.depth {
        Some(depth) => ("sequence", format!(" of {}", output::counted(depth.into(), "move"))),
        None => ("complete game", String::new()),
    };
    writeln!(out, "{}\n", output::table(&["first move", &format!("{thing}s")], rows))?;
    let more = if report.limit.is_some() { " and more" } else { "" };
    let (sequences, seconds) = (output::counted(report.sequences, thing), report.seconds);
    writeln!(out, "{sequences}{more}{of}, {}", output::seconds(seconds))?;
    Ok(())
}
