use std::fs;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use bytesize::ByteSize;
use clap::{Args, ValueHint};
use tesuji::catalogue::{Catalogue, options};
use tesuji::storage;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use super::{Run, table};
use crate::exit::Exit;
use crate::inputs::{some_bytes, threads, within};
use crate::output;

/// Serve a web page to play games, get hints and watch searches
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  tesuji serve
  tesuji serve --port 0                          (any free port)
  tesuji serve --tables tables/
  tesuji serve --address 0.0.0.0 --workers 2 --queue 16 --time 5s

A request has one deadline (--time) for its wait in the queue and all its searches. The server
takes at most (workers + 2) x memory + 64 MiB, and prints that sum when it starts: one share for
each worker, one for the worker that is reserved for hints, replies and the values of moves, and
one for pattern databases. Each table of --tables takes 32 MiB more, and some 50 bytes for each of
its blocks.

The server needs one open file for each connection and some more. If the limit on open files
(ulimit -n) is lower, the server raises it where the system allows that.

On Ctrl-C or SIGTERM the server accepts no more connections, completes its responses within --grace,
and exits with code 0; a second signal ends it at once. An overloaded server answers with status 503
or 429 and Retry-After.")]
pub(crate) struct Serve {
    /// The port; 0 takes any free one
    #[arg(long, default_value_t = 8321)]
    port: u16,
    /// The address to listen on; the default is reachable from this machine only
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// How many searches run at the same time, in addition to one for short requests such as hints
    /// [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    workers: Option<usize>,
    /// How many requests may wait for a worker, and as many short ones in addition; more get status
    /// 503 [default: 128]
    #[arg(long, value_parser = within(0_usize..=1_000_000))]
    queue: Option<usize>,
    /// How long a request may wait for a worker before it gets status 503 [default: 10s]
    #[arg(long, value_parser = options::time)]
    wait: Option<Duration>,
    /// The deadline of a request, for its wait and all its searches [default: 30s]
    #[arg(long, value_parser = options::time)]
    time: Option<Duration>,
    /// The maximum memory of the tables of one search [default: 256 MiB]
    #[arg(long, value_name = "SIZE", value_parser = some_bytes)]
    memory: Option<usize>,
    /// Answer from the tables of solved games in this directory, the files that `table build` made:
    /// at /api/table, in hints and in the values of moves
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    tables: Option<PathBuf>,
    /// How many connections may be open at the same time; one more closes the longest idle one
    /// [default: 512]
    #[arg(long, value_parser = within(1_usize..=1_000_000))]
    connections: Option<usize>,
    /// How many of them may come from one address, or one /64 network of IPv6; give more behind a
    /// proxy [default: 128]
    #[arg(long, value_parser = within(1_usize..=1_000_000))]
    per_address: Option<usize>,
    /// How long a client may take for the head of a request, for its body, and between two requests
    /// [default: 10s]
    #[arg(long, value_parser = options::time)]
    patience: Option<Duration>,
    /// How long requests may still take after Ctrl-C or SIGTERM [default: 10s]
    #[arg(long, value_parser = options::time)]
    grace: Option<Duration>,
}

impl Serve {
    /// What the server grants each visitor.
    fn limits(&self) -> tesuji_web::Limits {
        fn set<T>(limit: &mut T, given: Option<T>) {
            if let Some(given) = given {
                *limit = given;
            }
        }
        let mut limits = tesuji_web::Limits::default();
        set(&mut limits.wait, self.wait);
        set(&mut limits.time, self.time);
        set(&mut limits.patience, self.patience);
        set(&mut limits.grace, self.grace);
        set(&mut limits.queue, self.queue);
        set(&mut limits.memory, self.memory);
        set(&mut limits.workers, self.workers.and_then(NonZeroUsize::new));
        set(&mut limits.connections, self.connections.and_then(NonZeroUsize::new));
        let per_address = self.per_address.and_then(NonZeroUsize::new);
        set(&mut limits.connections_per_address, per_address);
        limits
    }
}

/// How long searches may take to notice that no client waits for them.
const LAST_MOMENT: Duration = Duration::from_secs(1);

impl Run for Serve {
    fn run(&self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<Exit> {
        open_files::provide(self.limits().connections.get())?;
        let catalogue = match &self.tables {
            Some(folder) => with_tables(catalogue.clone(), folder)?,
            None => catalogue.clone(),
        };
        let runtime = Runtime::new().context("cannot start the threads of the server")?;
        let ended = runtime.block_on(serve(self, catalogue, out));
        runtime.shutdown_timeout(LAST_MOMENT);
        ended.map(|()| Exit::Solved)
    }
}

/// The catalogue with all tables in a directory, but for those that are being built there.
fn with_tables(catalogue: Catalogue, folder: &Path) -> Result<Catalogue> {
    let cannot = || format!("cannot read the tables in {}", folder.display());
    let files = fs::read_dir(folder).with_context(cannot)?.map(|file| file.map(|file| file.path()));
    let mut files = files.collect::<io::Result<Vec<PathBuf>>>().with_context(cannot)?;
    files.retain(|path| path.is_file() && !storage::is_unfinished(path));
    ensure!(!files.is_empty(), "there is no table in {}", folder.display());
    files.sort();
    files.iter().try_fold(catalogue, |catalogue, file| {
        catalogue.with_table(file).map_err(|error| table::cannot_open(file, error))
    })
}

async fn serve(options: &Serve, catalogue: Catalogue, out: &mut dyn Write) -> Result<()> {
    let limits = options.limits();
    let mut signals = Signals::new().context("cannot wait for signals")?;
    let address = SocketAddr::new(options.address, options.port);
    let listener =
        tesuji_web::listen(address).with_context(|| format!("cannot listen on {address}"))?;
    writeln!(out, "The page is at http://{}/ (Ctrl-C ends it)", listener.local_addr()?)?;
    let tables: usize = catalogue.tables().iter().map(|table| table.max_memory()).sum();
    let total = limits.total_memory().saturating_add(tables);
    let total = ByteSize::b(u64::try_from(total).unwrap_or(u64::MAX));
    writeln!(out, "It takes at most {total} of memory")?;
    out.flush()?;
    if !options.address.is_loopback() {
        output::to_stderr!("warning: {address} may be reached from other machines");
    }
    let (end, ended) = oneshot::channel::<()>();
    let serving = tesuji_web::serve(listener, catalogue, limits, async {
        let _ = ended.await;
    });
    let signalled_twice = async {
        signals.next().await;
        output::to_stderr!("completing the responses; a second signal ends the server at once");
        // The server may have ended by itself.
        let _ = end.send(());
        signals.next().await;
    };
    tokio::select! {
        ended = serving => ended?,
        () = signalled_twice => {}
    }
    Ok(())
}

/// What asks the server to end.
struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let (interrupt, terminate) = (SignalKind::interrupt(), SignalKind::terminate());
        Ok(Signals { interrupt: signal(interrupt)?, terminate: signal(terminate)? })
    }

    #[cfg(not(unix))]
    fn new() -> io::Result<Self> {
        Ok(Signals {})
    }

    /// Waits for Ctrl-C or, where there is one, SIGTERM.
    async fn next(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}

/// The limit on open files.
mod open_files {
    use anyhow::Result;

    /// Raises the limit to what this number of connections needs, if it is lower.
    ///
    /// # Errors
    /// That is more than the system allows.
    #[cfg(unix)]
    pub(super) fn provide(connections: usize) -> Result<()> {
        use anyhow::{Context, ensure};
        use rustix::process::{Resource, getrlimit, setrlimit};

        /// What the server opens besides: what it listens on, and those it is about to close.
        const BESIDES: u64 = 128;
        let mut files = getrlimit(Resource::Nofile);
        let needed = (connections as u64).saturating_add(BESIDES);
        if files.current.is_none_or(|limit| limit >= needed) {
            return Ok(());
        }
        if let Some(most) = files.maximum {
            ensure!(
                most >= needed,
                "{connections} connections need {needed} open files, and the system allows {most}: \
                 give --connections {}, or raise the limit (ulimit -Hn)",
                most.saturating_sub(BESIDES).max(1)
            );
        }
        files.current = Some(needed);
        setrlimit(Resource::Nofile, files).context("cannot raise the limit on open files")
    }

    #[cfg(not(unix))]
    pub(super) fn provide(_: usize) -> Result<()> {
        Ok(())
    }
}
