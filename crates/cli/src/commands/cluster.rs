use std::ffi::OsString;
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use tempfile::NamedTempFile;
use tesuji::catalogue::Catalogue;
use tesuji::core::StopFlag;

use super::Run;
use crate::arguments;
use crate::exit::Exit;
use crate::inputs::within;
use crate::limits;

/// Run commands by several processes
#[derive(Debug, Subcommand)]
pub(crate) enum Cluster {
    Run(RunCluster),
}

/// Run a command that takes --hosts by several processes on this machine, connected by its loopback
/// interface
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  tesuji cluster run --processes 2 -- enumerate taquin 4x3
  tesuji cluster run --processes 2 -- count breakthrough --size 4x5 --checkpoint here

If a process is killed, or this one, the others end, too; with --checkpoint, the same command
continues, also with another number of processes. On several machines, start the command on each
with --hosts and --process.")]
pub(crate) struct RunCluster {
    /// How many processes
    #[arg(long, value_name = "N", default_value = "2", value_parser = within(1..=64_usize))]
    processes: usize,
    /// The command with its arguments, without `tesuji`
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

impl Run for Cluster {
    fn run(&self, catalogue: &Catalogue, _: &mut dyn Write) -> Result<Exit> {
        match self {
            Cluster::Run(command) => command.run(catalogue),
        }
    }
}

/// How long the other processes may take to end once one has failed.
const GRACE: Duration = Duration::from_secs(10);

const PAUSE: Duration = Duration::from_millis(20);

impl RunCluster {
    fn run(&self, catalogue: &Catalogue) -> Result<Exit> {
        // What is wrong with the arguments would be said by each process.
        if let Err(error) = arguments::read(catalogue, &self.words(Path::new("hosts"), 0)) {
            error.exit();
        }
        let stop = limits::stop_on_interrupt()?;
        let hosts = hosts(self.processes)?;
        let mut children = Children(Vec::new());
        for process in 0..self.processes {
            let child = self.start(&hosts, process).context("cannot start a process")?;
            children.0.push(child);
        }
        children.wait(&stop)
    }

    /// The command of a process.
    fn words(&self, hosts: &Path, process: usize) -> Vec<OsString> {
        let mut words = self.command.clone();
        words.extend(["--hosts".into(), hosts.into()]);
        words.extend(["--process", &process.to_string(), "--with-input"].map(OsString::from));
        words
    }

    fn start(&self, hosts: &NamedTempFile, process: usize) -> Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        // Its input ends when this process does, however that is ended.
        command.args(self.words(hosts.path(), process)).stdin(Stdio::piped());
        // Ctrl-C reaches this process alone, which passes it on.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(command.spawn()?)
    }
}

/// A file with addresses of the loopback interface.
fn hosts(processes: usize) -> Result<NamedTempFile> {
    let listen = |_| TcpListener::bind("127.0.0.1:0");
    let listeners = (0..processes).map(listen).collect::<Result<Vec<_>, _>>()?;
    let mut file = NamedTempFile::new().context("cannot make a file for the addresses")?;
    for listener in &listeners {
        writeln!(file, "{}", listener.local_addr()?)?;
    }
    Ok(file)
}

/// The processes; those that still run are killed at the end.
struct Children(Vec<Child>);

impl Children {
    /// Waits until all have ended, and returns how the first that failed did.
    fn wait(&mut self, stop: &StopFlag) -> Result<Exit> {
        let (mut exits, mut is_told) = (vec![None; self.0.len()], false);
        let (mut failed, mut exit) = (None, Exit::Solved);
        while exits.contains(&None) {
            for (child, own) in self.0.iter_mut().zip(&mut exits) {
                if own.is_none()
                    && let Some(status) = child.try_wait()?
                {
                    let ended = Exit::of(status.code());
                    *own = Some(ended);
                    if ended != Exit::Solved && failed.is_none() {
                        (failed, exit) = (Some(Instant::now()), ended);
                    }
                }
            }
            if stop.is_raised() && !std::mem::replace(&mut is_told, true) {
                self.0.iter().zip(&exits).filter(|(_, exit)| exit.is_none()).for_each(interrupt);
            }
            if failed.is_some_and(|failed: Instant| failed.elapsed() > GRACE) {
                break;
            }
            thread::sleep(PAUSE);
        }
        Ok(exit)
    }
}

#[cfg(unix)]
fn interrupt((child, _): (&Child, &Option<Exit>)) {
    use rustix::process::{Pid, Signal, kill_process};

    if let Some(id) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // It may have ended by itself.
        let _ = kill_process(id, Signal::TERM);
    }
}

#[cfg(not(unix))]
fn interrupt(_: (&Child, &Option<Exit>)) {}

impl Drop for Children {
    fn drop(&mut self) {
        for child in &mut self.0 {
            if matches!(child.try_wait(), Ok(None)) {
                let _ = child.kill();
                let _ = child.wait();
            }
        }
    }
}
