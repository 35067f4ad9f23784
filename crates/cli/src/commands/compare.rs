use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use tesuji::catalogue::databases::Databases;
use tesuji::catalogue::options::whole;
use tesuji::catalogue::{
    AnyPosition, Catalogue, CatalogueError, Family, GameEntry, GamePosition, OptionError, Players,
    Report, Search, Verdict, options,
};
use tesuji::core::{Budget, Limit, Silent, StopFlag, quoted};

use super::{Run, batch};
use crate::colors;
use crate::exit::Exit;
use crate::flags::SearchFlags;
use crate::inputs::{Limits, Start};
use crate::limits;
use crate::output::OUTPUT;
use crate::output::{self, ReportColumns, RowTable};
use crate::progress::{self, Spinner};

/// Solve a position by every algorithm, side by side
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji compare taquin 631752048
  tesuji compare simple-nim 15                   (the nodes of minimax and its variants)
  tesuji compare taquin 125374680 --algorithms bfs,astar,idastar --heuristic manhattan
  tesuji compare breakthrough --size 5x5 --algorithms pvs:depth=4,pvs:depth=4:table=0
  tesuji compare taquin --depths                 (one 3x3 position for each distance, 2 to 31)
  tesuji compare taquin --depths 20-25 --algorithms ids,idastar --time 1s
  tesuji compare taquin --file positions.txt --algorithms astar,idastar
  tesuji compare rush-hour-rocks --depth 3       (searches without --depth stop at 1,000,000 nodes)

The limits apply to each search: 20 s unless --time or --nodes is given; without them, a search that
ignores --depth or may not terminate stops at 1,000,000 nodes, and its row says so. A row is printed
when its search ends. An option applies to the searches that have it and do not set it themselves.")]
pub(crate) struct Compare {
    #[command(flatten)]
    start: Start,
    /// Take one random position for each distance from the goal instead
    #[arg(
        long,
        value_name = "FROM-TO",
        num_args = 0..=1,
        default_missing_value = "2-31",
        conflicts_with = "position"
    )]
    depths: Option<Depths>,
    /// Take the positions in this file instead, one a line; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "depths"])]
    file: Option<PathBuf>,
    /// The searches, separated by commas: algorithms, or algorithms with options, as in
    /// pvs,alpha-beta:outcome-only; by default all algorithms of the game
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    algorithms: Vec<String>,
    #[command(flatten)]
    flags: SearchFlags,
    #[command(flatten)]
    limits: Limits,
    /// The seed for --depths [default: 1]
    #[arg(long, requires = "depths", value_parser = whole::<u64>)]
    seed: Option<u64>,
    /// Leave out times, so that all runs print the same
    #[arg(long, conflicts_with_all = ["json", "jsonl", "csv"], help_heading = OUTPUT)]
    no_times: bool,
    /// Print a JSON array with an object for each search
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
    /// Print a JSON object on a line for each search, as soon as it ends
    #[arg(long, conflicts_with = "json", help_heading = OUTPUT)]
    jsonl: bool,
    /// Print a line of CSV for each search, as soon as it ends, below a line with the names of the
    /// columns
    #[arg(long, conflicts_with_all = ["json", "jsonl"], help_heading = OUTPUT)]
    csv: bool,
}

/// A range of distances, both ends included.
#[derive(Clone, Copy, Debug)]
struct Depths {
    from: usize,
    to: usize,
}

impl FromStr for Depths {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let number = |part: &str| {
            whole(part).ok().with_context(|| format!("{} is not a depth", quoted(part)))
        };
        let depths = Depths { from: number(from)?, to: number(to)? };
        ensure!(depths.from <= depths.to, "{} ends before it begins", quoted(text));
        Ok(depths)
    }
}

/// How long a search may take unless a limit is set.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many nodes a search may generate that would not end, or not as soon as the others, unless
/// a limit is set.
const NODES: u64 = 1_000_000;

/// How many simulations a Monte-Carlo search runs unless told otherwise.
const PLAYOUTS: u64 = 10_000;

/// What is compared besides the algorithms of a game for two players: who wins, not how soon, with
/// the moves in the order of the rules and in reverse.
const VARIANTS: [&str; 2] = ["alpha-beta:outcome-only", "alpha-beta:outcome-only:reverse-moves"];

/// The answer of a search about a position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Row {
    /// The search as it was specified.
    search: String,
    #[serde(flatten)]
    report: Report,
    /// A limit that the search has by default, and why.
    note: Option<String>,
}

/// The first column of the CSV.
#[derive(Serialize)]
struct Name<'a> {
    search: &'a str,
}

/// The last column of the CSV.
#[derive(Serialize)]
struct Note<'a> {
    note: Option<&'a str>,
}

impl Run for Compare {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        let stop = limits::stop_on_interrupt()?;
        let game = self.start.game(catalogue)?;
        let bench = Bench { options: self, game, stop };
        let mut is_first = true;
        let many = match (self.depths, &self.file) {
            (Some(depths), _) => Some(("depth", bench.at_depths(depths)?)),
            (None, Some(file)) => Some(("line", bench.at_lines(file)?)),
            (None, None) => None,
        };
        let rows = match many {
            None => {
                let position = self.start.open(catalogue)?;
                self.start.check_unsolved(&*position)?;
                let entries = bench.entries(&*position)?;
                if self.json {
                    bench.all_on(&*position, entries, |_| Ok(()))?
                } else if self.jsonl || self.csv {
                    let show = |row: &_| self.write_line(row, &mut is_first, out);
                    bench.all_on(&*position, entries, show)?
                } else {
                    let (game, notation) = (position.game(), position.notation());
                    write!(out, "{game} {notation}\n\n{}\n", colors::board(&position.text()))?;
                    let has_costs = position.unit_costs() == Some(false);
                    let table = one_position(&entries, has_costs, self.no_times);
                    table.head(out)?;
                    bench.all_on(&*position, entries, |row| table.row(&cells(row), out))?
                }
            }
            Some((by, positions)) => {
                let show = |row: &_| self.write_line(row, &mut is_first, out);
                let rows = bench.all_on_each((by, &positions), show)?;
                if !(self.json || self.jsonl || self.csv) {
                    by_number(by, &rows, self.no_times, out)?;
                }
                rows.into_iter().flat_map(|(_, rows)| rows).collect()
            }
        };
        if self.json {
            output::json(&rows, out)?;
        }
        if !bench.stop.is_raised() {
            return Ok(verdict(&rows).into());
        }
        let limit = Limit::Interrupted.to_string();
        if self.jsonl {
            output::last_json_line(Some(&limit), out)?;
        }
        Ok(Exit::stopped(&limit))
    }
}

impl Compare {
    /// Writes a row in a form that has one on each line.
    fn write_line(&self, row: &Row, is_first: &mut bool, out: &mut dyn Write) -> Result<()> {
        if self.jsonl {
            return output::json_line(row, out);
        }
        if !self.csv {
            return Ok(());
        }
        let Row { search, report, note } = row;
        let line = (Name { search }, ReportColumns::from(report), Note { note: note.as_deref() });
        output::csv_line(&line, std::mem::take(is_first), out)
    }

    /// The searches that were asked for, or all of the game, each with its label.
    fn searches(&self, game: &dyn GameEntry) -> Result<Vec<(String, Search)>> {
        let mut searches = if self.algorithms.is_empty() {
            let all = game.algorithms().iter().map(|algorithm| Search::new(*algorithm));
            let mut all: Vec<_> = all.collect();
            if game.players() == Players::Two {
                all.extend(VARIANTS.iter().filter_map(|text| game.search(text).ok()));
            }
            all
        } else {
            let named = self.algorithms.iter().map(|text| game.search(text));
            named.collect::<Result<Vec<_>, _>>()?
        };
        let labels: Vec<_> = searches.iter().map(Search::to_string).collect();
        for (name, value) in self.flags.iter() {
            set_in_all(&mut searches, name, value)?;
        }
        for search in &mut searches {
            search.check()?;
            search.databases = Databases::of_user();
        }
        Ok(labels.into_iter().zip(searches).collect())
    }
}

/// Sets an option in each search that takes it and does not set it itself.
fn set_in_all(searches: &mut [Search], name: &'static str, value: &str) -> Result<()> {
    let (mut is_taken, mut refusal) = (false, None);
    for search in &mut *searches {
        let is_set = search.options().any(|(known, _)| known == name);
        match if is_set { Ok(()) } else { search.set(name, value) } {
            Ok(()) => is_taken = true,
            Err(error @ OptionError::Unused { .. }) => refusal = Some(error),
            Err(error) => return Err(error.into()),
        }
    }
    match refusal {
        Some(OptionError::Unused { takers, .. }) if !is_taken && searches.len() > 1 => {
            bail!("none of these searches takes --{name}; it is for {}", takers.join(", "))
        }
        Some(error) if !is_taken => Err(error.into()),
        _ => Ok(()),
    }
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
    label: String,
    search: Search,
    /// Whether it is limited to [`NODES`] because no other limit is set.
    has_default_limit: bool,
    note: Option<String>,
}

struct Bench<'a> {
    options: &'a Compare,
    game: &'a dyn GameEntry,
    stop: StopFlag,
}

impl Bench<'_> {
    /// Runs searches on one position, and shows each row as soon as it is known.
    fn all_on(
        &self,
        position: &dyn GamePosition,
        entries: Vec<Entry>,
        mut show: impl FnMut(&Row) -> Result<()>,
    ) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        for Entry { label, mut search, has_default_limit, note } in entries {
            if self.stop.is_raised() {
                break;
            }
            let limit = options::DEPTH_LIMIT;
            if search.algorithm.takes(limit.name) && search.get(limit).is_none() {
                // Without a limit of its own it has the best one: the optimum.
                if let Some(optimum) = self.optimum(position, &rows)? {
                    search.set(limit.name, &optimum.to_string())?;
                }
            }
            let budget = self.budget(has_default_limit);
            let mut spinner = Spinner::new(format!("{} {label}", position.notation()));
            let answer = position.solve(&search, &budget, &mut spinner);
            drop(spinner);
            match answer {
                Ok(report) => {
                    let row = Row { search: label, report, note };
                    show(&row)?;
                    rows.push(row);
                }
                // Without a depth it would not end here.
                Err(error) if self.is_left_out(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(rows)
    }

    /// What one search may use; its clock starts now. A search that does not end must not delay the
    /// others.
    fn budget(&self, has_default_limit: bool) -> Budget {
        let mut limits = self.options.limits;
        limits.time.time = limits.time.time.or(Some(PATIENCE));
        if has_default_limit {
            limits.nodes = Some(NODES);
        }
        limits::budget_for_each(&limits, self.stop.clone()).start()
    }

    /// The searches that were asked for, or all that the position offers.
    fn entries(&self, position: &dyn GamePosition) -> Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for (label, search) in self.options.searches(self.game)? {
            match position.check(&search) {
                Ok(()) => entries.push(self.entry(position, label, search)?),
                Err(error) if self.is_left_out(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(entries)
    }

    /// A search with its limit, if it needs one that was not asked for.
    fn entry(
        &self,
        position: &dyn GamePosition,
        label: String,
        mut search: Search,
    ) -> Result<Entry> {
        let asked = &self.options.limits;
        let ignores_depth = self.options.flags.has(options::DEPTH.name)
            && !search.algorithm.takes(options::DEPTH.name);
        let is_limited = asked.nodes.is_some() || asked.time.time.is_some();
        if search.algorithm.family == Family::MonteCarlo {
            let by_default = search.get(options::PLAYOUTS).is_none();
            if by_default && search.algorithm.takes(options::PLAYOUTS.name) {
                // Otherwise it would run as long as the time allows.
                search.set(options::PLAYOUTS.name, &PLAYOUTS.to_string())?;
            }
            let playouts = output::count(PLAYOUTS);
            let note = (by_default && ignores_depth)
                .then(|| format!("{playouts} simulations: ignores --depth"));
            return Ok(Entry { label, search, has_default_limit: false, note });
        }
        let why = if is_limited {
            None
        } else if ignores_depth {
            Some("ignores --depth")
        } else if position.may_cycle(&search) {
            Some("may run into cycles")
        } else {
            None
        };
        let note = why.map(|why| format!("at most {} nodes: {why}", output::count(NODES)));
        Ok(Entry { label, search, has_default_limit: why.is_some(), note })
    }

    /// Whether a search that gives this error is left out: it was not asked for by name.
    fn is_left_out(&self, error: &CatalogueError) -> bool {
        matches!(error, CatalogueError::NotOffered { .. }) && self.options.algorithms.is_empty()
    }

    /// The least number of moves, from the rows so far or from a search.
    fn optimum(&self, position: &dyn GamePosition, rows: &[Row]) -> Result<Option<u32>> {
        let known = rows.iter().map(|row| &row.report).find(|report| report.optimal);
        let length = match known.and_then(|report| report.length) {
            Some(length) => Some(length),
            None => {
                let mut search = Search::new(self.game.default_algorithm());
                search.databases = Databases::of_user();
                let report = position.solve(&search, &self.budget(false), &mut Silent)?;
                report.length.filter(|_| report.optimal)
            }
        };
        Ok(length.and_then(|length| u32::try_from(length).ok()))
    }

    /// A random position for each of the distances.
    fn at_depths(&self, depths: Depths) -> Result<Vec<(usize, AnyPosition)>> {
        let (settings, seed) = (self.options.start.settings.settings(), self.options.seed);
        // The limits are those of each search; Ctrl-C ends this as well.
        let budget = Budget::unlimited().stop(self.stop.clone());
        let positions =
            self.game.one_per_distance(settings, seed.unwrap_or(1), &budget, &mut Silent)?;
        let greatest = positions.len() - 1;
        ensure!(
            depths.from <= greatest,
            "no position is {} moves from the goal; the farthest is {greatest}",
            depths.from
        );
        let count = depths.to.min(greatest) + 1 - depths.from;
        Ok(positions.into_iter().enumerate().skip(depths.from).take(count).collect())
    }

    /// The positions of a file, by the numbers of their lines.
    fn at_lines(&self, file: &Path) -> Result<Vec<(usize, AnyPosition)>> {
        let settings = self.options.start.settings.settings();
        let open = |(line, text): (u64, String)| {
            let opened = self.game.open(Some(&text), settings);
            Ok((line as usize, opened.with_context(|| format!("line {line} of {file:?}"))?))
        };
        batch::positions_of(file)?.into_iter().map(open).collect()
    }

    /// Every search on each of the positions; each row is shown as soon as it is known, also on
    /// standard error, as a line of the tables combines several of them.
    fn all_on_each(
        &self,
        (by, positions): (&str, &[(usize, AnyPosition)]),
        mut show: impl FnMut(&Row) -> Result<()>,
    ) -> Result<Vec<(usize, Vec<Row>)>> {
        let tell = |number: usize, Row { search, report, .. }: &Row| {
            if !progress::shows_text() {
                return;
            }
            let visited = output::counted(report.nodes_expanded, "state");
            let time = match self.options.no_times {
                true => String::new(),
                false => format!(", {}", output::seconds(report.seconds)),
            };
            output::to_stderr!("{by} {number}, {search}: {}, {visited}{time}", claim(report));
        };
        let mut rows = Vec::new();
        for (number, position) in positions {
            if self.stop.is_raised() {
                break;
            }
            let entries = self.entries(&**position)?;
            let told = self.all_on(&**position, entries, |row| {
                tell(*number, row);
                show(row)
            });
            rows.push((*number, told?));
        }
        Ok(rows)
    }
}

/// The table of searches on one position; the widths suit what most of them say.
fn one_position(entries: &[Entry], has_costs: bool, no_times: bool) -> RowTable {
    let width = |texts: &mut dyn Iterator<Item = &str>| {
        texts.map(|text| text.chars().count()).max().unwrap_or_default()
    };
    let names = width(&mut entries.iter().map(|entry| entry.label.as_str()));
    let notes = width(&mut entries.iter().filter_map(|entry| entry.note.as_deref()));
    let mut columns = vec![
        ("algorithm", names),
        ("length", 0),
        ("cost", "100,000".len()),
        ("claim", "unknown: memory".len()),
        ("visited", "100,000,000".len()),
        ("generated", "100,000,000".len()),
        ("peak memory", 0),
        ("time", "59.9 ms".len()),
        ("note", notes),
    ];
    columns.retain(|&(title, _)| match title {
        "cost" => has_costs,
        "time" => !no_times,
        "note" => notes > 0,
        _ => true,
    });
    RowTable::new(columns)
}

/// The cells of a row by the title of their column.
fn cells(Row { search, report, note }: &Row) -> [(&'static str, String); 9] {
    [
        ("algorithm", search.clone()),
        ("length", report.length.map_or_else(|| "–".to_owned(), |length| length.to_string())),
        ("cost", report.cost.map_or_else(|| "–".to_owned(), |cost| output::count(cost.into()))),
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

/// A table for each figure: a row for each depth or line, a column for each algorithm.
fn by_number(
    by: &str,
    rows: &[(usize, Vec<Row>)],
    no_times: bool,
    out: &mut dyn Write,
) -> Result<()> {
    let figures: [Figure; 4] = [
        ("Length of the solution", |report| {
            report.length.map_or_else(|| "–".to_owned(), |length| length.to_string())
        }),
        ("States visited", |report| output::count(report.nodes_expanded)),
        ("Peak memory of the search's tables", |report| output::bytes(report.peak_bytes)),
        ("Time", |report| output::seconds(report.seconds)),
    ];
    let Some((_, first)) = rows.first() else { return Ok(()) };
    let mut head = vec![by];
    head.extend(first.iter().map(|row| row.search.as_str()));
    let shown = figures.len() - usize::from(no_times);
    for (title, figure) in &figures[..shown] {
        let lines = rows.iter().map(|(number, rows)| {
            let cells = rows.iter().map(|Row { report, .. }| match report.outcome {
                Verdict::Unknown => claim(report),
                _ => figure(report),
            });
            std::iter::once(number.to_string()).chain(cells).collect::<Vec<_>>()
        });
        writeln!(out, "{title}\n\n{}\n", output::table(&head, lines))?;
    }
    Ok(())
}
