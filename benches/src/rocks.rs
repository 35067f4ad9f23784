//! The Rush Hour boards of a file, solved alone and against rocks: a table of them, and a page.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use anyhow::{Context, Result, ensure};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use tesuji::retrograde::{Exact, Expectation};
use tesuji::rocks::{RandomRocks, RocksTable};
use tesuji::rush_hour::instances::{Listed, parse_list};
use tesuji::rush_hour::{Blocked, Cluster, Metric, RushHour, RushHourRocks};
use tesuji_core::{Ranked, Rules};

use crate::report::{Chart, Page};

/// The collection that the page is about.
pub const FILE: &str = "testdata/rush_18k.txt";

/// The table of it.
pub const TABLE: &str = "docs/results/rush-hour-rocks.csv";

/// What is to be solved, and where the table goes.
#[derive(Clone, Debug)]
pub struct Solving {
    /// The boards: on each line fewest slides, board, number of boards that can be reached.
    pub file: PathBuf,
    /// The table, a CSV file. Boards that it has already are not solved again.
    pub out: PathBuf,
    /// Also find what is to be expected when rocks fall at random.
    pub expectations: bool,
    /// How many boards are solved at the same time.
    pub threads: u16,
    /// Every so manieth board of the file is taken.
    pub every: u32,
    /// So many boards at most.
    pub most: Option<usize>,
}

/// The boards of a file, solved.
#[derive(Clone, Debug)]
pub struct Solved {
    rows: Vec<Row>,
    reached: u64,
}

const HEAD: &str = "board,slides,steps,boards,against_rocks,moves";
const HEAD_WITH_EXPECTATIONS: &str = "board,slides,steps,boards,against_rocks,moves,expected";

/// Boards that are solved before their rows are written.
const BATCH: usize = 128;

impl Solving {
    /// Solves the boards, compares what the file says of them, and writes the table.
    ///
    /// # Errors
    /// A file cannot be read or written, or a figure is not what the file says.
    pub fn run(&self) -> Result<Solved> {
        let Solving { file, out, expectations, threads, every, most } = self;
        let head = if *expectations { HEAD_WITH_EXPECTATIONS } else { HEAD };
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {file:?}"))?;
        let boards = parse_list(&text)?.into_iter().step_by((*every).max(1) as usize);
        let boards: Vec<_> = boards.take(most.unwrap_or(usize::MAX)).collect();
        let mut rows = finished(out, head, &boards)?;
        let bar = ProgressBar::new(boards.len() as u64);
        bar.set_style(ProgressStyle::with_template(
            "{wide_bar} {human_pos}/{human_len} boards, {elapsed} and about {eta} more",
        )?);
        bar.set_position(rows.len() as u64);
        bar.reset_eta();
        let mut table = if rows.is_empty() { beginning(head) } else { fs::read_to_string(out)? };
        if let Some(folder) = out.parent() {
            fs::create_dir_all(folder)?;
        }
        for batch in boards[rows.len()..].chunks(BATCH) {
            for row in solve_all(batch, *expectations, (*threads).into(), &bar)? {
                writeln!(table, "{row}")?;
                rows.push(row);
            }
            tesuji_storage::write(out, &table).with_context(|| format!("cannot write {out:?}"))?;
        }
        bar.finish_and_clear();
        let reached = boards.iter().map(|board| board.reachable).sum();
        Ok(Solved { rows, reached })
    }
}

impl Solved {
    /// How many boards there are.
    #[must_use]
    pub fn boards(&self) -> u64 {
        self.rows.len() as u64
    }

    /// How many boards can be reached from them, in all.
    #[must_use]
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// How many boards end in each way.
    #[must_use]
    pub fn census(&self) -> [(&'static str, u64); 3] {
        let ends = |row: &&Row, wanted| outcome(row.against_rocks) == wanted;
        let count = |wanted| self.rows.iter().filter(|row| ends(row, wanted)).count() as u64;
        ["won", "held", "blocked"].map(|outcome| (outcome, count(outcome)))
    }

    /// Writes the page with the summary, which tells the command that makes it.
    ///
    /// # Errors
    /// A file cannot be written, or no board is won.
    pub fn write_page(&self, command: &str) -> Result<PathBuf> {
        let Solved { rows, reached } = self;
        let mut page = Page::new("rush-hour-rocks", "Rush Hour against rocks: a database", command);
        page.paragraph(&format!(
            "The exact value of {} boards against the best adversary, whether the driver wins and \
             in how many of his moves: [rush-hour-rocks.csv](rush-hour-rocks.csv). Fewest slides \
             and the {} boards that can be reached are compared with the collection \
             (`testdata/README.md`) the boards come from; there is no mismatch.",
            HumanCount(rows.len() as u64),
            HumanCount(*reached),
        ));
        page.table(
            ["against rocks", "boards", "share"],
            self.census().into_iter().map(|(outcome, count)| {
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
            "Where the driver wins he needs {mean:.2} moves more on average than without an \
             adversary, when each move is a step of one cell; on {} boards he needs no more.",
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
                "When rocks fall at random the best he can do takes {:.2} moves more on average \
                 than alone ({} boards).",
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
        let chart =
            Chart::new("How it ends against rocks", "fewest slides alone", "% of the boards")
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
            (cluster.state_count(), cluster.distances().first().copied())
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

/// The lines before the rows.
fn beginning(head: &str) -> String {
    let mut text = "# Rush Hour: fewest slides and steps, boards that can be reached; against rocks: won in so \
                    many moves of the driver,\n# blocked after so many, or held for ever by the adversary.\n"
        .to_owned();
    if head == HEAD_WITH_EXPECTATIONS {
        text += "# Expected: the least expected number of moves when rocks fall at random and a \
                 blocked driver passes.\n";
    }
    text + head + "\n"
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

/// How often each number from the least to the greatest occurs.
fn histogram(values: impl Iterator<Item = u32>) -> Vec<(u32, u64)> {
    let values: Vec<_> = values.collect();
    let (Some(&least), Some(&greatest)) = (values.iter().min(), values.iter().max()) else {
        return Vec::new();
    };
    let count = |wanted| values.iter().filter(|&&value| value == wanted).count() as u64;
    (least..=greatest).map(|value| (value, count(value))).collect()
}
