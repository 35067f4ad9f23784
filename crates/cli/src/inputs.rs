//! Arguments that several commands share, and how numbers are read.

use std::fmt::Display;
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tesuji::catalogue::options::{self, positive};
use tesuji::catalogue::{AnyPosition, Catalogue, GameEntry, GamePosition, Status};

use crate::flags::SettingFlags;
use crate::limits::LIMITS;

/// A game and a position.
#[derive(Debug, Args)]
pub(crate) struct Start {
    /// The game; `tesuji games` lists them
    pub(crate) game: String,
    /// The position, by default the initial one; words are joined by spaces, `-` reads it from
    /// standard input
    pub(crate) position: Vec<String>,
    #[command(flatten)]
    pub(crate) settings: SettingFlags,
}

impl Start {
    pub(crate) fn game<'c>(&self, catalogue: &'c Catalogue) -> Result<&'c dyn GameEntry> {
        Ok(catalogue.game(&self.game)?)
    }

    pub(crate) fn open(&self, catalogue: &Catalogue) -> Result<AnyPosition> {
        self.settings.open(catalogue, &self.game, &self.position)
    }

    /// Checks that there is something to solve if no position is given.
    pub(crate) fn check_unsolved(&self, position: &dyn GamePosition) -> Result<()> {
        let game = position.game();
        ensure!(
            !self.position.is_empty() || position.status() != Status::Solved,
            "the initial position of {game} is solved: give a position; `tesuji shuffle {game}` makes one"
        );
        Ok(())
    }
}

/// No position is longer: the largest is a map of 1024 × 1024 cells.
pub(crate) const MAX_BYTES: u64 = 2 << 20;

/// The position on standard input. No more of it is read than a position can take.
pub(crate) fn standard_input() -> Result<String> {
    let bytes = at_most(MAX_BYTES, io::stdin().lock()).context("cannot read standard input")?;
    let bytes = bytes.with_context(|| {
        format!("standard input is longer than {MAX_BYTES} bytes, and so is not a position")
    })?;
    let text = str::from_utf8(&bytes).ok().context("standard input is not text in UTF-8")?;
    Ok(text.trim().to_owned())
}

/// All bytes of the input; `None` if there are more than `max`, of which no more are read.
pub(crate) fn at_most(max: u64, input: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    input.take(max + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= max))
}

/// When to stop.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Limits {
    /// Stop after generating this many nodes, as in 5000000, 5M or 5e6
    #[arg(long, value_parser = positive::<u64>, help_heading = LIMITS)]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) time: TimeLimit,
    #[command(flatten)]
    pub(crate) memory: MemoryLimit,
}

/// When to stop, by the clock.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct TimeLimit {
    /// Stop after this time, as in 90s, 5m, 1h 30m
    #[arg(long, value_parser = options::time, help_heading = LIMITS)]
    pub(crate) time: Option<Duration>,
}

/// When to stop, by the memory that is used.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct MemoryLimit {
    /// Stop before the tables take more than this, as in 512MiB, 4GB; a search whose table has a
    /// fixed size (pvs, mtd-f, mtd-bi, df-pn) continues with a smaller one
    /// [default: three quarters of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = some_bytes, help_heading = LIMITS)]
    pub(crate) memory: Option<usize>,
}

impl From<TimeLimit> for Limits {
    fn from(time: TimeLimit) -> Self {
        Limits { time, ..Limits::default() }
    }
}

/// A number of bytes above 0.
pub(crate) fn some_bytes(text: &str) -> Result<usize, String> {
    match options::bytes(text)? {
        0 => Err("a limit of 0 leaves nothing to do".to_owned()),
        bytes => Ok(bytes),
    }
}

/// Reads a whole number in a range.
pub(crate) fn within<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        // A number of any size is one.
        options::whole::<f64>(text)?;
        let number = options::whole(text).ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("it must be {} to {}", range.start(), range.end()))
    }
}

/// The threads of a command whose result does not depend on their number.
#[derive(Debug, Args)]
pub(crate) struct Threads {
    /// The number of threads, where the work can be divided [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

impl Threads {
    /// As many as were asked for, or one for each processor.
    pub(crate) fn number(&self) -> usize {
        self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
    }

    /// Says that there are workers instead.
    ///
    /// # Errors
    /// A number of threads was asked for.
    #[cfg(feature = "cluster")]
    pub(crate) fn refuse(&self) -> Result<()> {
        anyhow::ensure!(self.threads.is_none(), "--threads is not for --workers and --hosts");
        Ok(())
    }
}

/// Reads a number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    options::THREADS.parse(text)
}

/// Whether a line of a file of positions has none: it is empty or a comment. A wall of Sokoban begins
/// no comment.
pub(crate) fn is_skipped(line: &str) -> bool {
    line.is_empty() || line == "#" || line.starts_with("# ")
}
