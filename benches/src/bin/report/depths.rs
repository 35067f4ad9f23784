//! Every search for one agent on the 3×3 board, against the distance from the goal.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use indicatif::ProgressBar;
use tesuji::catalogue::{Algorithm, AnyPosition, Players, SearchOptions, Settings, game};
use tesuji::core::{Budget, Silent};
use tesuji_benches::report::{Chart, Page};

use crate::{Part, Run};

pub(crate) const PART: Part = Part {
    name: "depths",
    help: "states visited and time of every search for one agent, 3×3 boards of 0 to 31 moves",
    run: Run::With(|arguments| {
        let own = Arguments::parse_from([PART.name.to_owned()].iter().chain(arguments));
        page(&own)
    }),
};

/// Every search for one agent on the 3×3 board, against the distance from the goal.
#[derive(Parser)]
struct Arguments {
    /// Seconds that one search may take
    #[arg(long, default_value_t = 20)]
    patience: u64,
    /// Boards at each distance
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    boards: u64,
}

/// The means over the boards of one distance; nothing where a search did not end.
#[derive(Clone, Copy)]
struct Cell {
    visited: f64,
    seconds: f64,
    kilobytes: f64,
}

fn page(own: &Arguments) -> Result<PathBuf> {
    let ladders: Vec<Vec<AnyPosition>> = (0..own.boards)
        .map(|seed| {
            game("taquin")?.ladder(&Settings::new(), seed, &Budget::unlimited(), &mut Silent)
        })
        .collect::<Result<_, _>>()?;
    let algorithms: Vec<_> =
        Algorithm::all().filter(|algorithm| algorithm.players() == Players::One).collect();
    let distances = ladders[0].len();
    let bar = ProgressBar::new((algorithms.len() * distances) as u64);
    let mut table: Vec<Vec<Option<Cell>>> = Vec::new();
    for &algorithm in &algorithms {
        let mut column = Vec::new();
        for distance in 0..distances {
            let boards = ladders.iter().map(|ladder| &ladder[distance]);
            // What did not end at one distance is not tried at greater ones.
            let given_up = matches!(column.last(), Some(None));
            column.push(if given_up { None } else { mean(algorithm, distance, boards, own)? });
            bar.inc(1);
        }
        table.push(column);
    }
    bar.finish_and_clear();
    write(own, &algorithms, &table)
}

fn mean<'a>(
    algorithm: Algorithm,
    distance: usize,
    boards: impl Iterator<Item = &'a AnyPosition>,
    own: &Arguments,
) -> Result<Option<Cell>> {
    let mut options = SearchOptions::new(algorithm);
    options.depth_limit = u32::try_from(distance)?;
    if algorithm.is_informed() {
        options.heuristic = Some("manhattan".to_owned());
    }
    let budget = Budget::unlimited().time(Duration::from_secs(own.patience));
    let mut sum = Cell { visited: 0.0, seconds: 0.0, kilobytes: 0.0 };
    for board in boards {
        let report = board.solve(&options, &budget, &mut Silent)?;
        if report.length.is_none() {
            return Ok(None);
        }
        sum.visited += report.nodes_expanded as f64;
        sum.seconds += report.seconds;
        sum.kilobytes += report.peak_bytes as f64 / 1024.0;
    }
    let count = own.boards as f64;
    Ok(Some(Cell {
        visited: sum.visited / count,
        seconds: sum.seconds / count,
        kilobytes: sum.kilobytes / count,
    }))
}

fn write(
    own: &Arguments,
    algorithms: &[Algorithm],
    table: &[Vec<Option<Cell>>],
) -> Result<PathBuf> {
    let title = "Searches for one agent against the distance from the goal";
    let command =
        format!("cargo xtask report depths --boards {} --patience {}", own.boards, own.patience);
    let mut page = Page::new("depths", title, &command);
    let boards = match own.boards {
        1 => "a random board at each distance".to_owned(),
        boards => format!("{boards} random boards at each distance, means"),
    };
    page.paragraph(&format!(
        "The 3×3 taquin, {boards}. Informed searches go by \
         Manhattan distance; depth-limited search is given the distance as its limit; a search \
         that takes more than {} seconds is given up (–).",
        own.patience
    ));
    type Figure = (&'static str, &'static str, fn(&Cell) -> f64, fn(f64) -> String);
    let figures: [Figure; 3] = [
        ("States visited", "visited", |cell| cell.visited, |value| format!("{value:.0}")),
        ("Milliseconds", "milliseconds", |cell| cell.seconds * 1e3, |value| format!("{value:.3}")),
        ("Memory in KiB", "memory", |cell| cell.kilobytes, |value| format!("{value:.0}")),
    ];
    for (heading, file, figure, written) in figures {
        page.heading(heading);
        let mut chart =
            Chart::new(heading, "distance from the goal", &heading.to_lowercase()).logarithmic();
        for (algorithm, column) in algorithms.iter().zip(table) {
            let points = (0_u32..).zip(column).filter_map(|(distance, cell)| {
                let value = figure(cell.as_ref()?);
                (value > 0.0).then_some((f64::from(distance), value))
            });
            let points: Vec<_> = points.collect();
            if !points.is_empty() {
                chart = chart.line(algorithm.name(), points);
            }
        }
        page.chart(file, &chart)?;
        let head = ["distance"].into_iter().chain(algorithms.iter().map(|one| one.name()));
        page.table(
            head,
            (0..table[0].len()).map(|distance| {
                let cells = table.iter().map(|column| {
                    let cell = column[distance].as_ref();
                    cell.map_or_else(|| "–".to_owned(), |cell| written(figure(cell)))
                });
                std::iter::once(distance.to_string()).chain(cells).collect::<Vec<_>>()
            }),
        );
    }
    page.finish()
}
