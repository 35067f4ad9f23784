//! Monte-Carlo searches on Breakthrough, everybody against everybody.

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use indicatif::ProgressBar;
use tesuji::arena::{Elo, EngineSpec, Match, MatchReport, Pentanomial};
use tesuji::registry::{Settings, game};
use tesuji_benches::report::{Chart, Page};

use crate::Part;

pub(crate) const PART: Part = Part {
    name: "montecarlo",
    help: "Monte-Carlo searches, alpha-beta and random play on Breakthrough: speed and strength",
    run: |arguments| {
        let own = Arguments::parse_from([PART.name.to_owned()].iter().chain(arguments));
        page(&own)
    },
};

/// Monte-Carlo searches on Breakthrough, everybody against everybody.
#[derive(Parser)]
struct Arguments {
    /// Games of each two contestants
    #[arg(long, default_value_t = 400)]
    games: u64,
    /// Simulations for a move
    #[arg(long, default_value_t = 1000)]
    playouts: u64,
    /// Time for a move, in the matches at equal time
    #[arg(long, default_value = "20ms")]
    time: String,
    /// The boards
    #[arg(long, value_delimiter = ',', default_value = "5x5,6x6,8x8")]
    sizes: Vec<String>,
}

/// The contestants of the round-robin matches: a name, and whether it takes simulations.
const FIELD: [(&str, &str); 6] = [
    ("UCT", "uct-tree:sight=no"),
    ("UCT with table", "uct:sight=no"),
    ("RAVE", "rave:sight=no"),
    ("GRAVE", "grave:sight=no"),
    ("alpha-beta", "pvs"),
    ("random", "random"),
];

/// What each step is worth: the one with it against the one without.
const LADDER: [(&str, &str, &str); 6] = [
    ("a tree", "uct-tree:sight=no", "flat-mc"),
    ("a table", "uct:sight=no", "uct-tree:sight=no"),
    ("RAVE", "rave:sight=no", "uct:sight=no"),
    ("GRAVE", "grave:sight=no", "uct:sight=no"),
    ("progressive bias", "uct-biased:sight=no", "uct:sight=no"),
    ("wins told at sight", "grave", "grave:sight=no"),
];

fn page(own: &Arguments) -> Result<PathBuf> {
    let title = "Monte-Carlo tree search on Breakthrough";
    let command = format!(
        "cargo xtask report montecarlo --games {} --playouts {} --time {} --sizes {}",
        own.games,
        own.playouts,
        own.time,
        own.sizes.join(",")
    );
    let mut page = Page::new("montecarlo", title, &command);
    page.paragraph(&format!(
        "{} games of each two contestants in pairs: both games of a pair begin with the same random \
         moves, with the sides swapped. Elo with 95 % intervals. A Monte-Carlo search keeps its \
         tree from move to move. Alpha-beta is `pvs` with an evaluator that counts pawns and \
         rows; where the others have a number of simulations, it looks 4 plies ahead.",
        own.games
    ));
    for size in &own.sizes {
        round_robin(&mut page, own, size)?;
        ladder(&mut page, own, size)?;
    }
    page.finish()
}

fn round_robin(page: &mut Page, own: &Arguments, size: &str) -> Result<()> {
    let playouts = format!("playouts={}", own.playouts);
    let by_playouts = FIELD.map(|(_, engine)| match engine {
        "random" => engine.to_owned(),
        "pvs" => "pvs:depth=4".to_owned(),
        engine => format!("{engine}:{playouts}"),
    });
    let by_time = FIELD.map(|(_, engine)| match engine {
        "random" => engine.to_owned(),
        engine => format!("{engine}:time={}", own.time),
    });
    let kinds = [("playouts", "simulations", by_playouts), ("time", "time for a move", by_time)];
    for (file, equal, engines) in kinds {
        page.heading(&format!("{size} at equal {equal}"));
        let table = everybody(own, size, &engines)?;
        let against_all = |row: &Vec<Option<MatchReport>>| {
            let mut sum = Pentanomial::default();
            for report in row.iter().flatten() {
                sum.0.iter_mut().zip(report.pentanomial.0).for_each(|(sum, more)| *sum += more);
            }
            Elo::of(&sum)
        };
        let elos: Vec<_> = table.iter().map(against_all).collect();
        let head = ["".to_owned(), "against all".to_owned(), "ms a move".to_owned()];
        let head = head.into_iter().chain(FIELD.map(|(name, _)| name.to_owned()));
        let rows = FIELD.iter().zip(&table).zip(&elos).map(|(((name, _), row), elo)| {
            let others = row.iter().flatten();
            let (sum, count) = others.fold((0.0, 0.0), |(sum, count), report| {
                (sum + report.seconds_per_move[0], count + 1.0)
            });
            let cells = row.iter().map(|report| {
                report.as_ref().map_or_else(String::new, |report| {
                    let share = 100.0 * report.pentanomial.score();
                    format!("{share:.1} %")
                })
            });
            let own = [(*name).to_owned(), elo.to_string(), format!("{:.2}", 1e3 * sum / count)];
            own.into_iter().chain(cells).collect::<Vec<_>>()
        });
        page.table(head, rows);
        let mut chart = Chart::new(&format!("{size}, equal {equal}"), "", "Elo against all");
        for (place, ((name, _), elo)) in FIELD.iter().zip(&elos).enumerate() {
            // Infinite for who has won, or lost, every game.
            let ends = [elo.low, elo.difference, elo.high].map(|end| end.clamp(-1200.0, 1200.0));
            chart = chart.intervals(name, [(place as f64 + 1.0, ends)]);
        }
        page.chart(&format!("{size}-{file}"), &chart)?;
    }
    Ok(())
}

/// Every match, seen by the contestant of the row.
fn everybody(
    own: &Arguments,
    size: &str,
    engines: &[String],
) -> Result<Vec<Vec<Option<MatchReport>>>> {
    let count = engines.len();
    let bar = ProgressBar::new((count * (count - 1)) as u64);
    let mut table = Vec::new();
    for one in engines {
        let mut row = Vec::new();
        for other in engines {
            // The same games again with the contestants' seats swapped would be half the effort, but
            // each row's times are its own.
            row.push(if one == other { None } else { Some(contest(own, size, one, other)?) });
            bar.inc(u64::from(one != other));
        }
        table.push(row);
    }
    bar.finish_and_clear();
    Ok(table)
}

fn contest(own: &Arguments, size: &str, one: &str, other: &str) -> Result<MatchReport> {
    let board = game("breakthrough")?.open(None, &Settings::new().with("size", size))?;
    let players: [EngineSpec; 2] = [one.parse()?, other.parse()?];
    Ok(board.contest(&players, &Match::new(own.games), &mut |_| {})?)
}

fn ladder(page: &mut Page, own: &Arguments, size: &str) -> Result<()> {
    page.heading(&format!("What each step is worth on {size}"));
    page.paragraph(&format!("At {} simulations for a move.", own.playouts));
    let mut rows = Vec::new();
    for (step, with, without) in LADDER {
        let engine = |name: &str| format!("{name}:playouts={}", own.playouts);
        let report = contest(own, size, &engine(with), &engine(without))?;
        let slower = report.seconds_per_move[0] / report.seconds_per_move[1];
        let helps = match report.elo {
            elo if elo.low > 0.0 => "helps",
            elo if elo.high < 0.0 => "harms",
            _ => "not shown",
        };
        rows.push(vec![
            step.to_owned(),
            format!("`{with}`"),
            format!("`{without}`"),
            report.elo.to_string(),
            format!("{slower:.2}"),
            helps.to_owned(),
        ]);
    }
    page.table(["step", "with", "without", "Elo", "time, ratio", ""], rows);
    Ok(())
}
