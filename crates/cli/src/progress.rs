use std::io::{self, Write};
use std::time::Duration;

use indicatif::{BinaryBytes, HumanCount, ProgressBar, ProgressStyle};
use tesuji::core::{Progress, Snapshot};

/// A line on standard error that tells how a search is getting on; on a terminal only, and
/// only once the search has taken a moment.
pub(crate) struct Spinner {
    label: String,
    bar: Option<ProgressBar>,
}

const PATIENCE: Duration = Duration::from_millis(300);

impl Spinner {
    pub(crate) fn new(label: impl Into<String>) -> Self {
        Spinner { label: label.into(), bar: None }
    }

    fn start(label: &str) -> ProgressBar {
        // Draws to standard error, and not at all where that is no terminal.
        let style = ProgressStyle::with_template("{spinner} {prefix}  {wide_msg}");
        let bar = ProgressBar::new_spinner();
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.set_prefix(label.to_owned());
        bar
    }
}

impl Progress for Spinner {
    fn report(&mut self, snapshot: &Snapshot) {
        if snapshot.elapsed < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| Self::start(&self.label));
        let stats = &snapshot.stats;
        let seconds = snapshot.elapsed.as_secs_f64();
        let reached = match snapshot.depth {
            Some(depth) => format!("depth {depth}"),
            None => format!("at least {}", snapshot.lower_bound),
        };
        bar.set_message(format!(
            "{reached} · {} nodes · {:.1} M/s · {} · {seconds:.0} s",
            HumanCount(stats.generated),
            stats.generated as f64 / seconds / 1e6,
            BinaryBytes(stats.peak_bytes as u64),
        ));
        bar.tick();
    }

    fn warn(&mut self, message: &str) {
        // Where standard error is closed, nobody wants to know.
        let warn = || drop(writeln!(io::stderr(), "warning: {message}"));
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
