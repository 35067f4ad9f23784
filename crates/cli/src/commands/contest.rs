use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use tesuji::arena::{Elo, Score, SprtReport, SprtVerdict};
use tesuji::catalogue::{MatchReport, Status};
use tesuji::core::Limit;

use crate::arguments::Contest;
use crate::exit::Exit;
use crate::limits;
use crate::output;

pub(crate) fn run(options: &Contest, out: &mut impl Write) -> Result<Exit> {
    let position = options.start.open()?;
    if let Status::Finished(_) = position.status() {
        bail!("there is nothing to play: the game is over");
    }
    let stop = limits::stop_on_interrupt()?;
    let ended_by_time = limits::raise_after(options.total_time, &stop)?;
    let (players, settings) = (options.players(&stop)?, options.settings(&stop));
    let mut report = {
        let mut bar = Bar::new(settings.games);
        position.contest(&players, &settings, &mut |score| bar.show(score))?
    };
    report.limit = match (ended_by_time.is_raised(), stop.is_raised()) {
        (true, _) => Some(Limit::Time.to_string()),
        (false, true) => Some(Limit::Interrupted.to_string()),
        (false, false) => None,
    };
    if options.json {
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

fn write(report: &MatchReport, out: &mut impl Write) -> Result<()> {
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
        long => writeln!(out, "; {long} draws are games that became too long")?,
    }
    let pairs = report.pentanomial.0.map(|count| count.to_string()).join(" ");
    writeln!(out, "pairs with 0, ½, 1, 1½, 2 points for {}: {pairs}", report.players[0])?;
    // Pairs that all went alike say nothing about how much they may vary.
    if report.elo.low < report.elo.high {
        writeln!(out, "Elo difference {}", report.elo)?;
    } else {
        writeln!(
            out,
            "Elo difference {:+.1}, too few games to say how sure",
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

    fn show(&mut self, score: &Score) {
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
