//! The page without a server: `cargo xtask site --test` makes it, and any web server has its files.

mod example;
mod game;
mod library;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::driver::Page;

const STATE: &str = "document.getElementById('status').dataset.state";
const MOVES: &str = "document.querySelectorAll('.record li').length";

/// The folder of the site.
fn site() -> PathBuf {
    let folder = env::var_os("SITE").map(PathBuf::from);
    folder.expect("`cargo xtask site --test` makes the site and names it in SITE")
}

/// The folder in a site that all files of its version are in, but for the first.
fn version(site: &Path) -> String {
    let entries = fs::read_dir(site).unwrap().map(|entry| entry.unwrap());
    let mut folders = entries.filter(|entry| entry.file_type().unwrap().is_dir());
    folders.next().expect("a site has a folder").file_name().into_string().unwrap()
}

/// A web server that knows nothing but files; it ends when this is dropped.
struct Files {
    pub(crate) base: String,
    pub(crate) server: Child,
}

impl Files {
    pub(crate) async fn serve() -> Files {
        Files::serve_folder(&site()).await
    }

    pub(crate) async fn serve_folder(folder: &Path) -> Files {
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

/// Asks what the position is worth, and plays by hints to the end of the game.
async fn play_to_the_end(page: &Page) {
    page.until(&format!("{STATE} === 'to-move'")).await;
    page.click("#worth").await;
    page.until("document.getElementById('counsel').textContent.includes('proved')").await;
    while page.run(&format!("return {STATE}")).await == "to-move" {
        let moves = page.run(&format!("return {MOVES}")).await;
        page.click("#hint").await;
        page.until("document.getElementById('hint').textContent === 'Play it'").await;
        page.click("#hint").await;
        page.until(&format!("{STATE} !== 'to-move' || {MOVES} >= {moves} + 2")).await;
    }
}

/// Ends the server once the browser has kept the page and a module, and watches a search.
async fn watch_without_a_network(page: &Page, mut files: Files, game: &str, module: &str) {
    let version = version(&site());
    page.until(&format!(
        "(caches.match('{version}/modules/{module}.wasm.gz') \
            .then((found) => {{ window.kept = Boolean(found); }}), window.kept)"
    ))
    .await;
    files.server.kill().await.unwrap();
    page.go(&format!("search?game={game}")).await;
    page.until("document.querySelectorAll('.tree .node').length > 10").await;
    page.click("#step-last").await;
    page.until("document.getElementById('step-last').disabled").await;
}
