use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use tesuji::arena::{Format, PlayedPairs, Tournament};
use tesuji::catalogue::{self, Catalogue, TournamentReport};

use super::Run;
use super::engines::{self, Bar, Engines};
use crate::cross_table;
use crate::exit::Exit;
use crate::inputs::Start;
use crate::limits;
use crate::output::{self, OUTPUT};

/// Play a tournament of engines: cross table, Elo with errors
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji tournament connect-four --players pvs:depth=4,uct:playouts=500,random --games 20
  tesuji tournament breakthrough --size 5x5 --players pvs,mtd-f,grave --format gauntlet --nodes 5000
  tesuji tournament tic-tac-toe --players pvs,random,'cmd:python3 engine.py' --format knock-out
  tesuji tournament breakthrough --players pvs:depth=3,pvs:depth=4 --svg table.svg

Formats: in a round-robin everyone plays everyone, in a gauntlet the first engine plays everyone
else, in a knock-out the winners play each other; there the engines are in the order of their
seeds, and after three replays a tied match is won by the better seed. --games is the number of
games of each match. The Elo is relative to the mean, by maximum likelihood with a draw as half a
win, with its 95% confidence interval; an engine that has all the points, or none, has one bound.

Exit codes: 0 done, 2 bad input, 3 ended before all games, 4 a file cannot be read or written.
A seed repeats a tournament exactly unless engines are limited by time or take several threads.")]
pub(crate) struct TournamentArguments {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    engines: Engines,
    /// Who plays whom: round-robin, gauntlet or knock-out
    #[arg(long, default_value_t = Format::RoundRobin)]
    format: Format,
    /// Write the cross table to this file as CSV
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    csv: Option<PathBuf>,
    /// Write the cross table to this file as a picture
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    svg: Option<PathBuf>,
}

/// More players than this would need days.
const MAX_PLAYERS: usize = 100;

impl TournamentArguments {
    /// The number of games, at least.
    fn games(&self, players: u64, each: u64) -> u64 {
        let matches = match self.format {
            Format::RoundRobin => players * (players - 1) / 2,
            Format::Gauntlet | Format::KnockOut => players - 1,
        };
        each.saturating_mul(matches)
    }
}

impl Run for TournamentArguments {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let may_change = [engines::LIMITS, &["--csv"]].concat();
        let saving = self.engines.checkpoint.open(&may_change)?;
        let stop = limits::stop_on_interrupt()?;
        let own = [&self.csv, &self.svg].into_iter().flatten();
        output::check_all_writable(own.chain(self.engines.outputs()).map(PathBuf::as_path))?;
        let players = self.engines.players(self.start.game(catalogue)?, &stop)?;
        ensure!(
            (2..=MAX_PLAYERS).contains(&players.len()),
            "a tournament is between 2 and {MAX_PLAYERS} engines, not {}",
            players.len()
        );
        let position = self.start.open(catalogue)?;
        let openings = self.engines.conditions.openings(&*position)?;
        let ended_by_time = self.engines.conditions.stop_in_time(&stop)?;
        let mut games = self.engines.settings(&stop);
        games.played = saving.checkpoints().map(PlayedPairs::new);
        let settings = Tournament { format: self.format, games };
        let mut report = {
            let mut record = self.engines.record(out)?;
            let mut bar = Bar::new(self.games(players.len() as u64, settings.games.games));
            let mut progress = |_, score: &_, games| {
                record.add(games, &stop);
                bar.show(score);
            };
            let report =
                catalogue::tournament(&*position, &players, &settings, &openings, &mut progress)?;
            record.end()?;
            report
        };
        report.limit = engines::limit(&ended_by_time, &stop);
        if self.engines.json {
            output::json(&report, out)?;
        } else if self.engines.lists_games() {
            output::last_json_line(report.limit.as_deref(), out)?;
        } else {
            write(&report, out)?;
        }
        if let Some(file) = &self.csv {
            output::write("cross table", file, cross_table::csv(&report)?, out)?;
        }
        if let Some(file) = &self.svg {
            output::write("cross table", file, cross_table::svg(&report), out)?;
        }
        self.engines.name_files()?;
        saving.end(report.limit.as_deref().map_or(Exit::Solved, Exit::stopped), out)
    }
}

fn write(report: &TournamentReport, out: &mut dyn Write) -> Result<()> {
    let TournamentReport { game, position, format, games, opening_plies, seed, .. } = report;
    writeln!(out, "{game} {position}\n")?;
    writeln!(
        out,
        "{format}, {} in pairs with the sides swapped, from openings of {opening_plies} plies, seed \
         {seed}\n",
        output::counted(*games, "game")
    )?;
    writeln!(out, "{}\n", cross_table::text(report))?;
    let lost: Vec<_> = report.standings.iter().filter(|one| one.forfeits > 0).collect();
    for standing in &lost {
        let games = output::counted(standing.forfeits, "game");
        writeln!(
            out,
            "{} lost {games} by an illegal move, on time or by a failure",
            standing.player
        )?;
    }
    writeln!(out, "{}", output::seconds(report.seconds))?;
    Ok(())
}
