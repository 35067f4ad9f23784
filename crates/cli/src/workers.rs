//! Several workers for one command.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::{Args, ValueHint};
use tesuji::cluster::{DistributedSearch, ShardFolder, Topology};

use crate::checkpoint::{self, CheckpointArguments};
use crate::exit::Exit;
use crate::inputs::{at_most, threads};
use crate::limits;
use crate::output;

/// The heading of the arguments.
const HEADING: &str = "Workers";

/// The arguments that may change from one run of a command to the next, besides the limits.
const CHANGEABLE: &[&str] =
    &["--nodes", "--time", "--memory", "--workers", "--threads", "--hosts", "--process"];

/// The longest file of hosts, in bytes.
const MAX_HOSTS: u64 = 1 << 20;

/// One worker generates no more nodes in a few milliseconds, which many take to begin and to end.
const FEW_NODES: u64 = 1 << 14;

/// Which workers do a command, and where.
#[derive(Debug, Default, Args)]
pub(crate) struct WorkerArguments {
    /// Divide the states among N workers, each a thread; with --hosts, N in each process
    #[arg(long, value_name = "N", value_parser = threads, help_heading = HEADING)]
    workers: Option<usize>,
    /// Do it by several processes, on this or other hosts: a file with a line host:port for each, the
    /// same for all. All are started with the same command, each with its own --process. The
    /// connections are not encrypted: use a network of your own
    #[arg(
        long,
        value_name = "FILE",
        requires = "process",
        value_hint = ValueHint::FilePath,
        help_heading = HEADING
    )]
    hosts: Option<PathBuf>,
    /// Which of the hosts this process is, from 0; process 0 prints the result
    #[arg(long, value_name = "NUMBER", requires = "hosts", help_heading = HEADING)]
    process: Option<usize>,
    /// End when the standard input does: that of the process that started this one.
    #[arg(long, requires = "hosts", hide = true)]
    with_input: bool,
}

/// The workers of a command.
pub(crate) struct Team {
    /// What they do.
    pub(crate) search: DistributedSearch,
    folder: Option<Arc<ShardFolder>>,
    process: usize,
    threads: usize,
}

impl WorkerArguments {
    /// The workers; none if the command is to be done without.
    ///
    /// # Errors
    /// The hosts cannot be read, or the directory of checkpoints cannot be used.
    pub(crate) fn team(&self, saved: &CheckpointArguments) -> Result<Option<Team>> {
        if self.with_input {
            limits::interrupt_at_the_end_of_input()?;
        }
        let threads = self.workers.unwrap_or(1);
        let topology = match (&self.hosts, self.process, self.workers) {
            (Some(file), Some(process), _) => {
                let read = File::open(file).and_then(|hosts| at_most(MAX_HOSTS, hosts));
                let hosts = read.with_context(|| format!("cannot read {file:?}"))?;
                let hosts = hosts.and_then(|hosts| String::from_utf8(hosts).ok());
                let hosts = hosts.with_context(|| {
                    format!("{file:?} is not a text of at most {MAX_HOSTS} bytes that names hosts")
                })?;
                Topology::hosts(&hosts, process, threads)?
            }
            (_, _, Some(threads)) => Topology::threads(threads),
            _ => return Ok(None),
        };
        let process = topology.process();
        let folder = saved.open_shards(process, CHANGEABLE)?.map(Arc::new);
        let search = DistributedSearch::new(topology, &checkpoint::title(CHANGEABLE));
        let mut search = search.alone_within(FEW_NODES);
        if let Some(folder) = &folder {
            search = search.checkpoints(Arc::clone(folder));
        }
        Ok(Some(Team { search, folder, process, threads }))
    }
}

impl Team {
    /// Whether this process prints the result.
    pub(crate) fn prints(&self) -> bool {
        self.process == 0
    }

    /// Removes the checkpoints if the command has done what it was asked.
    pub(crate) fn end(self, exit: Exit) -> Exit {
        let Team { search, folder, process, threads } = self;
        drop(search);
        if let (Some(folder), Exit::Solved) = (folder.and_then(Arc::into_inner), exit)
            && let Err(error) = folder.clear(process, threads)
        {
            output::to_stderr!("warning: cannot remove the checkpoints: {error}");
        }
        exit
    }
}
