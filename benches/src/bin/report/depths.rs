//! Every single-agent search on the 3×3 board, against the distance from the goal.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::Parser;
use indicatif::ProgressBar;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use tesuji::catalogue::{Algorithm, AnyPosition, Catalogue, Family, Search};
use tesuji::core::{Budget, KnownGoals, Notation, Ranked, Settings, Silent};
use tesuji::taquin::{Goal, Taquin};
use tesuji::uninformed::Enumeration;
use tesuji_benches::clock::processor_seconds;
use tesuji_benches::report::{Chart, Page};

use crate::{Part, Run};

pub(crate) const PART: Part = Part {
    name: "depths",
    help: "states visited and time of every single-agent search, 3×3 boards of 0 to 31 moves",
    run: Run::With(|arguments| {
        let own = Arguments::parse_from([PART.name.to_owned()].iter().chain(arguments));
        page(&own)
    }),
};

/// Every single-agent search on the 3×3 board, against the distance from the goal.
#[derive(Parser)]
struct Arguments {
    /// Time limit of a search, in seconds
    #[arg(long, default_value_t = 20)]
    patience: u64,
    /// Boards at each distance, or all if there are fewer
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..))]
    boards: u64,
    /// Millions of states visited at a distance after which a search gets no more boards there,
    /// beyond the first five
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// The minimum number of boards at a distance.
const MIN_BOARDS: usize = 5;

/// All boards at a distance, or a random sample of them.
struct Sample {
    boards: Vec<AnyPosition>,
    /// The number of all boards.
    all: u64,
}

/// The costs of a search at one distance.
struct Cell {
    /// The number of boards.
    boards: usize,
    /// Whether they are all boards.
    is_all: bool,
    visited: Mean,
    seconds: Mean,
    kilobytes: Mean,
}

/// A mean and its 95 % confidence interval, by the normal distribution, for a sample without
/// repetitions.
#[derive(Clone, Copy)]
struct Mean {
    mean: f64,
    margin: f64,
}

impl Mean {
    fn of(sample: &[f64], all: u64) -> Self {
        let (size, all) = (sample.len() as f64, all as f64);
        let mean = sample.iter().sum::<f64>() / size;
        let squares: f64 = sample.iter().map(|one| (one - mean).powi(2)).sum();
        // The interval of a complete sample is zero (Cochran, "Sampling Techniques", 1977, section
        // 2.6).
        let margin = match all - size {
            0.0 => 0.0,
            left => 1.96 * (squares / (size - 1.0) / size * left / all).sqrt(),
        };
        Mean { mean, margin }
    }

    fn written(self, digits: usize) -> String {
        let Mean { mean, margin } = self;
        match margin {
            0.0 => format!("{mean:.digits$}"),
            _ => format!("{mean:.digits$} ±{margin:.digits$}"),
        }
    }
}

fn page(own: &Arguments) -> Result<PathBuf> {
    let samples = samples(own)?;
    let catalogue = Catalogue::standard();
    let algorithms = catalogue.game("taquin")?.algorithms();
    let bar = ProgressBar::new((algorithms.len() * samples.len()) as u64);
    let mut table: Vec<Vec<Option<Cell>>> = Vec::new();
    for &algorithm in algorithms {
        let mut column = Vec::new();
        for (distance, sample) in samples.iter().enumerate() {
            // A search that exceeded a limit at one distance is not tried at greater ones.
            let given_up = matches!(column.last(), Some(None));
            column.push(if given_up { None } else { mean(algorithm, distance, sample, own)? });
            bar.inc(1);
        }
        table.push(column);
    }
    bar.finish_and_clear();
    write(own, algorithms, &table)
}

/// Boards at each distance, the same in every run.
fn samples(own: &Arguments) -> Result<Vec<Sample>> {
    let taquin = Taquin::<u64>::new(3, 3, Goal::BlankFirst)?;
    let unlimited = Budget::unlimited();
    let run = Enumeration::new().run(&taquin, taquin.goals(), &unlimited, &mut Silent);
    let distances = run.outcome.map_err(|incomplete| anyhow!("{}", incomplete.limit))?;
    let mut ranks = vec![Vec::new(); distances.layers().len()];
    for rank in 0..taquin.state_count() {
        if let Some(distance) = distances.distance(&taquin, rank) {
            ranks[distance as usize].push(rank);
        }
    }
    let mut random = Pcg64::seed_from_u64(0);
    let catalogue = Catalogue::standard();
    let entry = catalogue.game("taquin")?;
    let samples = ranks.into_iter().map(|mut ranks| {
        let all = ranks.len() as u64;
        let drawn = all.min(own.boards) as usize;
        // The first steps of a Fisher-Yates shuffle.
        for index in 0..drawn {
            let left = (ranks.len() - index) as u64;
            ranks.swap(index, index + (random.next_u64() % left) as usize);
        }
        let boards = ranks[..drawn].iter().map(|&rank| {
            let text = taquin.state_text(&taquin.unrank(rank));
            Ok(entry.open(Some(&text), &Settings::new())?)
        });
        Ok(Sample { boards: boards.collect::<Result<_>>()?, all })
    });
    samples.collect()
}

fn mean(
    algorithm: Algorithm,
    distance: usize,
    sample: &Sample,
    own: &Arguments,
) -> Result<Option<Cell>> {
    let mut search = Search::new(algorithm);
    if algorithm.takes("depth-limit") {
        search.set("depth-limit", &distance.to_string())?;
    }
    if algorithm.family == Family::Informed {
        search.set("heuristic", "manhattan")?;
    }
    let budget = Budget::unlimited().time(Duration::from_secs(own.patience));
    let (mut visited, mut seconds, mut kilobytes) = (Vec::new(), Vec::new(), Vec::new());
    let enough = own.nodes as f64 * 1e6;
    for board in &sample.boards {
        if visited.len() >= MIN_BOARDS && visited.iter().sum::<f64>() > enough {
            break;
        }
        let before = processor_seconds();
        let report = board.solve(&search, &budget, &mut Silent)?;
        let took = processor_seconds() - before;
        if report.length.is_none() {
            return Ok(None);
        }
        visited.push(report.nodes_expanded as f64);
        seconds.push(took);
        kilobytes.push(report.peak_bytes as f64 / 1024.0);
    }
    let mean = |figures: &[f64]| Mean::of(figures, sample.all);
    Ok(Some(Cell {
        boards: visited.len(),
        is_all: visited.len() == sample.boards.len(),
        visited: mean(&visited),
        seconds: mean(&seconds),
        kilobytes: mean(&kilobytes),
    }))
}

fn write(
    own: &Arguments,
    algorithms: &[Algorithm],
    table: &[Vec<Option<Cell>>],
) -> Result<PathBuf> {
    let title = "Single-agent searches against the distance from the goal";
    let Arguments { boards, nodes, patience } = own;
    let command = format!(
        "cargo xtask report depths --boards {boards} --nodes {nodes} --patience {patience}"
    );
    let mut page = Page::new("depths", title, &command);
    page.paragraph(&format!(
        "The 3×3 puzzle: {boards} different random boards at each distance, or all boards if there \
         are fewer (1, 2, 4, 8, 16, 20, 39 and 62 at distances 0 to 7, 2 at 31). Means, with the \
         95 % interval of the mean over all boards of the distance unless all were searched. A \
         search that has visited {nodes} million states at a distance gets no more boards there \
         after the first {MIN_BOARDS}; brackets show its number of boards. Informed searches use \
         Manhattan distance; the limit of depth-limited search is the distance; a search that takes \
         more than {patience} seconds is stopped (–). Times are processor times.",
    ));
    let ms = |mean: Mean| Mean { mean: 1e3 * mean.mean, margin: 1e3 * mean.margin };
    type Figure<'a> = (&'static str, &'static str, &'a dyn Fn(&Cell) -> Mean, usize);
    let figures: [Figure; 3] = [
        ("States visited", "visited", &|cell| cell.visited, 0),
        ("Milliseconds", "milliseconds", &|cell| ms(cell.seconds), 3),
        ("Memory in KiB", "memory", &|cell| cell.kilobytes, 0),
    ];
    for (heading, file, figure, digits) in figures {
        page.heading(heading);
        let mut chart =
            Chart::new(heading, "distance from the goal", &heading.to_lowercase()).logarithmic();
        for (algorithm, column) in algorithms.iter().zip(table) {
            let points = (0_u32..).zip(column).filter_map(|(distance, cell)| {
                let value = figure(cell.as_ref()?).mean;
                (value > 0.0).then_some((f64::from(distance), value))
            });
            let points: Vec<_> = points.collect();
            if !points.is_empty() {
                chart = chart.line(algorithm.name, points);
            }
        }
        page.chart(file, &chart)?;
        let head = ["distance"].into_iter().chain(algorithms.iter().map(|one| one.name));
        page.table(
            head,
            (0..table[0].len()).map(|distance| {
                let cells = table.iter().map(|column| {
                    let cell = column[distance].as_ref();
                    let Some(cell) = cell else { return "–".to_owned() };
                    let few = format!(" ({})", cell.boards);
                    let few = if cell.is_all { "" } else { &few };
                    figure(cell).written(digits) + few
                });
                std::iter::once(distance.to_string()).chain(cells).collect::<Vec<_>>()
            }),
        );
    }
    page.finish()
}
