use std::io::Write;
use std::time::Duration;

use anyhow::{Result, ensure};
use tesuji::catalogue::{
    Algorithm, Position, RegistryError, Report, SearchOption, SearchOptions, Verdict,
};
use tesuji::core::{Budget, Silent, StopFlag};

use crate::arguments::{Compare, Depths};
use crate::exit::Exit;
use crate::limits;
use crate::output;
use crate::progress::Spinner;

/// How long a search may take unless a limit is set.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) fn run(options: &Compare, out: &mut impl Write) -> Result<Exit> {
    let stop = limits::stop_on_interrupt()?;
    // One hopeless search must not keep the others waiting.
    let mut limits = options.limits;
    limits.time = limits.time.or(Some(PATIENCE));
    let budget = limits::budget(&limits, stop.clone());
    let bench = Bench { options, budget, stop };
    let reports = match options.depths {
        None => {
            let position = options.open()?;
            let reports = bench.all_on(&*position)?;
            if !options.json {
                write!(
                    out,
                    "{} {}\n\n{}\n",
                    position.game(),
                    position.notation(),
                    position.text()
                )?;
                writeln!(out, "{}", one_position(&reports, options.no_times))?;
            }
            reports
        }
        Some(depths) => {
            let rows = bench.all_on_depths(depths)?;
            if !options.json {
                by_depth(&rows, options.no_times, out)?;
            }
            rows.into_iter().flat_map(|(_, reports)| reports).collect()
        }
    };
    if options.json {
        output::json(&reports, out)?;
    }
    Ok(verdict(&reports).into())
}

/// What the searches say together: one that knows is enough.
fn verdict(reports: &[Report]) -> Verdict {
    let any = |verdict| reports.iter().any(|report| report.outcome == verdict);
    let proved = [Verdict::Solved, Verdict::Win, Verdict::Loss, Verdict::Draw];
    if let Some(verdict) = proved.into_iter().find(|verdict| any(*verdict)) {
        verdict
    } else if any(Verdict::Unsolvable) {
        Verdict::Unsolvable
    } else {
        Verdict::Unknown
    }
}

struct Bench<'a> {
    options: &'a Compare,
    budget: Budget,
    stop: StopFlag,
}

impl Bench<'_> {
    /// Every algorithm on one position, each with the whole budget.
    fn all_on(&self, position: &dyn Position) -> Result<Vec<Report>> {
        let mut depth_limit = self.options.search.depth_limit;
        let mut reports = Vec::new();
        for mut search in self.searches(position)? {
            if self.stop.is_raised() {
                break;
            }
            let algorithm = search.algorithm;
            if algorithm == Algorithm::DepthLimited {
                // Without a limit of its own it is given the best there is: the optimum.
                let limit = match depth_limit {
                    Some(limit) => Some(limit),
                    None => self.optimum(position, &reports)?,
                };
                depth_limit = limit;
                search.depth_limit = limit.unwrap_or(search.depth_limit);
            }
            let label = format!("{} {algorithm}", position.notation());
            match position.solve(&search, &self.budget, &mut Spinner::new(label)) {
                Ok(report) => reports.push(report),
                // Without a depth it would have no end here.
                Err(error) if self.is_left_out(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(reports)
    }

    /// The searches that were asked for, or all that the position offers.
    fn searches(&self, position: &dyn Position) -> Result<Vec<SearchOptions>> {
        let mut searches = Vec::new();
        for algorithm in self.options.algorithms()? {
            let mut search = self.options.search.options(algorithm);
            // Time is short here for the sake of searches that never end by themselves.
            search.playouts.get_or_insert(10_000);
            if !algorithm.takes(SearchOption::Heuristic) {
                search.heuristic = None;
            }
            match position.check(&search) {
                Ok(()) => searches.push(search),
                Err(error) if self.is_left_out(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(searches)
    }

    /// Whether a search that gives this error is passed over: nobody asked for it by name.
    fn is_left_out(&self, error: &RegistryError) -> bool {
        matches!(error, RegistryError::NotOffered { .. }) && self.options.algorithms.is_empty()
    }

    /// The least number of moves, from the reports at hand or from a search.
    fn optimum(&self, position: &dyn Position, reports: &[Report]) -> Result<Option<u32>> {
        let known = reports.iter().find(|report| report.optimal).and_then(|report| report.length);
        let length = match known {
            Some(length) => Some(length),
            None => {
                let search = self.options.search.options(Algorithm::IdaStar);
                position.solve(&search, &self.budget, &mut Silent)?.length
            }
        };
        Ok(length.and_then(|length| u32::try_from(length).ok()))
    }

    /// Every algorithm on one position for each of the distances.
    fn all_on_depths(&self, depths: Depths) -> Result<Vec<(usize, Vec<Report>)>> {
        let ladder =
            self.options.game()?.ladder(&self.options.board.settings(), self.options.seed)?;
        let greatest = ladder.len() - 1;
        ensure!(
            depths.from <= greatest,
            "no position is {} moves from the goal; the farthest is {greatest}",
            depths.from
        );
        let chosen = ladder.iter().enumerate().take(depths.to + 1).skip(depths.from);
        chosen
            .take_while(|_| !self.stop.is_raised())
            .map(|(depth, position)| Ok((depth, self.all_on(&**position)?)))
            .collect()
    }
}

fn one_position(reports: &[Report], no_times: bool) -> comfy_table::Table {
    let mut head = vec!["algorithm", "length", "claim", "visited", "generated", "peak memory"];
    if !no_times {
        head.push("time");
    }
    let rows = reports.iter().map(|report| {
        let mut row = vec![
            report.algorithm.to_owned(),
            report.length.map_or_else(|| "–".to_owned(), |length| length.to_string()),
            claim(report),
            output::count(report.nodes_expanded),
            output::count(report.nodes_generated),
            output::bytes(report.peak_bytes),
        ];
        if !no_times {
            row.push(output::seconds(report.seconds));
        }
        row
    });
    output::table(&head, rows)
}

fn claim(report: &Report) -> String {
    match report.outcome {
        Verdict::Solved if report.optimal => "optimal".to_owned(),
        Verdict::Solved => format!("at least {}", report.lower_bound.unwrap_or_default()),
        Verdict::Unsolvable => "unsolvable".to_owned(),
        Verdict::Win => "win".to_owned(),
        Verdict::Loss => "loss".to_owned(),
        Verdict::Draw => "draw".to_owned(),
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
fn by_depth(rows: &[(usize, Vec<Report>)], no_times: bool, out: &mut impl Write) -> Result<()> {
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
    head.extend(first.iter().map(|report| report.algorithm));
    let shown = figures.len() - usize::from(no_times);
    for (title, figure) in &figures[..shown] {
        let lines = rows.iter().map(|(depth, reports)| {
            let cells = reports.iter().map(|report| match report.outcome {
                Verdict::Unknown => claim(report),
                _ => figure(report),
            });
            std::iter::once(depth.to_string()).chain(cells).collect::<Vec<_>>()
        });
        writeln!(out, "{title}\n\n{}\n", output::table(&head, lines))?;
    }
    Ok(())
}
