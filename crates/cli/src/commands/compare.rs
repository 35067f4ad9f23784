use std::io::Write;
use std::time::Duration;

use anyhow::{Result, ensure};
use serde::Serialize;
use tesuji::catalogue::{
    Algorithm, CatalogueError, Position, Report, SearchOption, SearchOptions, Verdict,
};
use tesuji::core::{Budget, Silent, StopFlag};

use crate::arguments::{Compare, Depths};
use crate::exit::Exit;
use crate::limits;
use crate::output::{self, RowTable};
use crate::progress::Spinner;

/// How long a search may take unless a limit is set.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many nodes a search may generate that would not end, or not as soon as the others, unless
/// a limit is set.
const NODES: u64 = 1_000_000;

/// How many simulations a Monte-Carlo search runs unless told otherwise.
const PLAYOUTS: u64 = 10_000;

/// What a search said of a position.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    report: Report,
    /// A limit that the search has by default, and why.
    note: Option<String>,
}

pub(crate) fn run(options: &Compare, out: &mut impl Write) -> Result<Exit> {
    let stop = limits::stop_on_interrupt()?;
    let bench = Bench { options, stop };
    let rows = match options.depths {
        None => {
            let position = options.open()?;
            let entries = bench.entries(&*position)?;
            if options.json {
                bench.all_on(&*position, entries, |_| Ok(()))?
            } else {
                write!(
                    out,
                    "{} {}\n\n{}\n",
                    position.game(),
                    position.notation(),
                    position.text()
                )?;
                let table = one_position(&entries, options.no_times);
                table.head(out)?;
                bench.all_on(&*position, entries, |row| table.row(&cells(row), out))?
            }
        }
        Some(depths) => {
            let rows = bench.all_on_depths(depths)?;
            if !options.json {
                by_depth(&rows, options.no_times, out)?;
            }
            rows.into_iter().flat_map(|(_, rows)| rows).collect()
        }
    };
    if options.json {
        output::json(&rows, out)?;
    }
    Ok(if bench.stop.is_raised() { Exit::stopped("interrupted") } else { verdict(&rows).into() })
}

/// What the searches say together: one that knows is enough.
fn verdict(rows: &[Row]) -> Verdict {
    let any = |verdict| rows.iter().any(|row| row.report.outcome == verdict);
    let known = [
        Verdict::Solved,
        Verdict::Win,
        Verdict::Loss,
        Verdict::Draw,
        Verdict::Unsolvable,
        Verdict::Expected,
    ];
    known.into_iter().find(|verdict| any(*verdict)).unwrap_or(Verdict::Unknown)
}

/// A search that is to be run.
struct Entry {
    search: SearchOptions,
    /// Whether it has [`NODES`] for want of a limit.
    has_default_limit: bool,
    note: Option<String>,
}

struct Bench<'a> {
    options: &'a Compare,
    stop: StopFlag,
}

impl Bench<'_> {
    /// Runs searches on one position, and shows each row as soon as it is known.
    fn all_on(
        &self,
        position: &dyn Position,
        entries: Vec<Entry>,
        mut show: impl FnMut(&Row) -> Result<()>,
    ) -> Result<Vec<Row>> {
        let mut depth_limit = self.options.search.depth_limit;
        let mut rows = Vec::new();
        for Entry { mut search, has_default_limit, note } in entries {
            if self.stop.is_raised() {
                break;
            }
            let algorithm = search.algorithm;
            if algorithm == Algorithm::DepthLimited {
                // Without a limit of its own it is given the best there is: the optimum.
                let limit = match depth_limit {
                    Some(limit) => Some(limit),
                    None => self.optimum(position, &rows)?,
                };
                depth_limit = limit;
                search.depth_limit = limit.unwrap_or(search.depth_limit);
            }
            let label = format!("{} {algorithm}", position.notation());
            let budget = self.budget(has_default_limit);
            let answer = position.solve(&search, &budget, &mut Spinner::new(label));
            match answer {
                Ok(report) => {
                    let row = Row { report, note };
                    show(&row)?;
                    rows.push(row);
                }
                // Without a depth it would have no end here.
                Err(error) if self.is_left_out(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(rows)
    }

    /// What one search may use; its clock starts now. One hopeless search must not keep the others
    /// waiting.
    fn budget(&self, has_default_limit: bool) -> Budget {
        let mut limits = self.options.limits;
        limits.time.time = limits.time.time.or(Some(PATIENCE));
        if has_default_limit {
            limits.nodes = Some(NODES);
        }
        limits::budget_for_each(&limits, self.stop.clone()).start()
    }

    /// The searches that were asked for, or all that the position offers.
    fn entries(&self, position: &dyn Position) -> Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for algorithm in self.options.algorithms()? {
            let mut search = self.options.search.options(algorithm);
            // Time is short here for the sake of searches that never end by themselves.
            search.playouts.get_or_insert(PLAYOUTS);
            if !algorithm.takes(SearchOption::Heuristic) {
                search.heuristic = None;
            }
            match position.check(&search) {
                Ok(()) => entries.push(self.entry(position, search)),
                Err(error) if self.is_left_out(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(entries)
    }

    /// A search with its limit, if it needs one that was not asked for.
    fn entry(&self, position: &dyn Position, search: SearchOptions) -> Entry {
        let asked = &self.options.limits;
        let (algorithm, given) = (search.algorithm, &self.options.search);
        let ignores_depth = given.has_depth() && !algorithm.takes(SearchOption::Depth);
        let is_limited = asked.nodes.is_some() || asked.time.time.is_some();
        if algorithm.is_monte_carlo() {
            let by_default = ignores_depth && !given.has_playouts();
            let playouts = output::count(PLAYOUTS);
            let note = by_default.then(|| format!("{playouts} simulations: ignores --depth"));
            return Entry { search, has_default_limit: false, note };
        }
        let why = if is_limited {
            None
        } else if ignores_depth {
            Some("ignores --depth")
        } else if position.may_cycle(&search) {
            Some("may go in circles")
        } else {
            None
        };
        let note = why.map(|why| format!("at most {} nodes: {why}", output::count(NODES)));
        Entry { search, has_default_limit: why.is_some(), note }
    }

    /// Whether a search that gives this error is passed over: nobody asked for it by name.
    fn is_left_out(&self, error: &CatalogueError) -> bool {
        matches!(error, CatalogueError::NotOffered { .. }) && self.options.algorithms.is_empty()
    }

    /// The least number of moves, from the rows at hand or from a search.
    fn optimum(&self, position: &dyn Position, rows: &[Row]) -> Result<Option<u32>> {
        let known = rows.iter().map(|row| &row.report).find(|report| report.optimal);
        let length = match known.and_then(|report| report.length) {
            Some(length) => Some(length),
            None => {
                let search = self.options.search.options(Algorithm::IdaStar);
                position.solve(&search, &self.budget(false), &mut Silent)?.length
            }
        };
        Ok(length.and_then(|length| u32::try_from(length).ok()))
    }

    /// Every algorithm on one position for each of the distances; each row is told on standard
    /// error as soon as it is known, as the tables have one line for several of them.
    fn all_on_depths(&self, depths: Depths) -> Result<Vec<(usize, Vec<Row>)>> {
        let (settings, seed) = (self.options.board.settings(), self.options.seed.unwrap_or(1));
        // The limits are those of each search; Ctrl-C ends this as well.
        let budget = Budget::unlimited().stop(self.stop.clone());
        let ladder = self.options.game()?.ladder(&settings, seed, &budget, &mut Silent)?;
        let greatest = ladder.len() - 1;
        ensure!(
            depths.from <= greatest,
            "no position is {} moves from the goal; the farthest is {greatest}",
            depths.from
        );
        let tell = |depth: usize, Row { report, .. }: &Row| {
            let visited = output::counted(report.nodes_expanded, "state");
            let time = match self.options.no_times {
                true => String::new(),
                false => format!(", {}", output::seconds(report.seconds)),
            };
            eprintln!("depth {depth}, {}: {}, {visited}{time}", report.algorithm, claim(report));
        };
        let last = depths.to.min(greatest);
        let mut rows = Vec::new();
        for (depth, position) in ladder.iter().enumerate().take(last + 1).skip(depths.from) {
            if self.stop.is_raised() {
                break;
            }
            let entries = self.entries(&**position)?;
            let told = self.all_on(&**position, entries, |row| {
                tell(depth, row);
                Ok(())
            });
            rows.push((depth, told?));
        }
        Ok(rows)
    }
}

/// The table of searches on one position; the widths suit what most of them say.
fn one_position(entries: &[Entry], no_times: bool) -> RowTable {
    let width = |texts: &mut dyn Iterator<Item = &str>| {
        texts.map(|text| text.chars().count()).max().unwrap_or_default()
    };
    let names = width(&mut entries.iter().map(|entry| entry.search.algorithm.name()));
    let notes = width(&mut entries.iter().filter_map(|entry| entry.note.as_deref()));
    let mut columns = vec![
        ("algorithm", names),
        ("length", 0),
        ("claim", "unknown: memory".len()),
        ("visited", "100,000,000".len()),
        ("generated", "100,000,000".len()),
        ("peak memory", 0),
        ("time", "59.9 ms".len()),
        ("note", notes),
    ];
    columns.retain(|&(title, _)| match title {
        "time" => !no_times,
        "note" => notes > 0,
        _ => true,
    });
    RowTable::new(columns)
}

/// The cells of a row by the title of their column.
fn cells(Row { report, note }: &Row) -> [(&'static str, String); 8] {
    [
        ("algorithm", report.algorithm.to_owned()),
        ("length", report.length.map_or_else(|| "–".to_owned(), |length| length.to_string())),
        ("claim", claim(report)),
        ("visited", output::count(report.nodes_expanded)),
        ("generated", output::count(report.nodes_generated)),
        ("peak memory", output::bytes(report.peak_bytes)),
        ("time", output::seconds(report.seconds)),
        ("note", note.clone().unwrap_or_default()),
    ]
}

fn claim(report: &Report) -> String {
    match report.outcome {
        Verdict::Solved if report.optimal => "optimal".to_owned(),
        Verdict::Solved => format!("at least {}", report.lower_bound.unwrap_or_default()),
        Verdict::Unsolvable => "unsolvable".to_owned(),
        Verdict::Win => "win".to_owned(),
        Verdict::Loss => "loss".to_owned(),
        Verdict::Draw => "draw".to_owned(),
        Verdict::Expected => format!("expected {:.3}", report.expected.unwrap_or_default()),
        Verdict::Unknown => match (&report.limit, report.estimate) {
            (Some(limit), _) => format!("unknown: {limit}"),
            (None, Some(estimate)) => format!("looks like {estimate}"),
            (None, None) => "unknown".to_owned(),
        },
    }
}

/// A figure of a report: its title, and how it is written.
type Figure = (&'static str, fn(&Report) -> String);

/// A table for each figure: a row for each depth, a column for each algorithm.
fn by_depth(rows: &[(usize, Vec<Row>)], no_times: bool, out: &mut impl Write) -> Result<()> {
    let figures: [Figure; 4] = [
        ("Length of the solution", |report| {
            report.length.map_or_else(|| "–".to_owned(), |length| length.to_string())
        }),
        ("States visited", |report| output::count(report.nodes_expanded)),
        ("Peak memory of the search's tables", |report| output::bytes(report.peak_bytes)),
        ("Time", |report| output::seconds(report.seconds)),
    ];
    let Some((_, first)) = rows.first() else { return Ok(()) };
    let mut head = vec!["depth"];
    head.extend(first.iter().map(|row| row.report.algorithm));
    let shown = figures.len() - usize::from(no_times);
    for (title, figure) in &figures[..shown] {
        let lines = rows.iter().map(|(depth, rows)| {
            let cells = rows.iter().map(|Row { report, .. }| match report.outcome {
                Verdict::Unknown => claim(report),
                _ => figure(report),
            });
            std::iter::once(depth.to_string()).chain(cells).collect::<Vec<_>>()
        });
        writeln!(out, "{title}\n\n{}\n", output::table(&head, lines))?;
    }
    Ok(())
}
