//! Builds the documentation of the crates and the book.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::checks;
use crate::run::{self, say};

/// The version of mdBook for the book.
const MDBOOK: &str = "0.5.1";

/// Builds both; installs mdBook below `target` the first time.
pub(crate) fn build() -> Result<()> {
    checks::doc()?;
    let tools = Path::new("target/tools");
    let installed = tools.join("bin/mdbook");
    let own = Path::new("mdbook");
    let program = if works(own) {
        own
    } else {
        if !works(&installed) {
            let root = tools.to_string_lossy();
            run::cargo(
                &["install", "mdbook", "--version", MDBOOK, "--locked", "--root", &root],
                &["--no-default-features", "--features", "search"],
                &[],
            )?;
        }
        &installed
    };
    // Beside what it links to. A relative path would be one from its own folder.
    let target = env::current_dir()?.join(run::target());
    let book = target.join("book");
    eprintln!("\n$ mdbook build docs --dest-dir {}", book.display());
    let build = Command::new(program).args(["build", "docs", "--dest-dir"]).arg(&book).status();
    ensure!(build.context("cannot run mdbook")?.success(), "mdbook build docs failed");
    let doc = target.join("doc/tesuji/index.html");
    say!("{} and {}", doc.display(), book.join("index.html").display())?;
    Ok(())
}

fn works(program: &Path) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}
