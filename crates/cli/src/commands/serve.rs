use std::io::Write;
use std::net::SocketAddr;

use anyhow::{Context, Result};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::arguments::Serve;
use crate::exit::Exit;

pub(crate) fn run(options: &Serve, out: &mut impl Write) -> Result<Exit> {
    let runtime = Runtime::new().context("cannot start the threads of the server")?;
    runtime.block_on(async {
        let address = SocketAddr::new(options.address, options.port);
        let listener = TcpListener::bind(address).await;
        let listener = listener.with_context(|| format!("cannot listen on {address}"))?;
        writeln!(out, "The page is at http://{}/ (Ctrl-C ends it)", listener.local_addr()?)?;
        out.flush()?;
        if !options.address.is_loopback() {
            eprintln!("warning: {address} may be reached from other machines");
        }
        tokio::select! {
            ended = tesuji_web::serve(listener, options.limits()) => ended?,
            interrupted = tokio::signal::ctrl_c() => interrupted?,
        }
        Ok(Exit::Solved)
    })
}
