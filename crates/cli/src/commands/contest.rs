use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use tesuji::arena::{Match, MatchScore, PlayedPairs, Sprt, SprtReport, SprtVerdict};
use tesuji::catalogue::{AnyPosition, Catalogue, EngineSpec, MatchReport};
use tesuji::core::{StopFlag, quoted};

use super::Run;
use super::engines::{self, Bar, Engines};
use super::job::{Divisible, Merged, Part};
use crate::exit::Exit;
use crate::inputs::Start;
use crate::limits;
use crate::output;

/// Play a match between two engines: Elo difference, its error, sequential test
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji match breakthrough --size 5x5 --players pvs:depth=4,alpha-beta:depth=4 --games 200
  tesuji match connect-four --players pvs:nodes=2000,random --games 20 --json
  tesuji match breakthrough --players pvs:time=50ms,pvs:time=20ms --sprt 0,50 --threads 2
  tesuji match tic-tac-toe --players 'cmd:python3 engine.py',pvs --clock 10s+100ms --log log.txt
  tesuji match tic-tac-toe --players 'skill=3:cmd:./engine','skill=5:cmd:./engine' --time 10ms
  tesuji match connect-four --players pvs,uct --openings-file openings.txt --save games.jsonl

A program after cmd: speaks the Universal Game Interface, as `tesuji engine` does: it has the
limits of --nodes, --time or --clock, and loses a game by an illegal move, on time, or if it ends.
Options of the program are written before cmd:, each NAME=VALUE:. docs/engines.md tells how to
write one.

Exit codes: 0 done, 2 bad input, 3 unknown (--sprt undecided, or ended before all games), 4 a file
cannot be read or written.
A seed repeats a match exactly unless engines are limited by time or take several threads.")]
pub(crate) struct Contest {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    engines: Engines,
    /// Stop as soon as a sequential test decides whether A is stronger by ELO0 or by ELO1
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = parse_test)]
    sprt: Option<Sprt>,
}

fn parse_test(text: &str) -> Result<Sprt> {
    let (from, to) = text.split_once(',').context("not two numbers of Elo, such as 0,50")?;
    let number = |text: &str| {
        let number: Option<f64> =
            text.trim().parse().ok().filter(|number: &f64| number.abs() <= Sprt::MAX_ELO);
        number.with_context(|| {
            let text = quoted(text);
            format!("{text} is not a number of Elo from -{0} to {0}", Sprt::MAX_ELO)
        })
    };
    let (from, to) = (number(from)?, number(to)?);
    ensure!(from < to, "the first number of Elo must be the smaller one");
    Ok(Sprt::new(from, to))
}

impl Contest {
    /// The position, the engines, and the openings from the file.
    fn prepare(
        &self,
        catalogue: &Catalogue,
        stop: &StopFlag,
    ) -> Result<(AnyPosition, [EngineSpec; 2], Vec<String>)> {
        let players = self.engines.players(self.start.game(catalogue)?, stop)?;
        let Ok(players) = <[_; 2]>::try_from(players) else {
            bail!("a match is between two engines; `tesuji tournament` is for more");
        };
        let position = self.start.open(catalogue)?;
        let openings = self.engines.conditions.openings(&*position)?;
        Ok((position, players, openings))
    }
}

impl Divisible for Contest {
    fn files(&mut self) -> Vec<&mut PathBuf> {
        self.engines.openings_file().into_iter().collect()
    }

    fn count(&self, catalogue: &Catalogue) -> Result<u64> {
        let pairs = self.engines.independent_pairs()?;
        ensure!(self.sprt.is_none(), "--sprt ends a match early, and so it is played at once");
        ensure!(self.start.position[..] != ["-"], "give the position in place of -");
        let (position, players, openings) = self.prepare(catalogue, &StopFlag::new())?;
        // Without games, it looks at the engines and the openings.
        position.contest(&players, &Match::new(0), &openings, &mut |_, _| {})?;
        Ok(pairs)
    }

    fn lines_of_an_item(&self) -> u64 {
        2
    }

    fn run_part(&self, part: &Part, out: &mut dyn Write) -> Result<Option<MatchScore>> {
        part.folder.check_inputs()?;
        let (position, players, openings) = self.prepare(part.catalogue, &part.stop)?;
        let mut settings = self.engines.settings(&part.stop);
        settings.first_pair = part.items.start;
        settings.games = 2 * (part.items.end - part.items.start);
        let (mut played, mut written) = (MatchScore::default(), Ok(()));
        position.contest(&players, &settings, &openings, &mut |score, games| {
            played = *score;
            for game in games {
                if written.is_ok() {
                    written = output::json_line(&game, out);
                }
            }
        })?;
        written?;
        Ok(Some(played))
    }

    fn merge(&self, merged: &Merged, out: &mut dyn Write) -> Result<Exit> {
        if self.engines.lists_games() {
            for line in &merged.lines {
                writeln!(out, "{line}")?;
            }
            return Ok(Exit::Solved);
        }
        merged.folder.check_inputs()?;
        let stop = StopFlag::new();
        let (position, players, _) = self.prepare(merged.catalogue, &stop)?;
        let settings = self.engines.settings(&stop);
        let report = MatchReport::new(&*position, &players, &settings, &merged.score);
        output::json(&output::repeatable(&report, &["seconds_per_move"])?, out)?;
        Ok(Exit::Solved)
    }
}

impl Run for Contest {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let saving = self.engines.checkpoint.open(engines::LIMITS)?;
        let stop = limits::stop_on_interrupt()?;
        output::check_all_writable(self.engines.outputs().map(PathBuf::as_path))?;
        let (position, players, openings) = self.prepare(catalogue, &stop)?;
        let ended_by_time = self.engines.conditions.stop_in_time(&stop)?;
        let mut settings = self.engines.settings(&stop);
        settings.sprt = self.sprt;
        settings.played = saving.checkpoints().map(PlayedPairs::new);
        let mut report = {
            let mut record = self.engines.record(out)?;
            let mut bar = Bar::new(settings.games);
            let report =
                position.contest(&players, &settings, &openings, &mut |score, games| {
                    record.add(games, &stop);
                    bar.show(score);
                })?;
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
        self.engines.name_files()?;
        let undecided = |test: SprtReport| test.verdict == SprtVerdict::Undecided;
        if let Some(limit) = &report.limit {
            return saving.end(Exit::stopped(limit), out);
        }
        saving.end(Exit::Solved, out)?;
        Ok(if report.sprt.is_some_and(undecided) {
            output::to_stderr!("undecided: all games were played");
            Exit::Unknown
        } else {
            Exit::Solved
        })
    }
}

fn write(report: &MatchReport, out: &mut dyn Write) -> Result<()> {
    let MatchReport { game, position, opening_plies, games, seed, .. } = report;
    writeln!(out, "{game} {position}\n")?;
    writeln!(
        out,
        "{games} games in pairs with the sides swapped, from openings of {opening_plies} plies, \
         seed {seed}\n"
    )?;
    let rows = [report.wins, report.losses].into_iter().enumerate().map(|(seat, wins)| {
        [
            report.players[seat].clone(),
            output::count(wins),
            format!("{:.0}", report.nodes_per_move[seat]),
            output::seconds(report.seconds_per_move[seat]),
        ]
    });
    let head = ["player", "wins", "nodes a move", "time a move"];
    writeln!(out, "{}\n", output::table(&head, rows))?;
    let [first, second] = report.won_by_side;
    write!(
        out,
        "{}; the first player won {first}, the second {second}",
        output::counted(report.draws, "draw")
    )?;
    let [first, second] = report.forfeits;
    if first + second > 0 {
        write!(out, "; lost by an illegal move, on time or by a failure: {first} and {second}")?;
    }
    match report.cut_off {
        0 => writeln!(out)?,
        long => writeln!(out, "; {long} of the draws are games cut off by --max-plies")?,
    }
    let pairs = report.pentanomial.0.map(|count| count.to_string()).join(" ");
    writeln!(out, "pairs with 0, ½, 1, 1½, 2 points for {}: {pairs}", report.players[0])?;
    let why = match report.elo.is_bounded() {
        true => "",
        false => ", without an interval, as no two pairs differ",
    };
    writeln!(out, "Elo difference {}{why}", report.elo)?;
    if let Some(test) = &report.sprt {
        let SprtReport { elo0, elo1, log_likelihood_ratio, lower, upper, .. } = test;
        let verdict = match test.verdict {
            SprtVerdict::Undecided => "undecided".to_owned(),
            SprtVerdict::NotStronger => format!("not stronger by {elo1}"),
            SprtVerdict::Stronger => format!("stronger by {elo1} rather than {elo0}"),
        };
        writeln!(
            out,
            "SPRT of {elo0} against {elo1} Elo: {verdict} (log-likelihood ratio \
             {log_likelihood_ratio:.2} between {lower:.2} and {upper:.2})"
        )?;
    }
    writeln!(out, "{}", output::seconds(report.seconds))?;
    Ok(())
}
