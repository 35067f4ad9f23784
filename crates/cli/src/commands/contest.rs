use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use tesuji::arena::{Elo, Match, MatchScore, Sprt, SprtReport, SprtVerdict};
use tesuji::catalogue::options::{self, positive, whole};
use tesuji::catalogue::{Catalogue, EngineSpec, GameEntry, MatchReport, Status};
use tesuji::core::{Limit, StopFlag, quoted};

use super::Run;
use crate::exit::Exit;
use crate::inputs::{self, Start, within};
use crate::limits;
use crate::output;

/// Play a match between two engines: Elo difference, its error, sequential test
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tesuji match breakthrough --size 5x5 --players pvs:depth=4,alpha-beta:depth=4 --games 200
  tesuji match connect-four --players pvs:nodes=2000,random --games 20 --json
  tesuji match breakthrough --players pvs:time=50ms,pvs:time=20ms --sprt 0,50 --threads 2

Exit codes: 0 done, 2 bad input, 3 unknown (--sprt undecided, or ended before all games).
A seed repeats a match exactly unless engines are limited by time or take several threads.")]
pub(crate) struct Contest {
    #[command(flatten)]
    start: Start,
    /// The two engines, separated by a comma: algorithms with options and limits, as in
    /// pvs:time=50ms,alpha-beta:depth=6, or random
    #[arg(long, required = true, num_args = 1, value_delimiter = ',', value_name = "A,B")]
    players: Vec<String>,
    /// How many games, in pairs with the sides swapped; with --sprt, at most
    #[arg(long, default_value_t = 100, value_parser = pairs)]
    games: u64,
    /// The seed of the openings and of all other random choices
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,
    /// Stop as soon as a sequential test decides whether A is stronger by ELO0 or by ELO1
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = parse_test)]
    sprt: Option<Sprt>,
    /// How many random moves each pair of games begins with
    #[arg(long, default_value_t = 4, value_name = "PLIES", value_parser = within(0_u32..=10_000))]
    openings: u32,
    /// A game of more plies than this is a draw
    #[arg(long, default_value_t = 1000, value_name = "PLIES", value_parser = positive::<u32>)]
    max_plies: u32,
    /// How many nodes an engine without limits of its own may take for a move
    /// [default: 100,000, unless --time is given]
    #[arg(long, value_parser = positive::<u64>)]
    nodes: Option<u64>,
    /// How much time it may take, as in 50ms; results then differ from run to run
    #[arg(long, value_parser = options::time)]
    time: Option<Duration>,
    /// Stop the match after this time; the pairs of games that are finished by then count
    #[arg(long, value_parser = options::time)]
    total_time: Option<Duration>,
    /// How many games to play at the same time
    #[arg(long, default_value_t = 1, value_parser = inputs::threads)]
    threads: usize,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Contest {
    const NODES: u64 = 100_000;

    /// The two engines, with their limits.
    fn players(&self, game: &dyn GameEntry, stop: &StopFlag) -> Result<[EngineSpec; 2]> {
        let players = self.players.iter().map(|text| game.engine(text));
        let players: Vec<_> = players.collect::<Result<_, _>>()?;
        let is_given = self.nodes.is_some() || self.time.is_some();
        ensure!(
            !is_given || players.iter().any(|engine| !engine.is_limited()),
            "--nodes and --time are for engines without limits of their own, and these have some"
        );
        let nodes = self.nodes.or_else(|| self.time.is_none().then_some(Self::NODES));
        let limited =
            |engine: &EngineSpec| engine.clone().limits(nodes, self.time).stop(stop.clone());
        match &players[..] {
            [first, second] => Ok([limited(first), limited(second)]),
            players => bail!("a match is between two engines, not {}", players.len()),
        }
    }

    /// How the match is played.
    fn settings(&self, stop: &StopFlag) -> Match {
        let mut settings = Match::new(self.games).seed(self.seed);
        settings.opening_plies = self.openings;
        settings.max_plies = self.max_plies;
        settings.sprt = self.sprt;
        settings.threads = NonZeroUsize::new(self.threads).unwrap_or(settings.threads);
        settings.stop = stop.clone();
        settings
    }
}

/// A number of games that are played in pairs.
fn pairs(text: &str) -> Result<u64, String> {
    let games: u64 = positive(text)?;
    if games.is_multiple_of(2) {
        Ok(games)
    } else {
        Err("games are played in pairs: give an even number".to_owned())
    }
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

impl Run for Contest {
    fn is_json(&self) -> bool {
        self.json
    }

    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let stop = limits::stop_on_interrupt()?;
        let players = self.players(self.start.game(catalogue)?, &stop)?;
        let position = self.start.open(catalogue)?;
        if let Status::Finished(_) = position.status() {
            bail!("there is nothing to play: the game is over");
        }
        let ended_by_time = limits::raise_after(self.total_time, &stop)?;
        let settings = self.settings(&stop);
        let mut report = {
            let mut bar = Bar::new(settings.games);
            position.contest(&players, &settings, &mut |score| bar.show(score))?
        };
        report.limit = match (ended_by_time.is_raised(), stop.is_raised()) {
            (true, _) => Some(Limit::Time.to_string()),
            (false, true) => Some(Limit::Interrupted.to_string()),
            (false, false) => None,
        };
        if self.json {
            output::json(&report, out)?;
        } else {
            write(&report, out)?;
        }
        let undecided = |test: SprtReport| test.verdict == SprtVerdict::Undecided;
        Ok(if let Some(limit) = &report.limit {
            Exit::stopped(limit)
        } else if report.sprt.is_some_and(undecided) {
            eprintln!("undecided: all games were played");
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
    write!(out, "{} draws; the first player won {first}, the second {second}", report.draws)?;
    match report.cut_off {
        0 => writeln!(out)?,
        long => writeln!(out, "; {long} of the draws are games cut off by --max-plies")?,
    }
    let pairs = report.pentanomial.0.map(|count| count.to_string()).join(" ");
    writeln!(out, "pairs with 0, ½, 1, 1½, 2 points for {}: {pairs}", report.players[0])?;
    // Pairs that all went alike say nothing about how much they may vary.
    if report.elo.low < report.elo.high {
        writeln!(out, "Elo difference {}", report.elo)?;
    } else {
        writeln!(
            out,
            "Elo difference {:+.1}, too few games for an interval",
            report.elo.difference
        )?;
    }
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

/// A bar on standard error that fills with the games; on a terminal only, and only once the match
/// has taken a moment.
struct Bar {
    bar: Option<ProgressBar>,
    games: u64,
    started: Instant,
}

impl Bar {
    const PATIENCE: Duration = Duration::from_millis(300);

    fn new(games: u64) -> Self {
        Bar { bar: None, games, started: Instant::now() }
    }

    fn show(&mut self, score: &MatchScore) {
        if self.started.elapsed() < Self::PATIENCE {
            return;
        }
        let games = self.games;
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games  {wide_msg}");
            let bar = ProgressBar::new(games);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        let [won, lost] = score.won;
        bar.set_message(format!("+{won} ={} −{lost}  Elo {}", score.draws, Elo::of(&score.pairs)));
        bar.set_position(2 * score.pairs.pairs());
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
