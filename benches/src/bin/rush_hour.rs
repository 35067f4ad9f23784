//! Solves a file of Rush Hour boards: compares fewest slides and the number of boards that can be
//! reached with what the file says, and finds the exact value of each against rocks.
#![forbid(unsafe_code)]

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use tesuji::retrograde::{Exact, Expectation};
use tesuji::rocks::{RandomRocks, RocksTable};
use tesuji::rush_hour::instances::{Listed, parse_list};
use tesuji::rush_hour::{Blocked, Cluster, Metric, RushHour, RushHourRocks};
use tesuji_benches::report::{Chart, Page};
use tesuji_core::{Ranked, Rules};

/// Solves a file of boards alone and against rocks, and writes what it finds as a table.
#[derive(Parser)]
#[command(after_help = "Examples:
  cargo xtask rush-hour --file testdata/rush_18k.txt
  cargo xtask rush-hour --file testdata/rush_18k.txt --most 500 --out some.csv
  cargo xtask rush-hour --file testdata/rush_18k.txt --expectations --every 100
  cargo xtask rush-hour --file testdata/rush_18k.txt --page      (the page, from a finished table)

Boards that the table has already are not solved again: a run that was stopped goes on.")]
struct Arguments {
    /// The boards: on each line fewest slides, board, number of boards that can be reached
    #[arg(long)]
    file: PathBuf,
    /// The table to be written, a CSV file [default: docs/results/rush-hour-rocks.csv, or with
    /// --expectations docs/results/rush-hour-rocks-expected.csv]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Also find the least expected number of moves when rocks fall at random, to 1e-9, as one
    /// column more. Takes some 0.1 s for each board, several times as long as all the rest
    #[arg(long)]
    expectations: bool,
    /// Solve this many boards at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Take every so manieth board of the file
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Stop after so many boards
    #[arg(long)]
    most: Option<usize>,
    /// Write the page with the summary, docs/results/rush-hour-rocks.md
    #[arg(long)]
    page: bool,
}

const HEAD: &str = "board,slides,steps,boards,against_rocks,moves";
const HEAD_WITH_EXPECTATIONS: &str = "board,slides,steps,boards,against_rocks,moves,expected";

/// Boards that are solved before their rows are written.
const BATCH: usize = 128;

fn main() -> Result<()> {
    let Arguments { file, out, expectations, threads, every, most, page } = Arguments::parse();
    let out = out.unwrap_or_else(|| {
        let name = if expectations { "rush-hour-rocks-expected" } else { "rush-hour-rocks" };
        Path::new("docs/results").join(name).with_extension("csv")
    });
    let head = if expectations { HEAD_WITH_EXPECTATIONS } else { HEAD };
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {file:?}"))?;
    let mut boards: Vec<_> = parse_list(&text)?.into_iter().step_by(every as usize).collect();
    boards.truncate(most.unwrap_or(usize::MAX));
    let mut rows = finished(&out, head, &boards)?;
    let bar = ProgressBar::new(boards.len() as u64);
    bar.set_style(ProgressStyle::with_template(
        "{wide_bar} {human_pos}/{human_len} boards, {elapsed} and about {eta} more",
    )?);
    bar.set_position(rows.len() as u64);
    bar.reset_eta();
    let mut table = append(&out, head, rows.is_empty())?;
    for batch in boards[rows.len()..].chunks(BATCH) {
        for row in solve_all(batch, expectations, threads.into(), &bar)? {
            writeln!(table, "{row}")?;
            rows.push(row);
        }
        table.flush()?;
    }
    bar.finish_and_clear();
    let reached: u64 = boards.iter().map(|board| board.reachable).sum();
    println!(
        "{} boards: fewest slides and boards reached ({} in all) as the file has them",
        HumanCount(rows.len() as u64),
        HumanCount(reached)
    );
    for (outcome, count) in census(&rows) {
        println!("{:>7} {outcome}", HumanCount(count));
    }
    if page {
        println!("{}", write_page(&rows, reached)?.display());
    }
    Ok(())
}

/// What was found out about a board.
#[derive(Clone, Debug)]
struct Row {
    board: String,
    slides: u32,
    steps: u32,
    reached: u64,
    against_rocks: Exact,
    /// Against rocks at random, if that was asked for.
    expected: Option<Expectation>,
}

impl std::fmt::Display for Row {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Row { board, slides, steps, reached, against_rocks, expected } = self;
        write!(out, "{board},{slides},{steps},{reached},{},", outcome(*against_rocks))?;
        match against_rocks {
            Exact::Win(moves) | Exact::Loss(moves) => write!(out, "{moves}")?,
            Exact::Draw(_) | Exact::Endless => {}
        }
        match expected {
            None => Ok(()),
            Some(Expectation::Cost(moves)) => write!(out, ",{moves:.10}"),
            Some(Expectation::Uncertain) => write!(out, ",{UNCERTAIN}"),
            Some(Expectation::Never) => write!(out, ",{NEVER}"),
        }
    }
}

/// The expectation where the driver can win, but not for certain; and where he cannot.
const UNCERTAIN: &str = "uncertain";
const NEVER: &str = "never";

fn outcome(value: Exact) -> &'static str {
    match value {
        Exact::Win(_) => "won",
        Exact::Loss(_) => "blocked",
        Exact::Draw(_) | Exact::Endless => "held",
    }
}

impl Row {
    fn read(line: &str) -> Option<Row> {
        let fields: Vec<_> = line.split(',').collect();
        let (&[board, slides, steps, reached, outcome, moves], expected) =
            fields.split_first_chunk()?;
        let expected = match expected {
            [] => None,
            &[UNCERTAIN] => Some(Expectation::Uncertain),
            &[NEVER] => Some(Expectation::Never),
            [moves] => Some(Expectation::Cost(moves.parse().ok()?)),
            [..] => return None,
        };
        let against_rocks = match outcome {
            "won" => Exact::Win(moves.parse().ok()?),
            "blocked" => Exact::Loss(moves.parse().ok()?),
            "held" => Exact::Endless,
            _ => return None,
        };
        let (slides, steps) = (slides.parse().ok()?, steps.parse().ok()?);
        Some(Row {
            board: board.to_owned(),
            slides,
            steps,
            reached: reached.parse().ok()?,
            against_rocks,
            expected,
        })
    }

    /// Solves a board, and compares what the list says of it.
    fn solve(listed: &Listed, expectations: bool) -> Result<Row> {
        let board = listed.card.to_string();
        let [steps, slides] = [Metric::Steps, Metric::Slides].map(|metric| {
            let game = RushHour::new(listed.card.clone(), metric);
            let cluster = Cluster::of(&game, game.initial());
            (cluster.size(), cluster.distances().first().copied())
        });
        ensure!(
            slides.0 == listed.reachable && slides.1 == Some(listed.slides),
            "{board}: boards and fewest slides are {slides:?}, and should be {}, {}",
            listed.reachable,
            listed.slides
        );
        let steps = steps.1.context("a board that has slides has steps")?;
        let game = RushHourRocks::new(listed.card.clone());
        let start = game.initial();
        let value = RocksTable::solve(&game, &start).value(&start);
        let against_rocks = value.with_context(|| format!("{board} has no value"))?;
        let expected = if expectations { Some(expectation(listed)?) } else { None };
        let (slides, reached) = (listed.slides, listed.reachable);
        Ok(Row { board, slides, steps, reached, against_rocks, expected })
    }
}

/// What is to be expected of a board when rocks fall at random and a blocked driver passes.
fn expectation(listed: &Listed) -> Result<Expectation> {
    let game = RushHourRocks::with(listed.card.clone(), Blocked::Passes);
    let start = game.initial();
    let table = RandomRocks::solve(&game, &start).with_context(|| listed.card.to_string())?;
    table.expectation(&start).with_context(|| format!("{} has no expectation", listed.card))
}

/// The rows that a table has already.
fn finished(out: &Path, head: &str, boards: &[Listed]) -> Result<Vec<Row>> {
    let Ok(text) = fs::read_to_string(out) else { return Ok(Vec::new()) };
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    if let Some(found) = lines.next() {
        ensure!(found == head, "{out:?} has the columns {found}, and not {head}");
    }
    let mut rows = Vec::new();
    for (line, listed) in lines.zip(boards) {
        let row = Row::read(line).with_context(|| format!("{out:?}: {line:?} is no row"))?;
        let expected = listed.card.to_string();
        ensure!(row.board == expected, "{out:?} has {} where {expected} should be", row.board);
        let (found, stated) = ((row.slides, row.reached), (listed.slides, listed.reachable));
        ensure!(found == stated, "{expected} has {found:?} in {out:?}, and should have {stated:?}");
        rows.push(row);
    }
    Ok(rows)
}

fn append(out: &Path, head: &str, new: bool) -> Result<BufWriter<File>> {
    if let Some(folder) = out.parent() {
        fs::create_dir_all(folder)?;
    }
    let file = OpenOptions::new().create(true).append(true).open(out);
    let mut table = BufWriter::new(file.with_context(|| format!("cannot write {out:?}"))?);
    if new {
        writeln!(
            table,
            "# Rush Hour: fewest slides and steps, boards that can be reached; against rocks: won in so \
             many moves of the driver,\n# blocked after so many, or held for ever by the adversary."
        )?;
        if head == HEAD_WITH_EXPECTATIONS {
            writeln!(
                table,
                "# Expected: the least expected number of moves when rocks fall at random and a blocked \
                 driver passes."
            )?;
        }
        writeln!(table, "{head}")?;
    }
    Ok(table)
}

/// The rows of some boards, in their order.
fn solve_all(
    boards: &[Listed],
    expectations: bool,
    threads: usize,
    bar: &ProgressBar,
) -> Result<Vec<Row>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut rows = Vec::new();
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(listed) = boards.get(index)
        {
            rows.push((index, Row::solve(listed, expectations)?));
            bar.inc(1);
        }
        Ok(rows)
    };
    let found: Result<Vec<_>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| worker.join().expect("no panic"));
        joined.collect()
    });
    let mut rows: Vec<_> = found?.into_iter().flatten().collect();
    rows.sort_unstable_by_key(|(index, _)| *index);
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// How many boards end in each way.
fn census(rows: &[Row]) -> Vec<(&'static str, u64)> {
    let count = |wanted| rows.iter().filter(|row| outcome(row.against_rocks) == wanted).count();
    ["won", "held", "blocked"].map(|outcome| (outcome, count(outcome) as u64)).to_vec()
}

fn write_page(rows: &[Row], reached: u64) -> Result<PathBuf> {
    let command = "cargo xtask rush-hour --file testdata/rush_18k.txt --page";
    let mut page = Page::new("rush-hour-rocks", "Rush Hour against rocks: a database", command);
    page.paragraph(&format!(
        "The exact value of {} boards against the best adversary, whether the driver wins and in \
         how many of his moves: [rush-hour-rocks.csv](rush-hour-rocks.csv). Fewest slides and the \
         {} boards that can be reached are compared with the collection (`testdata/README.md`) \
         the boards come from; there is no mismatch.",
        HumanCount(rows.len() as u64),
        HumanCount(reached),
    ));
    page.table(
        ["against rocks", "boards", "share"],
        census(rows).into_iter().map(|(outcome, count)| {
            let meaning = match outcome {
                "won" => "the driver wins",
                "held" => "the adversary holds for ever",
                _ => "the adversary blocks the driver",
            };
            let share = 100.0 * count as f64 / rows.len() as f64;
            [meaning.to_owned(), HumanCount(count).to_string(), format!("{share:.2} %")]
        }),
    );

    page.heading("What the rocks cost");
    let won = || {
        rows.iter().filter_map(|row| match row.against_rocks {
            Exact::Win(moves) => Some((row, moves)),
            Exact::Loss(_) | Exact::Draw(_) | Exact::Endless => None,
        })
    };
    let more: Vec<_> = won().map(|(row, moves)| moves - row.steps).collect();
    let mean = more.iter().sum::<u32>() as f64 / more.len().max(1) as f64;
    page.paragraph(&format!(
        "Where the driver wins he needs {mean:.2} moves more on average than without an adversary, when \
         each move is a step of one cell; on {} boards he needs no more.",
        HumanCount(more.iter().filter(|&&more| more == 0).count() as u64),
    ));
    let bars = |values: Vec<(u32, u64)>| {
        values
            .into_iter()
            .map(|(value, count)| (f64::from(value), count as f64))
            .collect::<Vec<_>>()
    };
    let chart = Chart::new("Boards won against rocks", "moves of the driver", "boards")
        .bars("boards", bars(histogram(won().map(|(_, moves)| moves))));
    page.chart("moves", &chart)?;
    let chart = Chart::new("What the rocks cost", "moves more than alone", "boards")
        .bars("boards", bars(histogram(more.into_iter())));
    page.chart("cost", &chart)?;

    let expected: Vec<_> = rows
        .iter()
        .filter_map(|row| match row.expected {
            Some(Expectation::Cost(moves)) => Some(moves - f64::from(row.steps)),
            Some(Expectation::Uncertain | Expectation::Never) | None => None,
        })
        .collect();
    if !expected.is_empty() {
        page.paragraph(&format!(
            "When rocks fall at random the best he can do takes {:.2} moves more on average than alone \
             ({} boards).",
            expected.iter().sum::<f64>() / expected.len() as f64,
            HumanCount(expected.len() as u64),
        ));
    }

    page.heading("Who wins, by the length of the solution alone");
    let longest = rows.iter().map(|row| row.slides).max().unwrap_or(0);
    let share = |wanted: &'static str| {
        (1..=longest).filter_map(move |slides| {
            let there: Vec<_> = rows.iter().filter(|row| row.slides == slides).collect();
            let such = there.iter().filter(|row| outcome(row.against_rocks) == wanted).count();
            (!there.is_empty())
                .then(|| (f64::from(slides), 100.0 * such as f64 / there.len() as f64))
        })
    };
    let chart = Chart::new("How it ends against rocks", "fewest slides alone", "% of the boards")
        .line("won", share("won"))
        .line("held", share("held"))
        .line("blocked", share("blocked"));
    page.chart("outcomes", &chart)?;

    page.heading("The longest");
    let mut longest: Vec<_> = won().collect();
    longest.sort_by_key(|(row, moves)| (std::cmp::Reverse(*moves), row.board.clone()));
    page.paragraph("The boards on which a driver who wins needs most moves.");
    page.table(
        ["board", "slides", "steps", "moves against rocks"],
        longest.iter().take(10).map(|(row, moves)| {
            [
                format!("`{}`", row.board),
                row.slides.to_string(),
                row.steps.to_string(),
                moves.to_string(),
            ]
        }),
    );
    page.finish()
}

/// How often each number from the least to the greatest occurs.
fn histogram(values: impl Iterator<Item = u32>) -> Vec<(u32, u64)> {
    let values: Vec<_> = values.collect();
    let (Some(&least), Some(&greatest)) = (values.iter().min(), values.iter().max()) else {
        return Vec::new();
    };
    let count = |wanted| values.iter().filter(|&&value| value == wanted).count() as u64;
    (least..=greatest).map(|value| (value, count(value))).collect()
}
