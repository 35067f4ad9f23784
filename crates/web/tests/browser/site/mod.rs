//! The page without a server: `cargo xtask site --test` makes it, and any web server has its files.

mod example;
mod library;

use std::env;
use std::path::PathBuf;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A web server that knows nothing but files; it ends when this is dropped.
struct Files {
    pub(crate) base: String,
    pub(crate) server: Child,
}

impl Files {
    pub(crate) async fn serve() -> Files {
        let folder = env::var_os("SITE").map(PathBuf::from);
        let folder = folder.expect("`cargo xtask site --test` makes the site and names it in SITE");
        let mut server = Command::new("python3")
            .args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("python3 serves files");
        let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
        let line = lines.next_line().await.unwrap().expect("it says where it listens");
        let port = line.split("port ").nth(1).and_then(|rest| rest.split(' ').next());
        let base = format!("http://127.0.0.1:{}", port.unwrap_or_else(|| panic!("{line}")));
        Files { base, server }
    }
}
