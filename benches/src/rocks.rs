//! The Rush Hour boards of a file, solved alone and against rocks: their table and their page.

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

/// The collection of the page.
pub const FILE: &str = "testdata/rush_18k.txt";

/// Its table.
pub const TABLE: &str = "docs/results/rush-hour-rocks.csv";

/// A job: the boards to solve, and the table to write.
#[derive(Clone, Debug)]
pub struct Solving {
    /// The boards: on each line the fewest slides, the board, the number of reachable boards.
    pub file: PathBuf,
    /// The table, a CSV file. The boards of its rows are not solved again.
    pub out: PathBuf,
    /// Also find the expected number of moves against random rocks.
    pub expectations: bool,
    /// The number of boards solved at the same time.
    pub threads: u16,
    /// Every N-th board of the file is taken.
    pub every: u32,
    /// The maximum number of boards.
    pub limit: Option<usize>,
}

/// The boards of a file, solved.
#[derive(Clone, Debug)]
pub struct Solved {
    rows: Vec<Row>,
    reached: u64,
}

const HEAD: &str = "board,slides,steps,boards,against_rocks,moves";
const HEAD_WITH_EXPECTATIONS: &str = "board,slides,steps,boards,against_rocks,moves,expected";

/// How the values are certified, with figures of 2026-11-26.
const CERTIFICATES: &str = r##"A [job](../scaling.md#jobs) makes each value with a [certificate](../certificates.md) of it, continues where it was stopped, and checks all:

```sh
awk -F, '!/^#/ && $1 != "board" { print $1 }' docs/results/rush-hour-rocks.csv > boards.txt
tesuji job split rocks --parts 1000 --certify -- solve rush-hour-rocks --file boards.txt
seq 1000 | xargs -n 1 -P 2 tesuji job run rocks
tesuji job merge rocks --out values.jsonl --certificates certificates
```

All 18,068 values were made so in 14.1 minutes of processor time: 15,201 proofs that the driver wins in exactly so many plies, and 2,867 that he does not, 60,557,179 bytes together, too many for the repository. The merge, which checks each by the rules alone, took 6.6 minutes, and `tesuji-check` accepts all 18,068 in 6.1. The same program makes the same bytes: the SHA-256 of the files, joined in the order of their numbers, is `d96a360c12ed10d117c11e742700be31640d060079e052b931f6daa2d089f6de` (commit 0cb121c9)."##;

const ONE_TABLE: &str = r##"The value of each position that any of the boards leads to, also in the middle of a game, is in [one table](../tables.md#many-starts-in-one-file):

```sh
tesuji table build rush-hour-rocks --file boards.txt --threads 2 --out rocks.table
tesuji table query rocks.table --file boards.txt --jsonl
tesuji table verify rocks.table --threads 2
```

It has 1,303,389,284 positions in 699.5 MB, too many for the repository. The values of the 18,068 boards in it, wins, draws and losses with their numbers of moves, are those of this page."##;

/// Boards solved before their rows are written.
const BATCH: usize = 128;

impl Solving {
    /// Solves the boards, compares the results with the file, and writes the table.
    ///
    /// # Errors
    /// If a file cannot be read or written, or a result differs from the file.
    pub fn run(&self) -> Result<Solved> {
        let Solving { file, out, expectations, threads, every, limit } = self;
        let head = if *expectations { HEAD_WITH_EXPECTATIONS } else { HEAD };
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {file:?}"))?;
        let boards = parse_list(&text)?.into_iter().step_by((*every).max(1) as usize);
        let boards: Vec<_> = boards.take(limit.unwrap_or(usize::MAX)).collect();
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
    /// The number of boards.
    #[must_use]
    pub fn boards(&self) -> u64 {
        self.rows.len() as u64
    }

    /// The total number of boards reachable from them.
    #[must_use]
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// The number of boards with each outcome.
    #[must_use]
    pub fn census(&self) -> [(&'static str, u64); 3] {
        let ends = |row: &&Row, wanted| outcome(row.against_rocks) == wanted;
        let count = |wanted| self.rows.iter().filter(|row| ends(row, wanted)).count() as u64;
        ["won", "held", "blocked"].map(|outcome| (outcome, count(outcome)))
    }

    /// Writes the page with the summary and the command that makes it.
    ///
    /// # Errors
    /// If a file cannot be written, or no board is won.
    pub fn write_page(&self, command: &str) -> Result<PathBuf> {
        let Solved { rows, reached } = self;
        let mut page = Page::new("rush-hour-rocks", "Rush Hour against rocks: a database", command);
        page.paragraph(&format!(
            "The exact value of {} boards against the best adversary: whether the driver wins, and \
             in how many of his moves: [rush-hour-rocks.csv](rush-hour-rocks.csv). The fewest \
             slides and the {} reachable boards agree with the collection that the boards come \
             from (`testdata/README.md`).",
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
        self.write_cost(&mut page)?;
        self.write_lengths(&mut page)?;

        page.heading("A certificate for each value");
        page.paragraph(CERTIFICATES);

        page.heading("All positions in one table");
        page.paragraph(ONE_TABLE);

        page.heading("The longest games");
        let mut longest: Vec<_> = self.won().collect();
        longest.sort_by_key(|(row, moves)| (std::cmp::Reverse(*moves), row.board.clone()));
        page.paragraph("The boards on which a winning driver needs the most moves.");
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

    /// The boards that the driver wins, with the number of his moves.
    fn won(&self) -> impl Iterator<Item = (&Row, u32)> {
        self.rows.iter().filter_map(|row| match row.against_rocks {
            Exact::Win(moves) => Some((row, moves)),
            Exact::Loss(_) | Exact::Draw(_) | Exact::Endless => None,
        })
    }

    /// Writes how many moves more a driver needs against rocks.
    fn write_cost(&self, page: &mut Page) -> Result<()> {
        page.heading("The cost of the rocks");
        let more: Vec<_> = self.won().map(|(row, moves)| moves - row.steps).collect();
        let mean = more.iter().sum::<u32>() as f64 / more.len().max(1) as f64;
        page.paragraph(&format!(
            "A winning driver needs {mean:.2} moves more on average than without an adversary, in \
             steps of one cell; on {} boards he needs no more.",
            HumanCount(more.iter().filter(|&&more| more == 0).count() as u64),
        ));
        let bars = |values: Vec<(u32, u64)>| {
            values
                .into_iter()
                .map(|(value, count)| (f64::from(value), count as f64))
                .collect::<Vec<_>>()
        };
        let chart = Chart::new("Boards won against rocks", "moves of the driver", "boards")
            .bars("boards", bars(histogram(self.won().map(|(_, moves)| moves))));
        page.chart("moves", &chart)?;
        let chart = Chart::new("The cost of the rocks", "additional moves", "boards")
            .bars("boards", bars(histogram(more.into_iter())));
        page.chart("cost", &chart)?;

        let expected: Vec<_> = self
            .rows
            .iter()
            .filter_map(|row| match row.expected {
                Some(Expectation::Cost(moves)) => Some(moves - f64::from(row.steps)),
                Some(Expectation::Uncertain | Expectation::Never) | None => None,
            })
            .collect();
        if !expected.is_empty() {
            page.paragraph(&format!(
                "Against random rocks the least expected number of moves is {:.2} above that without \
                 rocks on average ({} boards).",
                expected.iter().sum::<f64>() / expected.len() as f64,
                HumanCount(expected.len() as u64),
            ));
        }
        Ok(())
    }

    /// Writes how the outcome depends on the length of the solution without rocks.
    fn write_lengths(&self, page: &mut Page) -> Result<()> {
        let rows = &self.rows;
        page.heading("Outcomes by the length of the solution alone");
        let longest = rows.iter().map(|row| row.slides).max().unwrap_or(0);
        let share = |wanted: &'static str| {
            (1..=longest).filter_map(move |slides| {
                let there: Vec<_> = rows.iter().filter(|row| row.slides == slides).collect();
                let such = there.iter().filter(|row| outcome(row.against_rocks) == wanted).count();
                (!there.is_empty())
                    .then(|| (f64::from(slides), 100.0 * such as f64 / there.len() as f64))
            })
        };
        let chart = Chart::new("Outcomes against rocks", "fewest slides alone", "% of the boards")
            .line("won", share("won"))
            .line("held", share("held"))
            .line("blocked", share("blocked"));
        page.chart("outcomes", &chart)
    }
}

/// The results for a board.
#[derive(Clone, Debug)]
struct Row {
    board: String,
    slides: u32,
    steps: u32,
    reached: u64,
    against_rocks: Exact,
    /// The expectation against random rocks, if requested.
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

/// The names of an expectation where the driver's win is not certain, and where it is impossible.
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

    /// Solves a board, and compares the result with the list.
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

/// The expected number of moves on a board against random rocks, where a blocked driver passes.
fn expectation(listed: &Listed) -> Result<Expectation> {
    let game = RushHourRocks::with(listed.card.clone(), Blocked::Passes);
    let start = game.initial();
    let table = RandomRocks::solve(&game, &start).with_context(|| listed.card.to_string())?;
    table.expectation(&start).with_context(|| format!("{} has no expectation", listed.card))
}

/// The rows of a present table.
fn finished(out: &Path, head: &str, boards: &[Listed]) -> Result<Vec<Row>> {
    let Ok(text) = fs::read_to_string(out) else { return Ok(Vec::new()) };
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    if let Some(found) = lines.next() {
        ensure!(found == head, "{out:?} has the columns {found}, not {head}");
    }
    let mut rows = Vec::new();
    for (line, listed) in lines.zip(boards) {
        let row = Row::read(line).with_context(|| format!("{out:?}: {line:?} is not a row"))?;
        let expected = listed.card.to_string();
        ensure!(row.board == expected, "{out:?} has {} in place of {expected}", row.board);
        let (found, stated) = ((row.slides, row.reached), (listed.slides, listed.reachable));
        ensure!(found == stated, "{expected} has {found:?} in {out:?}, not {stated:?}");
        rows.push(row);
    }
    Ok(rows)
}

/// The lines before the rows.
fn beginning(head: &str) -> String {
    let mut text = "# Rush Hour: fewest slides and steps, reachable boards; against rocks: won in this number \
                    of the driver's moves,\n# blocked after this number, or held for ever by the adversary.\n"
        .to_owned();
    if head == HEAD_WITH_EXPECTATIONS {
        text += "# Expected: the least expected number of moves against random rocks, where a \
                 blocked driver passes.\n";
    }
    text + head + "\n"
}

/// Solves some boards, and returns their rows in order.
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

/// The number of occurrences of each value from the minimum to the maximum.
fn histogram(values: impl Iterator<Item = u32>) -> Vec<(u32, u64)> {
    let values: Vec<_> = values.collect();
    let (Some(&least), Some(&greatest)) = (values.iter().min(), values.iter().max()) else {
        return Vec::new();
    };
    let count = |wanted| values.iter().filter(|&&value| value == wanted).count() as u64;
    (least..=greatest).map(|value| (value, count(value))).collect()
}
