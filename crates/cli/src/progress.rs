use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{BinaryBytes, HumanCount, ProgressBar, ProgressStyle};
use serde::Serialize;
use tesuji::core::{Progress, Snapshot};

use crate::output::to_stderr;

/// How progress is shown on standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Shown {
    /// As a line that changes, on a terminal.
    #[default]
    Auto,
    /// As one JSON object a second.
    Json,
    /// Not at all.
    Never,
}

static SHOWN: OnceLock<Shown> = OnceLock::new();

/// Sets how progress is shown from now on; the first call counts.
pub(crate) fn show(how: Shown) {
    let _ = SHOWN.set(how);
}

fn shown() -> Shown {
    SHOWN.get().copied().unwrap_or_default()
}

/// A report for programs, which name it as they know it.
#[derive(Serialize)]
struct Report<'a> {
    progress: &'a str,
    seconds: f64,
    nodes: u64,
    expanded: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    lower_bound: u32,
    peak_bytes: usize,
    /// The share that is done, where the size is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<f64>,
}

/// A line on standard error that tells how a search is getting on: on a terminal, once the search
/// has taken a moment, with a bar where the size is known; or one JSON object a second.
pub(crate) struct Spinner {
    label: String,
    bar: Option<ProgressBar>,
    ticker: Ticker,
    /// What was expanded at the first report, before an interruption for instance, and when that was.
    first: Option<(u64, Duration)>,
}

const PATIENCE: Duration = Duration::from_millis(300);

impl Spinner {
    pub(crate) fn new(label: impl Into<String>) -> Self {
        Spinner { label: label.into(), bar: None, ticker: Ticker::new(), first: None }
    }

    fn start(label: &str, expanded: u64, to_expand: Option<u64>) -> ProgressBar {
        // Draws to standard error, and not at all where that is no terminal.
        let (bar, template) = match to_expand {
            Some(all) => {
                let bar = ProgressBar::new(all).with_position(expanded);
                bar.reset_eta();
                (bar, "{prefix}  {bar:20} {percent}%, {eta} left  {wide_msg}")
            }
            None => (ProgressBar::new_spinner(), "{spinner} {prefix}  {wide_msg}"),
        };
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_prefix(label.to_owned());
        bar
    }

    /// The share that is done, and the time that the rest takes at the speed so far.
    fn left(&mut self, snapshot: &Snapshot) -> Option<(f64, Option<f64>)> {
        let all = snapshot.to_expand.filter(|&all| all > 0)?;
        let expanded = snapshot.stats.expanded;
        let (first, since) = *self.first.get_or_insert((expanded, snapshot.elapsed));
        let done = expanded.min(all) as f64 / all as f64;
        let seconds = (snapshot.elapsed - since).as_secs_f64();
        let fresh = expanded.saturating_sub(first) as f64;
        let left = (fresh > 0.0).then(|| seconds / fresh * all.saturating_sub(expanded) as f64);
        Some((done, left))
    }

    fn report_as_json(&mut self, snapshot: &Snapshot) {
        let left = self.left(snapshot);
        if !self.ticker.is_due() {
            return;
        }
        let stats = &snapshot.stats;
        write_line(&Report {
            progress: &self.label,
            seconds: snapshot.elapsed.as_secs_f64(),
            nodes: stats.generated,
            expanded: stats.expanded,
            depth: snapshot.depth,
            lower_bound: snapshot.lower_bound,
            peak_bytes: stats.peak_bytes,
            done: left.map(|(done, _)| done),
            seconds_left: left.and_then(|(_, left)| left),
        });
    }
}

/// Tells when a second is over.
struct Ticker(Instant);

impl Ticker {
    fn new() -> Self {
        Ticker(Instant::now())
    }

    /// Whether a second is over since this was last true, if progress is shown as JSON.
    fn is_due(&mut self) -> bool {
        let is_due = shown() == Shown::Json && self.0.elapsed() >= Duration::from_secs(1);
        if is_due {
            self.0 = Instant::now();
        }
        is_due
    }
}

/// Writes a JSON object on a line of standard error.
pub(crate) fn write_line(report: &impl Serialize) {
    if let Ok(line) = serde_json::to_string(report) {
        to_stderr!("{line}");
    }
}

/// Whether progress is shown for people: bars on a terminal, and lines.
pub(crate) fn shows_text() -> bool {
    shown() == Shown::Auto
}

/// A bar on standard error that fills with what is counted, such as games; on a terminal only, and
/// only once that has taken a moment; or one JSON object a second.
pub(crate) struct CountBar {
    bar: Option<ProgressBar>,
    name: &'static str,
    fields: [&'static str; 2],
    all: Option<u64>,
    /// Whether the command prints a line for each, which a bar on the terminal would spoil.
    has_lines: bool,
    started: Instant,
    ticker: Ticker,
}

impl CountBar {
    /// A bar for so many things of this name; in JSON, these fields have the number done and the
    /// number of all.
    pub(crate) fn new(name: &'static str, fields: [&'static str; 2], all: u64) -> Self {
        let mut bar = Self::of_lines(name, fields, Some(all));
        bar.has_lines = false;
        bar
    }

    /// The same in JSON only, for a command that prints a line for each of them; their number may
    /// be unknown.
    pub(crate) fn of_lines(
        name: &'static str,
        fields: [&'static str; 2],
        all: Option<u64>,
    ) -> Self {
        let (started, ticker) = (Instant::now(), Ticker::new());
        CountBar { bar: None, name, fields, all, has_lines: true, started, ticker }
    }

    /// Shows how many are done, and a message.
    pub(crate) fn show(&mut self, done: u64, message: impl FnOnce() -> String) {
        let (name, [done_field, all_field]) = (self.name, self.fields);
        if self.ticker.is_due() {
            let mut report = serde_json::json!({
                "progress": name,
                "seconds": self.started.elapsed().as_secs_f64(),
                done_field: done,
            });
            if let Some(all) = self.all {
                report[all_field] = all.into();
                report["done"] = (done as f64 / all.max(done) as f64).into();
            }
            write_line(&report);
        }
        let Some(all) = self.all.filter(|_| !self.has_lines) else { return };
        if !shows_text() || self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let template = format!("{{bar:30}} {{pos}}/{{len}} {name}, {{eta}} left  {{wide_msg}}");
            let style = ProgressStyle::with_template(&template);
            let bar = ProgressBar::new(all);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        bar.set_message(message());
        bar.set_position(done);
    }
}

impl Drop for CountBar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Spinner {
    fn report(&mut self, snapshot: &Snapshot) {
        match shown() {
            Shown::Auto => {}
            Shown::Json => return self.report_as_json(snapshot),
            Shown::Never => return,
        }
        if snapshot.elapsed < PATIENCE {
            return;
        }
        let stats = &snapshot.stats;
        let (expanded, to_expand) = (stats.expanded, snapshot.to_expand);
        // A spinner becomes a bar as soon as the size of the work is known.
        if to_expand.is_some() && self.bar.as_ref().is_some_and(|bar| bar.length().is_none()) {
            self.bar.take().inspect(ProgressBar::finish_and_clear);
        }
        let bar = self.bar.get_or_insert_with(|| Self::start(&self.label, expanded, to_expand));
        let seconds = snapshot.elapsed.as_secs_f64();
        let reached = match snapshot.depth {
            Some(depth) => format!("depth {depth} · "),
            // Not every work has a bound to prove.
            None if snapshot.lower_bound == 0 => String::new(),
            None => format!("at least {} · ", snapshot.lower_bound),
        };
        bar.set_message(format!(
            "{reached}{} nodes · {:.1} M/s · {} · {seconds:.0} s",
            HumanCount(stats.generated),
            stats.generated as f64 / seconds / 1e6,
            BinaryBytes(stats.peak_bytes as u64),
        ));
        if to_expand.is_some() {
            bar.set_position(expanded);
        }
        bar.tick();
    }

    fn warn(&mut self, message: &str) {
        let warn = || to_stderr!("warning: {message}");
        self.bar.as_ref().map_or_else(warn, |bar| bar.suspend(warn));
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
