use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result};
use bytesize::ByteSize;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::arguments::Serve;
use crate::exit::Exit;

/// How long searches may take to notice that nobody waits for them any more.
const LAST_MOMENT: Duration = Duration::from_secs(1);

pub(crate) fn run(options: &Serve, out: &mut impl Write) -> Result<Exit> {
    open_files::provide(options.limits().connections.get())?;
    let runtime = Runtime::new().context("cannot start the threads of the server")?;
    let ended = runtime.block_on(serve(options, out));
    runtime.shutdown_timeout(LAST_MOMENT);
    ended.map(|()| Exit::Solved)
}

async fn serve(options: &Serve, out: &mut impl Write) -> Result<()> {
    let limits = options.limits();
    let mut signals = Signals::new().context("cannot wait for signals")?;
    let address = SocketAddr::new(options.address, options.port);
    let listener =
        tesuji_web::listen(address).with_context(|| format!("cannot listen on {address}"))?;
    writeln!(out, "The page is at http://{}/ (Ctrl-C ends it)", listener.local_addr()?)?;
    let total = ByteSize::b(u64::try_from(limits.total_memory()).unwrap_or(u64::MAX));
    writeln!(out, "It takes at most {total} of memory")?;
    out.flush()?;
    if !options.address.is_loopback() {
        eprintln!("warning: {address} may be reached from other machines");
    }
    let (end, ended) = oneshot::channel::<()>();
    let serving = tesuji_web::serve(listener, limits, async {
        let _ = ended.await;
    });
    let signalled_twice = async {
        signals.next().await;
        eprintln!("completing what is asked for; once more ends it at once");
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

    /// Raises the limit to what so many connections need, if it is lower.
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
