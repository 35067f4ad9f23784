//! Checkpoints of long commands.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use tesuji::catalogue::options;
#[cfg(feature = "cluster")]
use tesuji::cluster::ShardFolder;
use tesuji::core::{Budget, Checkpoints};
use tesuji::storage::checkpoint::Folder;

use crate::exit::Exit;
use crate::output::to_stderr;

/// The heading of the arguments.
const HEADING: &str = "Checkpoints";

/// Where the state of a command is saved, and how often.
#[derive(Debug, Default, Args)]
pub(crate) struct CheckpointArguments {
    /// Save the state in this directory from time to time; after an interruption, the same command
    /// continues from there, also with other limits
    #[arg(long, value_name = "DIR", help_heading = HEADING)]
    checkpoint: Option<PathBuf>,
    /// How often to save it, as in 10s, 5m [default: each minute, or less often if saving takes
    /// more than 2% of the time]
    #[arg(
        long,
        value_name = "TIME",
        requires = "checkpoint",
        value_parser = options::time,
        help_heading = HEADING
    )]
    checkpoint_every: Option<Duration>,
}

/// The limits that may change from one run of a command to the next.
pub(crate) const LIMITS: &[&str] = &["--nodes", "--time", "--memory"];

/// What concerns neither the result nor the way to it.
const WITH_VALUES: &[&str] =
    &["--checkpoint", "--checkpoint-every", "--color", "--progress", "--save", "--svg", "--log"];
const WITHOUT_VALUES: &[&str] = &["--json", "--jsonl", "--with-input"];

impl CheckpointArguments {
    /// Whether there is a directory.
    pub(crate) fn is_given(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Opens the directory for the shards of several workers, if there is one. `limits` are the
    /// arguments that may change from run to run.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    #[cfg(feature = "cluster")]
    pub(crate) fn open_shards(
        &self,
        process: usize,
        limits: &[&str],
    ) -> Result<Option<ShardFolder>> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        let command = title(limits);
        Ok(Some(ShardFolder::open(path, &command, process, self.checkpoint_every, warn)?))
    }

    /// Opens the directory, if there is one. `limits` are the arguments that may change from run to
    /// run.
    ///
    /// # Errors
    /// The directory cannot be used, is in use, or has checkpoints of another command.
    pub(crate) fn open(&self, limits: &[&str]) -> Result<Saving> {
        let Some(path) = &self.checkpoint else { return Ok(Saving(None)) };
        let folder = Folder::open(path, &title(limits), warn)?;
        let checkpoints = match self.checkpoint_every {
            Some(every) => Checkpoints::every(folder.clone(), every),
            None => Checkpoints::new(folder.clone()),
        };
        Ok(Saving(Some((checkpoints, folder))))
    }
}

fn warn(message: &str) {
    to_stderr!("warning: {message}");
}

/// The command as checkpoints name it.
pub(crate) fn title(limits: &[&str]) -> String {
    let arguments = command(std::env::args_os().skip(1), limits);
    format!("tesuji {} {arguments}", env!("CARGO_PKG_VERSION"))
}

/// The arguments on which the result depends.
fn command(arguments: impl Iterator<Item = OsString>, limits: &[&str]) -> String {
    let mut words = Vec::new();
    let mut skips = false;
    for argument in arguments {
        let text = argument.to_string_lossy().into_owned();
        if std::mem::take(&mut skips) {
            continue;
        }
        let (name, has_value) = match text.split_once('=') {
            Some((name, _)) => (name, true),
            None => (&*text, false),
        };
        if WITH_VALUES.contains(&name) || limits.contains(&name) {
            skips = !has_value;
        } else if !WITHOUT_VALUES.contains(&name) {
            words.push(match text.contains(char::is_whitespace) {
                true => format!("{text:?}"),
                false => text,
            });
        }
    }
    words.join(" ")
}

/// The open directory of checkpoints, if one was asked for.
pub(crate) struct Saving(Option<(Checkpoints, Folder)>);

impl Saving {
    /// The checkpoints.
    pub(crate) fn checkpoints(&self) -> Option<Checkpoints> {
        self.0.as_ref().map(|(checkpoints, _)| checkpoints.clone())
    }

    /// The budget with the checkpoints.
    pub(crate) fn within(&self, budget: Budget) -> Budget {
        match &self.0 {
            Some((checkpoints, _)) => budget.checkpoints(checkpoints.clone()),
            None => budget,
        }
    }

    /// Removes the checkpoints if the command has done what it was asked, once all is printed;
    /// otherwise keeps them.
    ///
    /// # Errors
    /// Something cannot be printed.
    pub(crate) fn end(self, exit: Exit, out: &mut dyn Write) -> Result<Exit> {
        let Some((checkpoints, folder)) = self.0 else { return Ok(exit) };
        match exit {
            Exit::Solved | Exit::Unsolvable | Exit::Unproved => {
                out.flush()?;
                if let Err(error) = folder.clear() {
                    checkpoints.warn(&format!("cannot remove the checkpoints: {error}"));
                }
            }
            Exit::BadInput | Exit::Unknown | Exit::Failure => {
                checkpoints.save_results();
            }
        }
        Ok(exit)
    }
}
